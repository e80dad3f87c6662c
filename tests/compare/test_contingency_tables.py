"""compare(table=...): a contingency table in place of the two crisp clusterings it came from."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import metric_cases
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from click.testing import CliRunner, Result

import accord
from accord import METRICS, FormatError, InputError, UnknownNameError
from accord._cli.commands import cli

COUNTS = [[20, 1, 0], [0, 9, 10]]
ROWS, COLUMNS = ["cats", "dogs"], ["A", "B", "C"]


def random_table(rng: random.Random) -> list[list[int]]:
    """A small table, with rows and columns of zeros too."""
    width = rng.randint(1, 4)
    rows = [
        [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(width)] for _ in range(rng.randint(1, 4))
    ]
    rows[0][0] += not any(map(sum, rows))
    return rows


def sides_of(table: list[list[int]]) -> tuple[list[int], list[int]]:
    """Labels of truth and found, one node after the other."""
    cells = [(t, f) for t, row in enumerate(table) for f, n in enumerate(row) for _ in range(n)]
    return [t for t, _ in cells], [f for _, f in cells]


def clusters_of(labels: list[int]) -> list[set[int]]:
    return [
        {node for node, label in enumerate(labels) if label == cluster}
        for cluster in sorted(set(labels))
    ]


# ---- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_the_value_of_its_definition(name: str) -> None:
    metric, rng = METRICS[name], random.Random(name)
    for options in 3 * metric_cases.option_choices(metric):
        table = random_table(rng)
        truth, found = map(clusters_of, sides_of(table))
        (score,) = accord.compare(table=table, metrics=[metric.canonical_name(options)]).values()
        wanted = metric_cases.expected(metric, truth, found, options)
        assert float(score) == pytest.approx(wanted, **metric_cases.CLOSE)


@pytest.mark.parametrize("seed", range(25))
def test_all_metrics_equal_those_of_the_clusterings(seed: int) -> None:
    table = random_table(random.Random(seed))
    from_table = accord.compare(table=table, metrics="all")
    from_sides = accord.compare(*sides_of(table), metrics="all", noise=False)
    assert list(from_table) == list(from_sides)
    assert set(from_table) == set(METRICS)
    for name, score in from_sides.items():
        ours = from_table[name]
        for fact in ("precision", "recall"):
            wanted = getattr(score, fact)
            wanted = None if wanted is None else pytest.approx(wanted, rel=1e-12, abs=1e-12)
            assert getattr(ours, fact) == wanted
        assert float(ours) == pytest.approx(float(score), rel=1e-12, abs=1e-12)
        for side in ("per_truth_cluster", "per_found_cluster"):
            wanted = getattr(score, side)
            if wanted is not None:
                np.testing.assert_allclose(getattr(ours, side), wanted, rtol=1e-12, atol=1e-12)
    assert (from_table.truth, from_table.found) == (from_sides.truth, from_sides.found)
    assert from_table.nodes.base == sum(map(sum, table))


@pytest.mark.parametrize("options", [{"baseline": True}, {"interval": True}])
def test_chance_and_intervals_equal_those_of_the_clusterings(options: dict[str, bool]) -> None:
    names = ["f1h", "nmi", "bcubed"]
    ours = accord.compare(table=COUNTS, metrics=names, repeats=10, **options)
    wanted = accord.compare(*sides_of(COUNTS), names, repeats=10, noise=False, **options)
    assert ours.to_dict()["scores"] == wanted.to_dict()["scores"]


def test_counts_may_be_far_larger_than_memory() -> None:
    scale = 10**15
    table = (np.array(COUNTS) * scale).tolist()
    comparison = accord.compare(table=table, metrics=["adjusted_rand", "nmi", "purity", "bcubed"])

    def pairs(counts: Any) -> int:
        return sum(n * (n - 1) // 2 for n in counts)

    both = pairs(n for row in table for n in row)
    truth, found = pairs(map(sum, table)), pairs(map(sum, zip(*table, strict=True)))
    expected = Fraction(truth * found, pairs([40 * scale]))
    wanted = (both - expected) / (Fraction(truth + found, 2) - expected)
    assert comparison["adjusted_rand"] == float(wanted)
    assert comparison["purity"] == (20 + 9 + 10) / 40
    small = accord.compare(table=COUNTS, metrics=["nmi", "bcubed"])
    assert float(comparison["nmi"]) == pytest.approx(float(small["nmi"]), rel=1e-12)
    assert float(comparison["bcubed"]) == pytest.approx(float(small["bcubed"]), rel=1e-12)


def test_a_node_base_and_noise_go_with_a_table() -> None:
    table = pd.DataFrame([[5, 1], [2, 7], [3, 3]], index=[0, 1, -1], columns=["A", "B"])
    kept = accord.compare(table=table, metrics="nmi", noise=-1, nodes="labelled")
    assert kept["nmi"] == accord.compare(table=table.iloc[:2], metrics="nmi")["nmi"]
    assert kept.nodes.base == 15


# ---- kinds of tables -----------------------------------------------------------------------------


def kinds(folder: Path) -> dict[str, Any]:
    frame = pd.DataFrame(COUNTS, index=ROWS, columns=COLUMNS)
    paths = {
        "commas.csv": frame.to_csv(),
        "tabs.tsv": frame.to_csv(sep="\t"),
        "semicolons.csv": frame.to_csv(sep=";"),
        "corner.csv": frame.to_csv(index_label="truth"),
        "quotes.csv": '"","A","B","C"\n"cats",20,1,0\n"dogs",0,9,10\n',
    }
    for name, text in paths.items():
        (folder / name).write_text(text)
    return {
        "floats": frame.astype(float),
        "nullable": frame.astype("Int64"),
        "polars": pl.DataFrame({"truth": ROWS, "A": [20, 0], "B": [1, 9], "C": [0, 10]}),
        **{name: folder / name for name in paths},
    }


def nameless_kinds(folder: Path) -> dict[str, Any]:
    (folder / "blanks.txt").write_text("20 1 0\n0 9 10\n")
    (folder / "plain.csv").write_text("20,1,0\r\n0,9,10\r\n")
    columns = {"A": [20, 0], "B": [1, 9], "C": [0, 10]}
    repeated = scipy.sparse.coo_array(
        ([15, 5, 1, 9, 10], ([0, 0, 0, 1, 1], [0, 0, 1, 1, 2])), shape=(2, 3)
    )
    return {
        "lists": COUNTS,
        "array": np.array(COUNTS, np.uint8),
        "floats": np.array(COUNTS, float),
        "objects": np.array(COUNTS, object),
        "sparse": scipy.sparse.csr_matrix(COUNTS),
        "repeated entries": repeated,
        "numbers alone in polars": pl.DataFrame(columns),
        "overlaps": accord.overlaps(*sides_of(COUNTS), noise=False).to_scipy(),
        "blanks.txt": str(folder / "blanks.txt"),
        "plain.csv": folder / "plain.csv",
    }


def test_tables_of_any_kind_are_the_same(tmp_path: Path) -> None:
    wanted = accord.compare(table=COUNTS).to_dict()["scores"]
    for name, table in {**kinds(tmp_path), **nameless_kinds(tmp_path)}.items():
        assert accord.compare(table=table).to_dict()["scores"] == wanted, name


def test_clusters_have_the_names_around_the_table(tmp_path: Path) -> None:
    for name, table in kinds(tmp_path).items():
        subject = accord.compare(table=table, metrics="f1h").subject
        assert subject is not None
        assert (subject.truth.names, subject.found.names) == (tuple(ROWS), tuple(COLUMNS)), name


def test_rows_and_columns_without_nodes_are_left_out_and_the_others_keep_their_numbers() -> None:
    subject = accord.compare(table=[[0, 0, 0], [0, 3, 4]], metrics="f1h").subject
    assert subject is not None
    assert (subject.truth.names, subject.found.names) == ((1,), (1, 2))


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[3, -1]], r"the table has -1 in row 0, column 1 \(counted from 0\)"),
        ([[3, 1.5]], "a cell counts nodes, so it is an integer"),
        ([[3, float("nan")]], "the table has nan in row 0, column 1"),
        ([[3, float("inf")]], "the table has inf in row 0, column 1"),
        ([3, 4], "the table has 1 dimension: expected a row for each cluster"),
        ([[[3]]], "the table has 3 dimensions"),
        ([[1], [1, 2]], "all of the same length"),
        ([["a"]], "has 'a' in row 0, column 0"),
        ([[1, None]], "has None in row 0, column 1"),
        ([["x" * 99, 1]], "xxx… in row 0"),
        ([[1j]], "expected a number of nodes"),
        (scipy.sparse.csr_array([[1j]]), "values of type complex128: expected numbers"),
        ({"a": [1]}, "the table is dict: expected an array, a data frame"),
        ([[10**30, 1]], r"2\*\*62 nodes or more"),
        (
            pd.DataFrame({"A": [1, None], "B": [3, 4]}, index=["x", "y"], dtype="Int64"),
            "has <NA> in row 'y', column 'A': expected a number of nodes, 0 for none",
        ),
        (
            pd.DataFrame({"truth": ["x", "y"], "A": [3, 4]}),
            r"'truth' of the table has texts: .* pass table.set_index\('truth'\)",
        ),
        ([[0, 0]], "there are no nodes"),
        ([[]], "there are no nodes"),
        ([[2**62, 0]], r"2\*\*62 nodes or more"),
        ([[1e300, 0]], r"2\*\*62 nodes or more"),
        (np.ma.masked_array([[1, 2]], [[0, 1]]), "the table has masked cells"),
        (pd.DataFrame([[1, -2]], columns=["A", "B"]), "has -2 in row 0, column 'B'"),
        (pd.DataFrame([[1], [2]], index=["a", "a"]), "two rows of the table have the same name"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns of the table have the same"),
    ],
)
def test_what_is_no_table_of_counts_is_an_error(table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        accord.compare(table=table)


def test_sums_that_pandas_adds_are_not_clusters() -> None:
    truth, found = sides_of(COUNTS)
    table = pd.crosstab(np.array(truth), np.array(found), margins=True)
    with pytest.raises(InputError, match="'All', are sums of the others: leave them out"):
        accord.compare(table=table)
    with pytest.raises(InputError, match="last column of the table, 'All', has the sums of the"):
        accord.compare(table=table.iloc[:-1])
    with pytest.raises(InputError, match="last row of the table, 'All', has the sums of the"):
        accord.compare(table=table.iloc[:, :-1])
    named = pd.DataFrame([[4, 1], [1, 7]], index=["x", "all"], columns=["x", "all"])
    assert accord.compare(table=named).nodes.base == 13  # a cluster that is called so


def test_overlaps_do_not_say_whether_clusters_overlap() -> None:
    with pytest.raises(InputError, match=r"may overlap .* pass table.to_scipy\(\)"):
        accord.compare(table=accord.overlaps([[1, 2]], [[1], [2]]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"truth": [[1]]}, "leave out truth="),
        ({"found": [[1]]}, "leave out found="),
        ({"levels": "best"}, "leave out levels="),
        ({"orientation": "nodes"}, "leave out orientation="),
        ({"columns": ["a"]}, "leave out columns="),
        ({"nodes": [1, 2]}, "a table does not name its nodes"),
    ],
)
def test_what_is_about_clusterings_is_refused_beside_a_table(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        accord.compare(table=COUNTS, **arguments)


def test_quality_metrics_need_more_than_a_table() -> None:
    with pytest.raises(UnknownNameError, match="of a clustering on its network"):
        accord.compare(table=COUNTS, metrics="modularity")


def test_one_side_alone_is_an_error() -> None:
    with pytest.raises(InputError, match="give truth and found, or table="):
        accord.compare([[1, 2]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("\n\n", "no lines"),
        ("1,2\n3\n", "line 2, column 1: 1 field, and 2 in the first row"),
        (",a\nx,many\n", "line 2, column 3: 'many' is no number of nodes"),
        ("k,1\n3,4\n", "leave the first field of the file empty"),
        ("a,b\n1,2\n3,4\n", "leave the first field of the file empty"),
        ("x,1,2\ny,3,4\n", "line 1, column 1: this row has numbers, which may count nodes or"),
        (",a,b\nx,'1,000',2\n", "4 fields, and 3 in the first row"),
        (",a,Total\nx,2,2\ny,3,3\n", "'Total', has the sums of the others: leave it out"),
        (",a,All\nx,2,2\nAll,2,2\n", "sums of the others"),
        ("1,2\n-3,4\n", "the table has -3.0 in row 1, column 0"),
    ],
)
def test_files_that_are_no_tables_are_errors(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        accord.compare(table=path)
    assert isinstance(caught.value, FormatError) == (str(path) in str(caught.value))


# ---- on the command line -------------------------------------------------------------------------


def run(*arguments: str, stdin: str) -> Result:
    command = ["compare", "--table", "-", *arguments]
    return CliRunner().invoke(cli, command, input=stdin, standalone_mode=False)


def test_command_line_prints_what_compare_returns() -> None:
    done = run("-m", "all", stdin="20 1 0\n0 9 10\n")
    assert (done.return_value, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == str(accord.compare(table=COUNTS, metrics="all"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["truth.cnl"], "--table takes the place of TRUTH and FOUND: leave out truth.cnl"),
        (["--unique"], "--unique is about clusterings"),
        (["--ids", "text"], "--ids is about clusterings"),
        (["--engine", "duckdb"], "--engine duckdb is about clusterings"),
    ],
)
def test_command_line_says_what_is_wrong(arguments: list[str], message: str) -> None:
    done = run(*arguments, stdin="5 5\n5 5\n")
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)
    assert done.stdout == ""


def test_a_floor_applies_to_a_table() -> None:
    done = run("-m", "f1h", "--fail-under", "f1h=0.99", stdin="5 5\n5 5\n")
    assert done.return_value == 1
    assert "f1h is 0.5, below 0.99" in done.stderr
