"""The report on several results: ranked, metric by metric, and how like each other they are."""

from __future__ import annotations

from collections.abc import Iterator

from accord.comparison import Ranking, meaning_of
from accord.layout import decimals
from accord.report.facts import how_several_were_made, how_to_cite
from accord.report.markup import Markup, tag
from accord.report.page import Section
from accord.report.svg import figure
from accord.report.svg_dots import dots_picture
from accord.report.svg_similarity import similarity_picture
from accord.report.tables import facts, name_of, table
from accord.report.words import lead_of_several
from accord.views import score_dots, similarity_map

#: How many results the map of likeness shows, the truth among them.
_IN_MAP = 40


def report_on_several(ranking: Ranking) -> tuple[Markup, list[Section]]:
    """What it says at the top, and its sections."""
    return lead_of_several(ranking), list(_sections(ranking))


def _sections(ranking: Ranking) -> Iterator[Section]:
    yield Section("ranking", "Ranking", "Which result is best?", _ranking(ranking))
    yield Section("scores", "Scores", "How far apart are they?", _scores(ranking))
    yield Section("likeness", "Likeness", "How like each other are they?", _likeness(ranking))
    yield Section("making", "Making of", "How were the numbers made?", how_several_were_made(ranking))
    yield Section("citing", "Citing", "How to cite", how_to_cite())


def _ranking(ranking: Ranking) -> list[Markup]:
    header, _ = ranking.table()
    columns = [("rank", "number"), ("found", "name"), *((title, "number") for title in header[2:])]
    rows = [
        [
            str(place),
            name_of(name),
            f"{comparison.nodes.base:,}",
            f"{comparison.found.clusters:,}",
            *(decimals(comparison[metric]) for metric in ranking.metrics),
        ]
        for place, (name, comparison) in enumerate(ranking.items(), 1)
    ]
    first, *notes = ranking.notes()
    told = [tag("p", f"Ranked by {ranking.metrics[0]}. {first[:1].upper()}{first[1:]}.", class_="intro")]
    warnings = [tag("ul", *(tag("li", note, class_="warning") for note in notes), class_="notes")] if notes else []
    return [*told, table("ranking-table", "Results, best first", columns, rows, sortable=True, heading=1), *warnings]


def _scores(ranking: Ranking) -> list[Markup]:
    known = [comparison for comparison in ranking.values() if comparison.baselines]
    chance = " A dotted mark is what chance alone would give." if known else ""
    sure = " A line is an interval." if any(comparison.intervals for comparison in ranking.values()) else ""
    intro = "Every metric on a scale of its own, results in the order of their ranks."
    caption = f"A strip for each metric; the best value of each is full.{chance}{sure}"
    drawn = figure(dots_picture(score_dots(ranking)), caption, wide=True)
    return [tag("p", intro, class_="intro"), drawn, facts({metric: meaning_of(metric) for metric in ranking.metrics})]


def _likeness(ranking: Ranking) -> list[Markup]:
    likeness = similarity_map(ranking, most=_IN_MAP)
    intro = f"Every result against every other, and against the truth, by {likeness.metric}."
    if likeness.n_results >= _IN_MAP:
        intro += f" Of {likeness.n_results} results, the first {_IN_MAP - 1}."
    caption = "The stronger the colour, the more alike. The tree joins the nearest first; the farther right two are joined, the less alike they are."
    return [tag("p", intro, class_="intro"), figure(similarity_picture(likeness), caption, wide=True)]
