"""named_clusters, tested against its definition on Python sets; exact ties; output formats."""

import csv
import io
import json
import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import Any

import pytest
import strategies
from html_cells import Cells
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import Clustering, InputError, NodeSetError, UnknownNameError, named_clusters

# ---- the definition of docs/named_clusters.md ----------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """Every naming (truth, found) with its F1, precision and recall, and the overall score."""

    namings: dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]]
    f1: Fraction
    precision: Fraction
    recall: Fraction


def define(
    truth: Sequence[set[int]],
    found: Sequence[set[int]],
    by: str = "f1",
    weighting: str = "micro",
    base: set[int] | None = None,
    weights: Mapping[int, int | Fraction] | None = None,
) -> Wanted:
    """The definition in docs/named_clusters.md; clusters left empty keep their indices."""

    def size(nodes: set[int]) -> Fraction:
        return Fraction(sum(1 if weights is None else weights[node] for node in nodes))

    def quality(t: set[int], f: set[int]) -> Fraction:
        m = size(t & f)
        return 2 * m / (size(t) + size(f)) if by == "f1" else m * m / (size(t) * size(f))

    def left(clusters: Sequence[set[int]]) -> dict[int, set[int]]:
        return {
            i: part for i, x in enumerate(clusters) if (part := x if base is None else x & base)
        }

    namings, average_of = {}, {}
    for i, t in left(truth).items():
        partners = {j: quality(t, f) for j, f in left(found).items() if t & f}
        named = {
            j: f
            for j, f in left(found).items()
            if j in partners and partners[j] == max(partners.values())
        }
        union = set().union(*named.values())
        for j, f in named.items():
            namings[i, j] = (
                2 * size(t & f) / (size(t) + size(f)),
                size(t & f) / size(f),
                size(t & f) / size(t),
            )
        fits = (
            (size(t & union) / size(union), size(t & union) / size(t))
            if named
            else (Fraction(0), Fraction(0))
        )
        average_of[i] = (size(t) if weighting == "micro" else Fraction(1), *fits)
    total = sum(weight for weight, _, _ in average_of.values())
    precision = sum((w * p for w, p, _ in average_of.values()), Fraction(0)) / total
    recall = sum((w * r for w, _, r in average_of.values()), Fraction(0)) / total
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return Wanted(namings, f1, precision, recall)


def check(named: accord._explain.named_clusters.NamedClusters, wanted: Wanted) -> None:
    assert [(naming.truth, naming.found) for naming in named] == sorted(
        wanted.namings, key=lambda pair: pair[::-1]
    )
    for naming in named:
        values = naming.f1, naming.precision, naming.recall
        assert values == pytest.approx(
            [float(value) for value in wanted.namings[naming.truth, naming.found]], rel=1e-14, abs=0
        )
    score = float(named.score), named.score.precision, named.score.recall
    assert score == pytest.approx(
        [float(value) for value in (wanted.f1, wanted.precision, wanted.recall)], rel=1e-13, abs=0
    )


@st.composite
def few_nodes(draw: st.DrawFn) -> tuple[strategies.Plain, strategies.Plain]:
    """Many clusters of few nodes: most truth clusters match several found ones equally well."""
    nodes = range(draw(st.integers(2, 5)))
    return draw(strategies.covers(nodes, clusters=9)), draw(strategies.covers(nodes, clusters=9))


PAIRS = strategies.pairs() | few_nodes()
WAYS = pytest.mark.parametrize("by", ["f1", "pprob"])
WEIGHTINGS = pytest.mark.parametrize("weighting", ["micro", "macro"])


@WAYS
@WEIGHTINGS
@settings(max_examples=80)
@given(pair=PAIRS)
def test_names_and_score_match_the_definition(by: str, weighting: str, pair: Any) -> None:
    check(named_clusters(*pair, by=by, weighting=weighting), define(*pair, by, weighting))


