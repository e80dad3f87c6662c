"""The best match of each cluster, from joins and groups inside the engine that holds the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.pair import TablePair, TableSide
from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import BestMatches, BestPartners, SideMatches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.tables.engine import TableEngine

#: Columns with the score of two clusters by each way to match them.
_SCORES = ("by_f1", "by_pprob", "by_amount")


def find_best_matches(engine: TableEngine, *, sharing: str | None = None) -> BestMatches:
    """Find the best partner of each cluster; `sharing` as in the native engine."""
    pair = engine.pair
    if sharing is None:
        fuzzy = pair.truth.is_fuzzy or pair.found.is_fuzzy
        return engine.get(BestMatches, sharing="shares" if fuzzy else "full")
    with pair.session.backend.errors():
        return _match(pair, sharing)


def _match(pair: TablePair, sharing: str) -> BestMatches:
    session = pair.session
    exact = pair.has_integer_weights and sharing == "full"
    kind = session.narwhals.Int64 if exact else session.narwhals.Float64
    sizes = {
        "truth": _sizes(pair, pair.truth, sharing, kind),
        "found": _sizes(pair, pair.found, sharing, kind),
    }
    with session.kept(_scored_cells(pair, sharing, sizes, kind, exact)) as cells:
        truth, total_match = _best_partners(pair, cells, "truth", sizes, exact)
        found, _ = _best_partners(pair, cells, "found", sizes, exact)
    return BestMatches(truth, found, total_match, pair.total_weight)


def _worths(pair: TablePair, side: TableSide, sharing: str) -> Any:
    """The memberships of a side with what the node is worth in the cluster."""
    nw, frame = pair.session.narwhals, side.frame
    if sharing == "split":
        of_node = frame.group_by("node").agg(nw.len().alias("clusters"))
        joined = frame.join(of_node, on="node", how="inner")
        return joined.with_columns(worth=nw.col("weight") / nw.col("clusters")).drop("clusters")
    if sharing == "shares":
        return frame.with_columns(worth=nw.col("weight") * nw.col("share"))
    return frame.with_columns(worth=nw.col("weight"))


def _sizes(pair: TablePair, side: TableSide, sharing: str, kind: Any) -> NDArray[Any]:
    """The size of each cluster that is left."""
    nw = pair.session.narwhals
    sums = (
        _worths(pair, side, sharing)
        .group_by("number")
        .agg(nw.col("worth").sum())
        .with_columns(nw.col("worth").cast(kind))
    )
    fetched = pair.session.fetch(sums)
    values = fetched.get_column("worth").to_numpy()
    sizes: NDArray[Any] = np.zeros(side.n_clusters, values.dtype)
    sizes[side.index_on_base(fetched.get_column("number").to_numpy())] = values
    return sizes


def _scored_cells(
    pair: TablePair, sharing: str, sizes: dict[str, NDArray[Any]], kind: Any, exact: bool
) -> Any:
    """A lazy table of all pairs of clusters with a common node: their match, sizes and scores."""
    session, nw = pair.session, pair.session.narwhals
    sides = {"truth": pair.truth, "found": pair.found}
    truth, found = (
        _worths(pair, side, sharing).rename(
            {"number": name, "worth": f"worth_{name}", "share": f"share_{name}"}
        )
        for name, side in sides.items()
    )
    common = truth.join(found.drop("weight"), on="node", how="inner")
    amount = nw.col("weight")
    if sharing == "split":
        amount = nw.min_horizontal("worth_truth", "worth_found")
    elif sharing == "shares":
        amount = nw.col("weight") * nw.min_horizontal("share_truth", "share_found")
    cells = (
        common.with_columns(amount=amount).group_by("truth", "found").agg(nw.col("amount").sum())
    )
    cells = cells.with_columns(nw.col("amount").cast(kind))
    for name, side in sides.items():
        columns = {name: side.numbers, f"size_{name}": sizes[name].astype(np.float64)}
        cells = cells.join(session.send(session.in_memory(columns)), on=name, how="inner")
    m, a, b = nw.col("amount").cast(nw.Float64), nw.col("size_truth"), nw.col("size_found")
    pprob = m * m / (a * b) if exact else (m / a) * (m / b)
    return cells.with_columns(by_f1=2.0 * m / (a + b), by_pprob=pprob, by_amount=m)


def _best_partners(
    pair: TablePair, cells: Any, name: str, sizes: dict[str, NDArray[Any]], exact: bool
) -> tuple[SideMatches, float]:
    """The best partners of the clusters of one side, and the sum of all matches.

    The greatest score of each cluster is fetched and sent back; its partner is the first one with
    that score, which sums of floats may miss by rounding.
    """
    session, nw = pair.session, pair.session.narwhals
    side, other_side = pair.truth, pair.found
    other = "found"
    if name == "found":
        side, other_side, other = other_side, side, "truth"
    best = cells.group_by(name).agg(
        *(nw.col(score).max() for score in _SCORES), nw.col("amount").sum()
    )
    best = session.fetch(best.with_columns(nw.col("amount").cast(nw.Float64)))
    total_match = float(best.get_column("amount").sum() or 0)
    sent = session.send(best.drop("amount").rename({score: f"best_{score}" for score in _SCORES}))
    least = 1.0 if exact else 1 - ROUNDING
    near = [
        nw.when(nw.col(score) >= nw.col(f"best_{score}") * least)
        .then(nw.col(other))
        .alias(f"partner_{score}")
        for score in _SCORES
    ]
    partners = session.fetch(
        cells.join(sent, on=name, how="inner")
        .with_columns(*near)
        .group_by(name)
        .agg(*(nw.col(f"partner_{score}").min() for score in _SCORES))
    )
    size = sizes[name].astype(np.float64)
    other_sizes = np.append(sizes[other].astype(np.float64), 1.0)  # the last one is of no partner
    scored = side.index_on_base(best.get_column(name).to_numpy())
    matched = side.index_on_base(partners.get_column(name).to_numpy())
    result = []
    for score in _SCORES:
        partner, value = np.full(len(size), -1), np.zeros(len(size))
        partner[matched] = other_side.index_on_base(
            partners.get_column(f"partner_{score}").to_numpy()
        )
        value[scored] = best.get_column(score).to_numpy()
        match = _match_of_score(score, value, size, other_sizes[partner])
        result.append(BestPartners(partner, np.rint(match).astype(np.int64) if exact else match))
    return SideMatches(size, *result), total_match


def _match_of_score(score: str, value: Any, a: Any, b: Any) -> Any:
    """The match of clusters of sizes a and b that have this score."""
    if score == "by_f1":
        return value * (a + b) / 2
    if score == "by_pprob":
        return np.sqrt(value) * np.sqrt(a) * np.sqrt(b)
    return value
