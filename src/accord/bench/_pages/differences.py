"""Section "Differences": whether the order of the algorithms is more than chance."""

from __future__ import annotations

from accord._display.numbers import count, significant
from accord.bench._results.leaderboard import Leaderboard
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.critical_differences import ranks_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table


def differences_section(board: Leaderboard) -> Section | None:
    """None unless there are two algorithms to compare on two networks."""
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
        f"algorithms whose ranks are at most {difference:.2f} apart (Nemenyi's test): "
        "these results cannot tell them apart."
    )
    content = [tag("p", _summary(board)), figure(picture, caption), _pairs(board)]
    return Section("differences", "Differences", "Is that more than chance?", content)


def _summary(board: Leaderboard) -> str:
    """What the tests say, in sentences."""
    risk = 1 - board.confidence
    sentences = []
    if board.friedman is not None:
        differ = board.friedman.p_value <= risk
        sentences.append(
            f"Friedman's test on the ranks over {count(len(board.compared), 'network')}: "
            f"p {_p_value(board.friedman.p_value)}, so "
            f"{'the algorithms do differ' if differ else 'they may all be alike'}."
        )
    n_different = sum(pair.corrected <= risk for pair in board.differences)
    sentences.append(
        "Pair by pair, by Wilcoxon's signed-rank test with Holm's correction at "
        f"{100 * risk:.3g} %: {n_different} of {count(len(board.differences), 'pair')} differ."
    )
    first = board.ranked[0]
    alike = _indistinct_from_first(board, risk)
    answer = f"cannot be told apart from {_listed(alike)}" if alike else "differs from all others"
    sentences.append(f"{label(first)} {answer}.")
    return " ".join(sentences)


def _indistinct_from_first(board: Leaderboard, risk: float) -> list[str]:
    """Labels of the algorithms whose difference from the first may be chance."""
    first, *others = board.ranked
    alike = {
        name
        for pair in board.differences
        if first in (pair.first, pair.second) and pair.corrected > risk
        for name in (pair.first, pair.second)
    }
    return [label(name) for name in others if name in alike]


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
