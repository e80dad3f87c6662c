"""What the server is, and what it allows."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

import accord
from accord.web._services import owner_of, services
from accord.web._stores.places import find_stores

router = APIRouter(prefix="/api/v1", tags=["about"])


@router.get("")
async def about(request: Request) -> dict[str, Any]:
    """The version of accord, the limits of the server, and whether it has a folder."""
    found = services(request)
    settings, limits = found.settings, found.settings.limits
    folder = settings.served_folder
    stores = await asyncio.to_thread(find_stores, settings)
    return {
        "name": "accord",
        "version": accord.__version__,
        "folder": None if folder is None else folder.name,
        "stores": len(stores),
        "tokens": settings.token_file is not None,
        "owner": owner_of(request).name or None,
        "workers": settings.workers,
        "limits": {
            "file_bytes": limits.file_bytes,
            "request_bytes": limits.request_bytes,
            "seconds": limits.seconds,
            "memory": limits.memory,
            "state_days": limits.state_days,
        },
    }
