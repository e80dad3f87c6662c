"""Arrays of NumPy in .npy and .npz files: a label for each node, or nodes by clusters."""

from __future__ import annotations

import io
import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.columns import whole_numbers
from accord._foundation.noise import is_missing_label
from accord._io.files.decompression import size_limit, too_large
from accord._io.files.options import ReadOptions, warn_of_unused
from accord._io.files.source import Source
from accord._io.objects.label_sequences import pack_sequence
from accord._io.objects.matrices import from_matrix
from accord._io.tables.columns import listed
from accord.errors import AccordWarning, FormatError, InputError, first_line

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_numpy(source: Source, options: ReadOptions) -> Clustering:
    """Read an array of labels, or a matrix with rows for nodes and columns for clusters."""
    array = _load(source, options)
    try:
        if not array.nbytes:  # whatever its shape is: there may be any number of nothing
            raise InputError(f"the array of shape {array.shape} is empty")
        if array.ndim == 2 and array.shape[1] != 1:
            return from_matrix(array, "the array")
        if array.ndim not in (1, 2):
            raise InputError(
                f"an array of {array.ndim} dimensions: "
                "expected labels, or rows for nodes and columns for clusters"
            )
        return _from_labels(array.ravel(), options, source.name)
    except InputError as error:
        raise FormatError(str(error), source.name) from None


def _from_labels(labels: NDArray[Any], options: ReadOptions, name: str) -> Clustering:
    if labels.dtype.kind not in "biufSU":
        raise InputError(f"an array of {labels.dtype}: expected numbers or text as labels")
    if labels.dtype.kind in "SU":
        labels = _decode(labels)
    given = labels.tolist() if labels.dtype.kind == "U" else whole_numbers(labels)
    return pack_sequence(given, name, is_missing_label(options.noise))


def _decode(texts: NDArray[Any]) -> NDArray[np.str_]:
    """Bytes as texts, and texts only if their characters exist: NumPy does not check them."""
    try:
        if texts.dtype.kind == "S":
            return np.char.decode(texts, "utf-8")
        swapped = texts.dtype.byteorder == (">" if sys.byteorder == "little" else "<")
        encoding = "utf-32-" + ("be" if (sys.byteorder == "big") != swapped else "le")
        texts.tobytes().decode(encoding)
    except UnicodeDecodeError:
        raise InputError("its labels are not Unicode text") from None
    return texts


def _load(source: Source, options: ReadOptions) -> NDArray[Any]:
    """The array of a file, or the one of several that is chosen as a column."""
    if not source.head:
        raise FormatError("the file is empty: expected an array of NumPy", source.name)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Reading `.npy`")  # of Python 2: it takes longer
        return _load_quietly(source, options)


def _load_quietly(source: Source, options: ReadOptions) -> NDArray[Any]:
    try:
        content = np.load(io.BytesIO(source.read()), allow_pickle=False)
        if isinstance(content, np.ndarray):
            warn_of_unused(options, source.name, "one array")
            return content
        with content:
            name = _choose(content.files, options, source.name)
            limit = size_limit(source.size)
            if any(
                part.file_size > limit
                for part in content.zip.infolist()
                if part.filename in (name, f"{name}.npy")
            ):
                raise too_large(source.name, limit)
            array: NDArray[Any] = content[name]
            return array
    except (FormatError, AccordWarning):
        raise
    except Exception as error:  # NumPy lets those of its parsers through, and names none of them
        if "allow_pickle" in str(error) or "Object arrays" in str(error):
            raise FormatError(
                "an array of Python objects, which are not loaded: save labels as numbers or text",
                source.name,
            ) from None
        raise FormatError(
            f"this cannot be read as an array of NumPy: {first_line(error)}", source.name
        ) from None


def _choose(names: list[str], options: ReadOptions, path: str) -> str:
    """The name of the only array, or of the one that is chosen."""
    chosen = options.columns[0] if options.columns and len(options.columns) == 1 else None
    if chosen in names:
        return chosen
    if len(names) == 1:
        warn_of_unused(options, path, f"its only array, {names[0]}")
        return names[0]
    example = f": choose one, as in {argument('columns', (names[0],))}" if names else ""
    raise FormatError(f"it has {len(names)} arrays, {listed(names)}{example}", path)
