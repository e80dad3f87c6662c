"""One cluster by its members, and one node by its clusters."""

import gzip
import json
import re
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import command_process
import pytest
from explained_pairs import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.sides import shares_of

import accord
from accord import Clustering, InputError
from accord._explain.explained_cluster import ExplainedCluster
from accord.errors import UnknownNameError

TRUTH = {"red": [1, 2, 3, 4, 5], "blue": [5, 6], "gone": [8, 9]}
FOUND = {"a": [1, 2, 7], "b": [3, 4], "c": [5, 6]}


def why() -> Any:
    return accord.explain(TRUTH, FOUND)


def test_a_truth_cluster_by_found_clusters() -> None:
    red = why().cluster("red")
    assert [partner.cluster for partner in red.partners] == ["b", "a", "c"]  # F1 4/7, 4/8, 2/7
    b, a, c = red.partners
    assert (b.shared, b.missing, b.extra) == ([3, 4], [1, 2, 5], [])
    assert (a.shared, a.missing, a.extra) == ([1, 2], [3, 4, 5], [7])
    assert (c.shared, c.missing, c.extra) == ([5], [1, 2, 3, 4], [6])
    assert (a.overlap, a.share, a.partner_share, a.f1) == (2, 0.4, 2 / 3, 0.5)
    assert (a.size, c.verdict) == (3, "exact")
    assert (red.side, red.cluster, red.size, red.in_no_cluster) == ("truth", "red", 5, [])


def test_a_found_cluster_by_truth_clusters() -> None:
    a = why().found_cluster("a")
    (red,) = a.partners
    assert (red.cluster, red.shared) == ("red", [1, 2])
    assert (red.missing, red.extra) == ([3, 4, 5], [7])
    assert (a.in_no_cluster, a.outside) == ([], [7])
    assert a.sets() == {"red": [1, 2], "not_in_truth": [7]}


def test_missing_and_extra_are_seen_from_the_truth() -> None:
    """B has 6 members of other clusters, and lacks 3 nodes of its truth cluster."""
    truth = {"A": range(10), "C": range(10, 20)}
    found = {"B": range(3, 16), "D": [0, 1, 2, 16, 17, 18, 19]}
    explanation = accord.explain(truth, found)
    for one, partner in ((explanation.found_cluster("B"), "A"), (explanation.cluster("A"), "B")):
        assert one.partner == partner
        assert one.correct == [*range(3, 10)]
        assert one.missing == [0, 1, 2]
        assert one.extra == [*range(10, 16)]
        assert (one.partners[0].missing, one.partners[0].extra) == (one.missing, one.extra)
        status = {"correct": one.correct, "missing": one.missing, "extra": one.extra}
        clusters = {"correct": (["A"], ["B"]), "missing": (["A"], ["D"]), "extra": (["C"], ["B"])}
        assert one.to_dict()["nodes"] == [
            {"node": v, "status": word, "truth": clusters[word][0], "found": clusters[word][1]}
            for word, nodes in status.items()
            for v in nodes
        ]
        assert one.to_dict().items() >= status.items()
    lines = str(explanation.found_cluster("B")).split("\n\n")[1].splitlines()
    assert lines == [
        "compared with its best partner, truth cluster A:",
        "  7 correct, in both: 3, 4, 5, 6, 7, 8, 9",
        "  3 missing, only in truth cluster A: 0, 1, 2",
        "  6 extra, only in found cluster B: 10, 11, 12, 13, 14, 15",
    ]


