"""Stores of benchmarks: what was run, how it ended, and which algorithm is best."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from accord.bench._score.levels import LevelPolicy
from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES, Problem
from accord.web._requests.inputs import NETWORK_EXAMPLE, Model, PlainInput
from accord.web._services import services
from accord.web._stores.changes import changes
from accord.web._stores.places import StorePlace, find_stores

router = APIRouter(prefix="/api/v1", tags=["stores"])

_ID = "^[0-9a-f]{32}$"
_CLAIM_SECONDS = 10  # after which an answer about running jobs is computed anew
StoreName = Annotated[str, InPath(pattern=_ID, description="The id of a store.")]
JobKey = Annotated[str, InPath(pattern="^[0-9a-zA-Z_-]{1,128}$", description="The key of a job.")]
Study = Annotated[str | None, Query(max_length=1000, description="The study, of several.")]
Metric = Annotated[str | None, Query(max_length=100, description="The metric to rank by.")]
Policy = Annotated[LevelPolicy, Query(description="How levels become one value.")]
Text = Annotated[str | None, Query(max_length=1000)]
Status = Literal[
    "ok",
    "timeout",
    "out_of_memory",
    "crashed",
    "error",
    "invalid_output",
    "skipped",
    "interrupted",
    "running",
    "missing",
]
Kind = Literal["pareto_front", "heat_map", "levels", "critical_differences", "regret"]
_COMPUTED: dict[str, Any] = {"responses": ANSWER_RESPONSES, "response_class": Response}


class StoreModel(BaseModel):
    """A store."""

    id: str
    name: str
    #: Where it is below the folder of the server; null for one that the server was started with.
    path: str | None


class StoresModel(BaseModel):
    """The stores of the server."""

    stores: list[StoreModel]


class Recommend(Model):
    """A network, and the store to learn from, which can be left out if there is one."""

    network: PlainInput
    store: str | None = Field(None, pattern=_ID, description="The id of a store.")
    metric: str | None = Field(None, max_length=100)
    policy: LevelPolicy = "blind"
    model_config = ConfigDict(json_schema_extra={"examples": [{"network": NETWORK_EXAMPLE}]})


@router.get("/stores")
async def list_stores(request: Request) -> StoresModel:
    """The stores that the server was started with, and those below its folder."""
    found = await asyncio.to_thread(find_stores, services(request).settings)
    return StoresModel(
        stores=[StoreModel(id=place.id, name=place.name, path=place.below) for place in found]
    )


@router.get("/stores/{store}", **_COMPUTED)
async def status(request: Request, store: StoreName, wait: Wait = 60.0) -> Response:
    """The studies of a store, with the number of jobs by algorithm and status."""
    return await _ask(request, "store_status", store, wait, now=_now())


@router.get("/stores/{store}/jobs", **_COMPUTED)
async def jobs(
    request: Request,
    store: StoreName,
    status: Status | None = None,
    algorithm: Text = None,
    dataset: Text = None,
    study: Study = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    wait: Wait = 60.0,
) -> Response:
    """Jobs in the order of their studies, perhaps only some."""
    wanted = {"status": status, "algorithm": algorithm, "dataset": dataset, "study": study}
    page = {"offset": offset, "limit": limit}
    return await _ask(request, "store_jobs", store, wait, **wanted, **page, now=_now())


@router.get("/stores/{store}/jobs/{job}", **_COMPUTED)
async def job(
    request: Request, store: StoreName, job: JobKey, study: Study = None, wait: Wait = 60.0
) -> Response:
    """A job: what was run, what was measured, and its scores."""
    return await _ask(request, "store_job", store, wait, key=job, study=study, now=_now())


@router.get("/stores/{store}/jobs/{job}/log", **_COMPUTED)
async def log(
    request: Request,
    store: StoreName,
    job: JobKey,
    offset: Annotated[
        int | None, Query(ge=0, le=10**9, description="The first line; by default the end.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=5000)] = 500,
    wait: Wait = 60.0,
) -> Response:
    """Lines that a job printed, without codes of terminals."""
    return await _ask(request, "store_log", store, wait, key=job, offset=offset, limit=limit)


@router.get("/stores/{store}/leaderboard", **_COMPUTED)
async def leaderboard(
    request: Request,
    store: StoreName,
    study: Study = None,
    metric: Metric = None,
    policy: Policy = "blind",
    format: Annotated[
        Literal["csv", "json", "latex", "markdown"] | None,
        Query(description="For a file of the table alone."),
    ] = None,
    wait: Wait = 60.0,
) -> Response:
    """The algorithms of a study, best first, by the scores that are in the store."""
    chosen = {"study": study, "metric": metric, "policy": policy, "format": format}
    return await _ask(request, "store_leaderboard", store, wait, **chosen)


@router.get("/stores/{store}/pictures/{kind}", **_COMPUTED)
async def picture(
    request: Request,
    store: StoreName,
    kind: Kind,
    study: Study = None,
    metric: Metric = None,
    policy: Policy = "blind",
    format: Literal["json", "svg"] = "json",
    wait: Wait = 60.0,
) -> Response:
    """A picture of a study."""
    chosen = {"kind": kind, "study": study, "metric": metric, "policy": policy, "format": format}
    return await _ask(request, "store_picture", store, wait, **chosen)


@router.get("/stores/{store}/report", **_COMPUTED)
async def report(
    request: Request,
    store: StoreName,
    study: Study = None,
    metric: Metric = None,
    policy: Policy = "blind",
    wait: Wait = 60.0,
) -> Response:
    """The page about a study: one file that loads nothing else."""
    chosen = {"study": study, "metric": metric, "policy": policy}
    return await _ask(request, "store_report", store, wait, **chosen)


@router.get(
    "/stores/{store}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Changes"}},
)
async def events(request: Request, store: StoreName) -> Response:
    """Server-sent events: started at first, changed after each change of the store."""
    stream = changes(await _find(request, store), request.app.state.stopping)
    return StreamingResponse(stream, media_type="text/event-stream")


@router.post("/recommend", **_COMPUTED)
async def recommend(request: Request, question: Recommend, wait: Wait = 60.0) -> Response:
    """Recommend an algorithm for a network: what did best on similar networks of a store."""
    store = question.store
    if store is None:
        found = await asyncio.to_thread(find_stores, services(request).settings)
        if len(found) != 1:
            raise Problem(422, f"this server has {len(found)} stores: say which one with store")
        store = found[0].id
    payload = {name: value for name, value in question.payload().items() if name != "store"}
    return await _ask(request, "recommend", store, wait, **payload)


async def _find(request: Request, store: str) -> StorePlace:
    found = await asyncio.to_thread(find_stores, services(request).settings)
    place = next((place for place in found if place.id == store), None)
    if place is None:
        raise Problem(404, "there is no such store")
    return place


async def _ask(request: Request, task: str, store: str, wait: float, **payload: Any) -> Response:
    """Ask a worker about a store as it is now."""
    place = await _find(request, store)
    about = {
        "folder": str(place.folder),
        "name": place.name,
        "below": place.below,
        "version": place.stamp(),
    }
    return await answer_question(request, task, {**payload, "store": about}, wait)


def _now() -> int:
    return int(time.time()) // _CLAIM_SECONDS