@WAYS
@WEIGHTINGS
@settings(max_examples=40)
@given(pair=PAIRS, data=st.data())
def test_integer_node_weights_count(
    by: str, weighting: str, pair: Any, data: st.DataObject
) -> None:
    weights = data.draw(strategies.weights_for(strategies.nodes_of(*pair), integers=True))
    sides = [
        Clustering.from_clusters(
            side, weights={node: weights[node] for node in strategies.nodes_of(side)}
        )
        for side in pair
    ]
    check(
        named_clusters(*sides, by=by, weighting=weighting),
        define(*pair, by, weighting, weights=weights),
    )


@WAYS
@settings(max_examples=40)
@given(pair=PAIRS, data=st.data())
def test_float_weights_count_and_shares_are_ignored(
    by: str, pair: Any, data: st.DataObject
) -> None:
    sixteenths = st.integers(1, 64).map(lambda k: k / 16)  # sums and products of these are exact
    weights = data.draw(
        st.fixed_dictionaries(dict.fromkeys(strategies.nodes_of(*pair), sixteenths))
    )
    share = st.sampled_from(strategies.SIXTEENTHS)
    fuzzy = [[{node: data.draw(share) for node in sorted(x)} for x in side] for side in pair]
    sides = [
        Clustering.from_clusters(
            side, weights={node: weights[node] for node in strategies.nodes_of(side)}
        )
        for side in fuzzy
    ]
    exact = {node: Fraction(weight) for node, weight in weights.items()}
    check(named_clusters(*sides, by=by), define(*pair, by, weights=exact))


def base_of(policy: Any, pair: Any) -> set[int]:
    truth, found = (set(strategies.nodes_of(side)) for side in pair)
    return {"union": truth | found, "intersection": truth & found, "truth": truth}[policy]


@WAYS
@pytest.mark.parametrize("policy", ["union", "intersection", "truth", "given"])
@settings(max_examples=40)
@given(pair=strategies.pairs(equal_nodes=False), data=st.data())
def test_node_base_removes_nodes_and_keeps_cluster_indices(
    by: str, policy: str, pair: Any, data: st.DataObject
) -> None:
    weighting = data.draw(st.sampled_from(["micro", "macro"]))
    if policy == "given":
        in_truth = data.draw(st.sampled_from(strategies.nodes_of(pair[0])))
        base = data.draw(st.sets(st.integers(0, 15))) | {
            in_truth
        }  # some of them are on neither side
        nodes: Any = data.draw(st.sampled_from([list, set, iter]))(base)
    else:
        base, nodes = base_of(policy, pair), policy
    if not base:
        with pytest.raises(InputError, match="no nodes to compare"):
            named_clusters(*pair, by=by, weighting=weighting, nodes=nodes)
        return
    named = named_clusters(*pair, by=by, weighting=weighting, nodes=nodes)
    wanted = define(*pair, by, weighting, base)
    check(named, wanted)
    assert named.names == [
        [i for i in range(len(pair[0])) if (i, j) in wanted.namings] for j in range(len(pair[1]))
    ]
    assert named.unnamed == [
        j for j in range(len(pair[1])) if not any(f == j for _, f in wanted.namings)
    ]
    assert len(named.to_cll().splitlines()) == 1 + len(pair[1])


def test_node_base_without_truth_clusters_names_nothing() -> None:
    named = named_clusters([[1]], [[2]], nodes=[2])
    assert list(named) == []
    assert (float(named.score), named.score.precision, named.score.recall) == (0, 0, 0)


def test_equal_node_base_raises_if_nodes_differ() -> None:
    with pytest.raises(NodeSetError):
        named_clusters([[1, 2]], [[1]], nodes="equal")
    assert named_clusters([[1, 2]], [[1], [2]], nodes="equal").names == [[0], [0]]


@settings(max_examples=40)
@given(
    pair=PAIRS, by=st.sampled_from(["f1", "pprob"]), weighting=st.sampled_from(["micro", "macro"])
)
def test_threads_do_not_matter(pair: Any, by: str, weighting: str) -> None:
    one, two, seven = (
        named_clusters(*pair, by=by, weighting=weighting, threads=threads) for threads in (1, 2, 7)
    )
    assert list(one) == list(two) == list(seven)
    assert one.to_json() == two.to_json() == seven.to_json()


