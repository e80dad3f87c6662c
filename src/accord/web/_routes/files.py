"""Uploaded files."""

from __future__ import annotations

import shutil
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.requests import ClientDisconnect

from accord.web._problems import Problem
from accord.web._replies import document_headers
from accord.web._services import owner_of, services
from accord.web._store.files import Upload

router = APIRouter(prefix="/api/v1/files", tags=["files"])

File = Annotated[
    str, InPath(pattern="^[0-9a-f]{64}$", description="The SHA-256 of the content of the file.")
]
_BYTES = {"schema": {"type": "string", "format": "binary"}}
_BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": _BYTES}}}


class FileModel(BaseModel):
    """A stored file."""

    file: str
    name: str
    bytes: int
    created: float


class FilesModel(BaseModel):
    """Stored files, the latest first."""

    total: int
    files: list[FileModel]


@router.post(
    "",
    status_code=201,
    response_model=FileModel,
    openapi_extra=_BODY,
    responses={200: {"model": FileModel, "description": "The file was there already"}},
)
async def upload(
    request: Request,
    response: Response,
    name: Annotated[str, Query(max_length=1000, description="The name of the file.")] = "file",
) -> FileModel:
    """Store a file; the body is its content."""
    found, owner = services(request), owner_of(request)
    store, limits = found.store, found.settings.limits
    size = int(request.headers.get("content-length", 0))
    _check_room(request, size)
    async with store.files.receiving(limits.file_bytes) as receiver:
        try:
            async for data in request.stream():
                await receiver.write(data)
        except ClientDisconnect:
            raise Problem(400, "the upload ended before it was complete") from None
        stored, is_new = await store.files.keep(receiver, owner, name)
    if sum(store.files.sizes.values()) > limits.state_bytes:
        await store.expire(found.jobs.busy_files() | {stored.file})
    response.status_code = 201 if is_new else 200
    return _model(stored)


@router.get("")
async def list_files(
    request: Request,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> FilesModel:
    """Your files, the latest first."""
    files = services(request).store.files.of_owner(owner_of(request).name)
    return FilesModel(
        total=len(files), files=[_model(file) for file in files[offset : offset + limit]]
    )


@router.get("/{file}")
async def facts(request: Request, file: File) -> FileModel:
    """What is known of a file."""
    return _model(_upload(request, file))


@router.get(
    "/{file}/content",
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": _BYTES}, "description": "The content"},
        206: {"content": {"application/octet-stream": _BYTES}, "description": "A part of it"},
        416: {"description": "There is no such part"},
    },
)
async def content(request: Request, file: File) -> Response:
    """The content of a file."""
    stored = _upload(request, file)
    place = services(request).store.files.place(file)
    if not place.is_file():
        raise Problem(404, "the content of this file is gone: upload it again")
    return FileResponse(
        place, headers=document_headers(stored.name), media_type="application/octet-stream"
    )


@router.delete("/{file}", status_code=204, response_class=Response)
async def remove(request: Request, file: File) -> Response:
    """Remove a file."""
    _upload(request, file)
    await services(request).store.files.remove(owner_of(request).name, file)
    return Response(status_code=204)


def _upload(request: Request, file: str) -> Upload:
    stored = services(request).store.files.get(owner_of(request).name, file)
    if stored is None:
        raise Problem(404, "there is no such file: upload it again")
    return stored


def _model(stored: Upload) -> FileModel:
    return FileModel(**stored.to_dict())


def _check_room(request: Request, size: int) -> None:
    """Whether a file of this size fits on the disk, and into the quota of its owner."""
    files = services(request).store.files
    if shutil.disk_usage(files.incoming).free < size:
        raise Problem(507, "there is no room left on the disk of the server: try again later")
    files.check_quota(owner_of(request), size)
