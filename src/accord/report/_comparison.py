"""The report on a comparison: its sections, from the scores to how to cite."""

from __future__ import annotations

from collections.abc import Iterator

from accord._compare.comparison import Comparison, metric_named
from accord._compare.level_scores import LevelScores
from accord._explain.explain import explain
from accord._explain.explanation import Explanation
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC
from accord.report._explanation import sections_on_clusters
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.levels import levels_picture
from accord.report._pictures.svg import figure
from accord.report._provenance import citation_section, compared_section, method_of_comparison
from accord.report._scores import scores_section
from accord.report._sentences import lead_of_comparison
from accord.report._tables import name_of, table
from accord.views import score_dots


def report_on_comparison(comparison: Comparison) -> tuple[Markup, list[Section]]:
    """Return the lead of the page and its sections."""
    subject = comparison.subject
    if subject is None:
        raise InputError(
            "a comparison of a ranking does not keep its clusterings: "
            "compare this result alone for a report"
        )
    metric = next((name for name in comparison if metric_named(name).costs), DEFAULT_METRIC)
    explanation = explain(
        subject.truth, subject.found, metric, nodes=subject.nodes, threads=subject.threads
    )
    return lead_of_comparison(comparison, explanation), list(_sections(comparison, explanation))


def _sections(comparison: Comparison, explanation: Explanation) -> Iterator[Section]:
    yield Section("scores", "Scores", "How good is it?", scores_section(comparison))
    if comparison.levels is not None:
        yield Section("levels", "Levels", "Which level is best?", _levels(comparison.levels))
    yield Section("compared", "Compared", "What was compared?", compared_section(comparison))
    yield from sections_on_clusters(explanation)
    yield Section(
        "method",
        "Method",
        "How were the numbers computed?",
        method_of_comparison(comparison, explanation),
    )
    yield Section("citing", "Citing", "How to cite", citation_section())


def _levels(levels: LevelScores) -> list[Markup]:
    chosen = (
        f"level {label(levels.best)}"
        if levels.merged is None
        else "all levels merged into one clustering"
    )
    intro = f"All other sections are about {chosen}."
    drawn = figure(levels_picture(score_dots(levels)), "Scores of the levels, in their order.")
    return [tag("p", intro, class_="intro"), _levels_table(levels), drawn]


def _levels_table(levels: LevelScores) -> Markup:
    scores = levels.table()
    mark = tag("span", "mark", class_="unseen")
    columns = [
        (title or mark, "number" if column in scores.right else "")
        for column, title in enumerate(scores.header)
    ]
    rows = [[name_of(level), *cells] for level, *cells in scores.rows]
    return table(
        "levels-table",
        f"Scores by level; the best by {levels.metrics[0]} is marked",
        columns,
        rows,
    )
