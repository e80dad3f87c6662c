"""What a ranking says beside its scores: nodes that results lack, order, and missing metrics."""

import json
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import accord
from accord.report import to_html

#: 5 clusters of 24 nodes.
TRUTH = [range(start, start + 24) for start in range(0, 120, 24)]
#: 100 of the 120 nodes, all as in the truth.
PART = [[node for node in cluster if node < 100] for cluster in TRUTH]
#: All nodes, the last cluster split.
SPLIT = [*TRUTH[:4], range(96, 108), range(108, 120)]
SAME_NODES = "adjusted_rand, ami, nmi and v_measure are left out, as the nodes of truth and "


def not_clustered(ranking: accord.Ranking) -> dict[str, str]:
    table = ranking.table()
    column = list(table.header).index("not clustered")
    return {row[1]: row[column] for row in table.rows}


def test_nodes_that_a_result_does_not_have_are_counted() -> None:
    ranking = accord.rank(TRUTH, {"part": PART, "split": SPLIT})
    assert not_clustered(ranking) == {"part": "20", "split": "0"}
    assert "not clustered" in str(ranking)
    assert "not clustered" in ranking.to_latex()
    assert ">not clustered<" in to_html(ranking)
    data = json.loads(ranking.to_json())
    assert {name: entry["not_clustered"] for name, entry in data.items()} == {
        "part": 20,
        "split": 0,
    }
    assert {name: entry["rank"] for name, entry in data.items()} == ranking.ranks
    frame = ranking.to_pandas()
    assert frame["not_clustered"].to_dict() == {"part": 20, "split": 0}
    assert frame["nodes"].tolist() == [120, 120]
    assert frame["clusters"].to_dict() == {"part": 5, "split": 6}


