"""Gene sets and gene annotations: GMT of GSEA and MSigDB, and GAF of the Gene Ontology.

A line of GMT has the name of a set, a description and its genes, with tabs between them:

    HALLMARK_APOPTOSIS	http://www.gsea-msigdb.org/…	CASP3	CASP9	BAX

A line says so if descriptions may be genes, as in files without descriptions.

A line of GAF has 15 or 17 columns, with tabs between them: the second is the id of a gene, the
third its symbol, and the fifth a term of the ontology. Lines that start with '!' are comments.
Genes are nodes; sets and terms are clusters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._io.clusterings.member_collector import MemberCollector, tab_fields, text_lines
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import is_integer
from accord._io.tables.columns import choose_membership_columns, need_node_column
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
#: Sets without genes that a message names.
_MAX_LISTED = 3
#: Words that would be expected to recur if they were genes, for their not recurring to tell.
_MIN_RECURRING = 5
#: What stands in place of a description in GMT files.
_NO_DESCRIPTION = {b"", b"na", b"n/a", b"null", b"none", b"-", b"."}


def is_gmt(preview: Preview) -> bool:
    """Whether each line has the name of a set and a description in front of its genes.

    Most descriptions say that they are one: they are addresses, have blanks, or stand for none. If
    they do not, no name or description may occur among the genes, though genes recur, or though
    descriptions do; and lines must differ in length, as those of a table do not.
    """
    rows = _tab_rows(preview)
    full = [row for row in rows if len(row) > 2]
    if len(full) < 2 or 2 * len(full) < len(rows):
        return False
    differ = len({len(row) for row in rows}) > 1
    if not differ and len({row[0] for row in rows}) < len(rows):
        return False
    described = [_is_description(row) for row in rows]
    if all(described):
        return True
    return (
        differ
        and _are_apart(rows)
        and (2 * sum(described) >= len(rows) or _notes_recur(rows) or _genes_recur(rows))
    )


def may_be_gmt(preview: Preview) -> bool:
    """Whether each line may have a name and a description in front, with tabs between all words."""
    rows = _tab_rows(preview)
    return sum(len(row) > 2 for row in rows) > 1 and _are_apart(rows)


def _tab_rows(preview: Preview) -> list[list[bytes]]:
    """The fields between tabs of each line; none if a line has only one, or begins with a number.

    A line of one field is a set without a description and genes, if other lines have more.
    """
    rows = [[field.strip() for field in line.split(b"\t")] for line in preview.data]
    if any(is_integer(row[0]) for row in rows) or 2 * sum(len(row) == 1 for row in rows) > len(
        rows
    ):
        return []
    return rows


def _is_description(row: Sequence[bytes]) -> bool:
    """Whether the second field of a line is a description rather than a gene."""
    if len(row) < 2:
        return True
    note = row[1].lower()
    return note in _NO_DESCRIPTION or b" " in note or b"://" in note or note == row[0].lower()


def _are_apart(rows: Sequence[Sequence[bytes]]) -> bool:
    """Whether no name or description occurs among the genes."""
    return {word for row in rows for word in row[:2] if word}.isdisjoint(
        word for row in rows for word in row[2:]
    )


def _notes_recur(rows: Sequence[Sequence[bytes]]) -> bool:
    """Whether there are half as many descriptions as lines, or fewer, and no name twice."""
    notes = [row[1] for row in rows if len(row) > 1]
    return 2 * len(set(notes)) <= len(notes) and len({row[0] for row in rows}) == len(rows)


def _genes_recur(rows: Sequence[Sequence[bytes]]) -> bool:
    """Whether genes recur so often that names and descriptions would, too, if they were genes.

    If each of them recurred as often as a gene does, several would be expected to.
    """
    genes = Counter(gene for row in rows for gene in set(row[2:]))
    total = sum(genes.values())
    recurring = sum(times for times in genes.values() if times > 1)
    front = [word for row in rows for word in row[:2]]
    return len(set(front)) == len(front) and len(front) * recurring >= _MIN_RECURRING * total


def read_gmt(source: Source, options: ReadOptions) -> Clustering:
    """Read a gene set per line: its name, a description, and its genes."""
    members = MemberCollector(source, options)
    line_of: dict[str, int] = {}
    fronts: list[tuple[bytes, bytes]] = []
    empty: list[str] = []
    for number, line in text_lines(source):
        if line.startswith("#"):
            continue
        if "\t" not in line:
            raise FormatError(
                "a line without tabs: expected the name of a gene set, a description and its "
                "genes, with tabs between them",
                source.name,
                number,
                1,
            )
        (_, name), *fields = tab_fields(line)
        genes = [field for field in fields[1:] if field[1]]
        if not name:
            raise FormatError("a gene set without a name", source.name, number, 1)
        if name in line_of:
            raise FormatError(
                f"there is a gene set {name!r} in line {line_of[name]} already",
                source.name,
                number,
                1,
            )
        line_of[name] = number
        fronts.append((name.encode(), fields[0][1].encode()))
        if not members.add_cluster(genes, name, number):
            empty.append(name)
    if empty and len(empty) == len(line_of):
        raise FormatError(
            f"the gene set {empty[0]!r} has no genes: "
            "expected its name, a description and its genes, with tabs between them",
            source.name,
            line_of[empty[0]],
            1,
        )
    clustering = members.clustering()
    if empty:
        sets = count(len(empty), "gene set")
        more = ", …" if len(empty) > _MAX_LISTED else ""
        listed = ", ".join(map(repr, empty[:_MAX_LISTED]))
        warn(f"{source.name}: {sets} without genes left out: {listed}{more}")
    doubt = _doubt_descriptions(fronts, clustering)
    if doubt is not None:
        warn(f"{source.name}: {doubt}")
    return clustering


def _doubt_descriptions(
    fronts: Sequence[tuple[bytes, bytes]], clustering: Clustering
) -> str | None:
    """Doubt descriptions that may be genes; `fronts` are the first two fields of each line.

    They may be if several of them, and a tenth or more, are genes of other lines, or if most of
    them are words that do not recur. They are not if genes recur so often that they would, too.
    """
    genes = {str(gene).encode() for gene in clustering.node_labels}
    lines_of_gene = clustering.memberships_of_node
    recurring = int(lines_of_gene[lines_of_gene > 1].sum())
    words = [front[1] for front in fronts if not _is_description(front)]
    known = [word for word in words if word in genes]
    says = f"say {argument('format', 'named')} if there are no descriptions"
    if len(known) > 1 and 10 * len(known) >= len(fronts):
        return (
            f"the second field of a line is read as a description, and {len(known):,} of "
            f"{len(fronts):,}, such as {known[0].decode()!r}, are genes of other lines: {says}"
        )
    would_recur = len(words) * recurring >= _MIN_RECURRING * clustering.n_memberships
    if 2 * len(words) > len(fronts) > 1 and not would_recur and not _notes_recur(fronts):
        return f"second fields, such as {words[0].decode()!r}, are read as descriptions: {says}"
    return None


def is_gaf(preview: Preview) -> bool:
    """Whether the file says which version of GAF it is in."""
    return bool(preview.lines) and preview.lines[0].lower().startswith(b"!gaf-version")


def read_gaf(source: Source, options: ReadOptions) -> Clustering:
    """Read annotations: the ids of genes and their terms, unless `columns` says otherwise."""
    try:
        column_of = choose_membership_columns(
            _GAF_COLUMNS, options.columns or ("db_object_id", "go_id")
        )
        need_node_column(column_of)
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
