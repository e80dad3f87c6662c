"""Generate the stubs, the table of names and the tables of the docs from the declared metrics, and
docs/api.md and docs/llms.txt from the public names and the index of the docs, and what pages say
about speed from benchmarks/results.

    python tools/generate.py          # write the files
    python tools/generate.py --check  # only say which files are not up to date

Run it after adding or changing a metric or a public name, and after a measurement.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import accord
from accord import METRICS, QUALITIES, bench
from accord.metrics._advice import QUESTIONS, all_advice, reasons
from accord.metrics._base_metric import BaseMetric

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/accord"
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "benchmarks")]
HEADER = '"""{}\n\nFor type checkers and editors. Written by tools/generate.py.\n"""\n\n'


def generate() -> dict[Path, str]:
    """Every generated file, or file with a generated part, with the text that it should have."""
    import claims

    files = generated_from_names()
    measured = {
        page: claims.fill(files.get(page) or page.read_text(encoding="utf-8"))
        for page in claims.PAGES
        if "<!-- end of results -->" in (text := page.read_text(encoding="utf-8"))
        or "<!-- end of claim -->" in text
    }
    return files | measured


def generated_from_names() -> dict[Path, str]:
    """What follows from metrics and public names."""
    return {
        PACKAGE / "__init__.py": fill_names(PACKAGE / "__init__.py"),
        PACKAGE / "__init__.pyi": package_stub(),
        PACKAGE / "bench/__init__.pyi": bench_stub(),
        PACKAGE / "metrics/__init__.pyi": metrics_stub("metrics", METRICS),
        PACKAGE / "quality/__init__.pyi": metrics_stub("quality", QUALITIES),
        **{
            page: fill_page(page, *tables)
            for page, *tables in (
                (ROOT / "docs/metrics.md", metric_table(METRICS)),
                (ROOT / "docs/quality.md", metric_table(QUALITIES)),
                (ROOT / "docs/which_metric.md", question_table(), advice_table(), reason_table()),
                (ROOT / "ARCHITECTURE.md", summary_table(METRICS), summary_table(QUALITIES)),
            )
        },
        **index_pages(),
    }


def index_pages() -> dict[Path, str]:
    """The lists of all public names, and of all pages."""
    import api_reference
    import build_site

    return {
        ROOT / "docs/api.md": api_reference.overview(),
        ROOT / "docs/llms.txt": build_site.llms_txt(),
    }


# ---- the package ---------------------------------------------------------------------------------


def fill_names(path: Path) -> str:
    """The source of `accord` with every metric in its table of names."""
    names = textwrap.wrap(" ".join(["METRICS", "Score", *METRICS]), width=85)
    lines = [f'        "{line}{" " if line is not names[-1] else ""}"\n' for line in names]
    entry = f'    "accord.metrics": (\n{"".join(lines)}    ),\n'
    pattern = r'    "accord\.metrics": \(\n.*?\n    \),\n'
    return re.sub(pattern, lambda _: entry, path.read_text(), count=1, flags=re.DOTALL)


def package_stub() -> str:
    """The stub of `accord`: where each public name is imported from."""
    # The table of names in the source may not have new metrics yet.
    home = {
        name: module
        for name, module in accord._HOME.items()
        if module != "accord.metrics" or name in ("METRICS", "Score")
    } | dict.fromkeys(METRICS, "accord.metrics")
    modules = dict.fromkeys(accord._MODULES, "accord")
    return names_stub("accord", {**modules, **home}, "\n__version__: str\n")


def bench_stub() -> str:
    """The stub of `accord.bench`: where each public name is imported from."""
    return names_stub("accord.bench", bench._HOME)


def names_stub(package: str, home: Mapping[str, str], rest: str = "") -> str:
    """A stub that imports every name from its module."""
    lines = [f"from {module} import {name} as {name}\n" for name, module in home.items()]
    header = HEADER.format(f"The public names of {package}.")
    return format_stub(header + "".join(sorted(lines)) + rest)


# ---- metrics -------------------------------------------------------------------------------------


def metrics_stub(package: str, metrics: Mapping[str, BaseMetric]) -> str:
    """The stub of a package of metrics: its names, and the public function of every metric."""
    functions = "\n".join(stub_function(metric) for metric in metrics.values())
    imports = [
        "from collections.abc import Sequence",
        "from typing import Literal",
        "from accord._foundation.node_base import NodeBase",
        "from accord._foundation.reading import Orientation",
        "from accord._foundation.types import ClusteringLike, NetworkLike",
        *public_imports(PACKAGE / package / "__init__.py"),
    ]
    return format_stub(
        HEADER.format(f"The public names of accord.{package}.")
        + "\n".join(imports)
        + f"\n\n{functions}"
    )


def public_imports(source: Path) -> Iterable[str]:
    """The imports of public names in the source of a package."""
    for statement in ast.parse(source.read_text()).body:
        if isinstance(statement, ast.ImportFrom) and str(statement.module).startswith("accord"):
            for alias in statement.names:
                if not alias.name.startswith("_"):
                    yield f"from {statement.module} import {alias.name} as {alias.name}"


def stub_function(metric: BaseMetric) -> str:
    """The definition of the public function, with its docstring."""
    signature = inspect.signature(metric.function)
    hints = get_type_hints(metric.formula, include_extras=True)
    parameters = []
    for name, parameter in signature.parameters.items():
        keyword_only = parameter.kind is parameter.KEYWORD_ONLY
        if keyword_only and "*" not in parameters:
            parameters.append("*")
        annotation = type_text(hints[name]) if name in metric.options else parameter.annotation
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parameters.append(f"{name}: {annotation}{default}")
    doc = textwrap.indent(f'"""{inspect.getdoc(metric.function)}\n"""', "    ")
    return f"def {metric.name}({', '.join(parameters)}) -> {signature.return_annotation}:\n{doc}\n"


def type_text(hint: Any) -> str:
    """A type as it is written, without the range of a number."""
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(type_text(part) for part in get_args(hint))
    if get_origin(hint) is Annotated:
        return type_text(hint.__origin__)
    if hint is NoneType:
        return "None"
    if isinstance(hint, type):
        return hint.__name__
    return f"Literal[{', '.join(map(repr, get_args(hint)))}]"


def format_stub(text: str) -> str:
    """The text as ruff formats it, with sorted imports."""
    for command in (["check", "--select", "I,F401", "--fix"], ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", "x.pyi", "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
        text = done.stdout
    return text


# ---- docs ----------------------------------------------------------------------------------------


#: The comments around what is generated; a page may have several such parts.
BEGIN, END = "<!-- generated by tools/generate.py -->", "<!-- end of what is generated -->"


def fill_page(page: Path, *tables: str) -> str:
    """The text of a page with the tables between its pairs of comments, in this order."""
    remaining = iter(tables)
    pattern = f"{re.escape(BEGIN)}.*?{re.escape(END)}"
    return re.sub(
        pattern, lambda _: f"{BEGIN}\n{next(remaining)}\n{END}", page.read_text(), flags=re.DOTALL
    )


def metric_table(metrics: Mapping[str, BaseMetric]) -> str:
    """All metrics, each with what it takes, which values are better, and its meaning."""
    rows = [
        f"| [`{metric.name}`](#{metric.name}) | {'crisp' if metric.crisp else 'any'} "
        f"| {'low' if metric.distance else 'high'} | {metric.meaning.rstrip('.')} |"
        for metric in metrics.values()
    ]
    return "\n".join(
        ["| metric | clusters | better | meaning |", "| --- | --- | --- | --- |", *rows]
    )


def summary_table(metrics: Mapping[str, BaseMetric]) -> str:
    """All summaries that metrics need, each with what it holds and the metrics on it."""
    names_by_summary: dict[type, list[str]] = {}
    for metric in metrics.values():
        names_by_summary.setdefault(metric.summary, []).append(metric.name)
    rows = []
    for summary, names in names_by_summary.items():
        content = (inspect.getdoc(summary) or "").partition("\n")[0].rstrip(".")
        rows.append(f"| `{summary.__name__}` | {content} | {', '.join(names)} |")
    return "\n".join(["| summary | what it holds | metrics |", "| --- | --- | --- |", *rows])


def question_table() -> str:
    """The questions of `accord metrics --choose`, and their answers."""
    rows = [
        f"| `{question.name}` | {question.text} "
        f"| {'; '.join(f'`{name}`: {meaning}' for name, meaning in question.answers.items())} |"
        for question in QUESTIONS
    ]
    return "\n".join(["| name | question | answers |", "| --- | --- | --- |", *rows])


def advice_table() -> str:
    """The two metrics for all answers to the questions of `accord metrics --choose`."""
    by_case: dict[tuple[str, ...], dict[str, str]] = {}
    for answers, advice in all_advice().items():
        *case, chance, levels = answers
        metrics = ", ".join(f"`{metric}`" for metric in advice.metrics)
        by_case.setdefault((levels, *case), {})[chance] = metrics
    rows = [
        f"| {' | '.join(case)} | {' | '.join(by_chance.values())} |"
        for case, by_chance in sorted(by_case.items(), key=lambda item: item[0][0])
    ]
    chances = [f"chance {answer}" for answer in next(iter(by_case.values()))]
    header = ["levels", "clusters", "nodes", "matters", *chances]
    return "\n".join([f"| {' | '.join(header)} |", f"|{' --- |' * len(header)}", *rows])


def reason_table() -> str:
    """Why each of these metrics is taken, and what it misses."""
    rows = [
        f"| [`{metric}`](metrics.md#{metric}) | {because} | {misses} |"
        for metric, (because, misses) in reasons().items()
    ]
    return "\n".join(["| metric | because | misses |", "| --- | --- | --- |", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="Write nothing; fail if a file is not up to date."
    )
    check = parser.parse_args().check
    stale = {
        path: text
        for path, text in generate().items()
        if not path.exists() or path.read_text() != text
    }
    for path, text in stale.items():
        print(f"{'not up to date' if check else 'wrote'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(text)
    if check and stale:
        sys.exit("run: python tools/generate.py")


if __name__ == "__main__":
    main()