def test_nodes_in_no_cluster_are_counted() -> None:
    labels = [node // 24 for node in range(120)]
    noisy = [-1 if node >= 110 else label for node, label in enumerate(labels)]
    ranking = accord.rank(labels, {"noisy": noisy, "same": labels}, noise=-1)
    assert not_clustered(ranking) == {"noisy": "10", "same": "0"}


def test_nodes_outside_of_the_node_base_are_not_counted() -> None:
    ranking = accord.rank(TRUTH, {"part": PART, "split": SPLIT}, nodes=range(100))
    assert "not clustered" not in str(ranking)
    assert [comparison.not_clustered for comparison in ranking.values()] == [0, 0]


def test_levels_count_them_too() -> None:
    each = {"part": accord.as_clustering(PART), "split": accord.as_clustering(SPLIT)}
    found = accord.Clustering.from_levels(each)
    levels = accord.compare(TRUTH, found, "f1h").levels
    assert levels is not None
    assert [row[:3] for row in levels.table().rows] == [
        ["part", "5", "20"],
        ["split", "6", "0"],
        ["merged", "7", "0"],  # equal clusters once
    ]


def test_equal_values_share_their_rank() -> None:
    ranking = accord.rank(TRUTH, {"a": SPLIT, "b": TRUTH, "c": TRUTH}, "f1h")
    assert ranking.ranks == {"b": 1, "c": 1, "a": 3}
    assert [row[0] for row in ranking.table().rows] == ["1", "1", "3"]


def test_text_says_what_results_are_ranked_by_and_who_is_first_by_other_metrics() -> None:
    whole = [range(120)]
    results = {"split": SPLIT, "whole": whole}
    lines = str(accord.rank(TRUTH, results, "f1h,purity,inverse_purity")).splitlines()
    # Only a cluster of all nodes has an inverse purity of 1.
    assert lines[1] == "ranked by f1h; by inverse_purity, whole is first"
    text = str(accord.rank(TRUTH, results, "inverse_purity,f1h,purity"))
    assert "ranked by inverse_purity; by f1h and purity, split is first\n" in text
    assert "ranked by f1h\n" in str(accord.rank(TRUTH, results, "f1h,purity"))
    assert "ranked by" not in str(accord.rank(TRUTH, {"split": SPLIT}, "f1h"))
    assert "ranked by vi, lowest first\n" in str(accord.rank(TRUTH, results, "vi"))


def test_text_without_intervals_claims_no_winner() -> None:
    text = str(accord.rank(TRUTH, {"part": PART, "split": SPLIT}))
    assert "winner" not in text
    assert "best" not in text


def test_pages_use_the_word_chance_for_random_clusters_only() -> None:
    truth = accord.generate_cover(300, 12, seed=1)
    near = {f"move {seed}": accord.perturb(truth, move=0.2, seed=seed) for seed in (2, 3)}
    ranking = accord.rank(truth, near, "f1h", baseline=True, interval=True, repeats=20)
    page = to_html(ranking)
    lead = page[page.index("no clear winner: ") :].partition("</p>")[0]
    assert "on another sample of nodes, " in lead
    assert "could change places" in lead
    assert "; random clusters of the same sizes would score 0." in lead
    assert "chance" not in lead
    assert "chance" not in str(ranking.leaders)


def test_missing_metrics_are_explained_if_only_the_nodes_differ() -> None:
    labels = [node // 24 for node in range(120)]
    assert list(accord.compare(labels, labels)) == list(accord.metrics.PANELS["crisp"])
    one_less = [*TRUTH[:4], range(96, 119)]
    text = str(accord.compare(TRUTH, one_less))
    assert f"{SAME_NODES}found differ: nodes='intersection' compares the common ones\n" in text
    ranking = accord.rank(TRUTH, {"one less": one_less, "split": SPLIT})
    assert f"{SAME_NODES}one less differ: nodes='intersection' compares" in str(ranking)
    for silent in (
        accord.compare(TRUTH, one_less, nodes="intersection"),
        accord.compare(TRUTH, one_less, "f1h"),
        accord.compare(TRUTH, TRUTH),
        accord.compare(TRUTH, [*one_less, range(5)]),
        accord.rank(TRUTH, {"one less": one_less, "overlap": [*TRUTH, range(5)]}),
    ):
        assert "left out, as the nodes" not in str(silent)


def test_the_hint_on_a_partial_truth_names_every_result_concerned() -> None:
    larger = [range(start, start + 40) for start in range(0, 200, 40)]
    slightly = [*TRUTH, range(120, 125)]
    text = str(accord.rank(TRUTH, {"a": larger, "b": larger, "c": slightly}))
    assert "truth covers 60 % of the nodes of a and b, and the others count as errors" in text
    text = str(accord.rank(TRUTH, {"a": larger, "b": [range(150)]}))
    assert "truth covers 60 to 80 % of the nodes of all results, and the others" in text
    many = {f"r{number}": larger for number in range(5)} | {"c": slightly}
    assert "60 % of the nodes of 5 of the 6 results, and" in str(accord.rank(TRUTH, many))


def test_distances_are_marked() -> None:
    ranking = accord.rank(TRUTH, {"split": SPLIT, "same": TRUTH}, "f1h,vi")
    assert list(ranking.table().header)[-2:] == ["f1h", "vi ↓"]
    assert str(ranking).endswith("↓: lower is better")
    assert r"VI $\downarrow$" in ranking.to_latex()
    page = to_html(ranking)
    assert "vi ↓" in page
    assert "↓: lower is better." in page
    comparison = accord.compare(TRUTH, SPLIT, "f1h,vi")
    assert [row[0] for row in comparison.table().rows] == ["f1h", "vi ↓"]
    assert "↓: lower is better\n" in str(comparison)
    assert list(comparison.to_pandas().index) == ["f1h", "vi"]
    assert "↓" not in str(accord.compare(TRUTH, SPLIT, "f1h"))


def test_best_is_the_name_of_the_first_result() -> None:
    assert accord.rank(TRUTH, {"split": SPLIT, "same": TRUTH}, "f1h").best == "same"
    assert accord.rank(TRUTH, {"split": SPLIT, "same": TRUTH}, "vi").best == "same"


def test_the_error_for_a_name_of_other_packages_has_a_short_traceback() -> None:
    with pytest.raises(accord.UnknownNameError) as caught:
        accord.compare(TRUTH, SPLIT, "ari")
    text = "".join(traceback.format_exception(caught.value))
    assert text.count("Traceback") == 1
    assert "it is called adjusted_rand here" in text


@pytest.mark.parametrize("arguments", [["metrics", "ari"], ["metrics", "ARI", "--properties"]])
def test_accord_metrics_says_what_a_metric_is_called_here(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "accord", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "accord: error: unknown metric 'ari': it is called adjusted_rand here\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "truth.cnl", "part.cnl"],
        ["compare", "truth.cnl", "part.cnl", "split.cnl"],
        ["explain", "truth.cnl", "split.cnl"],
        ["name", "truth.cnl", "split.cnl"],
        ["metrics"],
        ["constraints", "-m", "f1h"],
    ],
)
def test_every_command_prints_latex(tmp_path: Path, arguments: list[str]) -> None:
    for name, clusters in (("truth", TRUTH), ("part", PART), ("split", SPLIT)):
        lines = [" ".join(map(str, cluster)) for cluster in clusters]
        (tmp_path / f"{name}.cnl").write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-m", "accord", *arguments, "--format", "latex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    begins = done.stdout.count(r"\begin{tabular}")
    assert begins == done.stdout.count(r"\end{tabular}") >= 1
