"""The output formats of an explanation."""

import csv
import io
import json
import re
from typing import Any

import numpy as np
import pytest
from explained_pairs import Case, cases
from html_cells import Cells
from hypothesis import example, given, settings
from hypothesis import strategies as st

import accord
from accord import Clustering, InputError
from accord._explain.explanation import CLUSTER_COLUMNS, Explanation

# By hand: clubs was split, <b> and "a|b" were merged, gone was missed, 'x, "y"' found; two\nlines
# is outside.
TRUTH = {"clubs": [1, 2, 3, 4], "<b>": [5, 6], "a|b": [7, 8], "gone": [9], 'x, "y"': [10]}
FOUND = {"one": [1, 2], "&amp;": [3, 4], "both": [5, 6, 7, 8], "two\nlines": [11, 12], "c\rr": [10]}
SAID = {
    "truth": {
        "clubs": (4, "split", 2, "one", 2, 2 / 3, 1, 1 / 2),
        "<b>": (2, "merged", 2, "both", 2, 2 / 3, 1 / 2, 1),
        "a|b": (2, "merged", 2, "both", 2, 2 / 3, 1 / 2, 1),
        "gone": (1, "missed", None, None, 0, 0, 0, 0),
        'x, "y"': (1, "exact", None, "c\rr", 1, 1, 1, 1),
    },
    "found": {
        "one": (2, "split", 2, "clubs", 2, 2 / 3, 1, 1 / 2),
        "&amp;": (2, "split", 2, "clubs", 2, 2 / 3, 1, 1 / 2),
        "both": (4, "merged", 2, "<b>", 2, 2 / 3, 1 / 2, 1),
        "two\nlines": (2, "outside", None, None, 0, 0, 0, 0),
        "c\rr": (1, "exact", None, 'x, "y"', 1, 1, 1, 1),
    },
}
METRIC = "f1a[weighting=macro]"
COST = {  # what is missing of each F1, over five clusters and two sides
    "truth": {"clubs": 1 / 30, "<b>": 1 / 30, "a|b": 1 / 30, "gone": 1 / 10, 'x, "y"': 0},
    "found": {"one": 1 / 30, "&amp;": 1 / 30, "both": 1 / 30, "two\nlines": 1 / 10, "c\rr": 0},
}
ORDER = {
    "truth": ["gone", "clubs", "<b>", "a|b", 'x, "y"'],
    "found": ["two\nlines", "both", "one", "&amp;", "c\rr"],
}


@pytest.fixture
def why() -> Explanation:
    return accord.explain(TRUTH, FOUND, METRIC)


def check_row(side: str, row: Any) -> None:
    """Check a row without its side: the columns from the name to the cost."""
    name, *facts, cost = row
    size, verdict, parts, partner, overlap, *ratios = SAID[side][name]
    assert facts[:5] == [size, verdict, parts, partner, overlap]
    assert facts[5:] == pytest.approx(ratios)
    assert cost == pytest.approx(COST[side][name], abs=1e-15)


@pytest.mark.parametrize("side", ["truth", "found"])
def test_rows(why: Explanation, side: str) -> None:
    rows = list(why.rows(side))
    assert [row[1] for row in rows] == ORDER[side]
    for row in rows:
        assert row[0] == side
        check_row(side, row[1:])
    assert list(why.head(2).rows(side)) == rows[:2]


