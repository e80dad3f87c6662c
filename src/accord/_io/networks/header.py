"""What the comments at the top of a list of edges claim about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from accord._foundation.network import Network
from accord._io.files.source import Source
from accord.errors import warn


@dataclass(frozen=True)
class Header:
    """What the comments at the top of a file claim; None if they say nothing."""

    nodes: int | None = None
    edges: int | None = None
    weighted: bool | None = None
    directed: bool | None = None

    @classmethod
    def parse(cls, source: Source) -> Header:
        """Read comments as in NSE and NSA files, or as SNAP and KONECT write them."""
        claims: dict[bytes, int] = {}
        directed = None
        for _, line in source.lines():
            if line.strip() and not line.lstrip().startswith((b"#", b"%")):
                break
            line = line.lower()
            for key, value in re.findall(
                rb"\b(nodes|edges|arcs|weighted)\s*:\s*(\d{1,18})\b", line
            ):
                claims.setdefault(key, int(value))
            if b"arcs" in claims and directed is None:
                directed = True
            word = re.match(rb"\s*[#%]\s*(?:(un)?directed graph\b|(a?)sym\b)", line)
            if word and directed is None:
                directed = word[2] == b"a" if word[2] is not None else word[1] is None
        weighted = claims.get(b"weighted")
        edges = claims.get(b"edges", claims.get(b"arcs"))
        return cls(
            claims.get(b"nodes"), edges, None if weighted is None else bool(weighted), directed
        )

    def warn_if_wrong(
        self, source: Source, network: Network, given: int, *, check_weights: bool
    ) -> None:
        """Warn if the content contradicts the claims; `given` counts edges with repeated ones."""
        for contradiction in self._contradictions(network, given, check_weights):
            warn(f"{source.name}: {contradiction}")

    def _contradictions(self, network: Network, given: int, check_weights: bool) -> Iterator[str]:
        if self.nodes is not None and self.nodes != network.n_nodes:
            yield f"the header says {self.nodes} nodes, the file has {network.n_nodes}"
        if self.edges is not None and self.edges not in (given, network.n_edges):
            yield f"the header says {self.edges} edges, the file has {given}"
        if self.weighted is not None and check_weights and self.weighted != network.is_weighted:
            yield (
                f"the header says that edges have {'' if self.weighted else 'no '}weights, "
                f"and they have {'some' if network.is_weighted else 'none'}"
            )
