"""Files of other programs, most of them binary, that accord does not read: what to do."""

from __future__ import annotations

import os
from dataclasses import dataclass

from accord._io.files.compression import without_compression
from accord._io.files.source import Source
from accord.errors import FormatError


@dataclass(frozen=True)
class BinaryKind:
    """A kind of binary files."""

    title: str
    #: How to get a file that accord reads.
    advice: str
    suffixes: tuple[str, ...]
    #: How such files begin, whatever they are called.
    starts: tuple[bytes, ...] = ()
    #: Whether text files have such names, too.
    may_be_text: bool = False


_ANNDATA = BinaryKind(
    "an AnnData file",
    "write the clusters of its cells to CSV, as in adata.obs[['leiden']].to_csv('clusters.csv')",
    (".h5ad",),
)
_KINDS = (
    _ANNDATA,
    BinaryKind(
        "a pickle",
        "load it in Python and pass the object to accord, or save its labels with numpy.save",
        (".pkl", ".pickle", ".joblib", ".pt", ".pth"),
        tuple(bytes((0x80, protocol)) for protocol in (2, 3, 4, 5)),
    ),
    BinaryKind("an Excel workbook", "save the sheet as CSV", (".xlsx", ".xls", ".xlsm", ".ods")),
    BinaryKind(
        "an HDF5 file",
        "load it in Python and save its labels with numpy.save or as CSV",
        (".h5", ".hdf5", ".loom"),
        (b"\x89HDF\r\n\x1a\n",),
    ),
    BinaryKind(
        "a MATLAB file",
        "load it with scipy.io.loadmat and save its labels with numpy.save, "
        "or write them with writematrix in MATLAB",
        (".mat",),
        (b"MATLAB 5.0 MAT-file",),
        may_be_text=True,
    ),
    BinaryKind(
        "a file of R",
        "write a table with write.csv(table, 'clusters.csv', row.names = FALSE)",
        (".rds", ".rdata", ".rda"),
        (b"RDX2\n", b"RDX3\n"),
    ),
    BinaryKind(
        "a SQLite database",
        "export the table of memberships as CSV",
        (".sqlite", ".sqlite3", ".db"),
        (b"SQLite format 3\0",),
        may_be_text=True,
    ),
    BinaryKind("a ZIP archive", "unpack it", (".zip",)),
    BinaryKind(
        "a Matrix Market file",
        "load it with scipy.io.mmread and pass the matrix to accord",
        (".mtx",),
        (b"%%MatrixMarket",),
    ),
)


def refuse_binary(source: Source) -> None:
    """Raise FormatError if a file is of a known kind that accord does not read."""
    name = without_compression(os.path.basename(source.name)).lower()
    has_zeros = b"\0" in source.head
    for kind in _KINDS:
        named = name.endswith(kind.suffixes) and (has_zeros or not kind.may_be_text)
        if named or source.head.startswith(kind.starts):
            raise FormatError(
                f"this is {kind.title}, which accord does not read: {kind.advice}", source.name
            )