def test_as_a_dict_and_as_json(why: Explanation) -> None:
    data = why.to_dict()
    assert list(data) == ["metric", "value", "compared", "totals", "truth", "found", "nodes"]
    compared = accord.compare(TRUTH, FOUND).to_dict()
    assert data["compared"]["truth"] == compared["truth"]
    assert data["compared"]["found"] == compared["found"]
    assert data["compared"]["nodes"].items() <= compared["nodes"].items()
    assert data["metric"] == METRIC
    assert data["value"] == pytest.approx(float(accord.f1a(TRUTH, FOUND, weighting="macro")))
    for side in ("truth", "found"):
        assert [row["cluster"] for row in data[side]] == ORDER[side]
        assert all(list(row) == list(CLUSTER_COLUMNS[1:]) for row in data[side])
        for row in data[side]:
            check_row(side, row.values())
    assert data["totals"]["truth"]["merged"] == {
        "clusters": 2,
        "size": 4,
        "cost": pytest.approx(1 / 15),
    }
    assert data["totals"]["found"]["outside"] == {
        "clusters": 1,
        "size": 2,
        "cost": pytest.approx(1 / 10),
    }
    assert not {"noise", "outside"} & data["totals"]["truth"].keys()
    assert "missed" not in data["totals"]["found"]
    one_sided = [row for row in data["nodes"] if None in (row["truth"], row["found"])]
    assert one_sided == data["nodes"][-len(one_sided) :]
    assert one_sided == [
        {"node": 9, "agreement": 0.0, "truth": ["gone"], "found": None},
        {"node": 11, "agreement": 0.0, "truth": None, "found": ["two\nlines"]},
    ]
    assert json.loads(why.to_json()) == json.loads(why.to_json(indent=None)) == data
    assert "\n" in why.to_json()
    assert "\n" not in why.to_json(indent=None)
    short = json.loads(why.head(1).to_json())
    assert (
        [row["cluster"] for row in short["truth"]],
        [row["cluster"] for row in short["found"]],
    ) == (
        ["gone"],
        ["two\nlines"],
    )
    assert short["nodes"] == data["nodes"][:1]
    assert short["totals"] == data["totals"]


def test_names_that_are_not_json_types_become_text() -> None:
    data = json.loads(
        accord.explain({frozenset("a"): [1, 2]}, {1 + 2j: [1], 3 + 4j: [3]}).to_json()
    )
    assert [row["cluster"] for row in data["found"]] == ["(3+4j)", "(1+2j)"]
    assert data["truth"][0]["partner"] == "(1+2j)"


@settings(max_examples=40)
@given(case=cases())
def test_json_round_trip(case: Case) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    why = accord.explain(*case.sides, nodes=case.nodes)
    assert json.loads(why.to_json(), parse_constant=refuse) == why.to_dict()


def test_as_csv(why: Explanation) -> None:
    header, *rows = csv.reader(io.StringIO(why.to_csv(), newline=""))
    assert header == list(CLUSTER_COLUMNS)
    assert [row[:2] for row in rows] == [
        [side, name] for side in ("truth", "found") for name in ORDER[side]
    ]
    for side, name, size, verdict, parts, partner, overlap, *numbers in rows:
        told = (int(parts) if parts else None, partner or None, int(overlap), *map(float, numbers))
        check_row(side, (name, int(size), verdict, *told))
    assert why.to_csv() == "\n".join(why.csv_blocks())
    _, *rows = csv.reader(io.StringIO(why.head(1).to_csv(), newline=""))
    assert [row[1] for row in rows] == ["gone", "two\nlines"]


def test_csv_in_blocks_has_all_clusters() -> None:
    nodes = range(12_345)
    why = accord.explain([[node] for node in nodes], [nodes])
    blocks = list(why.csv_blocks())
    assert len(blocks) == 2
    rows = list(csv.reader(io.StringIO("\n".join(blocks))))
    assert [int(row[1]) for row in rows[1:-1]] == list(nodes)
    assert rows[-1][:5] == ["found", "0", "12345", "merged", "12345"]


@pytest.mark.filterwarnings("ignore:.*if they are noise")  # a cluster may be called "null"
@given(name=st.text(min_size=1), other=st.text(min_size=1))
@example(name="null", other="NA")
@settings(max_examples=60)
def test_csv_of_any_names(name: str, other: str) -> None:
    text = accord.explain({name: [1, 2]}, {other: [1, 2]}).to_csv()
    _, truth, found = csv.reader(io.StringIO(text, newline=""))
    assert (truth[1], truth[5], found[1], found[5]) == (name, other, other, name)


