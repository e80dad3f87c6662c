"""The page as text is well-formed, escaped, deterministic, and of limited size."""

import datetime
import gzip
import os
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.report import to_html, write_html
from accord.report._markup import Markup, label, tag

VOID = {"meta", "br", "input", "link", "img"}


class Outline(HTMLParser):
    """The elements of a page, in order; fails if an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))
        assert len(dict(attributes)) == len(attributes), f"an attribute of {name} comes twice"
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    def names(self) -> set[str]:
        return {name for name, _ in self.elements}


@pytest.fixture(params=["comparison", "ranking", "levelled"])
def result(request: pytest.FixtureRequest) -> accord.Comparison | accord.Ranking:
    result: accord.Comparison | accord.Ranking = request.getfixturevalue(request.param)
    return result


def test_page_is_well_formed_and_self_contained(
    result: accord.Comparison | accord.Ranking,
) -> None:
    text = to_html(result)
    outline = Outline(text)
    assert text.startswith("<!DOCTYPE html>")
    assert not {"img", "link", "iframe", "object", "embed", "video", "base"} & outline.names()
    for name, attributes in outline.elements:
        assert "style" not in attributes, name
        assert not any(attribute.startswith("on") for attribute in attributes), name
        assert "src" not in attributes, name
        assert (attributes.get("href") or "#").startswith("#"), name
    assert "http://" not in text
    assert "https://" not in text
    assert "@import" not in text
    assert "url(" not in text


def test_equal_results_give_equal_pages(comparison: accord.Comparison) -> None:
    assert to_html(comparison) == to_html(comparison)


@settings(max_examples=25)
@given(st.lists(st.text(max_size=30), min_size=2, max_size=4, unique=True), st.text(max_size=30))
def test_names_of_any_kind_are_escaped(names: list[str], title: str) -> None:
    """Names of clusters, nodes and results change the text of the page, never its elements."""

    def page(names: list[str], title: str) -> Outline:
        first, second, *_ = names
        nodes = [
            f"{place}{name}" for place, name in enumerate([first, second, "", first, second, title])
        ]
        truth = {first: nodes[:3], second: nodes[3:5]}
        found = {second: nodes[:2], first: nodes[2:]}
        comparison = accord.compare(truth, found, "f1h", noise=False)
        return Outline(to_html(comparison, title=title))

    plain, strange = page(["a", "b"], "title"), page(names, title or "?")
    assert [name for name, _ in strange.elements] == [name for name, _ in plain.elements]
    shown = {*strange.texts}
    assert {label(name) for name in names[:2] if name.isprintable()} <= shown


def test_names_appear_verbatim_in_the_text(comparison: accord.Comparison) -> None:
    texts = Outline(to_html(comparison)).texts
    assert '</script><img src=x onerror="alert(1)">' in texts
    assert "a & b < \"c\" > 'd'" in texts


def test_control_characters_and_lone_surrogates_are_replaced() -> None:
    assert tag("b", "\x00\x1b\ud800\ufffe") == "<b>\ufffd\ufffd\ufffd\ufffd</b>"
    assert label("a" * 1000).endswith("…")
    to_html(accord.compare({"\x1b": [1]}, {"\x00": [1]}, "f1h"), title="\udfff").encode()


@given(st.text(max_size=20), st.text(max_size=20))
def test_plain_strings_are_escaped(content: str, value: str) -> None:
    outline = Outline(tag("p", content, tag("b", "x"), title=value))
    assert [name for name, _ in outline.elements] == ["p", "b"]
    assert tag("p", Markup("<i></i>")) == "<p><i></i></p>"


def test_page_shows_the_numbers_of_the_comparison(comparison: accord.Comparison) -> None:
    text = to_html(comparison)
    for name, score in comparison.items():
        row = re.search(rf"<tr><th[^>]*><b>{re.escape(name)}</b>.*?</tr>", text)
        assert row, name
        cells = re.findall(r"<td[^>]*>(?:<svg.*?</svg>)?([^<]*)</td>", row[0])
        baseline, interval = comparison.baselines[name], comparison.intervals[name]
        told = [float(cell) for cell in cells if re.fullmatch(r"-?[\d.]+", cell)]
        expected = [
            float(score),
            score.precision,
            score.recall,
            baseline.expected,
            baseline.adjusted,
        ]
        assert told == [round(value, 4) for value in expected if value is not None]
        assert f"{interval.low:.4f} to {interval.high:.4f}" in cells
    for entry in comparison.not_applicable.values():
        assert entry.advice in Outline(text).texts


def test_costly_clusters_and_their_partners_are_listed(comparison: accord.Comparison) -> None:
    subject = comparison.subject
    assert subject is not None
    why = accord.explain(subject.truth, subject.found, nodes=subject.nodes)
    ids = {
        attributes["id"]
        for name, attributes in Outline(to_html(comparison)).elements
        if name == "tr" and "id" in attributes
    }
    for side, other in ((why.truth, "found"), (why.found, "truth")):
        for place in side.costliest(150).tolist():
            assert f"{side.side}-{place}" in ids
            if side.partner[place] >= 0:
                assert f"{other}-{side.partner[place]}" in ids


def test_page_size_is_limited_for_large_inputs() -> None:
    truth = accord.generate_cover(400_000, 100_000, 1.2, seed=1)
    comparison = accord.compare(
        truth, accord.perturb(truth, split=0.3, merge=0.2, move=0.1, seed=2), "f1h"
    )
    start = time.perf_counter()
    text = to_html(comparison)
    assert time.perf_counter() - start < 30
    assert len(text.encode()) < 1_000_000


@pytest.mark.parametrize(
    ("truth", "found"),
    [
        ([[1]], [[1]]),
        ([[1, 2], [3]], [[4, 5], [6]]),
        ([[1, 2]], [[1], [2]]),
        ([{1: 0.5, 2: 1.0}, {1: 0.5, 3: 0.25}], [{1: 1.0, 2: 0.1}, {3: 0.1}]),
        ([[1, 2], [1, 2], [1, 2]], [[1, 2]]),
        ([list(range(5000))], [[node] for node in range(5000)]),
    ],
    ids=["one node", "nothing in common", "split", "shares", "duplicates", "all alone"],
)
def test_small_and_odd_inputs_have_a_page(truth: object, found: object) -> None:
    outline = Outline(to_html(accord.compare(truth, found)))
    assert "svg" in outline.names()
    assert "nan" not in " ".join(outline.texts).lower().split()


def test_weights_and_node_base_have_a_page() -> None:
    weights = {node: 1.5 + node for node in range(20)}
    truth = accord.Clustering.from_clusters([range(10), range(5, 20)], weights=weights)
    found = accord.Clustering.from_clusters([range(12), range(12, 20)], weights=weights)
    Outline(
        to_html(accord.compare(truth, found, "f1h", nodes=range(6)))
    )  # clusters that lose all their nodes


def test_many_metrics_and_results_fit() -> None:
    truth = accord.generate_cover(200, 8, seed=1)
    results = {
        f"result {place}": accord.perturb(truth, move=place / 50, seed=2) for place in range(45)
    }
    ranking = accord.rank(truth, results, [name for name in accord.METRICS if name != "gnmi"])
    outline = Outline(to_html(ranking))
    titles = [text for text in outline.texts if text.startswith("Scores of all results by ")]
    assert ", ".join(
        title.removeprefix("Scores of all results by ") for title in titles
    ) == ", ".join(ranking.metrics)
    assert max(len(title.split(", ")) for title in titles) == 6
    assert "45 results, the first 39." in "".join(outline.texts)


def test_tooltips_of_flows_state_shares_of_overlapping_clusters() -> None:
    truth = {"chess": list("abcde"), "choir": list("efg")}
    found = {"x": list("abcd"), "y": list("bcefg"), "z": list("uv")}
    texts = Outline(to_html(accord.compare(truth, found, "f1h"))).texts
    bands = [text for text in texts if " → " in text]
    assert sorted(bands) == [
        "chess → x: 4, 80% of chess, 100% of x",
        "chess → y: 3, 60% of chess, 60% of y",
        "choir → y: 3, 100% of choir, 60% of y",
        "not in truth → z: 2, 100% of z",
    ]
    for told in ("chess: 5, ", "choir: 3, ", "x: 4, ", "y: 5, ", "z: 2, "):
        assert any(text.startswith(told) for text in texts), told


def test_lead_of_a_perfect_result() -> None:
    text = to_html(accord.compare([[1, 2], [3, 4]], [[3, 4], [1, 2]], "f1h"))
    assert "F1h is 1.00. Both truth clusters were found exactly." in "".join(Outline(text).texts)


def lead(result: accord.Comparison | accord.Ranking) -> str:
    """The first sentences of a page, without markup."""
    paragraph = re.search(r'<p class="lead">(.*?)</p>', to_html(result))
    assert paragraph
    return "".join(Outline(paragraph[0]).texts)


def test_lead_is_about_the_first_requested_metric() -> None:
    truth, found = [[1, 2, 3], [4, 5, 6]], [[1, 2, 3, 4], [5, 6]]
    for metric in ("omega", "nmi", "f1p", "bcubed"):
        assert lead(accord.compare(truth, found, metric)).startswith(f"{metric.capitalize()} is ")
    truth, found = [range(10), range(10, 20)], [range(5), range(5, 10), range(10, 20)]
    assert "; what costs f1h most is that 1 cluster was split" in lead(
        accord.compare(truth, found, "omega")
    )
    assert "; what costs most is that 1 cluster was split" in lead(
        accord.compare(truth, found, "f1p,omega")
    )


def test_lead_starts_with_no_common_node() -> None:
    strange = [[11, 12], [13]]
    told = lead(accord.compare([[1, 2], [3]], strange, "f1h"))
    assert told.startswith(
        "Truth and found have no node in common: do they use the same node ids? F1h is 0.00."
    )
    told = lead(accord.rank([[1, 2], [3]], {"good": [[1, 2], [3]], "odd": strange}, "f1h"))
    assert told.startswith(
        "odd has no node in common with the truth: do they use the same node ids? "
        "Of 2 results, good "
    )


def test_tied_results_share_the_first_place() -> None:
    truth = [[1, 2, 3], [4, 5], [6]]
    one, other = [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4, 5], [6]]
    told = lead(accord.rank(truth, {"one": one, "same": one, "other": other}, "f1h,nmi"))
    # One of six nodes decides, so that the third may be as good.
    assert told.startswith(
        "Of 3 results, no clear winner: on another sample of nodes, one, same and other could "
    )
    assert "; one is ahead of other by 0." in told
    assert told.endswith(". By every other metric, one and same are first too.")
    far = {"one": truth, "same": truth, "other": [[1, 4], [2, 5], [3, 6]]}
    told = lead(accord.rank(truth, far, "f1h"))
    assert told.startswith("Of 3 results, one and same share the first place: F1h 1.00; next is")
    told = lead(accord.rank(truth, {"one": one, "same": one}, "f1h"))
    assert re.fullmatch(r"Of 2 results, one and same share the first place: F1h 0\.\d\d\.", told)
    told = lead(accord.rank(truth, {str(place): one for place in range(9)}, "f1h"))
    assert told.startswith("Of 9 results, 9 of them share the first place")


def test_lead_says_who_is_best_only_if_that_is_clear() -> None:
    truth = accord.generate_cover(300, 12, seed=1)
    near = {f"move {place}": accord.perturb(truth, move=0.2, seed=place) for place in (2, 3)}
    far = {
        "good": accord.perturb(truth, move=0.05, seed=2),
        "bad": accord.perturb(truth, move=0.7, seed=2),
    }
    for results, alike in ((near, True), (far, False)):
        for interval in (True, False):
            ranking = accord.rank(truth, results, "f1h", interval=interval)
            first, second = (results[name] for name in ranking)
            repeats = 100 if interval else 20
            known = accord.difference("f1h", truth, first, second, repeats=repeats)
            assert known.is_clear is not alike
            margin = f"{known.value:.4f} (95 %: {known.low:.4f} to {known.high:.4f})"
            text = lead(ranking)
            assert (" is best: F1h " in text) is not alike
            assert ("no clear winner: " in text) is alike
            assert margin in text


def test_lead_of_a_large_ranking_claims_no_more_than_the_highest_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accord.report._ranking.MAX_MEMBERSHIPS_FOR_CHANCE", 10)
    truth = [range(20), range(20, 40)]
    # F1 with a half is 2/3; by nodes, half of each side has it and half has 1: 5/6.
    results = {"same": truth, "split": [range(10), range(10, 20), range(20, 40)]}
    assert lead(accord.rank(truth, results, "f1h")) == (
        "Of 2 results, same has the highest f1h: 1.00; next is split with 0.83; "
        "whether they could change places on another sample of nodes was not computed."
    )
    assert "has the lowest vi: 0.00" in lead(accord.rank(truth, results, "vi"))


def test_lead_names_who_is_ahead_by_another_metric_and_by_how_much() -> None:
    truth = [range(20), range(20, 40)]
    pure, whole = [range(10), range(10, 20), range(20, 40)], [range(41)]
    results = {"pure": pure, "whole": whole}
    text = lead(accord.rank(truth, results, "f1h,purity,inverse_purity", nodes="truth"))
    assert text.endswith(". By inverse_purity (1.00 against 0.75), whole is ahead.")
    assert lead(accord.rank(truth, {"pure": pure}, "f1h")) == "Of 1 result, pure has F1h 0.83."


def test_lead_handles_singular_and_plural() -> None:
    truth = [range(20), range(20, 30), range(30, 40), range(40, 50)]
    assert "None of the 4 truth clusters was found exactly, 1 closely; " in lead(
        accord.compare(
            truth,
            [range(19), range(20, 25), range(25, 30), range(30, 35), range(35, 45), range(45, 50)],
            "f1h",
        )
    )
    assert "The only truth cluster was found closely." in lead(
        accord.compare([range(20)], [range(19)], "f1h")
    )


def test_adjusted_is_a_dash_if_chance_gives_the_best_value() -> None:
    comparison = accord.compare([[1, 2, 3]], [[1, 2, 3]], "f1h", baseline=True, repeats=3)
    assert comparison.baselines["f1h"].adjusted is None
    row = re.search(r"<tr><th[^>]*><b>f1h</b>.*?</tr>", to_html(comparison))
    assert row
    assert row[0].endswith('<td class="number">1.0000</td><td class="number">–</td></tr>')


def test_the_lead_says_what_costs_most() -> None:
    truth = {"whole": range(10), "other": range(10, 20), "third": range(20, 30)}
    text = "".join(
        Outline(
            to_html(accord.compare(truth, [range(10), range(10, 15), range(15, 20), range(20, 30)]))
        ).texts
    )
    assert (
        "2 of the 3 truth clusters were found exactly; what costs most is that 1 cluster was split."
        in text
    )


def test_other_objects_raise(ranking: accord.Ranking) -> None:
    with pytest.raises(accord.InputError, match="such as compare or rank returns, not list"):
        to_html([1])  # type: ignore[arg-type]
    with pytest.raises(accord.InputError, match="compare this result alone"):
        to_html(next(iter(ranking.values())))


def test_file_is_written_atomically(comparison: accord.Comparison, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_html(comparison, path)
    assert path.read_text(encoding="utf-8") == to_html(comparison)
    write_html(comparison, str(path) + ".gz", title="zipped")
    assert b"<title>zipped" in gzip.decompress((tmp_path / "page.html.gz").read_bytes())
    with pytest.raises(accord.FileError):
        write_html(comparison, tmp_path / "no such folder" / "page.html")
    assert sorted(os.listdir(tmp_path)) == ["page.html", "page.html.gz"]


def test_scales_are_mentioned_if_they_differ() -> None:
    truth, results = [[1, 2, 3], [4, 5]], {"one": [[1, 2], [3, 4, 5]], "other": [[1, 2, 3, 4, 5]]}
    for metrics, differ in (("f1h,nmi", False), ("f1h,vi", True)):
        assert ("has its own scale" in to_html(accord.rank(truth, results, metrics))) == differ


def test_ranking_page_has_a_certainty_table() -> None:
    truth = accord.generate_cover(100, 6, seed=1)
    results = {f"move {place}": accord.perturb(truth, move=place / 10, seed=2) for place in (1, 3)}
    assert "certainty-table" not in to_html(accord.rank(truth, results, "f1h"))
    ranking = accord.rank(truth, results, "f1h,f1p", baseline=True, interval=True, repeats=10)
    rows = (
        to_html(ranking)
        .partition('id="certainty-table"')[2]
        .partition("</table>")[0]
        .split("<tr>")[2:]
    )
    assert len(rows) == 4
    for metric in ("f1h", "f1p"):
        for name, one in ranking.items():
            interval, chance = one.intervals[metric], one.baselines[metric]
            told = [
                metric,
                name,
                *(f"{value:.4f}" for value in (one[metric], interval.low, interval.high)),
            ]
            told += [f"{chance.expected:.4f} ± {chance.spread:.4f}", f"{chance.adjusted:.4f}"]
            assert [row for row in rows if re.findall(r">([^<>]+)<", row) == told]


@pytest.mark.parametrize("seed", [0, 42])
def test_method_section_states_the_seed(seed: int) -> None:
    truth, found = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]
    made = {"baseline": True, "interval": True, "repeats": 3, "seed": seed}
    assert to_html(accord.compare(truth, found, "f1h", **made)).count(f"; seed {seed}<") == 2
    assert (
        to_html(accord.rank(truth, {"found": found}, "f1h", **made)).count(f"; seed {seed}<") == 2
    )
    assert "; seed" not in to_html(accord.compare(truth, found, "f1h", seed=seed))


def test_total_sizes_have_the_right_unit() -> None:
    crisp, overlapping, shares = [[1, 2], [3]], [[1, 2], [2, 3]], [{1: 0.5, 2: 1.0}, {3: 1.0}]
    weighted = accord.Clustering.from_clusters(crisp, weights={1: 2.0, 2: 1.0, 3: 1.0})
    for truth, found, words in (
        (crisp, overlapping, ("nodes", "memberships")),
        (overlapping, crisp, ("memberships", "nodes")),
        (weighted, weighted, ("size", "size")),
        (crisp, shares, ("size", "size")),
    ):
        text = to_html(accord.compare(truth, found, "f1h"))
        for side, word in zip(("truth", "found"), words, strict=True):
            table = text.partition(f'id="verdicts-{side}"')[2].partition("</thead>")[0]
            assert re.findall(r"<th[^>]*>([^<]+)</th>", table) == [
                "verdict",
                "clusters",
                word,
                "cost",
            ]
            assert f"{word} in {side} clusters" in text


def test_every_picture_of_sizes_has_its_own_legend(comparison: accord.Comparison) -> None:
    section = to_html(comparison).partition('<section id="sizes"')[2].partition("</section>")[0]
    sizes, *clouds = re.findall(r"<figure>(.*?)</figure>", section)
    subject = comparison.subject
    assert subject is not None
    totals = accord.explain(subject.truth, subject.found).totals()

    def legend(figure: str) -> list[str]:
        return re.findall(r"</span>([^<]+)</li>", figure)

    assert legend(sizes) == ["truth", "found"]
    for side, cloud in zip(("truth", "found"), clouds, strict=True):
        assert legend(cloud) == [word for word, total in totals[side].items() if total.clusters]
    assert legend(section) == [word for figure in (sizes, *clouds) for word in legend(figure)]


def test_the_median_is_drawn_where_there_are_clusters() -> None:
    truth = [range(2), range(2, 4), range(10, 110)]  # sizes 2 to 3, and 64 to 127
    page = to_html(accord.compare(truth, truth, "f1h"))
    paths = re.findall(r'<path d="([^"]*)" class="median"/>', page)
    assert len(paths) == 2
    for path in paths:
        steps = [tuple(map(float, step)) for step in re.findall(r"M(\S+) \S+?H([\d.]+)", path)]
        (first, second) = steps
        assert first[1] - first[0] == pytest.approx(second[1] - second[0], abs=0.2)
        assert second[0] - first[1] == pytest.approx(
            4 * (first[1] - first[0]), abs=0.5
        )  # four empty bins between them


def test_two_items_are_called_both() -> None:
    text = to_html(accord.compare([[1, 2], [3, 4]], [[1, 2, 3], [4]], "f1h"))
    assert "All 2 " not in text
    assert "Both truth clusters in the rows" in text
    assert "All 1 " not in to_html(accord.compare([[1]], [[1]], "f1h"))


# ---- the foot, and chance ------------------------------------------------------------------------


def test_foot_has_version_date_and_command(comparison: accord.Comparison) -> None:
    command = "accord compare 'a <b>.cnl' found.cnl"
    text = to_html(comparison, command=command, date=datetime.date(2024, 2, 29))
    foot = text[text.index("<footer>") : text.index("</footer>")]
    assert f"Made by accord {accord.__version__} on 2024-02-29." in foot
    assert "accord compare &#x27;a &lt;b&gt;.cnl&#x27; found.cnl</code>" in foot


def test_date_is_that_of_source_date_epoch_or_today(
    comparison: accord.Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86399")  # the last second of the day
    assert " on 1970-01-01." in to_html(comparison)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert " on 1970-01-02." in to_html(comparison)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    days = {datetime.datetime.now(datetime.UTC).date().isoformat() for _ in range(1)}
    text = to_html(comparison)
    days.add(datetime.datetime.now(datetime.UTC).date().isoformat())  # midnight may have passed
    assert any(f" on {day}." in text for day in days)


def test_page_says_that_chance_was_not_computed(comparison: accord.Comparison) -> None:
    said = "What random clusters of the same sizes would score was not computed"
    truth = [[1, 2, 3], [4, 5]]
    assert said not in to_html(comparison)
    alone = to_html(accord.compare(truth, [[1, 2], [3, 4, 5]]))
    assert f"{said}; baseline=True computes it." in alone
    assert f"{said}; baseline=True computes it." in to_html(accord.rank(truth, {"a": truth}))


# ---- pages of every result -----------------------------------------------------------------------


def test_result_writes_its_page(comparison: accord.Comparison, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert comparison.to_html(path, title="A title") is None
    assert path.read_text(encoding="utf-8") == to_html(comparison, title="A title")
    assert comparison.to_html(title="A title") == to_html(comparison, title="A title")


def test_explanation_has_a_page_with_pictures(
    pair: tuple[accord.Clustering, accord.Clustering],
) -> None:
    text = accord.explain(*pair).to_html()
    for section in ("verdicts", "sizes", "overlaps", "flows", "clusters", "nodes"):
        assert f'<section id="{section}"' in text
    assert 'class="picture matrix' in text


def test_other_results_have_a_page_of_their_tables() -> None:
    network = [(1, 2), (2, 3), (3, 1), (3, 4)]
    scores = accord.score(accord.Network.from_edges(network), [[1, 2, 3], [4]], "coverage")
    text = scores.to_html()
    assert "<h1>Scores</h1>" in text
    assert ">0.7500</td>" in text  # three of the four edges are inside
    named = accord.named_clusters([["a", "b"]], [["<a>", "a", "b"]]).to_html()
    assert "<h1>NamedClusters</h1>" in named
    assert "<a>" not in named
