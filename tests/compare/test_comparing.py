"""compare: scores as a mapping, what was compared, and all output formats."""

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import oracles
import pytest
import strategies
from example_pairs import CRISP, OVERLAPPING, UNEQUAL
from hypothesis import given, settings

import accord
from accord import METRICS, InputError, NodeSetError, OverlapError, Score, UnknownNameError, _core

# ---- a mapping of scores -------------------------------------------------------------------------


def test_comparison_is_a_mapping_of_scores_in_requested_order() -> None:
    names = ["nmi", "f1p", "split_join"]
    comparison = accord.compare(*CRISP, names)
    assert isinstance(comparison, Mapping)
    assert list(comparison) == names
    assert len(comparison) == 3
    assert all(type(score) is Score for score in comparison.values())
    assert "f1p" in comparison
    assert "f1h" not in comparison
    assert comparison.get("f1h") is None


@pytest.mark.parametrize("name", METRICS)
def test_scores_equal_those_of_the_metric_functions(name: str) -> None:
    alone, compared = METRICS[name].function(*CRISP), accord.compare(*CRISP, [name])[name]
    assert compared == alone
    assert (compared.precision, compared.recall) == (alone.precision, alone.recall)
    sides = ("per_truth_cluster", "per_found_cluster")
    for ours, theirs in ((getattr(compared, side), getattr(alone, side)) for side in sides):
        assert (ours is None and theirs is None) or ours.tolist() == theirs.tolist()


def test_a_single_metric_may_be_a_string() -> None:
    assert list(accord.compare(*CRISP, "f1p")) == ["f1p"]


def test_metrics_may_come_from_any_iterable() -> None:
    assert list(accord.compare(*CRISP, (name for name in ("f1p", "vi")))) == ["f1p", "vi"]


def test_missing_score_raises_unknown_name() -> None:
    with pytest.raises(UnknownNameError, match="unknown score 'f1q': did you mean f1p"):
        accord.compare(*CRISP, ["f1p", "nmi"])["f1q"]


def test_empty_list_of_metrics_raises() -> None:
    with pytest.raises(InputError, match="no metric"):
        accord.compare(*CRISP, [])


def test_requested_metric_that_does_not_apply_raises() -> None:
    with pytest.raises(OverlapError):
        accord.compare(*OVERLAPPING, ["f1p", "purity"])
    with pytest.raises(NodeSetError):
        accord.compare(*UNEQUAL, ["f1p", "nmi"])


def test_differing_nodes_raise_with_node_base_equal() -> None:
    with pytest.raises(NodeSetError):
        accord.compare(*UNEQUAL, nodes="equal")


# ---- what was compared ---------------------------------------------------------------------------


def test_nodes_of_one_side_only_are_counted() -> None:
    nodes = accord.compare(*UNEQUAL, "f1p").nodes
    assert (nodes.base, nodes.common, nodes.only_truth, nodes.only_found) == (8, 4, 2, 2)
    assert (nodes.dropped_truth_nodes, nodes.dropped_found_nodes) == (0, 0)


@pytest.mark.parametrize(
    ("nodes", "facts"),
    [
        # base, dropped: truth nodes, found nodes, truth clusters, found clusters
        ("union", (8, 0, 0, 0, 0)),
        ("intersection", (4, 2, 2, 1, 1)),
        ("truth", (6, 0, 2, 0, 1)),
        ([1, 2, 99], (3, 4, 4, 2, 2)),
        ({6, 7}, (2, 6, 4, 3, 2)),
    ],
)
def test_nodes_and_clusters_left_out_by_the_node_base_are_counted(
    nodes: Any, facts: tuple[int, ...]
) -> None:
    comparison = accord.compare(*UNEQUAL, "f1p", nodes=nodes)
    told = comparison.nodes
    assert facts == (
        told.base,
        told.dropped_truth_nodes,
        told.dropped_found_nodes,
        told.dropped_truth_clusters,
        told.dropped_found_clusters,
    )
    assert (told.common, told.only_truth, told.only_found) == (4, 2, 2)
    assert comparison.node_base == (nodes if isinstance(nodes, str) else "given")