def test_in_no_cluster_differs_from_not_on_the_other_side() -> None:
    truth = Clustering.from_clusters({"t": [1, 2]}, nodes=[3])  # 3 is in no cluster, 4 unknown
    explanation = accord.explain(truth, {"f": [1, 2, 3, 4], "g": [3, 4]})
    f = explanation.found_cluster("f")
    assert (f.in_no_cluster, f.outside) == ([3], [4])
    assert f.sets() == {"t": [1, 2], "in_no_truth_cluster": [3], "not_in_truth": [4]}
    assert str(f).endswith("t: 1, 2\n  in no truth cluster: 3\n  not in truth: 4")
    assert f.to_csv().splitlines()[-2:] == [
        "3,extra,t,in no cluster,f; g",
        "4,extra,t,not in truth,f; g",
    ]
    assert [row["truth"] for row in f.to_dict()["nodes"]][-2:] == [[], None]
    g = explanation.found_cluster("g")
    assert (g.partner, g.correct, g.missing, g.extra) == (None, [], [], [3, 4])
    assert "no truth cluster has any of its members:\n  0 correct\n  0 missing\n  2 extra" in str(g)
    nodes = {row["node"]: row["truth"] for row in explanation.to_dict()["nodes"]}
    assert (nodes[3], nodes[4]) == ([], None)
    assert str(explanation.node(3)).startswith(
        "node 3: agreement 0.0000, in no truth cluster, in 2 found clusters"
    )
    assert str(explanation.node(4)).startswith("node 4: agreement 0.0000, not in truth, in 2 ")
    worst = str(explanation).split("nodes whose clusters agree worst")[1]
    assert re.search("^3 .* in no cluster +f, g$", worst, re.M)
    assert re.search("^4 .* not in truth +f, g$", worst, re.M)
    page = explanation.to_html()
    assert "1 in no truth cluster – <bdi>3</bdi>" in page
    assert "1 not in truth – <bdi>4</bdi>" in page


def test_a_cluster_that_was_missed_has_no_partners() -> None:
    gone = why().cluster("gone")
    assert (gone.verdict, gone.partners, gone.outside) == ("missed", (), [8, 9])
    assert (gone.partner, gone.correct, gone.missing, gone.extra) == (None, [], [8, 9], [])
    assert str(gone).splitlines()[-1] == "  not in found: 8, 9"
    assert list(gone.to_clustering().clusters()) == [[8, 9]]


def test_a_cluster_without_nodes_in_the_node_base() -> None:
    left = accord.explain(TRUTH, FOUND, nodes=[1, 2]).cluster("blue")
    assert (left.size, left.verdict, left.partners, left.in_no_cluster) == (0, "left out", (), [])


def test_names_may_be_texts_or_numbers() -> None:
    numbered = accord.explain([[1, 2], [3]], [[1], [2, 3]])
    for name in (1, "1"):
        assert numbered.cluster(name).sets() == {1: [3]}
        assert numbered.found_cluster(name).sets() == {0: [2], 1: [3]}
        assert numbered.node(name).node == 1
    integers = accord.explain({10: [1], 20: [2]}, [[1], [2]])
    assert integers.cluster("20").cluster == integers.cluster(20).cluster == 20
    texts = accord.explain({"10": ["x"]}, {"10": ["x"]})
    assert texts.cluster(10).cluster == "10"
    pairs = accord.explain({("a", 1): [(1, 2)]}, [[(1, 2)]])
    assert pairs.node((1, 2)).node == pairs.node("(1, 2)").node == (1, 2)
    assert pairs.cluster("('a', 1)").cluster == ("a", 1)


def test_unknown_names_come_with_similar_ones() -> None:
    with pytest.raises(UnknownNameError, match="unknown truth cluster 'bleu': did you mean blue"):
        why().cluster("bleu")
    with pytest.raises(
        UnknownNameError, match=r"'a': found has a cluster a: use found_cluster\('a'\)"
    ):
        why().cluster("a")
    with pytest.raises(UnknownNameError, match=r"truth has a cluster red: use cluster\('red'\)"):
        why().found_cluster("red")
    with pytest.raises(UnknownNameError, match="found cluster 'zzz': choose from a, b, c"):
        why().found_cluster("zzz")
    many = accord.explain([[node] for node in range(9)], [[0]])
    with pytest.raises(UnknownNameError, match="'x': there are 9, such as 0, 1, 2"):
        many.cluster("x")
    with pytest.raises(UnknownNameError, match="unknown node 'x': there are 9"):
        many.node("x")
    with pytest.raises(UnknownNameError):
        many.cluster(-1)
    with pytest.raises(InputError, match="node 8 is not among the nodes that are compared"):
        accord.explain([[8], [1]], [[1]], nodes=[1]).node(8)


