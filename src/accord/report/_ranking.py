"""The report on a ranking: its sections, from the ranked results to how to cite."""

from __future__ import annotations

from collections.abc import Iterator

from accord._compare.comparison import meaning_of
from accord._compare.leaders import Leaders, find_leaders
from accord._compare.ranking import Ranking
from accord._display.tables import Table
from accord._explain.explain import explain
from accord._explain.explained_side import VerdictTotal
from accord.errors import AccordError
from accord.report._markup import Markup, label, tag
from accord.report._notes import small_print, warning_list
from accord.report._page import Section
from accord.report._pictures.score_dots import dots_pictures, scales_differ
from accord.report._pictures.similarity import similarity_picture
from accord.report._pictures.svg import figure
from accord.report._pictures.verdicts import verdicts_of_results
from accord.report._provenance import citation_section, method_of_ranking
from accord.report._scores import MAX_MEMBERSHIPS_FOR_CHANCE, RANDOM_CLUSTERS, no_chance
from accord.report._sentences import MEANINGS, lead_of_ranking
from accord.report._tables import facts, name_of, table
from accord.views import score_dots, similarity_map

#: Kinds of notes on the columns of the certainty table.
_CERTAINTY = ("interval", "baseline")
#: Groups of nodes that are left out to compare the first results.
_GROUPS_OF_LEADERS = 20
#: Number of clusterings in the similarity map, the truth included.
_MAX_IN_MAP = 40
#: Results are compared with each other up to this number of memberships times results.
_MAX_WORK_OF_MAP = 20_000_000
#: Results are explained one by one up to this number of memberships.
_MAX_EXPLAINED = 2_000_000


def report_on_ranking(ranking: Ranking) -> tuple[Markup, list[Section]]:
    """Return the lead of the page and its sections."""
    leaders = _leaders(ranking)
    return lead_of_ranking(ranking, leaders), list(_sections(ranking, leaders))


def _leaders(ranking: Ranking) -> Leaders | None:
    """Return which results may be the best; None if that takes long or cannot be computed."""
    if ranking.leaders is not None or len(ranking) == 1:
        return ranking.leaders
    if ranking.truth.n_memberships > MAX_MEMBERSHIPS_FOR_CHANCE:
        return None
    try:
        return find_leaders(ranking, groups=_GROUPS_OF_LEADERS)
    except AccordError:  # too few nodes, or tables that are not in memory
        return None


def _sections(ranking: Ranking, leaders: Leaders | None) -> Iterator[Section]:
    best = [*_ranking(ranking), *_differences(leaders)]
    yield Section("ranking", "Ranking", "Which result is best?", best)
    yield Section("scores", "Scores", "How far apart are they?", _scores(ranking))
    memberships = _memberships(ranking)
    if memberships * min(len(ranking), _MAX_IN_MAP) <= _MAX_WORK_OF_MAP:
        yield Section("similarity", "Similarity", "How similar are they?", _similarity(ranking))
    totals = _totals(ranking) if memberships <= _MAX_EXPLAINED else {}
    if totals:
        yield Section(
            "verdicts", "Verdicts", "What happened to the truth clusters?", _verdicts(totals)
        )
    yield Section("method", "Method", "How were the numbers computed?", method_of_ranking(ranking))
    yield Section("citing", "Citing", "How to cite", citation_section())


def _memberships(ranking: Ranking) -> int:
    """Return the number of memberships to read and compare."""
    return sum(
        ranking.truth.n_memberships + comparison.found.memberships
        for comparison in ranking.values()
    )


def _ranking(ranking: Ranking) -> list[Markup]:
    ranked = ranking.table()
    order = _scores_first(ranking, ranked)
    columns = [
        (ranked.header[column], "number" if column in ranked.right else "name") for column in order
    ]
    rows = [
        [_ranking_cell(ranked, row, column) for column in order] for row in range(len(ranked.rows))
    ]
    truth = f"Truth: {ranking.truth.summary()}."
    arrow = "".join(f" {note.text}." for note in ranking.notes() if note.kind == "distance")
    intro = [tag("p", f"Ranked by {ranking.metrics[0]}. {truth}{arrow}", class_="intro")]
    shown_elsewhere = ("truth", "ranked", "leaders", "distance", *_CERTAINTY)
    notes = [note for note in ranking.notes() if note.kind not in shown_elsewhere]
    return [
        *intro,
        table("ranking-table", "Results, best first", columns, rows, sortable=True, heading=1),
        *small_print(note for note in notes if note.kind == "sampled"),
        *warning_list(note.text for note in notes if note.kind != "sampled"),
    ]


