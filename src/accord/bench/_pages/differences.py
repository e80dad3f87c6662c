"""Section "Differences": whether the algorithms differ significantly."""

from __future__ import annotations

from accord._display.numbers import count, significant
from accord.bench._results.leaderboard import Leaderboard
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.critical_differences import ranks_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table


def differences_section(board: Leaderboard) -> Section | None:
    """The section; None unless at least two algorithms are compared on two networks."""
    difference = board.critical_difference
    if not board.differences or difference is None:
        return None
    picture = ranks_picture(
        "ranks",
        "Mean ranks of the algorithms",
        board.ranked,
        [board[name].mean_rank or 0.0 for name in board.ranked],
        board.indistinguishable,
        difference=difference,
    )
    caption = (
        "Critical-difference diagram: mean ranks over the networks, 1 being best. A bar joins "
        f"algorithms whose ranks are at most {difference:.2f} apart: "
        "they are not significantly different by Nemenyi's test."
    )
    content = [tag("p", _summary(board)), figure(picture, caption), _pairs(board)]
    return Section("differences", "Differences", "Are the differences significant?", content)


def _summary(board: Leaderboard) -> str:
    """The results of the tests, in sentences."""
    risk = 1 - board.confidence
    sentences = []
    if board.friedman is not None:
        differ = board.friedman.p_value <= risk
        sentences.append(
            f"Friedman's test on the ranks over {count(len(board.compared), 'network')}: "
            f"p {_p_value(board.friedman.p_value)}, so "
            f"the algorithms {'differ' if differ else 'do not differ significantly'}."
        )
    n_different = sum(pair.corrected <= risk for pair in board.differences)
    sentences.append(
        "Pair by pair, by Wilcoxon's signed-rank test with Holm's correction at "
        f"{100 * risk:.3g} %: {n_different} of {count(len(board.differences), 'pair')} differ."
    )
    first = label(board.ranked[0])
    similar = _similar_to_first(board, risk)
    sentences.append(
        f"{first} is not significantly different from {_listed(similar)}."
        if similar
        else f"{first} is significantly different from all others."
    )
    return " ".join(sentences)


def _similar_to_first(board: Leaderboard, risk: float) -> list[str]:
    """Labels of the algorithms that are not significantly different from the first."""
    first, *others = board.ranked
    similar = {
        name
        for pair in board.differences
        if first in (pair.first, pair.second) and pair.corrected > risk
        for name in (pair.first, pair.second)
    }
    return [label(name) for name in others if name in similar]


def _p_value(value: float) -> str:
    return f"= {significant(value)}" if value >= 0.0001 else "< 0.0001"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _pairs(board: Leaderboard) -> Markup:
    columns = [("first", "name"), ("second", "name"), ("difference", "number")]
    columns += [("networks", "number"), ("p", "number"), ("p corrected", "number")]
    rows = [
        [
            name_of(pair.first),
            name_of(pair.second),
            f"{pair.mean:+.4f}".replace("-", "−"),
            f"{pair.n_networks:,}",
            f"{pair.p_value:.4f}",
            f"{pair.corrected:.4f}",
        ]
        for pair in board.differences
    ]
    caption = f"Mean difference in {board.metric}, first − second"
    pairs = table("differences-table", caption, columns, rows, sortable=True, class_="tall")
    return tag("details", tag("summary", "Every pair"), pairs)