@settings(max_examples=80)
@given(case=cases(), data=st.data())
def test_members_match_definition(case: Case, data: st.DataObject) -> None:
    explanation = accord.explain(*case.sides, nodes=case.nodes)
    side = data.draw(st.sampled_from(["truth", "found"]))
    same, other = (case.truth, case.found)[:: 1 if side == "truth" else -1]
    index = data.draw(st.integers(0, len(same) - 1))
    one = explanation.cluster(index) if side == "truth" else explanation.found_cluster(index)
    members = shares_of(same[index]).keys() & case.base
    sets = [shares_of(y).keys() & case.base for y in other]
    assert {partner.cluster for partner in one.partners} == {
        number for number, y in enumerate(sets) if y & members
    }
    for partner in one.partners:
        y = sets[partner.cluster]
        assert partner.shared == sorted(members & y)
        of_truth, of_found = (members, y) if side == "truth" else (y, members)
        assert partner.missing == sorted(of_truth - of_found)
        assert partner.extra == sorted(of_found - of_truth)
    assert sorted(one.members) == sorted(members)
    assert sorted(one.in_no_cluster + one.outside) == sorted(members.difference(*sets))
    best = getattr(explanation, side).partner[index]
    partner_set = sets[best] if best >= 0 else set()
    of_truth, of_found = (members, partner_set) if side == "truth" else (partner_set, members)
    assert one.partner == (best if best >= 0 else None)
    assert one.correct == sorted(of_truth & of_found)
    assert one.missing == sorted(of_truth - of_found)
    assert one.extra == sorted(of_found - of_truth)
    explained = getattr(explanation, side)
    assert one.verdict == explained.describe(index)
    if one.partners:
        assert one.partners[0].f1 == pytest.approx(explained.f1[index])
    assert [partner.f1 for partner in one.partners] == sorted(
        (partner.f1 for partner in one.partners), reverse=True
    )


@settings(max_examples=60)
@given(case=cases(), data=st.data())
def test_nodes_match_definition(case: Case, data: st.DataObject) -> None:
    explanation = accord.explain(*case.sides, nodes=case.nodes)
    known = explanation.nodes.names(range(len(explanation.nodes.indices)))
    node = data.draw(st.sampled_from(known))
    one = explanation.node(node)
    assert [(m.side, m.cluster) for m in one.memberships] == [
        (side, number)
        for side, clusters in (("truth", case.truth), ("found", case.found))
        for number, x in enumerate(clusters)
        if node in x
    ]
    if one.memberships:
        mean = sum(m.match_f1 for m in one.memberships) / len(one.memberships)
        assert one.agreement == pytest.approx(mean)
    for m in one.memberships:
        other = case.found if m.side == "truth" else case.truth
        assert m.match is None or node in other[m.match]
        assert m.partner_has_node == (m.partner is not None and node in other[m.partner])
        assert m.match_f1 <= m.partner_f1 + 1e-12


def test_levels_weights_and_shares() -> None:
    levels = Clustering.from_levels(
        [Clustering.from_clusters({"x": [1, 2]}), Clustering.from_clusters({"y": [1, 2, 3]})]
    )
    assert accord.explain(levels, [[1, 2]]).cluster("y").sets() == {
        0: [1, 2],
        "not_in_found": [3],
    }
    weighted = Clustering.from_clusters([[1, 2]], weights={1: 0.5, 2: 2.0})
    partner = accord.explain(weighted, Clustering.from_clusters([[2]], weights={2: 2.0})).cluster(0)
    assert (partner.size, partner.partners[0].overlap, partner.partners[0].share) == (2.5, 2, 0.8)
    fuzzy = accord.explain([{1: 0.5, 2: 1.0}], [{1: 1.0, 2: 0.25}]).cluster(0).partners[0]
    assert (fuzzy.overlap, fuzzy.shared) == (0.75, [1, 2])


