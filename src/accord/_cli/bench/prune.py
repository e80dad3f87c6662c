"""accord bench prune."""

from __future__ import annotations

from accord import bench
from accord._cli.command import command
from accord._cli.options.studies import study_or_store_argument
from accord._cli.output import print_text


@command()
@study_or_store_argument
def prune(study: str) -> None:
    """Remove jobs, networks, clusterings and scores that no study in the store refers to."""
    removed = bench.prune(study)
    print_text(", ".join(f"{count} {kind}" for kind, count in removed.items()) + " removed")
