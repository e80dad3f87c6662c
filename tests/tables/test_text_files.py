"""Text files mean the same to every engine as to the native reader, or are an error."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord._cli.commands import cli
from accord.errors import AccordError

QUICK = ("duckdb", "polars")
METRICS = ("-m", "f1p,f1h", "--nodes", "union", "--format", "json", "-q")
#: What the native reader reads, and every engine must read alike: name of the file, and content.
GOOD = {
    "plain.csv": "node,cluster\n1,a\n2,a\n3,b\n",
    "columns_in_another_order.csv": "cluster,day,node\na,1,1\na,1,2\nb,2,3\n",
    "plain.tsv": "node\tcluster\n1\ta\n2\ta\n3\tb\n",
    "no_header.csv": "1,0\n2,0\n3,1\n",
    "unknown_header.csv": "gene,truth\ng1,red\ng2,red\ng3,red\ng4,blue\n",
    "quoted_header.csv": '"node","cluster"\n1,a\n2,a\n3,b\n',
    "row_names_of_r.csv": '"node","cluster"\n"1",7,"a"\n"2",8,"a"\n"3",9,"b"\n',
    "index_of_pandas.csv": ",node,cluster\n0,x,a\n1,y,a\n2,z,b\n",
    "blanks.csv": "node,cluster\n 1 , a \n2,a\n  3,b  \n\t4\t,b\n",
    "blanks.tsv": "node\tcluster\n 1 \t a \n2\ta\n  3\tb  \n",
    "blanks_inside.csv": "node,cluster\nann  lee,a b\nann lee,a b\nbob,c\td\n",
    "blanks_around_quotes.csv": 'node,cluster\n "x, y" ,a\n "z",a\nw,b\n',
    "leading_zeros.csv": "node,cluster\n01,a\n1,a\n001,b\n",
    "leading_zeros_of_clusters.csv": "node,cluster\n1,01\n2,1\n3,01\n4,1\n",
    "decimals.csv": "node,cluster\n1.0,a\n1,a\n2.50,b\n2.5,b\n",
    "decimal_clusters.csv": "node,cluster\n1,1.0\n2,1\n3,1.00\n4,1\n",
    "mixed_clusters.csv": "node,cluster\n1,1\n2,x\n3,1\n4,x\n",
    "semicolons.csv": "node;cluster\n1;a,b\n2;a,b\n3;c\n",
    "semicolons_no_header.csv": "1;0\n2;0\n3;1\n",
    "sep_of_excel.csv": "sep=;\nnode;cluster\n1;a\n2;a\n3;b\n",
    "comment_above.csv": "# made by hand\nnode,cluster\n1,a\n2,a\n3,b\n",
    "header_in_comment.csv": "# node,cluster\n1,a\n2,a\n3,b\n",
    "ids_text.csv": "# Ids: text\nnode,cluster\n1,a\n01,a\n3,b\n",
    "comment_below.csv": "node,cluster\nx,a\n#y,a\nz,b\n",
    "doubled_quotes.csv": 'node,cluster\n"a""b",x\n"""c""",x\n"d",y\nd,z\n',
    "quotes_inside.csv": 'node,cluster\na"b,x\na""b,x\nc",y\n',
    "quoted_integers.csv": 'node,cluster\n1,"0"\n"2",0\n3,1\n',
    "quoted_empty_cluster.csv": 'node,cluster\na,""\nb,""\nc,d\ne,\n',
    "crlf.csv": "node,cluster\r\n1,a\r\n2,a\r\n\r\n3,b\r\n",
    "mixed_line_ends.csv": "node,cluster\n1,a\r\n2,a\n3,b\r\n4,b",
    "byte_order_mark.csv": "\ufeffnode,cluster\n1,a\n2,a\n3,b\n",
    "byte_order_mark_no_header.csv": "\ufeffx,0\ny,0\nz,1\nw,0\nv,1\n",
    "empty_lines.csv": "\n\nnode,cluster\n\n1,a\n   \n2,a\n3,b\n\n\n",
    "no_final_line_end.csv": "node,cluster\n1,a\n2,a\n3,b",
    "missing_clusters.csv": "node,cluster\n1,a\n2,\n3,a\n4, \n5,b\n",
    "words_for_missing.csv": "node,cluster\nNA,a\nNULL,a\nnan,b\nNone,b\n\\N,NA\nnull,null\n",
    "minus_one.csv": "node,cluster\n1,-1\n2,-1\n3,0\n-4,0\n",
    "true_and_false.csv": "node,cluster\ntrue,1\nTRUE,1\nfalse,2\n",
    "dates.csv": "node,cluster\n2020-01-01,2020-01-01\n2020-1-1,2020-01-01\n20200101,x\n",
    "beyond_floats.csv": "node,cluster\n9007199254740993,0\n9007199254740992,0\n1,1\n",
    "64_bits.csv": "node,cluster\n9223372036854775807,0\n-9223372036854775808,0\n1,1\n",
    "beyond_64_bits.csv": "node,cluster\n9223372036854775808,0\n9223372036854775809,0\n1,1\n",
    "clusters_beyond_64_bits.csv": "node,cluster\n1,9223372036854775807\n2,9223372036854775808\n"
    "3,9223372036854775809\n4,9223372036854775808\n",
    "negative_zero.csv": "node,cluster\nx,-0\ny,0\nz,-0\n",
    "signs_and_exponents.csv": "node,cluster\n+1,1\n1e0,1\n1,2\n0x1,2\n1_0,2\n",
    "unicode.csv": "node,cluster\nÅsa,Ω\nA\u030asa,Ω\n\u00a0x,b\n\U0001f600,b\nx,b\n",
    "formulas.csv": "node,cluster\n=1+1,a\n@x,a\n+x,b\n",
    "special_letters.csv": "node,cluster\n$1,a\n\\1,a\n'x',b\n%,b\n{},b\n*,b\n",
    "shares.csv": "node,cluster,share\n1,a,0.5\n1,b,.5\n2,a,1e-1\n3,b,\n",
    "shares_no_header.csv": "1,a,0.5\n1,b,0.5\n2,a,1\n3,b,1\n",
    "weights.csv": "node,cluster,weight\n1,a,2\n2,a,3.0\n3,b,1\n",
    "fractional_weights.csv": "node,cluster,weight\n1,a,2\n2,a,0.5\n3,b,1\n",
    "repeated.csv": "node,cluster\n1,a\n1,a\n2,a\n3,b\n",
    "everything.csv": "\ufeff# by hand\r\ncluster;day;node\r\n\n 1 ;2; 01\t\n01;;1\r\n"
    '"x;y";2; "a""b" \n"";3;NA\n;4;null\n NaN;;"null"\n  \n9223372036854775808;1;\u00a0Ω',
    "shares_and_weights.tsv": "node\tcluster\tshare\tweight\n1\t 0\t.5\t2\n1\t-1\t5e-1\t2\n"
    "2\t0\t\t3.0\n9223372036854775807\t-1\t1\t1\n4\t\t\t1\n",
    "trailing_separators.csv": "node,cluster,\n1,a,\n2,a,\n3,b,\n",
}
#: What the native reader refuses, and every engine must refuse, too.
BAD = {
    "short_row.csv": "node,cluster\n1,a\n2\n3,b\n",
    "long_row.csv": "node,cluster\n1,a\n2,a,c\n3,b\n",
    "trailing_separator.csv": "node,cluster\n1,a\n2,a,\n3,b\n",
    "open_quote.csv": 'node,cluster\n1,"a\n2,a"\n3,b\n',
    "text_behind_quotes.csv": 'node,cluster\n1,"a"x\n2,a\n3,b\n',
    "text_behind_blanks_and_quotes.csv": 'node,cluster\n1, "a"x\n2,a\n3,b\n',
    "control_characters.csv": "node,cluster\n1,a\x01\n2,a\x00\n3,b\n",
    "text_among_integers.csv": "node,cluster\n1,a\nx,a\n3,b\n",
    "leading_zero_among_integers.csv": "node,cluster\n1,a\n02,a\n3,b\n",
    "decimal_among_integers.csv": "node,cluster\n1,a\n2.0,a\n3,b\n",
    "too_large_among_integers.csv": "node,cluster\n1,a\n9223372036854775808,a\n3,b\n",
    "missing_node.csv": "node,cluster\n1,a\n,a\n3,b\n",
    "no_number.csv": "node,cluster,share\n1,a,much\n2,a,1\n3,b,1\n",
    "decimal_comma.csv": "node;cluster;share\n1;a;0,5\n2;a;1\n3;b;1\n",
    "share_outside.csv": "node,cluster,share\n1,a,1.5\n2,a,1\n3,b,1\n",
    "tab_line.csv": "node,cluster\n1,a\n\t\n3,b\n",
    "no_rows.csv": "node,cluster\n",
    "nothing.csv": "",
    "not_utf8.csv": b"node,cluster\n1,a\n\xff,a\n3,b\n",
    "utf16.csv": "node,cluster\n1,a\n2,b\n".encode("utf-16"),
    "edges.csv": "source,target\n1,2\n2,3\n",
    "one_column.csv": "a\nb\nc\n",
    "labels_only.csv": "cluster\na\nb\n",
    "another_format.tsv": "s1\ts1\ns1\ts2\ns3\ts3\ns3\ts4\ns5\ts5\n",
}
#: Enough for Spark, which takes seconds for each.
SLOW_GOOD = ("everything.csv", "shares_and_weights.tsv")
SLOW_BAD = ("long_row.csv", "not_utf8.csv", "leading_zero_among_integers.csv")


def compare(*arguments: object) -> dict[str, Any]:
    """All that a command prints; raises what is wrong."""
    done = CliRunner().invoke(cli, ["compare", *map(str, arguments), *METRICS])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    result: dict[str, Any] = json.loads(done.stdout)
    scores = result.pop("scores")
    # The order of clusters may change the last digit.
    values = [round(part, 12) for score in scores.values() for part in score.values()]
    return {**result, "values": values}


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def other_side(path: Path) -> Path:
    """A well-formed file with other clusters of the nodes of a file."""
    nodes = sorted(accord.read(path).nodes())
    other = path.parent / f"other_{path.name}"
    clusters = [place % 2 for place, _ in enumerate(nodes)]
    accord.write(accord.Clustering.from_memberships(nodes, clusters), other)
    return other


@pytest.fixture
def _quiet() -> Iterator[None]:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


pytestmark = pytest.mark.usefixtures("_quiet")


@pytest.mark.parametrize("name", GOOD)
def test_engines_read_what_the_native_reader_reads(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, GOOD[name])
    other = other_side(path)
    wanted = compare(path, other)
    for engine in QUICK:
        assert compare(path, other, "--engine", engine) == wanted, engine


@pytest.mark.parametrize("name", BAD)
def test_engines_refuse_what_the_native_reader_refuses(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, BAD[name])
    if name != "another_format.tsv":
        with pytest.raises(AccordError):
            compare(path, path)
    for engine in QUICK:
        refuse(engine, path)


def refuse(engine: str, path: Path) -> None:
    """Demand an error of one line that names the file or the side."""
    with pytest.raises(AccordError) as caught:
        compare(path, path, "--engine", engine)
    assert len(str(caught.value).splitlines()) == 1
    assert path.name in str(caught.value) or "truth" in str(caught.value), engine


def test_spark_reads_what_the_native_reader_reads(spark: Any, tmp_path: Path) -> None:
    for name in SLOW_GOOD:
        path = write(tmp_path, name, GOOD[name])
        other = other_side(path)
        assert compare(path, other, "--engine", "spark") == compare(path, other), name


def test_spark_refuses_what_the_native_reader_refuses(spark: Any, tmp_path: Path) -> None:
    for name in SLOW_BAD:
        refuse("spark", write(tmp_path, name, BAD[name]))


#: Fields of a row, the beginnings of files, and line ends, of which any may meet any other.
FIELDS = st.sampled_from(
    [
        *("1", "2", "01", "1.0", "-1", "9223372036854775808", "NA", "null", "true"),
        *("a", "b", " a", "a ", "a b", "a;b", "#a", "é", "'", "\\", "", " ", "\t"),
        *('"a"', ' "a" ', '"a,b"', '""', '"a""', 'a"b'),
    ]
)
BEGINNINGS = st.sampled_from(
    ["node,cluster\n", "\ufeffnode,cluster\r\n", "# x\nnode,cluster\n", ""]
)
ENDS = st.sampled_from(["\n", "\r\n", "\n\n", "\n  \n", ",\n"])


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    beginning=BEGINNINGS,
    rows=st.lists(st.tuples(FIELDS, FIELDS, ENDS), min_size=1, max_size=4),
    engine=st.sampled_from(QUICK),
)
def test_any_text_is_read_alike_or_refused(
    beginning: str,
    rows: list[tuple[str, str, str]],
    engine: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    text = beginning + "".join(f"{node},{cluster}{end}" for node, cluster, end in rows)
    path = write(tmp_path_factory.mktemp("text"), "any.csv", text)
    other = path
    with contextlib.suppress(AccordError):  # of nodes that cannot be written
        other = other_side(path)
    try:
        wanted = compare(path, other)
    except AccordError:
        refuse(engine, path)
    else:
        assert compare(path, other, "--engine", engine) == wanted
