"""Random trees, as nested tuples."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn


@st.composite
def divided(draw: DrawFn, nodes: list[int], undivided: bool) -> Any:
    """A random tree over these nodes."""
    if len(nodes) == 1:
        return nodes[0]
    if undivided and draw(st.booleans()):
        return frozenset(nodes)
    n_parts = draw(st.integers(2, min(len(nodes), 4)))
    parts: list[list[int]] = [[] for _ in range(n_parts)]
    for place, node in enumerate(nodes):
        parts[place if place < n_parts else draw(st.integers(0, n_parts - 1))].append(node)
    return tuple(draw(divided(part, undivided)) for part in parts)


@st.composite
def two_trees(draw: DrawFn, most: int = 10, undivided: bool = False) -> Any:
    """Two trees over the same nodes."""
    nodes = list(range(draw(st.integers(1, most))))
    return tuple(draw(divided(draw(st.permutations(nodes)), undivided)) for _ in range(2))


def newick(tree: Any) -> str:
    """A tree of divided clusters in the Newick format."""
    return f"({','.join(map(newick, tree))})" if isinstance(tree, tuple) else str(tree)