def _differences(leaders: Leaders | None) -> list[Markup]:
    """Return a table of how far the first result is ahead of others, with intervals."""
    if leaders is None or leaders.are_equal:
        return []
    first, differences = leaders.names[0], leaders.differences
    confidence = next(iter(differences.values())).confidence
    columns = [
        ("found", "name"),
        ("behind by", "number"),
        (f"{100 * confidence:g} % interval", "number"),
        ("could be first", ""),
    ]
    rows = []
    for name in differences:
        margin, low, high = leaders.margin(name)
        could_be_first = "yes" if name in leaders.names else "no"
        interval = f"{low:.4f} to {high:.4f}"
        rows.append([name_of(name), f"{margin:.4f}", interval, could_be_first])
    intro = (
        f"How far results are behind {label(first)} by {leaders.metric}. The interval is that of "
        "other samples of nodes: if it includes 0, they could change places."
    )
    return [
        tag("h3", "How certain is the order?"),
        tag("p", intro, class_="intro"),
        table("differences-table", f"Behind {label(first)}", columns, rows),
    ]


def _scores_first(ranking: Ranking, ranked: Table) -> list[int]:
    """Return the columns with the scores right after rank and name: they fit a narrow screen."""
    n_columns = len(ranked.header)
    first_score = n_columns - len(ranking.metrics)
    return [0, 1, *range(first_score, n_columns), *range(2, first_score)]


def _ranking_cell(ranked: Table, row: int, column: int) -> str:
    text = ranked.rows[row][column]
    if column == 1:
        return name_of(text)
    return tag("b", text) if row in ranked.best.get(column, ()) else text


def _scores(ranking: Ranking) -> list[Markup]:
    comparisons, dots = ranking.values(), score_dots(ranking)
    caption = "A strip for each metric; the best value has the solid dot."
    if any(comparison.baselines for comparison in comparisons):
        caption += f" A dotted mark is what {RANDOM_CLUSTERS} would score."
    if any(comparison.intervals for comparison in comparisons):
        caption += f" A line is a {100 * (dots.confidence or 0):g} % interval."
    intro = "Results in the order of their ranks."
    if scales_differ(dots):
        intro += " Every metric has its own scale."
    if not any(comparison.baselines for comparison in comparisons):
        intro += f" {no_chance(ranking.truth.n_memberships)}"
    drawn = [figure(picture, caption) for picture in dots_pictures(dots)]
    meanings = facts({metric: meaning_of(metric) for metric in ranking.metrics})
    return [tag("p", intro, class_="intro"), *drawn, meanings, *_certainty(ranking)]


def _certainty(ranking: Ranking) -> list[Markup]:
    """Return the table of intervals and baselines, if there are any."""
    numbers = ranking.certainty_table()
    if numbers is None:
        return []
    columns = [
        (title, "number" if column in numbers.right else "name")
        for column, title in enumerate(numbers.header)
    ]
    rows = [[metric, name_of(name), *cells] for metric, name, *cells in numbers.rows]
    notes = [
        f"{note.text[:1].upper()}{note.text[1:]}."
        for note in ranking.notes()
        if note.kind in _CERTAINTY
    ]
    has_intervals = any(comparison.intervals for comparison in ranking.values())
    question, caption = "How far are the values from chance?", "What chance gives"
    if has_intervals:
        question, caption = "How certain are the values?", "Intervals of the values"
        if any(comparison.baselines for comparison in ranking.values()):
            caption += ", and what chance gives"
    drawn = table(
        "certainty-table", caption, columns, rows, sortable=True, heading=1, class_="tall"
    )
    return [
        tag("h3", question),
        tag("p", " ".join(notes), class_="intro"),
        drawn,
    ]


def _similarity(ranking: Ranking) -> list[Markup]:
    similarity = similarity_map(ranking, max_clusterings=_MAX_IN_MAP)
    intro = f"Every result against every other, and against the truth, by {similarity.metric}."
    if similarity.n_results >= _MAX_IN_MAP:
        intro += f" Of {similarity.n_results} results, the first {_MAX_IN_MAP - 1}."
    if not similarity.symmetric:
        intro += " The clustering of the row is taken as the truth."
    caption = (
        "The stronger the colour, the more similar. The tree joins the nearest first; "
        "the farther right two are joined, the less similar they are."
    )
    return [tag("p", intro, class_="intro"), figure(similarity_picture(similarity), caption)]


def _totals(ranking: Ranking) -> dict[str, dict[str, VerdictTotal]]:
    """Return the verdicts on the truth clusters for each result, without those ranked by level."""
    names = [name for name in ranking if name in ranking.results]
    return {
        name: explain(
            ranking.given_truth, ranking.results[name], nodes=ranking.nodes
        ).truth.totals()
        for name in names
    }


def _verdicts(totals: dict[str, dict[str, VerdictTotal]]) -> list[Markup]:
    present = [
        verdict
        for verdict in MEANINGS["truth"]
        if any(by_verdict[verdict].clusters for by_verdict in totals.values())
    ]
    columns = [("found", "name"), *((verdict, "number") for verdict in present)]
    rows = [
        [name_of(name), *(f"{by_verdict[verdict].clusters:,}" for verdict in present)]
        for name, by_verdict in totals.items()
    ]
    intro = "How many truth clusters got which verdict, for each result."
    counts = {
        name: {verdict: float(by_verdict[verdict].clusters) for verdict in present}
        for name, by_verdict in totals.items()
    }
    return [
        tag("p", intro, class_="intro"),
        verdicts_of_results(counts),
        table("verdicts-table", "Truth clusters by verdict", columns, rows, sortable=True),
    ]
