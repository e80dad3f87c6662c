"""The interface of engines: they compute summaries on request, each once per set of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from accord._summaries.clustering_pair import PairCounts

if TYPE_CHECKING:
    from accord._foundation.pair import BasePair
    from accord._foundation.side import BaseSide
    from accord._foundation.table_reduction import Reduction

S = TypeVar("S")

#: Computes a summary: called with the engine, and the parameters of the summary as keywords.
Provider = Callable[..., Any]


class Engine:
    """Computes summaries on request: `engine.get(BestMatches, sharing="split")`.

    A request is the class of the summary, and its parameters as keywords. A subclass lists what it
    can compute in `providers`. Parameters that a request leaves out have the defaults of the
    provider, so that equal requests give the same object.
    """

    #: The function that computes each summary.
    providers: ClassVar[Mapping[type, Provider]] = {}

    def __init__(self) -> None:
        self._computed: dict[tuple[type, frozenset[tuple[str, Any]]], Any] = {}

    def supports(self, summary: type) -> bool:
        """Whether `get` can compute this summary."""
        return summary in self.providers

    def get(self, summary: type[S], **parameters: Any) -> S:
        """The summary with these parameters, computed on the first request and kept."""
        if not self.supports(summary):
            raise self._unsupported(summary)
        provider = self.providers[summary]
        chosen = {**(provider.__kwdefaults__ or {}), **parameters}
        request = summary, frozenset(chosen.items())
        if request not in self._computed:
            self._computed[request] = provider(self, **chosen)
        computed: S = self._computed[request]
        return computed

    def _unsupported(self, summary: type) -> Exception:
        """The error for a summary that this engine does not compute."""
        return TypeError(f"{type(self).__name__} does not compute {summary.__name__}")


class PairEngine(Engine):
    """Computes summaries of two clusterings on a node base."""

    @property
    def pair(self) -> BasePair[BaseSide]:
        """The two sides on their node base."""
        raise NotImplementedError

    @property
    def repeated_memberships(self) -> tuple[int, int]:
        """How many memberships of truth and of found were given more than once."""
        raise NotImplementedError

    @property
    def reduction(self) -> Reduction | None:
        """How lazy tables were reduced; None if there were none."""
        raise NotImplementedError

    @property
    def how_pairs_were_counted(self) -> str | None:
        """A line about the work of counting pairs of nodes; None if none were counted."""
        counts = next(
            (found for (kind, _), found in self._computed.items() if kind is PairCounts), None
        )
        return None if counts is None or counts.work is None else str(counts.work)
