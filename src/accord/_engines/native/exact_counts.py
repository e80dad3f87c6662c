"""From what kernels count of pairs of nodes to all pairs, as integers of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def exact_counts(
    a: NDArray[Any], b: NDArray[Any], high: NDArray[Any], low: NDArray[Any]
) -> dict[tuple[int, int], int]:
    """Counts of 128 bits, in two halves, as integers."""
    columns = zip(a.tolist(), b.tolist(), high.tolist(), low.tolist(), strict=True)
    return {(i, j): (upper << 64) + lower for i, j, upper, lower in columns}


def with_none_shared(
    both: dict[tuple[int, int], int],
    of_truth: dict[tuple[int, int], int],
    of_found: dict[tuple[int, int], int],
    total: int,
) -> dict[tuple[int, int], int]:
    """Adds the pairs that share clusters on one side only, known from each side's own counts, and those that share none."""
    pairs = dict(both)
    for (a, _), n in of_truth.items():
        pairs[a, 0] = n
    for (b, _), n in of_found.items():
        pairs[0, b] = n
    for (a, b), n in both.items():
        pairs[a, 0] -= n
        pairs[0, b] -= n
    pairs[0, 0] = total - sum(pairs.values())
    return {key: pairs[key] for key in sorted(pairs) if pairs[key]}
