"""Whether the order is more than chance: ranks, tests, and what they say in words."""

from __future__ import annotations

from accord._display.numbers import count, significant
from accord.bench._results.leaderboard import Leaderboard
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.critical_differences import ranks_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table


def differences_section(board: Leaderboard) -> Section | None:
    """None where there are no two algorithms to compare on two networks."""
    difference = board.critical_difference
    if not board.differences or difference is None:
        return None
    ranks = [board[name].average_rank or 0.0 for name in board.ranked]
    drawn = ranks_picture(
        "ranks",
        "Mean ranks of the algorithms",
        board.ranked,
        ranks,
        board.not_apart,
        difference=difference,
    )
    caption = (
        "Critical-difference diagram: mean ranks over the networks, 1 being best. A bar joins algorithms whose ranks are "
        f"at most {difference:.2f} apart (Nemenyi's test): these results cannot tell them apart."
    )
    content = [
        *(tag("p", sentence) for sentence in _words(board)),
        figure(drawn, caption),
        _pairs(board),
    ]
    return Section("differences", "Differences", "Is that more than chance?", content)


def _words(board: Leaderboard) -> list[str]:
    risk = 1 - board.confidence
    sentences = []
    if board.friedman is not None:
        verdict = (
            "the algorithms do differ"
            if board.friedman.p_value <= risk
            else "they may all be alike"
        )
        sentences.append(
            f"Friedman's test on the ranks over {count(len(board.compared), 'network')}: "
            f"p {_p_value(board.friedman.p_value)}, so {verdict}."
        )
    apart = sum(one.corrected <= risk for one in board.differences)
    sentences.append(
        f"Pair by pair, by Wilcoxon's signed-rank test with Holm's correction at {100 * risk:.3g} %: "
        f"{apart} of {count(len(board.differences), 'pair')} differ."
    )
    first, *others = board.ranked
    alike = [
        label(name)
        for name in others
        if any(
            {one.first, one.second} == {first, name} and one.corrected > risk
            for one in board.differences
        )
    ]
    sentences.append(
        f"{label(first)} {f'cannot be told apart from {_listed(alike)}' if alike else 'differs from all others'}."
    )
    return [" ".join(sentences)]


def _p_value(value: float) -> str:
    return f"= {significant(value)}" if value >= 0.0001 else "< 0.0001"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _pairs(board: Leaderboard) -> Markup:
    columns = [
        ("first", "name"),
        ("second", "name"),
        ("difference", "number"),
        ("networks", "number"),
    ]
    columns += [("p", "number"), ("p corrected", "number")]
    rows = [
        [
            name_of(one.first),
            name_of(one.second),
            f"{one.mean:+.4f}".replace("-", "−"),
            f"{one.networks:,}",
            f"{one.p_value:.4f}",
            f"{one.corrected:.4f}",
        ]
        for one in board.differences
    ]
    caption = f"Mean difference in {board.metric}, first − second"
    pairs = table("differences-table", caption, columns, rows, sortable=True, class_="tall")
    return tag("details", tag("summary", "Every pair"), pairs)
