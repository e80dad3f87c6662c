"""Inputs: from the inputs of requests to clusterings, engines and explanations.

What was made for one question is kept for the next ones (`memory`), so that a second question about
the same pair costs what it computes anew, and nothing more.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import accord
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import pair_up
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.threads import thread_count
from accord.errors import AccordWarning, InputError
from accord.metrics import DEFAULT_METRIC
from accord.web._tasks.edits import apply_edit
from accord.web._tasks.explained import Explained
from accord.web._tasks.memory import RecentObjects
from accord.web._tasks.reading import (
    Spec,
    find_level,
    name_of,
    read_clustering,
    read_network,
    read_table,
)
from accord.web._tasks.sizes import SizeLimits

T = TypeVar("T")

#: Bytes of objects that a worker keeps unless it is told otherwise.
DEFAULT_BYTES = 1 << 30


class Inputs:
    """What requests refer to, read once and kept while there is room."""

    def __init__(self, max_bytes: int = DEFAULT_BYTES, sizes: SizeLimits | None = None) -> None:
        self._recent, self._sizes = RecentObjects(max_bytes), sizes or SizeLimits()
        self._notes: dict[str, None] = {}

    @contextmanager
    def question(self) -> Iterator[list[str]]:
        """For one question: gather what is warned of, and let go of old objects at its end."""
        notes: list[str] = []
        warned: list[str] = []
        self._notes = {}
        try:
            with _recorded(warned):
                yield notes
            notes += dict.fromkeys([*self._notes, *warned])
        finally:
            self._recent.trim()

    # ---- what is read ----------------------------------------------------------------------------

    def clustering(self, spec: Spec, progress: ProgressCallback | None = None) -> Clustering:
        """The clustering of an input: read, then one level of it, then edited."""
        edits: Sequence[Mapping[str, Any]] = spec.get("edits") or ()
        if not edits:
            return self._keep("clustering", spec, lambda: self._read(spec, progress))
        # The longest sequence of first edits that was made before is not made again.
        n_made = next(
            (
                n
                for n in range(len(edits), 0, -1)
                if self._key("clustering", _edited(spec, n)) in self._recent
            ),
            0,
        )
        return self._keep("clustering", spec, lambda: self._edit(spec, edits, n_made, progress))

    def _read(self, spec: Spec, progress: ProgressCallback | None) -> Clustering:
        if spec.get("level") is None:
            clustering = read_clustering(spec, progress)
            self._sizes.check(clustering, name_of(spec))
            return clustering
        return find_level(self.clustering({**spec, "level": None}, progress), spec["level"])

    def _edit(
        self,
        spec: Spec,
        edits: Sequence[Mapping[str, Any]],
        n_made: int,
        progress: ProgressCallback | None,
    ) -> Clustering:
        clustering = self.clustering(_edited(spec, n_made), progress)
        for edit in edits[n_made:]:
            by = edit.get("by")
            if isinstance(by, str):
                raise InputError(
                    f"split by {by!r}: name an input of the question, truth or found, or give one"
                )
            clustering = apply_edit(
                clustering, edit, None if by is None else self.clustering(by, progress)
            )
        return clustering

    def network(self, spec: Spec, progress: ProgressCallback | None = None) -> Network:
        """The network of an input."""

        def read() -> Network:
            network = read_network(spec, progress)
            self._sizes.check(network, name_of(spec))
            return network

        return self._keep("network", spec, read)

    def table(self, spec: Spec) -> dict[str, dict[str, str]]:
        """The attributes of nodes, by the names of nodes and of attributes."""
        return self._keep("table", spec, lambda: read_table(spec))

    # ---- what is computed ------------------------------------------------------------------------

    def pair(
        self,
        truth: Spec,
        found: Spec,
        nodes: NodeBase = None,
        progress: ProgressCallback | None = None,
    ) -> Pair:
        """Two clusterings on a node base, their levels merged."""

        def align() -> Pair:
            sides = [self.clustering(truth, progress), self.clustering(found, progress)]
            begin_step(progress, "aligning nodes")
            return pair_up(sides, fixed_base(nodes), thread_count())

        return self._keep("pair", [truth, found, nodes], align)

    def engine(
        self,
        truth: Spec,
        found: Spec,
        nodes: NodeBase = None,
        progress: ProgressCallback | None = None,
    ) -> NativeEngine:
        """The engine that compares two clusterings, with what it computed before."""

        def start() -> NativeEngine:
            sides = self.clustering(truth, progress), self.clustering(found, progress)
            pair = self.pair(truth, found, nodes, progress)
            repeated = sides[0].repeated, sides[1].repeated
            return NativeEngine(pair, progress, repeated_memberships=repeated)

        engine = self._keep("engine", [truth, found, nodes], start)
        engine.progress = progress
        return engine

    def explained(
        self, request: Mapping[str, Any], progress: ProgressCallback | None = None
    ) -> Explained:
        """The explanation that a request is about."""
        truth, found = sides_of(request)
        metric, nodes = request.get("metric") or DEFAULT_METRIC, request.get("nodes")

        def explain() -> Explained:
            sides = self.clustering(truth, progress), self.clustering(found, progress)
            return Explained(accord.explain(*sides, metric, nodes=nodes, progress=progress))

        return self._keep("explained", [truth, found, metric, nodes], explain)

    # ---- keeping ---------------------------------------------------------------------------------

    def _keep(self, kind: str, about: object, make: Callable[[], T]) -> T:
        """The object of this kind about these inputs, with the notes on it."""

        def record() -> tuple[T, tuple[str, ...]]:
            warned: list[str] = []
            before, self._notes = self._notes, {}
            try:
                with _recorded(warned):
                    made = make()
                return made, (*self._notes, *warned)
            finally:
                self._notes = before

        made, notes = self._recent.get(self._key(kind, about), record)
        self._notes |= dict.fromkeys(notes)
        return made

    def _key(self, kind: str, about: object) -> tuple[str, str]:
        return kind, json.dumps(_with_versions(about), sort_keys=True)


def sides_of(request: Mapping[str, Any]) -> tuple[Spec, Spec]:
    """The truth and the found clustering of a request."""
    truth, found = request["truth"], request["found"]
    return split_by(truth, truth=truth, found=found), split_by(found, truth=truth, found=found)


def split_by(spec: Spec, **sides: Spec) -> Spec:
    """An input with its splits by "truth" or "found" as splits by these inputs.

    They are taken as they are without edits of their own.
    """
    if not spec.get("edits"):
        return spec
    bases = {side: {**given, "edits": None} for side, given in sides.items()}
    edits = [
        {**edit, "by": bases[by]} if isinstance(by := edit.get("by"), str) and by in bases else edit
        for edit in spec["edits"]
    ]
    return {**spec, "edits": edits}


def _edited(spec: Spec, n_edits: int) -> Spec:
    """The same input with its first edits alone."""
    return {**spec, "edits": list(spec["edits"][:n_edits]) or None}


def _with_versions(about: object) -> object:
    """What an object is about, with the facts by which a changed file is known."""
    if isinstance(about, Mapping):
        facts = {name: _with_versions(value) for name, value in about.items() if value is not None}
        if "at" in about and "stamp" not in about:
            stat = os.stat(about["at"]) if os.path.exists(about["at"]) else None
            version = stat and [stat.st_size, stat.st_mtime_ns, stat.st_ino]
            facts["version"] = version
        return facts
    if isinstance(about, Sequence) and not isinstance(about, str):
        return [_with_versions(item) for item in about]
    return about


@contextmanager
def _recorded(texts: list[str]) -> Iterator[None]:
    """Add the texts of AccordWarnings to a list; other warnings go on as they do."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AccordWarning)
        yield
    texts += [str(each.message) for each in caught if issubclass(each.category, AccordWarning)]
