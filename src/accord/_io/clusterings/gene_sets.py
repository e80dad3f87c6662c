"""Gene sets and gene annotations: GMT of GSEA and MSigDB, and GAF of the Gene Ontology.

A line of GMT has the name of a set, a description and its genes, with tabs between them:

    HALLMARK_APOPTOSIS	http://www.gsea-msigdb.org/…	CASP3	CASP9	BAX

A line of GAF has 15 or 17 columns, with tabs between them: the second is the id of a gene, the
third its symbol, and the fifth a term of the ontology. Lines that start with '!' are comments.
Genes are nodes; sets and terms are clusters.
"""

from __future__ import annotations

from accord._display.numbers import count
from accord._foundation.clustering import Clustering
from accord._io.clusterings.member_collector import MemberCollector, tab_fields, text_lines
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.tables.columns import choose_membership_columns
from accord.errors import FormatError, InputError, warn

#: The columns that every version of GAF has.
_GAF_COLUMNS = (
    "db",
    "db_object_id",
    "db_object_symbol",
    "qualifier",
    "go_id",
    "db_reference",
    "evidence_code",
    "with_or_from",
    "aspect",
    "db_object_name",
    "db_object_synonym",
    "db_object_type",
    "taxon",
    "date",
    "assigned_by",
)
_QUALIFIER = _GAF_COLUMNS.index("qualifier")
#: What stands in place of a description in GMT files.
_NO_DESCRIPTION = {b"", b"na", b"n/a", b"null", b"none", b"-", b"."}


def is_gmt(preview: Preview) -> bool:
    """Whether the second field of every line is a description rather than a gene."""
    rows = [line.split(b"\t") for line in preview.data]
    if len(rows) < 2 or min(map(len, rows)) < 3 or len({row[0] for row in rows}) < len(rows):
        return False
    notes = [row[1].strip().lower() for row in rows]
    return all(
        note in _NO_DESCRIPTION or b" " in note or b"://" in note or note == row[0].strip().lower()
        for note, row in zip(notes, rows, strict=True)
    )


def read_gmt(source: Source, options: ReadOptions) -> Clustering:
    """Read a gene set per line: its name, a description, and its genes."""
    members = MemberCollector(source, options)
    line_of: dict[str, int] = {}
    for number, line in text_lines(source):
        if line.startswith("#"):
            continue
        (_, name), *fields = tab_fields(line)
        genes = [field for field in fields[1:] if field[1]]
        if not name:
            raise FormatError("a gene set without a name", source.name, number, 1)
        if not genes:
            raise FormatError(
                f"the gene set {name!r} has no genes: "
                "expected its name, a description and its genes, with tabs between them",
                source.name,
                number,
                1,
            )
        if name in line_of:
            raise FormatError(
                f"there is a gene set {name!r} in line {line_of[name]} already",
                source.name,
                number,
                1,
            )
        line_of[name] = number
        members.add_cluster(genes, name, number)
    return members.clustering()


def is_gaf(preview: Preview) -> bool:
    """Whether the file says which version of GAF it is in."""
    return bool(preview.lines) and preview.lines[0].lower().startswith(b"!gaf-version")


def read_gaf(source: Source, options: ReadOptions) -> Clustering:
    """Read annotations: the ids of genes and their terms, unless `columns` says otherwise."""
    try:
        column_of = choose_membership_columns(
            _GAF_COLUMNS, options.columns or ("db_object_id", "go_id")
        )
    except InputError as error:
        raise FormatError(str(error), source.name) from None
    members, negated = MemberCollector(source, options), 0
    for number, line in text_lines(source):
        if line.startswith("!"):
            continue
        fields = tab_fields(line)
        if len(fields) < len(_GAF_COLUMNS):
            raise FormatError(
                f"a row of {count(len(fields), 'column')}: a gene association has 15 or 17, "
                "with tabs between them",
                source.name,
                number,
                1,
            )
        column, term = fields[column_of["cluster"]]
        if not term:
            raise FormatError("a gene association without a term", source.name, number, column)
        if "NOT" in fields[_QUALIFIER][1].upper().split("|"):
            negated += 1
        else:
            members.add(fields[column_of["node"]], term, number)
    clustering = members.clustering()
    if negated:
        rows = count(negated, "row")
        warn(f"{source.name}: {rows} with the qualifier NOT left out: the gene has not the term")
    return clustering