# ---- as text and data ----------------------------------------------------------------------------


def large() -> ExplainedCluster:
    found = [[node, 10_000 + node] for node in range(30)]
    return accord.explain([range(1224)], found).cluster(0)


def test_lists_are_cut_in_text_and_whole_in_data() -> None:
    text = str(large())
    assert "  not in found: 30, 31," in text
    assert "49, … and 1,174 more" in text  # 1,224 nodes, 30 of them found, and 20 listed
    assert "… and 20 found clusters more" in text
    assert len(large().outside) == 1194
    assert len(large().to_dict()["partners"]) == 30
    assert len(large().head(3).to_dict()["partners"]) == 3
    with pytest.raises(InputError, match="positive integer"):
        large().head(0)


def test_as_data() -> None:
    red = why().cluster("red")
    data = json.loads(red.to_json())
    assert data["partners"][1]["extra"] == [7]
    assert data["partners"][1]["shared"] == [1, 2]
    assert red.to_csv().splitlines() == [
        "node,status,partner,truth,found",
        "3,correct,b,red,b",
        "4,correct,b,red,b",
        "1,missing,b,red,a",
        "2,missing,b,red,a",
        "5,missing,b,red; blue,c",
    ]
    assert why().found_cluster("a").to_pandas()["status"].tolist() == [
        *["correct"] * 2,
        *["missing"] * 3,
        "extra",
    ]
    assert why().cluster("gone").to_csv().splitlines()[1:] == [
        "8,missing,,gone,not in found",
        "9,missing,,gone,not in found",
    ]
    assert "<table>" in red._repr_html_()
    node = why().node(5)
    assert [row["cluster"] for row in node.to_dict()["memberships"]] == ["red", "blue", "c"]
    assert node.to_pandas()["side"].tolist() == ["truth", "truth", "found"]


def test_names_with_control_characters_stay_on_their_line() -> None:
    text = str(accord.explain({"a\nb": ["x\ny", "z"]}, {"c\nd": ["z"]}).cluster("a\nb"))
    assert len(text.splitlines()) == 14  # summary 1, status 4, table 3, members 3, blank 3
    assert "x y" in text


def test_worst_nodes_come_with_their_clusters() -> None:
    nodes = {row["node"]: row for row in why().to_dict()["nodes"]}
    assert nodes[7] == {"node": 7, "agreement": 0, "truth": None, "found": ["a"]}
    assert (nodes[1]["truth"], nodes[1]["found"]) == (["red"], ["a"])
    table = str(why()).split("nodes whose clusters agree worst")[1].split("\n")
    cells = [re.split("  +", line) for line in table if line.startswith("7 ")]
    assert cells == [["7", "0.0000", "not in truth", "a"]]


# ---- on the page ---------------------------------------------------------------------------------


def test_rows_of_clusters_open_to_their_members() -> None:
    page = why().to_html()
    opened = page.split('<summary aria-label="Members of red">show</summary>')[1]
    text = re.sub("<br/?>", "; ", opened[: opened.index("</details>")])
    assert re.findall("<li>(.*?)</li>", re.sub("</?(?:bdi|ul)>", "", text)) == [
        "2 correct – 3, 4",
        "3 missing – 1, 2, 5",
        "0 extra",
        "b: 2 shared, 40% of it – 3, 4",
        "a: 2 shared, 40% of it – 1, 2",
        "c: 1 shared, 20% of it – 5",
    ]
    worst = page[page.index('id="worst-nodes"') :]
    # Node 7
    assert '<td class="words">not in truth</td><td class="words"><bdi>a</bdi></td>' in worst


