"""The report on several results: ranked, metric by metric, and how like each other they are."""

from __future__ import annotations

from collections.abc import Iterator

from accord._compare import Ranking
from accord._compare.comparison import metric_named
from accord._explain.explain import explain
from accord._explain.explained_side import VerdictTotal
from accord.report._facts import how_several_were_made, how_to_cite, warnings
from accord.report._markup import Markup, tag
from accord.report._page import Section
from accord.report._pictures.score_dots import dots_pictures, scales_differ
from accord.report._pictures.similarity import similarity_picture
from accord.report._pictures.svg import figure
from accord.report._pictures.verdicts import verdicts_of_results
from accord.report._sentences import MEANINGS, lead_of_several
from accord.report._tables import facts, legend, name_of, table
from accord.views import score_dots, similarity_map

#: Kinds of notes on the columns of the certainty table.
_CERTAINTY = ("interval", "baseline")
#: How many results the map of likeness shows, the truth among them.
_IN_MAP = 40
#: With more memberships times results than this, results are not compared with each other.
_MOST_ALL_PAIRS = 20_000_000
#: With more memberships than this, results are not explained one by one.
_MOST_EXPLAINED = 2_000_000


def report_on_several(ranking: Ranking) -> tuple[Markup, list[Section]]:
    """What it says at the top, and its sections."""
    return lead_of_several(ranking), list(_sections(ranking))


def _sections(ranking: Ranking) -> Iterator[Section]:
    yield Section("ranking", "Ranking", "Which result is best?", _ranking(ranking))
    yield Section("scores", "Scores", "How far apart are they?", _scores(ranking))
    memberships = _memberships(ranking)
    if memberships * min(len(ranking), _IN_MAP) <= _MOST_ALL_PAIRS:
        yield Section("likeness", "Likeness", "How like each other are they?", _likeness(ranking))
    totals = _totals(ranking) if memberships <= _MOST_EXPLAINED else {}
    if totals:
        yield Section(
            "verdicts", "Verdicts", "What became of the truth clusters?", _verdicts(totals)
        )
    yield Section(
        "making", "Making of", "How were the numbers made?", how_several_were_made(ranking)
    )
    yield Section("citing", "Citing", "How to cite", how_to_cite())


def _memberships(ranking: Ranking) -> int:
    """What there is to read and compare."""
    return sum(
        ranking.truth.n_memberships + comparison.found.memberships
        for comparison in ranking.values()
    )


def _ranking(ranking: Ranking) -> list[Markup]:
    ranked = ranking.table()
    columns = [
        (title, "number" if place in ranked.right else "name")
        for place, title in enumerate(ranked.header)
    ]
    rows = [[rank, name_of(name), *cells] for rank, name, *cells in ranked.rows]
    truth = f"Truth: {ranking.truth.summary()}."
    intro = [tag("p", f"Ranked by {ranking.metrics[0]}. {truth}", class_="intro")]
    shown_elsewhere = ("truth", *_CERTAINTY)
    notes = warnings([note for note in ranking.notes() if note.kind not in shown_elsewhere])
    return [
        *intro,
        table("ranking-table", "Results, best first", columns, rows, sortable=True, heading=1),
        *notes,
    ]


def _scores(ranking: Ranking) -> list[Markup]:
    known = [comparison for comparison in ranking.values() if comparison.baselines]
    chance = " A dotted mark is what chance alone would give." if known else ""
    sure = (
        " A line is an interval."
        if any(comparison.intervals for comparison in ranking.values())
        else ""
    )
    dots = score_dots(ranking)
    scales = " Every metric is on a scale of its own." if scales_differ(dots) else ""
    intro = f"Results in the order of their ranks.{scales}"
    caption = f"A strip for each metric; the best value has the solid dot.{chance}{sure}"
    drawn = [figure(picture, caption) for picture in dots_pictures(dots)]
    meanings = facts(
        {metric: metric_named(metric).meaning.rstrip(".") for metric in ranking.metrics}
    )
    return [tag("p", intro, class_="intro"), *drawn, meanings, *_certainty(ranking)]


def _certainty(ranking: Ranking) -> list[Markup]:
    """Intervals and chance in numbers, where they are known."""
    numbers = ranking.certainty_table()
    if numbers is None:
        return []
    columns = [
        (title, "number" if place in numbers.right else "name")
        for place, title in enumerate(numbers.header)
    ]
    rows = [[metric, name_of(name), *cells] for metric, name, *cells in numbers.rows]
    notes = [
        f"{note.text[:1].upper()}{note.text[1:]}."
        for note in ranking.notes()
        if note.kind in _CERTAINTY
    ]
    caption = "How sure the values are"
    drawn = table(
        "certainty-table", caption, columns, rows, sortable=True, heading=1, class_="tall"
    )
    return [tag("h3", "How sure are they?"), tag("p", " ".join(notes), class_="intro"), drawn]


def _likeness(ranking: Ranking) -> list[Markup]:
    likeness = similarity_map(ranking, max_clusterings=_IN_MAP)
    intro = f"Every result against every other, and against the truth, by {likeness.metric}."
    if likeness.n_results >= _IN_MAP:
        intro += f" Of {likeness.n_results} results, the first {_IN_MAP - 1}."
    if not likeness.symmetric:
        intro += " The clustering of the row is taken as the truth."
    caption = (
        "The stronger the colour, the more alike. The tree joins the nearest first; "
        "the farther right two are joined, the less alike they are."
    )
    return [tag("p", intro, class_="intro"), figure(similarity_picture(likeness), caption)]


def _totals(ranking: Ranking) -> dict[str, dict[str, VerdictTotal]]:
    """What became of the truth clusters in each result that was ranked as it is, not by its levels."""
    names = [name for name in ranking if name in ranking.results]
    return {
        name: explain(
            ranking.given_truth, ranking.results[name], nodes=ranking.nodes
        ).truth.totals()
        for name in names
    }


def _verdicts(totals: dict[str, dict[str, VerdictTotal]]) -> list[Markup]:
    there = [
        verdict
        for verdict in MEANINGS["truth"]
        if any(of[verdict].clusters for of in totals.values())
    ]
    columns = [("found", "name"), *((verdict, "number") for verdict in there)]
    rows = [
        [name_of(name), *(f"{of[verdict].clusters:,}" for verdict in there)]
        for name, of in totals.items()
    ]
    intro = "How many truth clusters each result found exactly, closely, in parts, merged, mixed up or not at all."
    bars = verdicts_of_results(
        {name: {word: float(of[word].clusters) for word in there} for name, of in totals.items()}
    )
    return [
        tag("p", intro, class_="intro"),
        legend({verdict: verdict for verdict in there}),
        bars,
        table("verdicts-table", "Truth clusters by verdict", columns, rows, sortable=True),
    ]