def test_as_a_data_frame(why: Explanation) -> None:
    frame = why.to_pandas()
    assert list(frame.columns) == list(CLUSTER_COLUMNS)
    assert frame["side"].tolist() == ["truth"] * 5 + ["found"] * 5
    for record in frame.astype(object).where(frame.notna(), None).to_dict("records"):
        check_row(record.pop("side"), record.values())
    assert why.head(2).to_pandas()["cluster"].tolist() == [*ORDER["truth"][:2], *ORDER["found"][:2]]


def table_cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_as_markdown(why: Explanation) -> None:
    totals, truth, found, nodes = re.split(
        r"\n\n(?=truth clusters|found clusters|nodes whose)", why.to_markdown()
    )
    summary, of_truth, of_found, of_nodes, hint, blank, *lines = totals.splitlines()
    value = f"{METRIC} 0.6000; of 5 truth clusters: 1 exact, 1 split, 2 merged, 1 missed"
    assert why.summary() == value
    assert summary == "- " + value.replace("[", r"\[").replace("]", r"\]")
    assert of_truth == "- truth: 10 nodes in 5 clusters, crisp"
    assert of_found == "- found: 11 nodes in 5 clusters, crisp"
    assert of_nodes == ("- nodes: 12 compared (9 on both sides, 1 in truth only, 2 in found only)")
    assert hint.startswith("- truth covers 82 % of the nodes of found")  # 9 of 11
    assert blank == ""
    assert [table_cells(line) for line in lines] == [
        ["verdict", "truth clusters", "size", "cost", "found clusters", "size", "cost"],
        ["---", *["---:"] * 6],
        ["exact", "1", "1", "0", "1", "1", "0"],
        ["split", "1", "4", "0.0333", "2", "4", "0.0667"],
        ["merged", "2", "4", "0.0667", "1", "4", "0.0333"],
        ["missed", "1", "1", "0.1", "", "", ""],
        ["outside", "", "", "", "1", "2", "0.1"],
        ["all", "5", "10", "0.2", "5", "11", "0.2"],
    ]
    title, _, header, marks, *rows = truth.splitlines()
    assert title == "truth clusters"
    assert table_cells(header) == [
        "truth cluster",
        "size",
        "verdict",
        "best partner",
        "f1",
        "precision",
        "recall",
        "cost",
    ]
    assert table_cells(marks) == ["---", "---:", "---", "---", "---:", "---:", "---:", "---:"]
    assert [table_cells(row)[:4] for row in rows] == [
        ["gone", "1", "missed", "-"],
        ["clubs", "4", "split into 2", "one"],
        ["&lt;b&gt;", "2", "merged with 1 other", "both"],
        ["a\\|b", "2", "merged with 1 other", "both"],
        ['x, "y"', "1", "exact", "c r"],
    ]
    assert table_cells(rows[1])[4:] == ["0.6667", "1.0000", "0.5000", "0.0333"]
    assert [table_cells(row)[0] for row in found.splitlines()[4:]] == [
        "two lines",
        "both",
        "one",
        "&amp;amp;",
        "c r",
    ]
    rows = [table_cells(row) for row in nodes.splitlines()[4:] if "not in" in row]
    assert rows == [
        ["9", "0.0000", "gone", "not in found"],
        ["11", "0.0000", "not in truth", "two lines"],
    ]


def test_as_text(why: Explanation) -> None:
    assert str(why) == repr(why)
    lines = str(why).splitlines()
    assert lines[0] == why.summary()
    header = lines.index("found clusters") + 2
    names = [re.split("  +", line.strip())[0] for line in lines[header + 2 : header + 7]]
    assert names == ["two lines", "both", "one", "&amp;", "c r"]
    assert len({len(line) for line in lines[header : header + 7]}) == 1  # right-aligned last column


