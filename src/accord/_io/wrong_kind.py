"""Networks given as clusterings, and clusterings given as networks: refused, with what to do.

The formats of the other kind are imported only for files whose name says nothing.
"""

from __future__ import annotations

from accord._foundation.arguments import argument
from accord._io.files.delimited import split_fields
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.tables.columns import is_known, name_both_ends
from accord._io.tables.edge_rows import look_like_edges
from accord.errors import FormatError


class NetworkAsClusteringError(FormatError):
    """A file that holds a network and was given as a clustering."""


def refuse_network(source: Source) -> None:
    """Raise an error if the name or the first lines of a file say that it holds a network."""
    from accord._io.clusterings.formats import CLUSTERING_FORMATS

    if CLUSTERING_FORMATS.by_suffix(source.name) is not None:
        return
    from accord._io.networks.formats import NETWORK_FORMATS

    by_suffix, preview = NETWORK_FORMATS.by_suffix(source.name), Preview(source)
    network = by_suffix or NETWORK_FORMATS.recognise(preview)
    if network is not None:
        what = f"this is a network ({network.title}), not a clustering of its nodes"
    elif CLUSTERING_FORMATS.recognise(preview) is None and look_like_edges(_texts(preview)):
        what = "these look like the edges of a network, not like clusters"
    else:
        return
    raise NetworkAsClusteringError(
        f"{what}: give the clusters of its nodes; "
        f"if these are clusters, name their format, as in {argument('format', 'cnl')}",
        source.name,
    )


def refuse_clustering(source: Source) -> None:
    """Raise FormatError if the name or the first lines of a file say that it holds clusters."""
    from accord._io.networks.formats import NETWORK_FORMATS

    format_by_suffix = NETWORK_FORMATS.by_suffix(source.name)
    if format_by_suffix is not None:
        if format_by_suffix.name in ("csv", "tsv") and _names_clusters(Preview(source)):
            raise FormatError(
                "this is a table of clusters, not a network: give the edges between its nodes; "
                f"if these are edges, name their format, as in "
                f"{argument('format', format_by_suffix.name)}",
                source.name,
            )
        return
    from accord._io.clusterings.formats import CLUSTERING_FORMATS

    by_suffix, preview = CLUSTERING_FORMATS.by_suffix(source.name), Preview(source)
    clustering = by_suffix
    if clustering is None and NETWORK_FORMATS.recognise(preview) is None:
        found = CLUSTERING_FORMATS.recognise(preview)
        clustering = None if found is None or found.name in NETWORK_FORMATS else found
    if clustering is not None:
        raise FormatError(
            f"this is a clustering ({clustering.title}), not a network: give the edges between "
            "its nodes; if these are edges, name their format, as in "
            f"{argument('format', 'edges')}",
            source.name,
        )


def _names_clusters(preview: Preview) -> bool:
    """Whether the first row of a table names a column of clusters, and not both ends of edges."""
    separator = "\t" if b"\t" in preview.first else ";" if b";" in preview.first else ","
    rows = [[word.strip('"') for word in split_fields(line, separator)] for line in preview.data]
    below = {word for row in rows[1:] for word in row}
    return (
        len(rows) > 1
        and not name_both_ends(rows[0])
        and any(is_known(word, "cluster") and word not in below for word in rows[0])
    )


def _texts(preview: Preview) -> list[list[str]]:
    return [[word.decode(errors="replace") for word in row] for row in preview.words]
