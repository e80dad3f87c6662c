"""A truth that covers a part of the nodes gets a hint on how to compare these nodes alone."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.report import to_html

HINT = "to compare the nodes of the truth alone, use nodes='truth'"


def sides(covered: int) -> tuple[list[range], list[range]]:
    """A truth of this many nodes, and a result of 100 nodes."""
    return [range(10), range(10, covered)], [range(10), range(10, 50), range(50, 100)]


@pytest.mark.parametrize(("covered", "hint"), [(29, True), (89, True), (90, False), (100, False)])
def test_a_truth_of_less_than_90_percent_of_the_nodes_gets_a_hint(covered: int, hint: bool) -> None:
    truth, found = sides(covered)
    wanted = f"truth covers {covered} % of the nodes of found"
    for result in (accord.compare(truth, found), accord.explain(truth, found)):
        assert (wanted in str(result)) is hint
        assert (HINT in str(result)) is hint
    page = to_html(accord.compare(truth, found)).replace("&#x27;", "'").replace("&#39;", "'")
    assert (wanted in page) is hint
    ranking = accord.rank(truth, {"all nodes": found, "same": truth})
    assert (f"truth covers {covered} % of the nodes of all nodes" in str(ranking)) is hint


@pytest.mark.parametrize("nodes", ["truth", "union", "intersection", range(100)])
def test_the_hint_disappears_once_the_nodes_are_chosen(nodes: Any) -> None:
    truth, found = sides(29)
    assert "truth covers" not in str(accord.compare(truth, found, nodes=nodes))
    assert "truth covers" not in str(accord.explain(truth, found, nodes=nodes))
    assert "truth covers" not in str(accord.rank(truth, {"found": found}, nodes=nodes))


def test_a_truth_of_other_nodes_or_with_more_nodes_gets_no_hint() -> None:
    assert "truth covers" not in str(accord.compare([[1, 2]], [[3, 4]]))
    assert "truth covers" not in str(accord.compare([range(100)], [range(29)]))


def test_a_share_below_10_percent_has_two_digits() -> None:
    comparison = accord.compare([range(2)], [range(400)])
    assert "truth covers 0.5 % of the nodes of found" in str(comparison)


def test_the_hint_names_the_option_on_the_command_line(tmp_path: Path) -> None:
    for name, clusters in zip(("truth", "found"), sides(29), strict=True):
        lines = [" ".join(map(str, cluster)) for cluster in clusters]
        (tmp_path / f"{name}.cnl").write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-m", "accord", "compare", "truth.cnl", "found.cnl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "truth covers 29 % of the nodes of found" in done.stdout
    assert "use --nodes truth\n" in done.stdout


def test_a_ranking_says_on_which_nodes_results_were_compared() -> None:
    truth, found = sides(29)
    results = {"all": found, "same": truth}
    assert "compared on the" not in str(accord.rank(truth, results))
    ranking = accord.rank(truth, results, nodes="truth")
    assert "compared on the nodes of the truth; left out: 71 nodes of all" in str(ranking)
    assert "compared on the nodes of the truth; left out" in to_html(ranking)
    ranking = accord.rank(truth, results, nodes=range(20))
    assert (
        "compared on the given nodes; left out: 9 nodes of truth, 80 nodes of all, 9 nodes of same"
        in str(ranking)
    )
    many = {str(number): found for number in range(6)}
    text = str(accord.rank(truth, many, nodes="truth"))
    assert "left out: 71 nodes of each of 6 results" in text
    assert "left out" not in str(accord.rank(truth, results, nodes="union"))