def test_node_base_is_called_default_if_not_given() -> None:
    assert accord.compare(*CRISP).node_base == "default"


@settings(max_examples=60)
@given(pair=strategies.pairs() | strategies.fuzzy_pairs())
def test_both_sides_are_described_as_they_were_compared(pair: Any) -> None:
    comparison = accord.compare(*pair, "f1p", orientation="clusters")
    for told, clusters in zip((comparison.truth, comparison.found), pair, strict=True):
        times = Counter(node for cluster in clusters for node in cluster)
        assert told.nodes == len(times)
        assert told.clusters == len(clusters)
        assert told.memberships == sum(times.values())
        assert told.overlapping_nodes == sum(count > 1 for count in times.values())
        assert told.duplicate_clusters == oracles.duplicates(clusters)
        assert told.repeated_memberships == 0
        assert told.fuzzy == isinstance(clusters[0], dict)


def test_duplicate_clusters_and_repeated_memberships_are_counted() -> None:
    truth, found = [[1, 2], [2, 1, 2], [3]], [[1, 2, 3, 3, 3]]
    comparison = accord.compare(truth, found, "f1p", orientation="clusters")
    assert (comparison.truth.duplicate_clusters, comparison.truth.repeated_memberships) == (1, 1)
    assert (comparison.found.duplicate_clusters, comparison.found.repeated_memberships) == (0, 2)


def test_clusters_that_become_equal_on_the_node_base_are_duplicates() -> None:
    comparison = accord.compare([[1, 2, 8], [1, 2, 9]], [[1, 2]], "f1p", nodes="intersection")
    assert comparison.truth.duplicate_clusters == 1


def test_reading_and_comparing_are_timed() -> None:
    seconds = accord.compare(*CRISP).seconds
    assert set(seconds) == {"read", "compare"}
    assert all(value >= 0 for value in seconds.values())


# ---- as data and as tables -----------------------------------------------------------------------


def test_to_dict_has_plain_objects_only() -> None:
    comparison = accord.compare(*UNEQUAL, "all")
    data = comparison.to_dict()
    assert set(data) == {
        "scores", "not_applicable", "left_out", "ignoring_shares", "nodes", "truth", "found",
        "possible_noise", "unused_noise",
    }  # fmt: skip
    assert data["scores"]["f1p"] == {
        "value": float(comparison["f1p"]),
        "precision": comparison["f1p"].precision,
        "recall": comparison["f1p"].recall,
    }
    assert data["scores"]["purity"] == {"value": float(comparison["purity"])}
    needs_equal_nodes = [name for name in METRICS if METRICS[name].node_base == "equal"]
    assert list(data["not_applicable"]) == needs_equal_nodes
    assert data["left_out"] == []
    assert (data["nodes"]["node_base"], data["nodes"]["base"], data["nodes"]["only_found"]) == (
        "default",
        8,
        2,
    )
    assert data["truth"]["clusters"] == 3
    assert data["found"]["memberships"] == 6


def test_to_json_reads_back_as_to_dict_with_exact_values() -> None:
    comparison = accord.compare(*UNEQUAL)
    assert json.loads(comparison.to_json()) == comparison.to_dict()
    assert "\n" not in comparison.to_json(indent=None)


def test_to_csv_reads_back_with_exact_values() -> None:
    comparison = accord.compare(*CRISP, ["f1p", "f1p[weighting=macro,sharing=split]", "vi"])
    header, *rows = csv.reader(io.StringIO(comparison.to_csv()))
    assert header == ["metric", "value", "precision", "recall"]
    assert [row[0] for row in rows] == list(comparison)
    assert [float(row[1]) for row in rows] == list(comparison.values())
    assert float(rows[0][2]) == comparison["f1p"].precision
    assert rows[2][2:] == ["", ""]


