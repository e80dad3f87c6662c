"""How the command line writes the Python arguments that messages of the library name."""

from __future__ import annotations

from accord._foundation.arguments import Notation

#: Arguments whose options have another name.
_FLAGS = {"format": "--input-format"}


def flag_notation(**flags: str) -> Notation:
    """Make a notation that writes `ids='text'` as `--ids text`.

    `flags` are the options of arguments that have another name in a command, such as
    `columns="--network-columns"`.
    """

    def write(name: str, value: object) -> str:
        flag = {**_FLAGS, **flags}.get(name, f"--{name.replace('_', '-')}")
        if value is None or value is True:
            return flag
        if isinstance(value, tuple | list):
            value = ",".join(map(str, value))
        return f"{flag} {value}"

    return write
