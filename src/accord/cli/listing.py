"""accord metrics, accord completion."""

from __future__ import annotations

import click

from accord.layout import text_table
from accord.metrics.options import Number, Option
from accord.metrics.registry import METRICS


@click.command()
def metrics() -> None:
    """List the metrics, one line each."""
    rows = [
        [
            metric.name,
            "crisp" if metric.crisp else "any",
            " ".join(f"{option}={_shown(allowed)}" for option, allowed in metric.options.items()),
            metric.meaning.rstrip("."),
        ]
        for metric in METRICS.values()
    ]
    click.echo(text_table(["metric", "clusters", "options", "meaning"], rows))


def _shown(allowed: Option) -> str:
    return str(allowed) if isinstance(allowed, Number) else "|".join(allowed)


@click.command(short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script; for bash, put eval "$(accord completion bash)" into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(context.find_root().command, {}, "accord", "_ACCORD_COMPLETE").source())
