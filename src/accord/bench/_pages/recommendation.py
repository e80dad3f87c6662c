"""Section "Recommendation": which algorithm to use for another network, and the regret."""

from __future__ import annotations

import math

from accord._display.tables import Table
from accord.bench._advise.recommend import MAX_DISTANCE, MAX_NEIGHBOURS, dataset_features
from accord.bench._advise.recommendation import Recommendation
from accord.bench._advise.regret import Regret, Trial, regret
from accord.bench._features import FEATURES
from accord.bench._results.results import Results
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError
from accord.report._markup import Markup, label, tag
from accord.report._notes import sentence, small_print
from accord.report._page import Section
from accord.report._pictures.gaps import Gap, gaps_picture
from accord.report._pictures.svg import figure
from accord.report._tables import legend, name_of, table

#: Titles of features that are too long for a column.
_SHORT_TITLES = {
    "degree_spread": "degree spread",
    "clustering": "clustering",
    "largest_component": "largest component",
}


def recommendation_section(
    results: Results, metric: str, policy: LevelPolicy, recommendation: Recommendation | None
) -> Section | None:
    """The section; None if the features of the networks are not known."""
    if not results.networks:
        return None
    content = [] if recommendation is None else _recommendation(recommendation)
    intro = (
        "For another network, the algorithms that did best on the most similar data sets are "
        f"recommended: on at most {MAX_NEIGHBOURS} data sets, at a distance of at most "
        f"{MAX_DISTANCE:g}. A distance of 1 is ten times as many nodes, three times the mean "
        "degree, or a transitivity that differs by 0.25. "
        "If no data set is that similar, nothing is recommended."
    )
    content += [tag("h3", "How good is such a recommendation?")] if content else []
    content.append(tag("p", intro, class_="intro"))
    try:
        content += _regret(regret(results, metric, policy))
    except InputError as error:
        content.append(
            tag("p", f"How good such recommendations are cannot be measured here: {error}.")
        )
    content.append(_features_table(results))
    return Section(
        "recommendation", "Recommendation", "Which algorithm for another network?", content
    )


def _recommendation(recommendation: Recommendation) -> list[Markup]:
    content = [tag("p", tag("strong", sentence(recommendation.summary())))]
    if recommendation.advice:
        content += [
            _page_table(
                "advice-table",
                "What to expect of each algorithm on this network",
                recommendation.table(),
            ),
            _page_table(
                "evidence-table",
                "The data sets that the recommendation is based on, with scores",
                recommendation.evidence_table(),
            ),
        ]
    return [*content, *small_print(recommendation.notes())]


def _page_table(id: str, caption: str, text_table: Table, *, sortable: bool = False) -> Markup:
    """A table of a result as a table of the page: numbers on the right, names elsewhere."""
    numbers = text_table.right
    columns = [
        (label(title), "number" if column in numbers else "name")
        for column, title in enumerate(text_table.header)
    ]
    rows = [
        [cell if column in numbers else name_of(cell) for column, cell in enumerate(row)]
        for row in text_table.rows
    ]
    return table(id, caption, columns, rows, sortable=sortable)


def _regret(measured: Regret) -> list[Markup]:
    """The regret in a sentence, as a picture and as a table."""
    always = f"always {label(measured.always)}"
    gaps = [_gap(trial, always) for trial in measured.trials]
    picture = gaps_picture(
        "gaps",
        "What was recommended, data set by data set",
        gaps,
        metric=measured.metric,
        ticks=_ticks(gaps),
    )
    caption = (
        "Each data set is left out in turn, and an algorithm is recommended for it from the "
        "others. The ring is the best score; a run without a score counts as the worst score on "
        "its data set."
    )
    title = "How good a recommendation from the other data sets is"
    return [
        tag("p", sentence(measured.summary())),
        figure(picture, caption, legend({"truth": "recommended", "found": always})),
        _page_table("regret-table", title, measured.table(), sortable=True),
        *small_print(measured.notes()),
    ]


def _gap(trial: Trial, always: str) -> Gap:
    recommended = f"no similar data set, so {always}"
    if trial.recommended:
        recommended = f"recommended {label(trial.recommended)}"
    tips = {
        "taken": recommended,
        "always": always,
        "best": f"the best is {label(trial.best)}",
    }
    return Gap(trial.dataset, trial.score, trial.always_score, trial.best_score, tips)


def _ticks(gaps: list[Gap]) -> list[float]:
    """Multiples of 0.2 around all values, at most nine of them."""
    values = [value for gap in gaps for value in (gap.taken, gap.always, gap.best)]
    first, last = math.floor(5 * min(values) + 1e-9), math.ceil(5 * max(values) - 1e-9)
    step = max(1, -(-(last - first) // 8))
    return [fifths / 5 for fifths in range(first, max(last, first + 1) + step, step)]


def _features_table(results: Results) -> Markup:
    by_dataset = dataset_features(results)
    names = [name for name in FEATURES if any(name in features for features in by_dataset.values())]
    columns = [
        ("data set", "name"),
        *((_SHORT_TITLES.get(name, FEATURES[name].title), "number") for name in names),
    ]
    rows = [
        [name_of(dataset), *(_feature_cell(name, features.get(name)) for name in names)]
        for dataset, features in by_dataset.items()
    ]
    caption = "What each data set is like, the mean over its networks"
    features_table = table("features-table", caption, columns, rows, sortable=True)
    return tag("details", tag("summary", "What the data sets are like"), features_table)


def _feature_cell(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name in ("weighted", "directed"):
        return {0.0: "no", 1.0: "yes"}.get(value, f"{value:.0%}")
    if name in ("nodes", "edges"):
        return f"{value:,.0f}"
    return f"{value:.3f}".replace("-", "−")
