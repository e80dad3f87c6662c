"""Files of the folder that the server was started with."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from accord.web._paths import path_below
from accord.web._problems import Problem
from accord.web._services import services
from accord.web._settings import Settings

router = APIRouter(prefix="/api/v1/folder", tags=["folder"])

_MOST_SEARCHED = 50_000  # entries
_MOST_SECONDS = 2.0


class EntryModel(BaseModel):
    """A file or a folder."""

    name: str
    #: From the folder of the server.
    path: str
    #: file or folder
    kind: str
    bytes: int | None
    modified: float


class FolderModel(BaseModel):
    """What is in a folder, or what a search has found below it."""

    path: str
    total: int
    entries: list[EntryModel]
    #: Whether a search ended before all files were looked at.
    is_cut: bool


@router.get("")
async def folder(
    request: Request,
    path: Annotated[str, Query(max_length=4000)] = "",
    search: Annotated[str, Query(max_length=200)] = "",
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> FolderModel:
    """The files and folders in a folder, or all files below it whose name contains a text."""
    settings = services(request).settings
    real = path_below(settings, path)
    if not real.is_dir():
        raise Problem(422, "this is not a folder")
    entries, is_cut = await asyncio.to_thread(_entries, settings, real, search.casefold())
    return FolderModel(
        path=_path_of(settings, real),
        total=len(entries),
        entries=entries[offset : offset + limit],
        is_cut=is_cut,
    )


def _path_of(settings: Settings, real: Path) -> str:
    """The path of a folder from that of the server."""
    path = os.path.relpath(real, settings.served_folder)
    return "" if path == "." else path


def _entries(settings: Settings, folder: Path, search: str) -> tuple[list[EntryModel], bool]:
    """What is in a folder, folders first; and whether that is not all."""
    found, until = [], time.monotonic() + _MOST_SECONDS
    is_cut = False
    kept_back = frozenset(map(str, settings.kept_back))
    places = _walk(folder, kept_back) if search else (e for e, _ in _scan(folder, kept_back))
    for number, entry in enumerate(places):
        if number >= _MOST_SEARCHED or time.monotonic() > until:
            is_cut = True
            break
        if search in entry.name.casefold():
            model = _model(settings, entry)
            if model is not None and (model.kind == "file" or not search):
                found.append(model)
    found.sort(key=lambda model: (model.kind == "file", model.path.casefold(), model.path))
    return found, is_cut


def _walk(folder: Path, kept_back: frozenset[str]) -> Iterator[os.DirEntry[str]]:
    """All entries below a folder, without following links to folders."""
    folders = [str(folder)]
    while folders:
        for entry, is_folder in _scan(folders.pop(), kept_back):
            if is_folder:
                folders.append(entry.path)
            yield entry


def _scan(folder: str | Path, kept_back: frozenset[str]) -> list[tuple[os.DirEntry[str], bool]]:
    """What is in a folder that may be seen, and whether each is a folder."""
    try:
        with os.scandir(folder) as entries:
            return [
                (entry, entry.is_dir(follow_symlinks=False))
                for entry in entries
                if not (entry.name.startswith(".") or entry.path in kept_back)
            ]
    except OSError:
        return []


def _model(settings: Settings, entry: os.DirEntry[str]) -> EntryModel | None:
    """An entry as it is sent; None if it is special, or a link that leads out of the folder."""
    try:
        path = os.path.relpath(entry.path, settings.served_folder)
        path.encode()  # names that are not valid Unicode cannot be sent
        facts = entry.stat()
        if entry.is_symlink():
            path_below(settings, path)
    except (OSError, UnicodeEncodeError, Problem):
        return None
    is_folder = stat.S_ISDIR(facts.st_mode)
    if not is_folder and not stat.S_ISREG(facts.st_mode):
        return None
    return EntryModel(
        name=entry.name,
        path=path,
        kind="folder" if is_folder else "file",
        bytes=None if is_folder else facts.st_size,
        modified=facts.st_mtime,
    )
