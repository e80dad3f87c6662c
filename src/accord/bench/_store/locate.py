"""Studies and where their results are: a study, its file, or a store."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord._foundation.arguments import argument
from accord.bench._store.store import Store
from accord.bench._study.study import Study
from accord.errors import InputError, unknown

#: A study, the file of one, or a store, which may be open or told by its folder.
Where = Study | Store | str | os.PathLike[str]


@contextmanager
def open_store(where: Where) -> Iterator[tuple[Store, str | None]]:
    """The store, and the name of the study if one was meant."""
    if isinstance(where, Store):
        yield where, None
        return
    if not isinstance(where, Study | str | os.PathLike):
        raise InputError(
            f"expected a study, the file of one, or a store, not {type(where).__name__}"
        )
    if not isinstance(where, Study) and (Path(where).is_file() or Path(where).suffix == ".toml"):
        where = Study.read(where)
    folder, name = (where.store, where.name) if isinstance(where, Study) else (where, None)
    with Store(folder, create=False) as store:
        yield store, name


@contextmanager
def opened(where: Where, name: str | None = None) -> Iterator[tuple[Store, str]]:
    """The store, and the name of the one study that is meant."""
    with open_store(where) as (store, meant):
        yield store, one_study(store, meant if name is None else name)


def one_study(store: Store, name: str | None) -> str:
    """The study of this name, or the only one there is."""
    names = store.studies()
    if name is None:
        if not names:
            raise InputError("there is no study in this store: run one first")
        if len(names) > 1:
            several = f"there are {len(names)} studies in this store"
            raise InputError(f"{several}: choose one of {', '.join(names)} with {argument('name')}")
        return names[0]
    if name not in names:
        raise unknown("study", name, names)
    return name
