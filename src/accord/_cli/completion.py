"""accord completion."""

from __future__ import annotations

import click

from accord._cli.command import command
from accord._cli.output import print_text


@command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script for your shell.

    \b
    bash: add  eval "$(accord completion bash)"  to ~/.bashrc
    zsh:  add  eval "$(accord completion zsh)"   to ~/.zshrc, after compinit
    fish: add  accord completion fish | source   to ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    print_text(script(context.find_root().command, {}, "accord", "_ACCORD_COMPLETE").source())