def test_to_markdown_is_a_table_with_notes() -> None:
    metrics = ["f1h", "f1p", "omega", "purity", "inverse_purity"]
    lines = accord.compare(*UNEQUAL, metrics).to_markdown().splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1
    assert [line.split("|")[1].strip() for line in table][2:] == [
        "f1h",
        "f1p",
        "omega",
        "purity",
        "inverse_purity",
    ]
    notes = "\n".join(line for line in lines if line.startswith("- "))
    assert "2 in truth only" in notes


class Cells(HTMLParser):
    """The text of all table cells; fails if tags are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "br":
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1] += data


def test_html_is_a_well_formed_table_of_the_scores() -> None:
    comparison = accord.compare(*CRISP, ["f1p", "nmi"])
    parser = Cells()
    parser.feed(comparison._repr_html_())
    assert parser.open == []
    assert parser.cells[:5] == ["metric", "value", "precision", "recall", "meaning"]
    assert parser.cells[5] == "f1p"
    assert parser.cells[6] == f"{comparison['f1p']:.4f}"
    assert parser.cells[10] == "nmi"


def test_a_comparison_prints_values_notes_and_reasons() -> None:
    text = str(accord.compare(*UNEQUAL, nodes=[1, 2, 3, 99]))
    assert "f1h" in text
    assert "left out by the node base" in text
    assert "nodes of truth" in text
    assert "does not apply" not in str(accord.compare(*UNEQUAL))
    reasons = str(accord.compare(*UNEQUAL, "all"))
    assert "does not apply" in reasons
    assert repr(accord.compare(*CRISP, "f1p")) == str(accord.compare(*CRISP, "f1p"))


# ---- each summary once ---------------------------------------------------------------------------


@pytest.fixture
def kernel_calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    calls: Counter[str] = Counter()

    def watch(name: str) -> None:
        kernel = getattr(_core, name)

        def watched(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return kernel(*args, **kwargs)

        monkeypatch.setattr(_core, name, watched)

    for name in (
        "best_matches",
        "count_overlaps",
        "conditional_entropies",
        "match_one_to_one",
        "find_node_types",
        "count_pairs",
        "bcubed",
        "solve_game",
    ):
        watch(name)
    return calls


def test_each_summary_is_computed_once_for_many_metrics(kernel_calls: Counter[str]) -> None:
    variants = [
        "f1p[weighting=macro]",
        "f1h[weighting=combined]",
        "nmi[norm=avg]",
        "vi[unit=nats]",
        "gnmi[norm=avg]",
    ]
    names = [*METRICS, *variants, "bcubed[beta=2]"]
    accord.compare(*CRISP, names)
    assert kernel_calls == {
        "best_matches": 1,
        "count_overlaps": 1,
        "conditional_entropies": 1,
        "match_one_to_one": 5,  # one for each kind of similarity
        "find_node_types": 1,
        "bcubed": 1,
        "solve_game": 1,
    }


def test_each_sharing_costs_one_more_summary(kernel_calls: Counter[str]) -> None:
    accord.compare(
        *OVERLAPPING,
        ["f1p", "f1h", "f1p[sharing=split]", "f1h[sharing=split]", "geometric_accuracy"],
    )
    assert kernel_calls == {"best_matches": 2}


def test_a_metric_computes_only_the_summary_it_needs(kernel_calls: Counter[str]) -> None:
    accord.compare(*CRISP, ["nmi", "v_measure"])
    assert kernel_calls == {"count_overlaps": 1}


def test_metrics_that_cannot_count_weights_do_not_stop_others() -> None:
    side = accord.Clustering.from_clusters([[1, 2], [3]], weights={1: 0.5, 2: 1, 3: 2})
    assert list(accord.compare(side, side)) == ["f1h", "nmi", "v_measure"]
    comparison = accord.compare(side, side, "all")
    assert comparison["f1p"] == 1
    entry = comparison.not_applicable["omega"]
    assert str(entry) == "omega: counted exactly, so weights must be integers"
    assert str(comparison).startswith("truth: 3 nodes in 2 clusters, crisp, weighted\n")
    with pytest.raises(accord.WeightError, match="integers"):
        accord.compare(side, side, ["omega"])
