"""What routes work with: the settings, the store, the workers and the jobs of a server."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from accord.web._jobs import Jobs
from accord.web._settings import Settings
from accord.web._store.store import Store
from accord.web._tokens import EVERYBODY, Owner
from accord.web._workers.pool import Pool


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    store: Store
    pool: Pool
    jobs: Jobs


def services(request: Request) -> Services:
    """The parts of the server that received a request."""
    found: Services = request.app.state.services
    return found


def owner_of(request: Request) -> Owner:
    """Who sent a request."""
    owner: Owner = request.scope.get("accord.owner", EVERYBODY)
    return owner
