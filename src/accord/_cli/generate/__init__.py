"""accord generate."""

import click

from accord._cli.lazy_group import LazyGroup

COMMANDS = {
    "cover": "A random clustering, crisp or overlapping.",
    "lfr": "A benchmark network whose clusters are known.",
}


@click.group(cls=LazyGroup, package="accord._cli.generate", summaries=COMMANDS)
def generate() -> None:
    """Generate a network or a clustering to test methods on."""
