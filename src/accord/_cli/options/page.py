"""The option --html: a page in addition to the printed result."""

from __future__ import annotations

import errno
import os
import sys

import click

from accord._cli.options.group import option
from accord.errors import FileError, InputError, MissingFileError


def _check_page(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    if path is None:
        return None
    if path in ("-", ""):
        raise InputError(f"--html {path or repr(path)}: name a file to write the page to")
    return check_writable("--html", path)


def check_writable(option: str, path: str) -> str:
    """Raise an error if the file of an option cannot be written, before any work is done."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise FileError(errno.EISDIR, f"this is a folder: name a file for {option}", path)
    if not os.path.isdir(folder):
        raise MissingFileError(errno.ENOENT, f"there is no folder {folder}: create it first", path)
    if not os.access(folder, os.W_OK):
        raise FileError(errno.EACCES, "this folder is not writable: choose another", path)
    return path


html_option = option(
    "--html",
    metavar="FILE",
    type=click.Path(),
    callback=_check_page,
    help="Also write an HTML page for the browser.",
    section="Output",
)


def command_line() -> str:
    """The command as it was given, for the foot of a page."""
    import shlex  # takes long to import, and most commands write no page

    return shlex.join(["accord", *sys.argv[1:]])
