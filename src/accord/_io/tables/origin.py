"""Where an object comes from, told without importing anything."""

from __future__ import annotations

#: What the lazy tables of an engine are called there, by its package.
LAZY_TABLES = {
    "duckdb": ("DuckDBPyRelation",),
    "polars": ("LazyFrame",),
    "pyspark": ("DataFrame",),
    "dask": ("DataFrame",),
}


def comes_from(data: object, package: str, *names: str) -> bool:
    """Whether it is of a class of one of these names in the package, or of one derived from it."""
    return any(
        cls.__name__ in names and cls.__module__.partition(".")[0] == package
        for cls in type(data).__mro__
    )


def is_lazy(data: object) -> bool:
    """Whether it is a table that an engine holds."""
    return any(comes_from(data, package, *names) for package, names in LAZY_TABLES.items())
