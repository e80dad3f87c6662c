"""What to take for another network: the recommendation, what it rests on, and what it is worth."""

from __future__ import annotations

import math

from accord._display.tables import Table
from accord.bench._advise.recommendation import (
    MOST_NEIGHBOURS,
    NEAR,
    Recommendation,
    dataset_features,
)
from accord.bench._advise.regret import Regret, regret
from accord.bench._features import FEATURES
from accord.bench._pages.sentences import sentence, small_print
from accord.bench._results.results import Results
from accord.errors import InputError
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.gaps import Gap, gaps_picture
from accord.report._pictures.svg import figure
from accord.report._tables import legend, name_of, table


def advice_section(
    results: Results, metric: str, policy: str, recommendation: Recommendation | None
) -> Section | None:
    """None where the networks have no features."""
    if not results.networks:
        return None
    content = [] if recommendation is None else _recommended(recommendation)
    intro = (
        "For another network, what did best on the data sets most like it is recommended: the nearest, at most "
        f"{MOST_NEIGHBOURS}, none farther than a distance of {NEAR:g}. A distance of 1 is ten times as many nodes, three "
        "times the mean degree, or a transitivity that differs by 0.25. Where nothing is near, nothing is recommended."
    )
    content += [tag("h3", "How good is such a recommendation?")] if content else []
    content.append(tag("p", intro, class_="intro"))
    try:
        content += _measured(regret(results, metric, policy))
    except InputError as error:
        content.append(tag("p", f"How good that is cannot be measured here: {error}."))
    content.append(_features(results))
    return Section("recommendation", "Recommendation", "What to take for another network?", content)


def _recommended(recommendation: Recommendation) -> list[Markup]:
    content = [tag("p", tag("strong", sentence(recommendation.summary())))]
    if recommendation.advice:
        expected, evidence = recommendation.table(), recommendation.evidence_table()
        content.append(
            _as_table("advice-table", "What to expect of each algorithm on this network", expected)
        )
        content.append(
            _as_table(
                "evidence-table", "The data sets that this rests on, and the scores there", evidence
            )
        )
    return [*content, *small_print(recommendation.notes())]


def _as_table(id: str, caption: str, of: Table, *, sortable: bool = False) -> Markup:
    columns = [
        (label(title), "number" if place in of.right else "name")
        for place, title in enumerate(of.header)
    ]
    rows = [
        [cell if place in of.right else name_of(cell) for place, cell in enumerate(row)]
        for row in of.rows
    ]
    return table(id, caption, columns, rows, sortable=sortable)


def _measured(measured: Regret) -> list[Markup]:
    always = f"always {label(measured.always)}"
    gaps = [
        Gap(
            trial.dataset,
            trial.score,
            trial.always_score,
            trial.best_score,
            {
                "taken": f"recommended {label(trial.recommended)}"
                if trial.recommended
                else f"nothing near, so {always}",
                "always": always,
                "best": f"the best is {label(trial.best)}",
            },
        )
        for trial in measured.trials
    ]
    drawn = gaps_picture(
        "gaps",
        "What was recommended, data set by data set",
        gaps,
        metric=measured.metric,
        ticks=_ticks(gaps),
    )
    caption = (
        "Each data set left out in turn, with what is recommended for it from the others. The ring is the best there was; "
        "a run without a score counts as the worst one of its data set."
    )
    worth = "What a recommendation from the other data sets is worth"
    return [
        tag("p", sentence(measured.summary())),
        figure(drawn, caption, legend({"truth": "recommended", "found": always})),
        _as_table("regret-table", worth, measured.table(), sortable=True),
        *small_print(measured.notes()),
    ]


def _ticks(gaps: list[Gap]) -> list[float]:
    """Fifths that hold all values, or so many of them that they are not too close."""
    values = [value for gap in gaps for value in (gap.taken, gap.always, gap.best)]
    first, last = math.floor(5 * min(values) + 1e-9), math.ceil(5 * max(values) - 1e-9)
    step = max(1, -(-(last - first) // 8))
    return [place / 5 for place in range(first, max(last, first + 1) + step, step)]


def _features(results: Results) -> Markup:
    places = dataset_features(results)
    there = [name for name in FEATURES if any(name in features for features in places.values())]
    columns = [
        ("data set", "name"),
        *((_TITLES.get(name, FEATURES[name].title), "number") for name in there),
    ]
    rows = [
        [name_of(dataset), *(_shown(name, features.get(name)) for name in there)]
        for dataset, features in places.items()
    ]
    drawn = table(
        "features-table",
        "What each data set is like, the mean over its networks",
        columns,
        rows,
        sortable=True,
    )
    return tag("details", tag("summary", "What the data sets are like"), drawn)


_TITLES = {
    "degree_spread": "degree spread",
    "clustering": "clustering",
    "largest_component": "largest component",
}


def _shown(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name in ("weighted", "directed"):
        return {0.0: "no", 1.0: "yes"}.get(value, f"{value:.0%}")
    return f"{value:,.0f}" if name in ("nodes", "edges") else f"{value:.3f}".replace("-", "−")
