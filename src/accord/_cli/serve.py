"""accord serve."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord._cli.command import command
from accord._cli.options.group import option_group
from accord._cli.streams import write_output
from accord.errors import InputError, need_package

if TYPE_CHECKING:
    from accord.web import Settings


@dataclass(frozen=True)
class LimitOptions:
    """What a question and the state folder may use."""

    workers: int | None
    seconds: float | None
    memory: float | None
    max_file: float | None
    max_state: float | None
    keep_days: float | None


limit_options = option_group(
    "limits",
    LimitOptions,
    click.option(
        "--workers",
        type=click.IntRange(min=2, max=256),
        help="Worker processes; by default as many as cores, from 2 to 4.",
    ),
    click.option(
        "--seconds", type=click.FloatRange(min=0.1), help="Seconds of a question (default: 600)."
    ),
    click.option(
        "--memory",
        metavar="GB",
        type=click.FloatRange(min=0.5),
        help="Memory of a worker, in GB; by default half of what there is.",
    ),
    click.option(
        "--max-file",
        metavar="MB",
        type=click.FloatRange(min=0.001),
        help="Size of an uploaded file, in MB (default: 2000).",
    ),
    click.option(
        "--max-state",
        metavar="MB",
        type=click.FloatRange(min=1),
        help="Size of all that is kept, in MB (default: 20000): the oldest is removed.",
    ),
    click.option(
        "--keep-days",
        metavar="DAYS",
        type=click.FloatRange(min=0.01),
        help="Days that unused files and answers are kept (default: 30).",
    ),
    section="Running",
)


@dataclass(frozen=True)
class AddressOptions:
    """Where the server listens, and who may use it."""

    host: str
    port: int
    token_file: str | None
    tls_certificate: str | None
    tls_key: str | None
    plain_http: bool


address_options = option_group(
    "address",
    AddressOptions,
    click.option(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        show_default=True,
        help="Address to listen at. Others can reach any but 127.0.0.1, and then need a token.",
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65_535),
        default=8765,
        show_default=True,
        help="Port to listen at; 0 for any free one.",
    ),
    click.option(
        "--token-file",
        metavar="FILE",
        type=click.Path(),
        help="Tokens, one of which is needed to use the server; see --new-token.",
    ),
    click.option(
        "--tls-certificate", metavar="FILE", type=click.Path(), help="Certificate for encryption."
    ),
    click.option("--tls-key", metavar="FILE", type=click.Path(), help="Key of the certificate."),
    click.option(
        "--plain-http",
        is_flag=True,
        help="Listen at other addresses without encryption, as behind a proxy that encrypts.",
    ),
)


@command(
    short_help="Serve a page for the browser, and an interface for programs.",
    example="accord serve --folder results --open",
)
@click.option(
    "--folder",
    metavar="DIR",
    type=click.Path(),
    default=".",
    show_default=True,
    help="Folder whose files can be chosen on the page.",
)
@click.option("--no-folder", is_flag=True, help="Offer no folder: files must be uploaded.")
@click.option(
    "--store",
    "stores",
    metavar="DIR",
    type=click.Path(),
    multiple=True,
    help="Store of a benchmark that is shown; can be given several times.",
)
@click.option(
    "--state",
    metavar="DIR",
    type=click.Path(),
    help="Folder for uploaded files and answers (default: ~/.local/state/accord/serve).",
)
@click.option("--open/--no-open", "open_browser", help="Open the page in the browser.")
@click.option(
    "--new-token",
    metavar="FILE",
    type=click.Path(),
    help="Add a new token to a file, print it, and exit; only its hash is in the file.",
)
@click.option("--token-name", metavar="NAME", default="user", help="Name of the new token.")
@address_options
@limit_options
def serve(
    folder: str,
    no_folder: bool,
    stores: tuple[str, ...],
    state: str | None,
    open_browser: bool,
    new_token: str | None,
    token_name: str,
    address: AddressOptions,
    limits: LimitOptions,
) -> None:
    """Serve a page on which clusterings are compared, explained and edited, until Ctrl-C.

    The page, and its interface for programs at /api/v1, are for this machine only, unless another
    address is given with --host.
    """
    if new_token is not None:
        from accord.web._tokens import add_token

        write_output(add_token(new_token, token_name))
        return
    _check_packages()
    from accord import web

    if not no_folder and not Path(folder).is_dir():
        raise InputError(f"{folder}: there is no such folder")
    settings = _settings(
        {"folder": None if no_folder else folder, "stores": stores}, state, address, limits
    )
    web.serve(settings, lambda final: _announce(final, open_browser))


def _check_packages() -> None:
    for package in ("fastapi", "uvicorn"):
        try:
            import_module(package)
        except ImportError:
            raise need_package(package, "web", "accord serve") from None


def _settings(
    served: dict[str, Any], state: str | None, address: AddressOptions, limits: LimitOptions
) -> Settings:
    from accord import web
    from accord.web._settings import usual_state_folder

    chosen = {
        "seconds": limits.seconds,
        "memory": None if limits.memory is None else int(limits.memory * 1e9),
        "file_bytes": None if limits.max_file is None else int(limits.max_file * 1e6),
        "state_bytes": None if limits.max_state is None else int(limits.max_state * 1e6),
        "state_days": limits.keep_days,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    if limits.workers is not None:
        served["workers"] = limits.workers
    return web.Settings(
        state=state or usual_state_folder(),
        limits=web.Limits(**given),  # type: ignore[arg-type]
        **served,
        **vars(address),
    )


def _announce(settings: Settings, open_browser: bool) -> None:
    write_output(f"accord serves {settings.address} (Ctrl-C to stop)")
    if open_browser:
        import webbrowser

        webbrowser.open(settings.address)