def test_top_limits_clusters_and_nodes(why: Explanation) -> None:
    text = str(why.head(2))
    assert "truth clusters, the 2 costliest of 5\n" in text
    assert "found clusters, the 2 costliest of 5\n" in text
    worst = text.partition("nodes whose clusters agree worst, those on both sides first")[2]
    assert len(worst.strip().splitlines()) == 2 + 2
    assert "truth clusters, the" not in str(why.head(5))
    assert why.head(1).to_markdown().count("\n| gone |") == 1
    assert why.head(1).to_markdown().count("\n| clubs |") == 0
    assert len(why.blocks()) == len(why.head(1).blocks()) == 8  # a title and a table each
    assert why.worst_nodes(1) == [(1, pytest.approx(2 / 3))]
    many = accord.explain([[node] for node in range(30)], [range(30)])
    assert "truth clusters, the 10 costliest of 30\n" in str(many)
    assert len(many.to_dict()["truth"]) == 30
    assert len(many.to_dict()["nodes"]) == 10
    assert len(many.head(20).to_dict()["nodes"]) == 20
    assert len(list(many.head(np.int64(3)).rows("truth"))) == 3


@pytest.mark.parametrize("top", [0, -1, 1.5, "2"])
@pytest.mark.parametrize("way", ["head", "worst_nodes"])
def test_top_is_a_positive_integer(why: Explanation, way: str, top: Any) -> None:
    with pytest.raises(InputError, match="positive integer"):
        getattr(why, way)(top)


