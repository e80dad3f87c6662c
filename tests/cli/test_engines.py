"""accord compare --engine: files read by another engine, and its errors."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import narwhals
import polars as pl
import pytest
from java import need_java

import accord
from accord._io.tables.backends import open_engine

QUICK = ("duckdb", "polars")
FORMS = (
    "a.parquet b.parquet",
    "a.csv b.csv",
    "a.tsv b.csv",
    "parquet_a parquet_b",
    "csv_a csv_b",
    "a.parquet csv_b",
)


def run(folder: Path, *arguments: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """In a folder, with one for temporary files, and perhaps as if a package were not installed."""
    hide = f"sys.modules[{without!r}] = None; " if without else ""
    code = f"import sys; {hide}from accord._cli import main; main()"
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    environment = {**os.environ, "TMPDIR": str(temporary)}
    command = [sys.executable, "-c", code, "compare", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert list(temporary.iterdir()) == []  # whatever happened
    return done


def error_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the single line of an error; fail on any other output."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("accord: error: ")
    return line.removeprefix("accord: error: ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same two clusterings in all forms, as a.* and b.*; and what is wrong in some way."""
    folder = tmp_path_factory.mktemp("tables")
    cover = accord.generate_cover(600, 15, seed=2)
    tables = {}
    for name, clustering in (("a", cover), ("b", accord.perturb(cover, move=0.2, seed=3))):
        rows = [(node, cluster) for node, cluster, _ in clustering.memberships()]
        table = tables[name] = pl.DataFrame(rows, schema=["node", "cluster"], orient="row")
        table.write_parquet(folder / f"{name}.parquet")
        table.write_csv(folder / f"{name}.csv")
        table.write_csv(folder / f"{name}.tsv", separator="\t")
        for form in ("parquet", "csv"):
            parts = folder / f"{form}_{name}"
            parts.mkdir()
            for place, part in enumerate(table.iter_slices(300)):
                (part.write_parquet if form == "parquet" else part.write_csv)(
                    parts / f"part-{place}.{form}"
                )
            (parts / "_SUCCESS").touch()
        accord.write(clustering, folder / f"{name}.cnl")
    b = tables["b"]
    odd = b.select(
        pl.col("cluster").alias("community"), pl.lit(1).alias("day"), pl.col("node").alias("gene")
    )
    odd.write_parquet(folder / "odd.parquet")
    b.select("node").write_parquet(folder / "one_column.parquet")
    b.with_columns(node=pl.when(pl.col("node") > 2).then("node")).write_parquet(
        folder / "nulls.parquet"
    )
    b.with_columns(node=pl.format("n{}", "node")).write_parquet(folder / "texts.parquet")
    b.with_columns(cluster=pl.concat_list("cluster")).write_parquet(folder / "lists.parquet")
    whole = (folder / "b.parquet").read_bytes()
    (folder / "half.parquet").write_bytes(whole[: len(whole) // 2])
    (folder / "half_a").mkdir()
    (folder / "half_a/part-0.parquet").write_bytes(whole)
    (folder / "half_a/part-1.parquet").write_bytes(whole[: len(whole) // 2])
    (folder / "mixed").mkdir()
    (folder / "mixed/part-0.parquet").write_bytes(whole)
    (folder / "mixed/part-1.csv").write_text("node,cluster\n1,1\n")
    (folder / "empty").mkdir()
    return folder


@pytest.fixture(scope="module")
def native(folder: Path) -> dict[str, object]:
    return _scores(run(folder, "a.parquet", "b.parquet", "--format", "json"))


def _scores(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.returncode == 0, done.stderr
    scores: dict[str, object] = json.loads(done.stdout)["scores"]
    return scores


# ---- what it prints ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("engine", QUICK)
def test_files_and_folders_score_as_with_the_native_engine(
    folder: Path, native: dict[str, object], engine: str, form: str
) -> None:
    done = run(folder, *form.split(), "--engine", engine, "--format", "json")
    assert _scores(done) == native
    assert done.stderr == ""


def test_spark_scores_as_the_native_engine(folder: Path, native: dict[str, object]) -> None:
    need_java()
    done = run(
        folder,
        "a.csv",
        "parquet_b",
        "--engine",
        "spark",
        "--master",
        "local[2]",
        "--format",
        "json",
        "-v",
    )
    assert _scores(done) == native
    assert "table of parquet_b: Spark read " in done.stderr


@pytest.mark.parametrize(
    ("engine", "name", "more"),
    [("duckdb", "DuckDB", ["--memory", "200MB"]), ("polars", "Polars", [])],
)
def test_verbose_describes_the_steps(folder: Path, engine: str, name: str, more: list[str]) -> None:
    done = run(folder, "a.parquet", "b.parquet", "--engine", engine, *more, "-v")
    tables = [pl.read_parquet(folder / f"{side}.parquet") for side in "ab"]
    of_node = [dict(table.group_by("node").agg("cluster").iter_rows()) for table in tables]
    types = {
        tuple(frozenset(side.get(node, ())) for side in of_node)
        for node in of_node[0].keys() | of_node[1].keys()
    }
    assert f"table of b.parquet: {name} read {sum(map(len, tables)):,} rows, moved " in done.stderr
    assert f" and found {len(types):,} node types\n" in done.stderr


def test_several_results_are_ranked(folder: Path) -> None:
    done = run(
        folder,
        "a.parquet",
        "b.parquet",
        "a.csv",
        "--engine",
        "duckdb",
        "-m",
        "f1p",
        "--format",
        "csv",
    )
    assert done.returncode == 0
    wanted = run(folder, "a.parquet", "b.parquet", "a.csv", "-m", "f1p", "--format", "csv")
    assert done.stdout == wanted.stdout


@pytest.mark.parametrize("engine", QUICK)
@pytest.mark.parametrize("header", ["", "gene,truth\n", "0,1\n"])
def test_headers_are_those_that_accord_reads(tmp_path: Path, engine: str, header: str) -> None:
    (tmp_path / "a.csv").write_text(header + "g1,red\ng2,red\ng3,red\ng4,blue\n")
    (tmp_path / "b.csv").write_text("node,cluster\ng1,red\ng2,red\ng3,blue\ng4,blue\n")
    done = run(
        tmp_path, "a.csv", "b.csv", "-m", "pair_jaccard", "--engine", engine, "--format", "json"
    )
    # By hand: truth pairs 12, 13, 23; found pairs 12, 34; one of four is in both.
    assert _scores(done) == {"pair_jaccard": {"value": 0.25}}


@pytest.mark.parametrize("engine", QUICK)
def test_unclear_header_is_an_error_as_without_an_engine(tmp_path: Path, engine: str) -> None:
    (tmp_path / "a.csv").write_text("gene,truth\nann,red\nbob,blue\n")
    line = error_line(run(tmp_path, "a.csv", "a.csv", "--engine", engine))
    assert "a.csv, line 1, column 1: is the first row" in line
    assert "--header or --no-header" in line


@pytest.mark.parametrize("engine", QUICK)
def test_columns_are_chosen_by_name(folder: Path, native: dict[str, object], engine: str) -> None:
    arguments = ("odd.parquet", "odd.parquet", "-m", "f1p", "--format", "json")
    done = run(folder, *arguments, "--engine", engine, "--columns", "gene,community")
    assert _scores(done) == _scores(run(folder, *arguments, "--columns", "gene,community"))
    assert "odd.parquet: " in error_line(
        run(folder, *arguments, "--engine", engine, "--columns", "gene,nothing")
    )


# ---- what does not go together -------------------------------------------------------------------


#: Names that engines take for patterns, folders or keys, and files that these would match.
NAMES = (
    *("r[12].csv", "r1.csv", "w*.csv", "wx.csv", "q?.csv", "qa.csv", "r[!x].csv", "{r1,wx}.csv"),
    *("~x.csv", "it's.csv", "part=1/node=2/x.csv"),
)


@pytest.fixture(scope="module")
def named_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each name, with a different number of nodes, as CSV and Parquet."""
    folder = tmp_path_factory.mktemp("names")
    for count, name in enumerate(NAMES, 2):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        table = pl.DataFrame({"node": range(count), "cluster": [n // 2 for n in range(count)]})
        table.write_csv(path)
        with path.with_suffix(".parquet").open("wb") as file:
            table.write_parquet(file)
    return folder


@pytest.mark.parametrize(
    ("engine", "kind"),
    [(engine, kind) for engine in QUICK for kind in ("csv", "parquet")] + [("spark", "csv")],
)
def test_names_of_files_are_no_patterns(
    named_tables: Path, engine: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "spark":
        need_java()
    monkeypatch.chdir(named_tables)
    with open_engine(engine, threads=1) as scan:
        for count, name in enumerate(NAMES, 2):
            table = narwhals.from_native(scan(name.replace("csv", kind))).collect()
            n_lines = count + (kind == "csv")  # with the header
            assert (name, len(table)) == (name, n_lines)


@pytest.mark.parametrize("engine", QUICK)
def test_pipe_is_an_error_of_an_engine(tmp_path: Path, engine: str) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    line = error_line(run(tmp_path, "pipe.csv", "pipe.csv", "--engine", engine))
    assert line == "pipe.csv: this is a pipe or a device: this engine needs a file"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("a.parquet b.parquet --memory 1GB", "--memory"),
        ("a.parquet b.parquet --master local", "--master"),
        (
            "a.parquet b.parquet --engine polars --memory 1GB",
            "--memory is for the engine duckdb only",
        ),
        (
            "a.parquet b.parquet --engine duckdb --master local",
            "--master is for the engine spark only",
        ),
        ("a.parquet b.parquet --engine duckdb --memory much", "cannot read the size 'much'"),
        ("a.parquet b.parquet --engine duckdb --unique", "--unique"),
        ("a.parquet b.parquet --engine duckdb --nodes a.cnl", "--nodes FILE"),
        ("a.parquet b.parquet --engine duckdb --orientation nodes", "--orientation"),
        ("a.parquet b.parquet --engine duckdb --ids text", "--ids"),
        ("a.parquet b.parquet --engine duckdb --no-shares", "--shares"),
        ("a.parquet b.parquet --engine duckdb --input-format csv", "--input-format"),
        ("a.parquet b.parquet --engine duckdb --truth-format csv", "--truth-format"),
        ("a.parquet b.parquet b.csv --as-levels --engine duckdb", "--as-levels"),
        ("a.cnl b.parquet --engine duckdb", "a.cnl: no Parquet, CSV or TSV"),
        ("a.parquet mixed --engine duckdb", "mixed: files of several kinds"),
        ("a.parquet empty --engine polars", "empty: no files"),
        ("a.parquet missing.parquet --engine polars", "missing.parquet: No such file"),
        (
            "a.parquet b.parquet --engine spark --master spark://127.0.0.1:1",
            "no Spark master answers at spark://127.0.0.1:1",
        ),
    ],
)
def test_unsupported_requests_fail_fast(folder: Path, arguments: str, message: str) -> None:
    start = time.monotonic()
    assert message in error_line(run(folder, *arguments.split()))
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("engine", "package", "extra"), [("duckdb",) * 2 + ("tables",), ("polars",) * 2 + ("tables",)]
)
def test_missing_engine_is_an_error(folder: Path, engine: str, package: str, extra: str) -> None:
    line = error_line(run(folder, "a.parquet", "b.parquet", "--engine", engine, without=package))
    assert line == f"the engine {engine} needs the package {package}: pip install 'accord[{extra}]'"


def test_missing_spark_is_an_error(folder: Path) -> None:
    line = error_line(run(folder, "a.parquet", "b.parquet", "--engine", "spark", without="pyspark"))
    assert line == "the engine spark needs the package pyspark: pip install 'accord[spark]'"


@pytest.mark.parametrize("columns", [(), ("--columns", "node,cluster")])
def test_missing_narwhals_is_an_error(folder: Path, columns: tuple[str, ...]) -> None:
    line = error_line(
        run(folder, "a.parquet", "b.parquet", "--engine", "duckdb", *columns, without="narwhals")
    )
    assert "needs the package narwhals: pip install 'accord[tables]'" in line


# ---- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", QUICK)
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("one_column.parquet", "no column for the cluster among 'node'"),
        ("nulls.parquet", "without a node in column 'node': leave them out"),
        (
            "texts.parquet",
            "node labels of different kinds: truth has integers, found has text",
        ),
        (
            "lists.parquet",
            "column 'cluster' holds List(Int64): expected the clusters as integers or text",
        ),
        ("half.parquet", "half.parquet"),
        ("half_a", ""),
    ],
)
def test_malformed_table_is_a_one_line_error_and_leaves_no_files(
    folder: Path, engine: str, file: str, message: str
) -> None:
    before = sorted(folder.rglob("*"))
    assert message in error_line(
        run(folder, "a.parquet", file, "--engine", engine, "--html", "page.html")
    )
    assert sorted(folder.rglob("*")) == before


def test_too_little_memory_is_a_one_line_error_and_leaves_no_files(folder: Path) -> None:
    line = error_line(
        run(
            folder,
            "a.parquet",
            "b.parquet",
            "--engine",
            "duckdb",
            "--memory",
            "1MB",
            "--html",
            "page.html",
        )
    )
    assert "--memory" in line
    assert not (folder / "page.html").exists()
