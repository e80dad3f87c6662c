"""Open the store of a study, given the study, its file, or the store itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord._foundation.arguments import argument
from accord.bench._store.store import Store
from accord.bench._study.study import Study
from accord.bench._study.study_file import StudyFile
from accord.errors import InputError, unknown

#: A study, the path of its file, or a store: open, or the path of its folder.
StudyLike = Study | StudyFile | Store | str | os.PathLike[str]


@contextmanager
def open_store(source: StudyLike) -> Iterator[tuple[Store, str | None]]:
    """The store, and the name of the study; None if only the store was given.

    The file of a study is read, but nothing that it names is loaded or run.
    """
    if isinstance(source, Store):
        yield source, None
        return
    if not isinstance(source, Study | StudyFile | str | os.PathLike):
        raise InputError(
            f"expected a study, the file of one, or a store, not {type(source).__name__}"
        )
    if isinstance(source, str | os.PathLike) and (
        Path(source).is_file() or Path(source).suffix == ".toml"
    ):
        source = StudyFile.read(source)
    folder, name = (
        (source.store, source.name) if isinstance(source, Study | StudyFile) else (source, None)
    )
    with Store(folder, create=False) as store:
        yield store, name


@contextmanager
def open_study(source: StudyLike, name: str | None = None) -> Iterator[tuple[Store, str]]:
    """The store, and the name of the study: `name`, or else the study that was given."""
    with open_store(source) as (store, known):
        yield store, one_study(store, known if name is None else name)


def one_study(store: Store, name: str | None) -> str:
    """Check the name of a study; None is the only study of a store."""
    names = store.studies()
    if name is None:
        if not names:
            raise InputError("there is no study in this store: run one first")
        if len(names) > 1:
            raise InputError(
                f"there are {len(names)} studies in this store: "
                f"choose one of {', '.join(names)} with {argument('name')}"
            )
        return names[0]
    if name not in names:
        raise unknown("study", name, names)
    return name