def test_threads_do_not_matter_on_many_clusters() -> None:
    truth, found = (accord.generate_cover(5_000, 400, 2.0, seed=seed) for seed in (1, 2))
    results = [named_clusters(truth, found, threads=threads).to_json() for threads in (1, 2, 7)]
    assert results[0] == results[1] == results[2]
    assert len(json.loads(results[0])["clusters"]) == found.n_clusters


# ---- by hand -------------------------------------------------------------------------------------

HAND = [[1, 2, 3, 4], [5, 6], [5, 6, 7], [20]], [[1, 2, 8, 9, 10], [1], [5], [6], [11, 12]]
HAND_NAMES = {
    "f1": [[0], [], [1, 2], [1, 2], []],
    "pprob": [[], [0], [1, 2], [1, 2], []],
}


@pytest.mark.parametrize(
    ("by", "weighting", "f1", "precision", "recall"),
    [
        ("f1", "micro", Fraction(22, 35), Fraction(33, 50), Fraction(3, 5)),
        ("f1", "macro", Fraction(78, 137), Fraction(3, 5), Fraction(13, 24)),
        ("pprob", "micro", Fraction(9, 14), Fraction(9, 10), Fraction(1, 2)),
        ("pprob", "macro", Fraction(69, 118), Fraction(3, 4), Fraction(23, 48)),
    ],
)
def test_scores_by_hand(
    by: str, weighting: str, f1: Fraction, precision: Fraction, recall: Fraction
) -> None:
    score = named_clusters(*HAND, by=by, weighting=weighting).score
    values = float(score), score.precision, score.recall
    assert values == pytest.approx([float(f1), float(precision), float(recall)], rel=1e-15, abs=0)


@WAYS
def test_names_by_hand(by: str) -> None:
    named = named_clusters(*HAND, by=by)
    assert named.names == HAND_NAMES[by]
    assert named.unnamed == [j for j, names in enumerate(HAND_NAMES[by]) if not names]


def test_the_list_of_labels_by_hand() -> None:
    assert named_clusters(*HAND).to_cll() == "# Clusters: 3, Labels: 4\n0 \n-\n1 2 \n1 2 \n-"


def test_the_namings_by_hand() -> None:
    assert [astuple(naming) for naming in named_clusters(*HAND)] == [
        (0, 0, 4 / 9, 2 / 5, 1 / 2),
        (1, 2, 2 / 3, 1.0, 1 / 2),
        (2, 2, 1 / 2, 1.0, 1 / 3),
        (1, 3, 2 / 3, 1.0, 1 / 2),
        (2, 3, 1 / 2, 1.0, 1 / 3),
    ]


def test_precision_and_recall_are_not_swapped() -> None:
    score = named_clusters([[1, 2, 3, 4]], [[1]]).score
    assert (score.precision, score.recall) == (1, 0.25)


def test_the_union_counts_a_common_node_once() -> None:
    score = named_clusters(
        [[1, 2, 3]], [[1, 2, 8], [2, 3, 8], [1, 3, 9]]
    ).score  # all 2/3, union 1 2 3 8 9
    assert (score.precision, score.recall) == (0.6, 1)


def test_duplicates_count_on_both_sides() -> None:
    twice = named_clusters([[1, 2], [1, 2], [3, 4]], [[1, 2], [3], [1, 2]])
    assert twice.names == [[0, 1], [2], [0, 1]]
    assert twice.score.recall == pytest.approx(5 / 6, rel=1e-15, abs=0)


def test_levels_are_merged() -> None:
    truth, found = [[1, 2], [3, 4]], [[1, 2], [3], [4], [1, 2, 3, 4]]
    levels = Clustering.from_levels(
        [Clustering.from_clusters(found[:3]), Clustering.from_clusters(found[3:] + found[:1])]
    )
    assert named_clusters(truth, levels).to_dict() == named_clusters(truth, found).to_dict()
    assert named_clusters(levels, truth).to_dict() == named_clusters(found, truth).to_dict()