def test_pages_list_few_members_of_few_clusters() -> None:
    nodes = [range(100 * k, 100 * k + 100) for k in range(60)]
    found = [x[::2] for x in nodes] + [x[1::2] for x in nodes]
    page = accord.explain(nodes, found).to_html()
    assert page.count('<details aria-label="Members of') == 80  # 40 of each side
    assert "50 shared, 50% of it – <bdi>0</bdi>, <bdi>2</bdi>" in page
    assert "<bdi>18</bdi>, …" in page
    assert "<bdi>20</bdi>, <bdi>22</bdi>" not in page


def test_names_on_the_page_are_escaped() -> None:
    page = accord.explain({"<i>": ["<b>", "x"]}, {"<u>": ["<b>"]}).to_html()
    assert "<bdi>&lt;b&gt;</bdi>" in page
    assert not {"<i>", "<u>"} & set(re.findall("<[a-z]+>", page))


# ---- on the command line -------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    accord.write(Clustering.from_clusters(TRUTH), tmp_path / "truth.cnl")
    accord.write(Clustering.from_clusters(FOUND), tmp_path / "found.cnl")
    return tmp_path


def output(folder: Path, *arguments: str) -> str:
    return command_process.output("explain", "truth.cnl", "found.cnl", *arguments, cwd=folder)


def test_command_says_where_the_members_are(folder: Path) -> None:
    command = ("explain", "truth.cnl", "found.cnl", "--cluster", "red", "-o", "red.csv")
    assert command_process.run(*command, cwd=folder).stderr == b"nodes: red.csv\n"
    assert command_process.run(*command, "--quiet", cwd=folder).stderr == b""


def test_command_prints_and_writes_members(folder: Path) -> None:
    red = why().cluster("red")
    printed = output(folder, "--cluster", "red", "--format", "csv", "-o", "red.pairs", "-q")
    assert printed == red.to_csv() + "\n"
    assert list(accord.read(folder / "red.pairs").cluster_names()) == ["b", "a", "c"]
    output(folder, "--found-cluster", "a", "-o", "a.cnl", "--top", "1", "-q")
    assert list(accord.read(folder / "a.cnl").clusters()) == [[1, 2], [7]]
    data = json.loads(output(folder, "--node", "5", "--format", "json"))
    assert data["node"] == 5


def test_command_writes_the_status_of_nodes_as_a_table(folder: Path) -> None:
    a = why().found_cluster("a")
    for name in ("wrong.csv", "wrong.tsv", "wrong.json", "wrong.csv.gz"):
        output(folder, "--found-cluster", "a", "-o", name, "-q")
    assert (folder / "wrong.csv").read_text() == a.to_csv() + "\n"
    assert (folder / "wrong.tsv").read_text() == a.to_csv().replace(",", "\t") + "\n"
    assert json.loads((folder / "wrong.json").read_text()) == a.to_dict() | {"partners": ANY}
    assert gzip.decompress((folder / "wrong.csv.gz").read_bytes()).decode() == a.to_csv() + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cluster", "bleu"], "unknown truth cluster 'bleu': did you mean blue?"),
        (
            ["--cluster", "a"],
            "unknown truth cluster 'a': found has a cluster a: use --found-cluster a",
        ),
        (["--found-cluster", "red"], "truth has a cluster red: use --cluster red"),
        (["--cluster", "red", "--node", "1"], "--cluster and --node: name one cluster or node"),
        (["-o", "x.cnl"], "--output x.cnl: add --cluster or --found-cluster"),
    ],
)
def test_command_refuses(folder: Path, arguments: list[str], message: str) -> None:
    result = command_process.run("explain", "truth.cnl", "found.cnl", *arguments, cwd=folder)
    assert result.returncode == 2
    assert message in result.stderr.decode()
