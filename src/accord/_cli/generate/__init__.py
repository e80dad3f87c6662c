"""accord generate."""

import click

from accord._cli.lazy_group import LazyGroup


@click.group(cls=LazyGroup, package="accord._cli.generate", names=("cover", "lfr"))
def generate() -> None:
    """Generate a network or a clustering to test methods on."""