def test_unknown_choices_raise() -> None:
    with pytest.raises(UnknownNameError, match="did you mean pprob"):
        named_clusters(*HAND, by="pprop")
    with pytest.raises(UnknownNameError, match="did you mean micro"):
        named_clusters(*HAND, weighting="mikro")


# ---- ties, exactly -------------------------------------------------------------------------------


def weigh(weights: Mapping[Hashable, int], *sides: list[list[Any]]) -> list[Clustering]:
    return [
        Clustering.from_clusters(side, weights={node: weights[node] for x in side for node in x})
        for side in sides
    ]


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12, 10**15, 2 * 10**17])
@pytest.mark.parametrize("q", [1, 2, 1000])
def test_f1_is_compared_exactly_beyond_float_precision(n: int, q: int) -> None:
    # n / (3n - 1 + q + 2) and (n - 1) / (3n - 2 + q) differ by (q + 1) / 3n² of themselves, and the
    # first is greater
    weights = {"x": n, "y": n - 1, "p": q + 2, "q": q}
    truth, first, second = ["x", "y"], ["x", "p"], ["y", "q"]
    first_quality, second_quality = Fraction(n, 3 * n + 1 + q), Fraction(n - 1, 3 * n - 2 + q)
    assert 0 < 1 - second_quality / first_quality < Fraction(q + 2, 3 * n * n)
    assert named_clusters(*weigh(weights, [truth], [first, second])).names == [[0], []]
    assert named_clusters(*weigh(weights, [truth], [second, first])).names == [[], [0]]


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12, 10**15, 10**17])
def test_pprob_is_compared_exactly_beyond_float_precision(n: int) -> None:
    # m²/b: n² / n = n, and (n + 1)² / (n + 2) = n + 1 / (n + 2)
    weights = {"x": n, "y": n + 1, "q": 1}
    sides = [["x", "y"]], [["x"], ["y", "q"]]
    assert Fraction((n + 1) ** 2, n + 2) > n
    assert named_clusters(*weigh(weights, *sides), by="pprob").names == [[], [0]]
    weights = {"x": n, "y": n + 1, "q": 2}  # (n + 1)² / (n + 3) = n - 1 + 4 / (n + 3)
    assert named_clusters(*weigh(weights, *sides), by="pprob").names == [[0], []]


@WAYS
@pytest.mark.parametrize("k", [3, 5, 7])
@pytest.mark.parametrize("n", [3**34, 2**53 + 1, 2**54 + 5, 12345678901234567])
def test_exact_ties_of_numbers_beyond_float_precision(by: str, k: int, n: int) -> None:
    # With a = n + kn, by F1: n / (a + b) = kn / (a + c) for a + c = k (a + b); by pprob: n² / b =
    # (kn)² / c for c = k² b.
    a, b = n + k * n, n + 5
    c = k * (a + b) - a if by == "f1" else k * k * b
    weights = {"x": n, "y": k * n, "p": b - n, "q": c - k * n}
    sides = [["x", "y"]], [["x", "p"], ["y", "q"]]
    assert named_clusters(*weigh(weights, *sides), by=by).names == [[0], [0]]
    weights["q"] += 1
    assert named_clusters(*weigh(weights, *sides), by=by).names == [[0], []]


@WAYS
@settings(max_examples=80)
@given(pair=few_nodes() | strategies.pairs(), data=st.data())
def test_large_sizes_are_compared_exactly(by: str, pair: Any, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from([10**7, 10**13, 3**33, 2**54 - 1, 2**54 + 1]))
    nodes = strategies.nodes_of(*pair)
    jitter = data.draw(
        st.fixed_dictionaries(dict.fromkeys(nodes, st.sampled_from([0, 0, 0, 1, -1, 2])))
    )
    weights = {node: base + jitter[node] for node in nodes}
    wanted = define(*pair, by, weights=weights)
    sides = [
        Clustering.from_clusters(
            side, weights={node: weights[node] for node in strategies.nodes_of(side)}
        )
        for side in pair
    ]
    check(named_clusters(*sides, by=by), wanted)


