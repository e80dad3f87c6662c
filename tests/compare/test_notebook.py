"""Every result shows itself in a notebook, in the colours of the notebook."""

from typing import Any

import pytest
from html_cells import Cells

import accord

TRUTH, FOUND = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]
NETWORK = accord.Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
RESULTS = {
    "Clustering": accord.as_clustering(TRUTH),
    "Network": NETWORK,
    "Score": accord.f1h(TRUTH, FOUND),
    "Quality": accord.quality.coverage(NETWORK, TRUTH),
    "Baseline": accord.baseline("f1h", TRUTH, FOUND, repeats=5),
    "Interval": accord.interval("f1h", TRUTH, FOUND),
    "Difference": accord.difference("f1h", TRUTH, FOUND, TRUTH),
    "Naming": accord.named_clusters(TRUTH, FOUND)[0],
    "NamedClusters": accord.named_clusters(TRUTH, FOUND),
    "Comparison": accord.compare(TRUTH, FOUND),
    "Ranking": accord.rank(TRUTH, {"a": FOUND, "b": TRUTH}),
    "Explanation": accord.explain(TRUTH, FOUND),
    "Scores": accord.score(NETWORK, TRUTH),
    "ClusterScores": accord.score(NETWORK, TRUTH).per_cluster(),
}


@pytest.mark.parametrize("name", RESULTS)
def test_result_has_a_table_without_colours(name: str) -> None:
    result: Any = RESULTS[name]
    assert type(result).__name__ == name
    html = result._repr_html_()
    assert "table" in Cells(html).tags
    assert "color" not in html
    assert "background" not in html


def test_best_values_of_a_ranking_are_bold() -> None:
    html = accord.rank(TRUTH, {"a": FOUND, "b": TRUTH}, "f1h")._repr_html_()
    assert html.count("font-weight:bold'>1.0000<") == 1
    assert html.count("font-weight:bold") == 1


def test_score_shows_precision_and_recall() -> None:
    cells = Cells(accord.f1h(TRUTH, FOUND)._repr_html_()).cells
    assert cells == ["Score", "", "value", "0.8", "precision", "0.8", "recall", "0.8"]
    # A metric without them has none.
    assert Cells(accord.omega(TRUTH, TRUTH)._repr_html_()).cells == ["Score", "", "value", "1"]
