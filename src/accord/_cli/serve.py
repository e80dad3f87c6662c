"""accord serve."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord._cli.command import command
from accord._cli.flags import flag_notation
from accord._cli.options.group import option, option_group
from accord._cli.streams import write_output
from accord._display.numbers import byte_size, parse_bytes
from accord._foundation.arguments import argument_notation
from accord.errors import InputError

if TYPE_CHECKING:
    from accord.web import Settings


_LEAST_MEMORY = 500_000_000  # bytes, of which a worker needs some before it reads anything


@dataclass(frozen=True)
class LimitOptions:
    """What a question and the state folder may use."""

    workers: int | None
    seconds: float | None
    memory: str | None
    max_file: str | None
    max_state: str | None
    keep_days: float | None


limit_options = option_group(
    "limits",
    LimitOptions,
    click.option(
        "--workers",
        type=click.IntRange(min=2, max=256),
        metavar="N",
        help="Number of worker processes, at least 2; by default one per core, up to 4.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0.1),
        metavar="FLOAT",
        help="Time limit of a question; by default 600.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        help="Memory limit of a worker, such as '4 GB'; by default half of all memory.",
    ),
    click.option(
        "--max-file",
        metavar="SIZE",
        help="Size limit of an uploaded file; by default '2 GB'.",
    ),
    click.option(
        "--max-state",
        metavar="SIZE",
        help="Size limit of all files and answers that are kept, by default '20 GB'; those that "
        "have not been used for longest are removed.",
    ),
    click.option(
        "--keep-days",
        metavar="DAYS",
        type=click.FloatRange(min=0.01),
        help="Days after which unused files and answers are removed; by default 30.",
    ),
    section="Running",
)


@dataclass(frozen=True)
class AccessOptions:
    """Where the server listens, and who may use it."""

    host: str
    port: int
    token_file: str | None
    tls_certificate: str | None
    tls_key: str | None
    plain_http: bool
    public_address: str | None


access_options = option_group(
    "access",
    AccessOptions,
    click.option(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        show_default=True,
        help="Address to listen at; one that others can reach needs --token-file, and encryption "
        "or --plain-http.",
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65_535),
        metavar="N",
        default=8765,
        show_default=True,
        help="Port to listen at; 0 for any free one.",
    ),
    click.option(
        "--token-file",
        metavar="FILE",
        type=click.Path(),
        help="File with tokens: every request must show one of them.",
    ),
    click.option(
        "--tls-certificate", metavar="FILE", type=click.Path(), help="Certificate for encryption."
    ),
    click.option("--tls-key", metavar="FILE", type=click.Path(), help="Key of the certificate."),
    click.option(
        "--plain-http",
        is_flag=True,
        help="Listen without encryption at an address that others can reach, as behind a proxy "
        "that encrypts.",
    ),
    click.option(
        "--public-address",
        metavar="URL",
        help="Where others find the server behind a proxy, such as https://lab.example; needs "
        "--token-file.",
    ),
    section="Access",
)


@command(
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
    help="Store of a benchmark to show (repeatable); those below the folder are shown anyway.",
)
@click.option(
    "--state",
    metavar="DIR",
    type=click.Path(),
    help="Folder to keep uploaded files and answers in; by default ~/.local/state/accord/serve.",
)
@click.option("--open/--no-open", "open_browser", help="Whether to open the page in the browser.")
@option(
    "--new-token",
    metavar="FILE",
    type=click.Path(),
    section="Access",
    help="Add a new token to the file, which gets its hash only; print the token, and exit.",
)
@option(
    "--token-name",
    metavar="NAME",
    default="user",
    show_default=True,
    section="Access",
    help="Name of the owner of the new token.",
)
@access_options
@limit_options
def serve(
    folder: str,
    no_folder: bool,
    stores: tuple[str, ...],
    state: str | None,
    open_browser: bool,
    new_token: str | None,
    token_name: str,
    access: AccessOptions,
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
    from accord import web

    if not no_folder and not Path(folder).is_dir():
        raise InputError(f"{folder}: there is no such folder")
    served = {"folder": None if no_folder else folder, "stores": stores}
    with argument_notation(flag_notation()):
        settings = _settings(served, state, access, limits)
    web.serve(settings, lambda final: _announce(final, open_browser))


def _settings(
    served: dict[str, Any], state: str | None, access: AccessOptions, limits: LimitOptions
) -> Settings:
    from accord import web
    from accord.web._settings import usual_state_folder

    chosen = {
        "seconds": limits.seconds,
        "memory": _parse_size("--memory", limits.memory, _LEAST_MEMORY),
        "file_bytes": _parse_size("--max-file", limits.max_file),
        "state_bytes": _parse_size("--max-state", limits.max_state),
        "state_days": limits.keep_days,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    if limits.workers is not None:
        served["workers"] = limits.workers
    return web.Settings(
        state=state or usual_state_folder(),
        limits=web.Limits(**given),  # type: ignore[arg-type]
        **served,
        **vars(access),
    )


def _parse_size(option: str, text: str | None, least: int = 1) -> int | None:
    if text is None:
        return None
    try:
        size = parse_bytes(text)
    except InputError as error:
        raise InputError(f"{option}: {error}") from None
    if size < least:
        raise InputError(f"{option}: {byte_size(size)} are too little: give {byte_size(least)}")
    return size


def _announce(settings: Settings, open_browser: bool) -> None:
    write_output(f"accord serves {settings.address} (Ctrl-C to stop)")
    if open_browser:
        import webbrowser

        webbrowser.open(settings.address)