def test_as_html(why: Explanation) -> None:
    page = Cells(why._repr_html_())
    assert set(page.tags) <= {"p", "br", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.tags.count("table") == 4
    assert page.cells[0].startswith(why.summary())
    for names in ORDER.values():
        assert set(names) <= set(page.cells)


def test_no_table_of_nodes_if_all_agree() -> None:
    same = accord.explain([[1, 2], [3]], [[1, 2], [3]])
    assert len(same.blocks()) == 6
    assert "nodes whose" not in str(same)
    assert same.to_dict()["nodes"] == []
    assert same.summary() == "f1h 1.0000; of 2 truth clusters: 2 exact"


def test_clusters_left_out_are_not_shown() -> None:
    why = accord.explain({"here": [1, 2], "gone": [3]}, {"a": [1, 2, 3], "b": [9]}, nodes=[1, 2])
    assert [row["cluster"] for side in ("truth", "found") for row in why.to_dict()[side]] == [
        "here",
        "a",
    ]
    assert "gone" not in str(why) + why.to_csv() + why.to_markdown() + why._repr_html_()
    assert why.to_pandas()["cluster"].tolist() == ["here", "a"]


def test_nodes_without_clusters_can_be_shown_in_all_formats() -> None:
    lonely = Clustering.from_clusters([[1], [2]], nodes=[1, 2, 3])
    why = accord.explain(lonely, lonely, nodes=[3])  # known to both sides, and in no cluster
    assert why.summary().endswith("of 0 truth clusters")
    assert why.to_csv() == ",".join(CLUSTER_COLUMNS)
    assert list(why.to_pandas().columns) == list(CLUSTER_COLUMNS)
    assert len(why.to_pandas()) == 0
    assert json.loads(why.to_json())["truth"] == []
    assert why.to_markdown()
    assert why._repr_html_()
    assert why.worst_nodes() == []


def test_integer_and_float_sizes_are_shown_as_such() -> None:
    whole, real = (
        [
            Clustering.from_clusters(side, weights={v: weight for x in side for v in x})
            for side in ([[1, 2, 3]], [[1, 2]])
        ]
        for weight in (2, 0.25)
    )
    assert accord.explain(*whole).to_dict()["truth"][0]["size"] == 6
    assert isinstance(accord.explain(*whole).to_dict()["truth"][0]["size"], int)
    assert accord.explain(*real).to_dict()["truth"][0]["size"] == 0.75


# ---- threads, progress ---------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["f1h", "onmi", "f1p[weighting=combined]"])
def test_threads_do_not_matter(metric: str) -> None:
    truth = accord.generate_cover(20_000, 800, 1.5, seed=1)
    found = accord.perturb(truth, move=0.2, split=0.2, merge=0.1, drop=0.1, seed=2)
    one, four = (accord.explain(truth, found, metric, threads=threads) for threads in (1, 4))
    assert one.to_json() == four.to_json()
    for side, other in zip(one.sides, four.sides, strict=True):
        for name in (
            "sizes",
            "partner",
            "overlap",
            "f1",
            "precision",
            "recall",
            "verdict",
            "parts",
            "cost",
            "uncovered",
        ):
            assert getattr(side, name).tobytes() == getattr(other, name).tobytes(), name
    assert one.nodes.agreement.tobytes() == four.nodes.agreement.tobytes()


def test_progress_is_reported_and_may_stop_the_work() -> None:
    rng = np.random.default_rng(0)
    truth, found = (
        Clustering.from_clusters([np.flatnonzero(rng.random(1000) < 0.5) for _ in range(800)])
        for _ in range(2)
    )
    seen: list[float] = []
    accord.explain(truth, found, progress=seen.append, threads=1)
    assert len(seen) >= 2
    assert all(0 <= share <= 1 for share in seen)

    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough(share)

    with pytest.raises(Enough):
        accord.explain(truth, found, progress=stop, threads=2)


def test_no_common_node_is_reported_first() -> None:
    head = str(accord.explain([[1, 2]], [[3, 4]])).split("\n\n")[0]
    assert "do both use the same node ids?" in head


@pytest.mark.parametrize("nodes", [None, "truth", "intersection", [1, 2, 11, 99]])
def test_what_was_compared_is_said_as_by_compare(nodes: Any) -> None:
    explanation = accord.explain(TRUTH, FOUND, nodes=nodes)
    comparison = accord.compare(TRUTH, FOUND, ["f1h"], nodes=nodes)
    assert explanation.notes() == comparison.notes()
    first, *lines = str(explanation).split("\n\n")[0].splitlines()
    assert first == explanation.summary()
    assert lines == [str(note) for note in comparison.notes()]


def test_repeated_and_duplicate_members_are_said_as_by_compare() -> None:
    truth, found = [[1, 1, 2], [3]], [[1, 2], [1, 2], [3]]
    lines = [str(note) for note in accord.explain(truth, found).notes()]
    assert lines == [
        "truth: 3 nodes in 2 clusters, crisp, 1 repeated membership counted once",
        "found: 3 nodes in 3 clusters, 5 memberships, 2 nodes in several clusters, "
        "1 duplicate cluster",
        "the clusters of truth and found have no names: they are numbered from 0",
    ]


def test_numbers_of_clusters_without_names_are_explained() -> None:
    why = accord.explain({"a": [1, 2], "b": [3]}, [[1, 2, 3]])
    text = "the clusters of found have no names: they are numbered from 0"
    assert text in str(why).split("\n\n")[0]
    assert f"T{text[1:]}" in why.to_html()
    assert "numbered" not in str(accord.explain({"a": [1]}, {"b": [1]}))


def test_unknown_side_or_metric_raises() -> None:
    why = accord.explain([[1, 2]], [[1], [2]])
    with pytest.raises(accord.UnknownNameError, match="unknown side 'left'"):
        list(why.rows("left"))
    with pytest.raises(accord.UnknownNameError, match="unknown side 'left'"):
        why.overlaps_of([0], "left")
    with pytest.raises(accord.InputError, match="give one metric"):
        accord.explain([[1, 2]], [[1], [2]], "f1h,f1p")
