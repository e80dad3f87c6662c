"""Time to explain a million clusters.

In one process on the same clusterings: `explain` with its tables printed, the page with all of its
pictures, and what a person would write with pandas to get one column of the explanation, the best
partner of each cluster by F1.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import pandas
from results import Results, add_save_option

import accord
import accord.report


def best_partners(truth: accord.Clustering, found: accord.Clustering) -> Any:
    """With pandas: for each truth cluster the found cluster with the greatest F1."""
    sides = [
        pandas.DataFrame({"node": side.rows.members, name: side.rows.row_of_membership()})
        for name, side in (("truth", truth), ("found", found))
    ]
    both = sides[0].merge(sides[1], on="node").groupby(["truth", "found"], as_index=False).size()
    for side, name in zip(sides, ("truth", "found"), strict=True):
        both = both.join(side.groupby(name).size().rename(f"{name}_size"), on=name)
    both["f1"] = 2 * both["size"] / (both["truth_size"] + both["found_size"])
    return both.loc[both.groupby("truth")["f1"].idxmax()]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--clusters", type=int, default=1_000_000)
    add_save_option(parser)
    arguments = parser.parse_args()
    results = Results.begin("Explaining clusters", ["pandas"])
    truth = accord.generate_cover(arguments.nodes, arguments.clusters, seed=1)
    found = accord.perturb(truth, split=0.1, merge=0.1, move=0.1, seed=2)
    print(f"truth: {truth}\nfound: {found}\n")

    explaining, why = timed(lambda: accord.explain(truth, found))
    printing, _ = timed(lambda: str(why))
    by_hand, partners = timed(lambda: best_partners(truth, found))
    assert abs(partners["f1"].to_numpy() - why.truth.f1[partners["truth"]]).max() < 1e-12
    comparison = accord.compare(truth, found, ["f1h"])
    page, html = timed(lambda: accord.report.to_html(comparison))
    print(why.summary())
    title = f"{truth.n_nodes:,} nodes in {truth.n_clusters:,} clusters"
    explain = "accord, explain: partners, verdicts and costs of both sides, nodes"
    results.add(title, explain, seconds=explaining)
    results.add(title, "accord, its tables", seconds=printing)
    results.add(
        title,
        "pandas, best partners of one side",
        seconds=by_hand,
        agrees=True,
        note="one column of one side",
    )
    size = len(html.encode()) / 1e6
    results.add(title, "accord, the page, explain included", seconds=page, page_mb=size)
    results.show(title)
    results.save(arguments.save)


if __name__ == "__main__":
    main()
