"""What the docs say about speed and memory, drawn from the files of results.

A page holds `<!-- results NAME -->` … `<!-- end of results -->` around tables, and
`<!-- claim NAME -->` … `<!-- end of claim -->` around a number in a sentence. `tools/generate.py`
writes what is between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from results import Row, duration, load_results, markdown, significant

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "benchmarks/README.md"]

_NATIVE, _DUCKDB = "accord, native", "accord, DuckDB, 1GB"


def fill(text: str) -> str:
    """The text of a page with all results and claims as they are in the files."""
    text = re.sub(
        r"<!-- results (.+?) -->.*?<!-- end of results -->",
        lambda mark: f"<!-- results {mark[1]} -->\n\n{tables(mark[1])}\n\n<!-- end of results -->",
        text,
        flags=re.DOTALL,
    )
    return re.sub(
        r"<!-- claim (\w+) -->.*?<!-- end of claim -->",
        lambda mark: f"<!-- claim {mark[1]} -->{CLAIMS[mark[1]]()}<!-- end of claim -->",
        text,
    )


def without_results(text: str) -> str:
    """The text of a page without all that is between marks."""
    for name in ("results", "claim"):
        text = re.sub(f"<!-- {name} .+? -->.*?<!-- end of {name} -->", "", text, flags=re.DOTALL)
    return text


def tables(name: str) -> str:
    """The tables of a file, or of several files in another form."""
    return side_by_side() if name == "scikit_learn, side by side" else markdown(load_results(name))


def side_by_side() -> str:
    """Scores by kinds of labels, in milliseconds of accord and of scikit-learn."""
    kinds = load_results("scikit_learn").tables
    times: dict[str, dict[str, list[str]]] = {}
    for labels, rows in kinds.items():
        for one in rows:
            cells = times.setdefault(one["score"], {})
            cells.setdefault(labels, []).append(significant(1e3 * one["seconds"]))
    heads = [labels.replace(", ", ",<br>") for labels in kinds]
    lines = [
        f"| milliseconds, accord / scikit-learn | {' | '.join(heads)} |",
        f"| --- |{' ---: |' * len(heads)}",
    ]
    for score, cells in times.items():
        both = [" / ".join(cells.get(labels, ())) for labels in kinds]
        lines.append(f"| `{score}` | {' | '.join(both)} |")
    return "\n".join(lines)


# ---- claims --------------------------------------------------------------------------------------


def row(name: str, tool: str, *, table: str = "", **columns: Any) -> Row:
    """The row of a tool that has these columns, in tables whose title begins like this."""
    wanted = {"tool": tool, **columns}
    return next(
        one
        for title, rows in load_results(name).tables.items()
        for one in rows
        if title.startswith(table) and wanted.items() <= one.items()
    )


def time(name: str, tool: str, column: str = "seconds", **place: Any) -> Callable[[], str]:
    """A time as text."""

    def text() -> str:
        seconds = row(name, tool, **place)[column]
        return duration(seconds, milliseconds=seconds < 1)

    return text


def memory(name: str, tool: str) -> Callable[[], str]:
    return lambda: f"{row(name, tool)['peak_mb'] / 1e3:.2f} GB"


def relabellings() -> str:
    each = row("certainty_com_dblp", "accord.baseline", table="F1p")["seconds"]
    return f"{1000 * each:.0f} s"


def cluster_of_machines(text: str, cores: int = 1, factor: float = 1.0) -> Callable[[], str]:
    """The time of DuckDB on two cores, carried over to 10¹⁰ memberships."""

    def estimate() -> str:
        measured = row("tables_debian", _DUCKDB)
        memberships = int(measured["memberships"].replace(",", ""))
        each = 2 * measured["seconds"] / memberships
        seconds = 1e10 * each * factor / cores
        return text.format(micro=each * 1e6, hours=seconds / 3600, minutes=seconds / 60)

    return estimate


def spark_and_duckdb() -> str:
    spark, duckdb = (
        row("tables", f"accord, {engine}", memberships="50,000,000")["seconds"]
        for engine in ("Spark", "DuckDB")
    )
    return f"{spark / duckdb:.1f} times"


#: What stands in a page, by the name in its mark.
CLAIMS: dict[str, Callable[[], str]] = {
    "debian_f1p": time("run_data", "accord, F1p", table="From files: debian packages"),
    "quality_of_dblp": time(
        "quality_com_dblp", "accord", "overlapping_processor_seconds", metric="all of them"
    ),
    "relabellings": relabellings,
    "debian_duckdb": time("tables_debian", _DUCKDB),
    "debian_duckdb_memory": memory("tables_debian", _DUCKDB),
    "debian_native": time("tables_debian", _NATIVE),
    "debian_native_memory": memory("tables_debian", _NATIVE),
    "duckdb_each": cluster_of_machines("{micro:.2f} µs"),
    "duckdb_hours": cluster_of_machines("{hours:.1f} hours"),
    "cluster_minutes": cluster_of_machines("{minutes:.0f} minutes", cores=64, factor=10),
    "spark_and_duckdb": spark_and_duckdb,
}
