"""The arrays of a stored network: read from files and checked, as a store may come from elsewhere.

Kernels trust what they are given, so an index that is out of range must not reach them.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import numpy as np

from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._foundation.rows import Rows
from accord._io.files.atomic import system_errors
from accord.errors import FormatError

_CONTINUES = 0b1100_0000, 0b1000_0000  # mask and value of the bytes within a letter of UTF-8


def load_rows(folder: Path, n_nodes: int) -> Rows:
    """The edges of a network."""
    offsets = _offsets(folder / "offsets.npy", n_nodes)
    path = folder / "members.npy"
    members = _load(path, np.uint32, int(offsets[-1]))
    _require(not members.size or int(members.max()) < n_nodes, "a node is out of range", path)
    ascends = members[1:] > members[:-1]
    inner = offsets[1:-1]
    ascends[inner[(inner > 0) & (inner < len(members))] - 1] = True
    _require(bool(ascends.all()), "the nodes of a row do not ascend", path)
    weights = None
    if (folder / "weights.npy").exists():
        weights = _load(folder / "weights.npy", np.float64, len(members))
        is_finite = bool(np.isfinite(weights).all())
        _require(is_finite, "a weight is not a number", folder / "weights.npy")
    return Rows(offsets, members, weights)


def load_directed(folder: Path) -> bool:
    """Whether a network is directed."""
    return bool(_load(folder / "directed.npy", np.bool_, None))


def load_labels(folder: Path) -> Labels:
    """The labels of the nodes of a network."""
    path = folder / "labels.npy"
    if path.exists():
        return IntegerLabels(_load(path, np.int64, -1))
    ends = _offsets(folder / "text_ends.npy", -1)
    text = _load(folder / "text.npy", np.uint8, int(ends[-1]))
    path = folder / "text.npy"
    try:
        text.tobytes().decode()
    except UnicodeDecodeError:
        raise _damaged("it is not UTF-8", path) from None
    mask, value = _CONTINUES
    starts = text[ends[:-1][ends[:-1] < len(text)]]
    _require(not ((starts & mask) == value).any(), "a label begins within a letter", path)
    return TextLabels(ends, text)


def _offsets(path: Path, count: int) -> Any:
    """Offsets of `count` rows, or of any number if that is -1."""
    offsets = _load(path, np.int64, count + 1 if count >= 0 else -1)
    ascends = len(offsets) > 0 and offsets[0] == 0 and bool((np.diff(offsets) >= 0).all())
    _require(ascends, "its offsets do not ascend from 0", path)
    return offsets


def _load(path: Path, kind: type[np.generic], length: int | None) -> Any:
    """An array of a kind with this length; -1 is any length, None a single value."""
    with system_errors(str(path)):
        _require(stat.S_ISREG(path.lstat().st_mode), "it is not a regular file", path)
        try:
            array = np.load(path, allow_pickle=False)
        except OSError:
            raise
        except Exception as error:  # of many kinds, as the header is parsed like Python
            raise _damaged(f"it is no array: {error}", path) from None
    fits = isinstance(array, np.ndarray) and array.dtype == kind
    _require(fits, f"its values are not of type {kind.__name__}", path)
    is_single = length is None
    _require(array.ndim == (0 if is_single else 1), "it has a wrong number of dimensions", path)
    fits = is_single or length in (-1, len(array))
    _require(fits, f"it has {array.size:,} values, and there should be {length}", path)
    return array


def _require(fits: bool, problem: str, path: Path) -> None:
    if not fits:
        raise _damaged(problem, path)


def _damaged(problem: str, path: Path) -> FormatError:
    what = " ".join(problem.split())
    return FormatError(f"this file of the store is damaged: {what}: run its study again", str(path))
