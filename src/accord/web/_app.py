"""The app: settings, store, workers and routes put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

import accord
from accord.web import _routes
from accord.web._jobs import Jobs
from accord.web._problems import COMMON_RESPONSES, ProblemModel, handle_problems
from accord.web._safety import Safety
from accord.web._services import Services
from accord.web._settings import Settings
from accord.web._store.store import Store
from accord.web._tokens import Tokens
from accord.web._workers.pool import Pool

_PAGE = Path(__file__).parent / "_page"
_EXPIRY_SECONDS = 600.0  # between two looks for what is too old


def create_app(settings: Settings) -> FastAPI:
    """The server with these `settings` as an ASGI app.

    Its workers and its store live as long as it runs.
    """
    tokens = None if settings.token_file is None else Tokens(settings.token_file)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            try:
                app.state.services = await stack.enter_async_context(running(settings))
            except Exception as error:
                app.state.startup_error = error
                raise
            yield

    app = FastAPI(
        title="accord",
        version=accord.__version__,
        description="How well do two clusterings agree?",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=COMMON_RESPONSES,
        redirect_slashes=False,
    )
    app.state.stopping = asyncio.Event()
    handle_problems(app)
    for module in iter_modules(_routes.__path__, f"{_routes.__name__}."):
        app.include_router(import_module(module.name).router)
    _describe_problems(app)
    _serve_page(app)
    app.add_middleware(Safety, settings=settings, tokens=tokens)
    return app


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """The store and the workers of a server, which end with the block."""
    store = await asyncio.to_thread(Store, settings)
    try:
        pool = Pool(settings, store.files.incoming)
        jobs = Jobs(settings, store, pool)
        await pool.start()
        chores = [
            asyncio.create_task(jobs.end_abandoned()),
            asyncio.create_task(_expire(store, jobs)),
        ]
        try:
            yield Services(settings, store, pool, jobs)
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.wait(chores)
            await pool.stop()
            await jobs.close()
    finally:
        await asyncio.to_thread(store.close)


async def _expire(store: Store, jobs: Jobs) -> None:
    while True:
        with contextlib.suppress(OSError):  # a full disk: try again later
            await store.expire(jobs.busy_files())
        await asyncio.sleep(_EXPIRY_SECONDS)


def _serve_page(app: FastAPI) -> None:
    """The page at /, and its files at /page/."""

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(_PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    app.mount("/page", StaticFiles(directory=_PAGE, check_dir=False))


def _describe_problems(app: FastAPI) -> None:
    """Add the schema of problems, which all routes refer to, to the description of the server."""
    describe = app.openapi

    def described() -> dict[str, object]:
        if not app.openapi_schema:
            schemas = describe().setdefault("components", {}).setdefault("schemas", {})
            schemas.setdefault("ProblemModel", ProblemModel.model_json_schema())
        return describe()

    app.openapi = described  # type: ignore[method-assign]
