"""accord formats."""

from __future__ import annotations

from accord._cli.command import command
from accord._cli.output import print_text
from accord._display.tables import Table, as_text
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS


@command()
def formats() -> None:
    """List the formats of clusterings and networks."""
    tables = [
        Table(
            [title, "files", "content"],
            [
                [format.name, " ".join(format.suffixes), format.description]
                for format in formats.values()
            ],
        )
        for title, formats in (("clusterings", CLUSTERING_FORMATS), ("networks", NETWORK_FORMATS))
    ]
    print_text(as_text(tables))
