"""Networks that each format can hold, and a small valid file of each format."""

from typing import Any

from hypothesis import strategies as st

from accord import Network
from accord._io.networks.formats import NETWORK_FORMATS

#: Formats that accord writes.
FORMATS = [name for name, format in NETWORK_FORMATS.items() if format.write is not None]
#: A file of each format with the edges 1-2, 2-3 and 3-1, or arcs where it has no others.
VALID_FILES = {
    "edges": "# a triangle\n1 2\n2 3\n3 1\n",
    "snap": (
        "# Undirected graph: triangle.txt\n# Nodes: 3 Edges: 3\n"
        "# FromNodeId\tToNodeId\n1\t2\n2\t3\n3\t1\n"
    ),
    "ncol": "1 2\n2 3\n3 1\n",
    "nse": "# Nodes: 3  Edges: 3  Weighted: 0\n1 2\n2 3\n3 1\n",
    "nsa": "# Nodes: 3, Arcs: 3, Weighted: 0\n1 2\n2 3\n3 1\n",
    "csv": "source,target\n1,2\n2,3\n3,1\n",
    "metis": "% a triangle\n3 3\n2 3\n1 3\n1 2\n",
    "pajek": "*Vertices 3\n*Edges\n1 2\n2 3\n3 1\n",
    "gml": "graph [\n"
    + "".join(f"  node [\n    id {i}\n  ]\n" for i in (1, 2, 3))
    + "".join(
        f"  edge [\n    source {a}\n    target {b}\n  ]\n" for a, b in ((1, 2), (2, 3), (3, 1))
    )
    + "]\n",
    "graphml": '<?xml version="1.0"?>\n<graphml>\n<graph edgedefault="undirected">\n'
    + "".join(f'<node id="{i}"/>\n' for i in (1, 2, 3))
    + "".join(f'<edge source="{a}" target="{b}"/>\n' for a, b in ((1, 2), (2, 3), (3, 1)))
    + "</graph>\n</graphml>\n",
    "tsv": "source\ttarget\n1\t2\n2\t3\n3\t1\n",
}
WORD_FORMATS = ("edges", "snap", "ncol", "nse", "nsa")  # nodes are words between blanks
TABLE_FORMATS = ("csv", "tsv")

weights = st.floats(1e-9, 1e9)
integers = st.integers(-(2**63), 2**63 - 1) | st.integers(0, 9)
_letters = st.characters(
    codec="utf-8", exclude_categories=("Cc", "Cs", "Z"), exclude_characters="\ufeff"
)
words = st.text(_letters, min_size=1, max_size=6).filter(
    lambda word: word[0] not in '#%"'
) | st.sampled_from(["1", "-7"])
free_texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=6)

pajek_texts = st.text(
    st.characters(
        codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters='"\u2028\u2029'
    ),
    min_size=1,
    max_size=6,
)


def file_name(format: str) -> str:
    return f"file{(NETWORK_FORMATS[format].suffixes or ('.txt',))[0]}"


def nodes_for(format: str) -> st.SearchStrategy[list[Any]]:
    if format == "metis":
        return st.integers(1, 8).map(lambda count: list(range(1, count + 1)))
    texts = words if format in WORD_FORMATS else pajek_texts if format == "pajek" else free_texts
    return st.lists(integers, min_size=1, max_size=8, unique=True) | st.lists(
        texts, min_size=1, max_size=8, unique=True
    )


@st.composite
def storable_networks(draw: Any, format: str) -> Network:
    """Any network that the format can hold."""
    return draw(networks(nodes_for(format), NETWORK_FORMATS[format].holds))


@st.composite
def networks(draw: Any, node_lists: st.SearchStrategy[list[Any]], holds: frozenset[str]) -> Network:
    nodes = draw(node_lists)
    directed = draw(
        st.sampled_from(
            [kind == "directed" for kind in ("directed", "undirected") if kind in holds]
        )
    )
    place = st.integers(0, len(nodes) - 1)
    lone = "lone nodes" in holds
    pairs = draw(st.lists(st.tuples(place, place), min_size=0 if lone else 1, max_size=16))
    if "loops" not in holds:
        pairs = [(a, b) for a, b in pairs if a != b]
    edges = {(a, b) if directed else (min(a, b), max(a, b)) for a, b in pairs}
    ends = [(nodes[a], nodes[b]) for a, b in sorted(edges)]
    weight = (
        [draw(weights) for _ in ends]
        if "weights" in holds and ends and draw(st.booleans())
        else None
    )
    return Network.from_edges(
        ends, weights=weight, nodes=nodes if lone else None, directed=directed
    )
