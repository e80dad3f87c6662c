"""Write Python arguments in messages of the library as options of the command line."""

from __future__ import annotations

from accord._foundation.arguments import Notation

#: Options of arguments that are called differently in all commands; seeds are a key of the file of
#: a study.
_FLAGS = {"format": "--input-format", "metrics": "--metric", "seeds": "seeds ="}


def flag_notation(**flags: str) -> Notation:
    """Make a notation that writes `ids='text'` as `--ids text`.

    `flags` names the options of arguments that are called differently in a command, such as
    `columns="--network-columns"`.
    """

    def write(name: str, value: object) -> str:
        flag = {**_FLAGS, **flags}.get(name, f"--{name.replace('_', '-')}")
        if value is None or value is True:
            return flag
        if value is False:
            return flag.replace("--", "--no-", 1)
        if isinstance(value, tuple | list):
            value = ",".join(map(str, value))
        return f"{flag} {value}"

    return write