def test_sizes_that_add_up_to_more_than_64_bits() -> None:
    weights = {1: 2**60, 2: 2**60, 3: 2**60}
    truth, found = [[1, 2], [1, 3], [2, 3], [1, 2, 3], [1, 2]], [[1, 2], [3]]
    named = named_clusters(*weigh(weights, truth, found))
    check(named, define([*map(set, truth)], [*map(set, found)], weights=weights))


# ---- as data -------------------------------------------------------------------------------------

CLUBS = (
    {
        "chess": ["ann", "bob", "eve"],
        "<b>": ["kim", "lea"],
        "a|b": ["kim", "lea", "max"],
        "x, y": ["zoe"],
    },
    {"one": ["ann", "bob"], "two": ["kim", "lea"], "<i>&": ["joe"]},
)
CLUBS_NAMES = {"one": ["chess"], "two": ["<b>", "a|b"], "<i>&": []}
# By hand: cluster "one" has two thirds of chess and nothing else; "two" is <b> and two thirds of
# a|b; no cluster has zoe.
CLUBS_VALUES = {"chess": (0.8, 1.0, 2 / 3), "<b>": (1.0, 1.0, 1.0), "a|b": (0.8, 1.0, 2 / 3)}
CLUBS_PRECISION, CLUBS_RECALL = 8 / 9, 6 / 9
CLUBS_F1 = 2 * CLUBS_PRECISION * CLUBS_RECALL / (CLUBS_PRECISION + CLUBS_RECALL)


@pytest.fixture
def clubs() -> accord._explain.named_clusters.NamedClusters:
    return named_clusters(*CLUBS)


def test_named_clusters_is_a_sequence_of_namings(clubs: Any) -> None:
    assert isinstance(clubs, Sequence)
    assert len(clubs) == 3
    assert [naming.found for naming in clubs] == [0, 1, 1]
    assert clubs[-1] == clubs[2] == list(clubs)[2]
    assert list(clubs[1:]) == list(clubs)[1:]
    assert clubs[0] in clubs
    assert clubs.index(clubs[2]) == 2
    assert list(reversed(clubs)) == list(clubs)[::-1]
    with pytest.raises(IndexError):
        clubs[3]
    with pytest.raises(AttributeError):
        clubs[0].found = 2


def test_names_of_named_clusters(clubs: Any) -> None:
    assert clubs.names == list(CLUBS_NAMES.values())
    assert clubs.unnamed == ["<i>&"]


def test_as_a_dict_and_as_json(clubs: Any) -> None:
    data = clubs.to_dict()
    assert (data["f1"], data["precision"], data["recall"]) == pytest.approx(
        (CLUBS_F1, CLUBS_PRECISION, CLUBS_RECALL)
    )
    assert {
        row["found"]: [naming["name"] for naming in row["truth"]] for row in data["clusters"]
    } == CLUBS_NAMES
    values = {
        t["name"]: (t["f1"], t["precision"], t["recall"])
        for row in data["clusters"]
        for t in row["truth"]
    }
    assert values == {name: pytest.approx(three) for name, three in CLUBS_VALUES.items()}
    assert json.loads(clubs.to_json()) == json.loads(clubs.to_json(indent=None)) == data
    assert "\n" in clubs.to_json()
    assert "\n" not in clubs.to_json(indent=None)


def test_names_that_are_not_json_types_become_text() -> None:
    data = json.loads(
        named_clusters({frozenset("a"): [1, 2]}, {1 + 2j: [1, 2], 3 + 4j: [3]}).to_json()
    )
    assert [row["found"] for row in data["clusters"]] == ["(1+2j)", "(3+4j)"]
    assert data["clusters"][0]["truth"][0]["name"] == "frozenset({'a'})"


