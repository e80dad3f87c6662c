"""Results of benchmarks as data: rows, and beside them the machine, its load and all versions.

A script adds rows to the tables of `Results`, shows each table when it is complete, and with
`--save` writes all of them to results/NAME.json. The tables and pictures of the docs are drawn from
these files.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import json
import math
import os
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"
#: Cells by column; the name of a column ends with its unit: seconds, peak_mb.
Row = dict[str, Any]
#: How far values of two tools may be apart, of the larger one, to be the same.
TOLERANCE = 1e-9
#: Texts of a row that do not tell what was measured.
REMARKS = ("tool", "why", "note", "value")
HEADINGS = {
    "seconds": "best time",
    "processor_seconds": "processor time",
    "crisp_processor_seconds": "crisp, processor time",
    "overlapping_processor_seconds": "overlapping, processor time",
    "peak_mb": "peak memory",
    "agrees": "same value as accord",
}


@dataclass
class Results:
    """What a script measured, by the title of the table."""

    title: str
    tables: dict[str, list[Row]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begin(cls, title: str, rivals: Sequence[str] = ()) -> Results:
        """Results of this process, which stands beside libraries that may be installed."""
        facts = {
            "command": command_line(sys.argv),
            "date": datetime.date.today().isoformat(),
            "machine": machine(),
            "versions": versions(("accord", "numpy", *rivals)),
            "tolerance": TOLERANCE,
            "load_at_begin": load(),
        }
        return cls(title, {}, facts)

    def add(self, table: str, tool: str, **columns: Any) -> None:
        """A row of a table. Its value is checked against that of accord, the first of its kind."""
        row = {"tool": tool, **{name: cell for name, cell in columns.items() if cell is not None}}
        rows = self.tables.setdefault(table, [])
        first = next((other for other in rows if kind(other) == kind(row)), row)
        if "value" in row and "value" in first and not tool.startswith("accord"):
            row["agrees"] = math.isclose(
                row["value"], first["value"], rel_tol=TOLERANCE, abs_tol=TOLERANCE
            )
        if row.get("agrees"):
            row.pop("why", None)
        rows.append(row)

    def add_texts(self, table: str, columns: Sequence[str], cells: Sequence[str]) -> None:
        """A row of texts, whose times, sizes and numbers become data."""
        row = dict(map(measured, columns, cells))
        filled = {name: cell for name, cell in row.items() if cell is not None}
        self.tables.setdefault(table, []).append(filled)

    def show(self, table: str) -> None:
        """Print a table."""
        print(f"### {table}\n\n{markdown_table(self.tables[table])}\n", flush=True)

    def save(self, name: str | None) -> None:
        """Write results/NAME.json, or the file of that path; nothing without a name."""
        if name is None:
            return
        if "load_at_begin" in self.facts:
            self.facts["load_at_end"] = load()
        path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(self.to_json(), encoding="utf-8")
        print(f"wrote {path.name}")

    def to_json(self) -> str:
        """With a line for each row, so that changes can be read."""
        lines = [f"  {json.dumps(title)}: {in_lines(rows)}" for title, rows in self.tables.items()]
        facts = [f" {json.dumps(name)}: {json.dumps(fact)}," for name, fact in self.facts.items()]
        begin = [f' "title": {json.dumps(self.title)},', *facts, ' "tables": {']
        return "\n".join(["{", *begin, ",\n".join(lines), " }", "}", ""])


def load_results(name: str) -> Results:
    """The file of this name."""
    content = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return Results(content.pop("title"), content.pop("tables"), content)


def add_save_option(parser: argparse.ArgumentParser) -> None:
    """`--save` for the parser of a script: without a name, that of the script."""
    parser.add_argument(
        "--save",
        nargs="?",
        const=Path(sys.argv[0]).stem,
        metavar="NAME",
        help="write benchmarks/results/NAME.json; by default the name of this script",
    )


# ---- facts ---------------------------------------------------------------------------------------


def command_line(arguments: Sequence[str]) -> str:
    """The command, with files and folders by their last names."""
    names = [re.sub(r"[^\s{}=]*/(?=[^/\s]+)", "", argument) for argument in arguments[1:]]
    return shlex.join(["python", f"benchmarks/{Path(arguments[0]).name}", *names])


def machine() -> dict[str, Any]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": cpu_model(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "memory_gb": round(memory / 1e9, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def load() -> float:
    """How many processes wanted a core in the last minute."""
    return round(os.getloadavg()[0], 2)


def versions(distributions: Sequence[str]) -> dict[str, str]:
    """Of those that are installed."""
    found = {}
    for name in distributions:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """All tables, below the facts."""
    parts = [facts_line(results.facts)]
    for title, rows in results.tables.items():
        parts += [f"### {title}", markdown_table(rows)]
    return "\n\n".join(parts)


def facts_line(facts: dict[str, Any]) -> str:
    """A sentence a line: the command, the machine, versions, and how busy it was."""
    system, lines = facts["machine"], [f"`{facts['command']}`"]
    if "recorded" in facts:
        lines.append(f"Recorded {facts['recorded']}.")
    if "date" in facts:
        lines[0] += f", {facts['date']}"
    lines[0] += "."
    if "input" in facts:
        lines.append(f"{facts['input']}.")
    where = [system.get("cpu", ""), f"{system['cores']} cores"]
    if "memory_gb" in system:
        where.append(f"{system['memory_gb']:g} GB")
    where += [system.get("system", ""), f"Python {system['python']}"]
    programs = [f"{name} {version}" for name, version in facts.get("versions", {}).items()]
    lines.append(", ".join(filter(None, [*where, *programs])) + ".")
    if "load_at_begin" in facts:
        loads = f"{facts['load_at_begin']:g} at the beginning, {facts['load_at_end']:g} at the end"
        lines.append(f"Load: {loads}.")
    return "\n".join(lines)


def markdown_table(rows: Sequence[Row]) -> str:
    """Rows as a table, with how many times as long as the first of its kind each took."""
    columns = columns_of(rows)
    compared = time_compared(columns)
    ratios = times_the_first(rows, compared)
    least = {
        name: min(row[name] for row in rows if name in row) for name in filter(is_time, columns)
    }
    lines: list[list[str]] = [[], []]
    for name in columns:
        is_text = any(isinstance(row.get(name), str | bool) for row in rows)
        lines[0].append(heading(name))
        lines[1].append("---" if is_text else "---:")
        if ratios and name == compared:
            lines[0].append("times the first")
            lines[1].append("---:")
    for place, row in enumerate(rows):
        cells = []
        for name in columns:
            cells.append(cell_text(name, row, least.get(name, 0)))
            if ratios and name == compared:
                cells.append(ratios[place])
        lines.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def columns_of(rows: Sequence[Row]) -> list[str]:
    """What was measured, by which tool, how, and what came out."""
    names = list(dict.fromkeys(name for row in rows for name in row if name != "why"))
    texts = [name for name in names if isinstance(rows[0].get(name), str) and name not in REMARKS]
    last = [name for name in ("value", "agrees", "note") if name in names]
    tool = ["tool"] if "tool" in names else []
    return [*texts, *tool, *(n for n in names if n not in (*texts, *tool, *last)), *last]


def time_compared(columns: Sequence[str]) -> str:
    return "seconds" if "seconds" in columns else next(filter(is_time, columns), "")


def times_the_first(rows: Sequence[Row], column: str) -> list[str]:
    """For each row; none if each is the only one of its kind."""
    firsts: dict[tuple[Any, ...], float] = {}
    ratios = []
    for row in rows:
        seconds = row.get(column)
        first = firsts.setdefault(kind(row), seconds) if seconds else 0
        ratios.append(significant(seconds / first) if seconds and first else "")
    return ratios if len(firsts) < sum(column in row for row in rows) else []


def kind(row: Row) -> tuple[Any, ...]:
    """What was measured, whichever tool did it."""
    return tuple(
        cell for name, cell in row.items() if isinstance(cell, str) and name not in REMARKS
    )


def is_time(column: str) -> bool:
    return column.endswith("seconds")


def heading(column: str) -> str:
    return HEADINGS.get(column, re.sub(r"_(seconds|mb)$", "", column).replace("_", " "))


def cell_text(column: str, row: Row, least: float) -> str:
    cell = row.get(column)
    if column == "agrees" and cell is not None:
        return "yes" if cell else f"**no**{': ' if 'why' in row else ''}{row.get('why', '')}"
    if cell is None or isinstance(cell, str):
        return cell or ""
    if is_time(column):
        return duration(cell, milliseconds=least < 0.1)
    if column.endswith("_mb"):
        return f"{significant(cell) if cell < 10 else f'{cell:,.0f}'} MB"
    if column == "value":
        return f"{cell:.6f}"
    if isinstance(cell, int):
        return f"{cell:,}"
    if 0 < cell < 1e-4:
        return f"{cell:.0e}"
    return significant(cell) if cell >= 1 else f"{cell:.4f}"


def duration(seconds: float, *, milliseconds: bool) -> str:
    return f"{significant(seconds * 1e3)} ms" if milliseconds else f"{significant(seconds)} s"


def significant(number: float) -> str:
    """At least three significant digits, and all digits before the point."""
    if not number:
        return "0"
    return f"{number:,.{max(0, 2 - math.floor(math.log10(abs(number))))}f}"


def measured(column: str, cell: str) -> tuple[str, str | float | None]:
    """A column with its unit, and a number: (time, 20 ms) becomes (time_seconds, 0.02)."""
    name = column.replace(" ", "_")
    match = re.fullmatch(r"(-?[\d,]*\.?\d+)(?: (ms|MB))?", cell)
    if not match:
        return name, cell or None
    digits = match[1].replace(",", "")
    number = float(digits) if "." in digits or match[2] else int(digits)
    if match[2] == "ms":
        return f"{name}_seconds", round(number / 1e3, 9)
    return (f"{name}_mb", number) if match[2] else (name, number)


def in_lines(rows: Sequence[Row]) -> str:
    return "[\n" + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
