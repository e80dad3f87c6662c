"""The web server: accord in a browser, on one's own machine or for a group.

>>> from accord import web
>>> web.serve(web.Settings(state="state", folder="."))  # doctest: +SKIP

The server process copies bytes, keeps books and answers requests (`_app`, `_routes`); it never
reads a user's data. What a question asks for is done by worker processes (`_workers`), each with
limits, by one of the functions of `_tasks`. A question becomes a job (`_answering`, `_jobs`), and
its answer is kept, in memory and in a folder (`_store`). Who may ask is decided before anything
else happens (`_safety`, `_tokens`). The page (`_page`) is static, and uses the same routes as
everybody else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord._foundation.posix import need_posix
from accord.errors import need_package

if TYPE_CHECKING:
    from accord.web._app import create_app as create_app
    from accord.web._serve import serve as serve
    from accord.web._settings import Limits as Limits
    from accord.web._settings import Settings as Settings

#: The public names, and the modules that they are loaded from when they are first used: the server
#: needs packages that workers, and users of the library, do without.
_HOME = {
    "Limits": "accord.web._settings",
    "Settings": "accord.web._settings",
    "create_app": "accord.web._app",
    "serve": "accord.web._serve",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'accord.web' has no attribute {name!r}")
    if name in ("create_app", "serve"):
        need_posix("the web server")
        _check_packages()
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


def _check_packages() -> None:
    for package in ("fastapi", "uvicorn"):
        try:
            import_module(package)
        except ImportError:
            raise need_package(package, "web", "the web server") from None