def test_as_csv(clubs: Any) -> None:
    header, *rows = csv.reader(io.StringIO(clubs.to_csv()))
    assert header == ["found", "truth", "f1", "precision", "recall"]
    assert [(row[0], row[1]) for row in rows] == [("one", "chess"), ("two", "<b>"), ("two", "a|b")]
    assert [tuple(map(float, row[2:])) for row in rows] == [
        (n.f1, n.precision, n.recall) for n in clubs
    ]


def test_csv_quotes_names_with_commas() -> None:
    text = named_clusters({"x, y": [1]}, {'"z"': [1]}).to_csv()
    assert list(csv.reader(io.StringIO(text)))[1] == ['"z"', "x, y", "1.0", "1.0", "1.0"]


def test_as_a_list_of_labels(clubs: Any) -> None:
    assert clubs.to_cll() == "# Clusters: 2, Labels: 4\n0 \n1 2 \n-"


def test_as_a_data_frame(clubs: Any) -> None:
    frame = clubs.to_pandas()
    assert list(frame.columns) == ["found", "truth", "f1", "precision", "recall"]
    assert frame["found"].tolist() == ["one", "two", "two"]
    assert frame["truth"].tolist() == ["chess", "<b>", "a|b"]
    assert frame["recall"].tolist() == [naming.recall for naming in clubs]
    assert len(named_clusters([[1]], [[2]]).to_pandas()) == 0


def test_as_markdown(clubs: Any) -> None:
    lines = clubs.to_markdown().splitlines()
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
        if line.startswith("|")
    ]
    assert rows[0] == ["found", "stands for", "f1", "precision", "recall"]
    assert rows[1] == ["---", "---", "---:", "---:", "---:"]
    assert rows[2:] == [
        ["one", "chess", "0.8000", "1.0000", "0.6667"],
        ["two", "&lt;b&gt;", "1.0000", "1.0000", "1.0000"],
        ["two", "a\\|b", "0.8000", "1.0000", "0.6667"],
        ["&lt;i&gt;&amp;", "-", "", "", ""],
    ]
    assert (
        lines[0] == "- 2 of 3 found clusters are named, F1 0.7619, precision 0.8889, recall 0.6667"
    )


def test_as_text(clubs: Any) -> None:
    assert str(clubs) == repr(clubs)
    first, blank, header, rule, *rows = str(clubs).splitlines()
    assert first == "2 of 3 found clusters are named, F1 0.7619, precision 0.8889, recall 0.6667"
    assert blank == ""
    assert re.split("  +", header) == ["found", "stands for", "f1", "precision", "recall"]
    assert set(rule) == {"─", " "}
    assert [row.split() for row in rows] == [
        ["one", "chess", "0.8000", "1.0000", "0.6667"],
        ["two", "<b>", "1.0000", "1.0000", "1.0000"],
        ["two", "a|b", "0.8000", "1.0000", "0.6667"],
        ["<i>&", "-"],
    ]


def test_as_html(clubs: Any) -> None:
    page = Cells(clubs._repr_html_(), ("td", "th"))
    assert set(page.tags) <= {"p", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.tags.count("tr") == 5
    assert page.cells[10:12] == ["two", "<b>"]
    assert page.cells[20:22] == ["<i>&", "-"]
    assert "2 of 3 found clusters are named" in clubs._repr_html_()


def test_empty_result_can_be_shown_in_all_formats() -> None:
    none = named_clusters([[1]], [[2], [3]])
    assert (len(none), none.names, none.unnamed) == (0, [[], []], [0, 1])
    assert none.to_cll() == "# Clusters: 0, Labels: 1\n-\n-"
    assert none.to_csv() == "found,truth,f1,precision,recall"
    assert str(none).startswith(
        "0 of 2 found clusters are named, F1 0.0000, precision 0.0000, recall 0.0000\n"
    )
    assert json.loads(none.to_json())["clusters"] == [
        {"found": 0, "truth": []},
        {"found": 1, "truth": []},
    ]
