"""Which package an object comes from, without importing anything."""

from __future__ import annotations


def comes_from(data: object, package: str, *names: str) -> bool:
    """Whether it is of a class of one of these names in the package, or of a subclass."""
    return any(
        cls.__name__ in names and cls.__module__.partition(".")[0] == package
        for cls in type(data).__mro__
    )
