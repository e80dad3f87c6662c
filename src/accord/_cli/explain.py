"""accord explain."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import click

import accord
from accord._cli.command import command
from accord._cli.errors import print_path
from accord._cli.options.clusterings import (
    FileOptions,
    check_inputs,
    file_options,
)
from accord._cli.options.group import option_group
from accord._cli.options.inputs import PairOptions, pair_options
from accord._cli.options.names import MetricName
from accord._cli.options.nodes import read_node_base
from accord._cli.options.page import check_writable
from accord._cli.output import format_option, print_result
from accord._display.columns import csv_blocks
from accord._display.result import Result
from accord._explain.explained_cluster import ExplainedCluster
from accord._explain.explanation import DEFAULT_TOP, Explanation
from accord._io.files.atomic import open_to_write
from accord._io.files.compression import without_compression
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC

#: Suffixes of tables of nodes, and what separates their cells, if anything.
_TABLE_SUFFIXES = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".json": ""}


@dataclass(frozen=True)
class SubjectOptions:
    """The cluster or node to explain in detail, and the file for its members."""

    cluster: str | None
    found_cluster: str | None
    node: str | None
    output: str | None

    def write(self, result: ExplainedCluster, *, quiet: bool) -> None:
        """Write the nodes of the cluster to the file, and say where it is.

        By its suffix, it is a table or a clustering.
        """
        if self.output is None:
            return
        self._write_file(result, self.output)
        print_path("nodes", self.output, quiet=quiet)

    def _write_file(self, result: ExplainedCluster, path: str) -> None:
        suffix = os.path.splitext(without_compression(path))[1].lower()
        if suffix not in _TABLE_SUFFIXES:
            accord.write(result.to_clustering(), path)
            return
        with open_to_write(path) as file:
            for lines in _table_lines(result, suffix):
                file.write(f"{lines}\n".encode())

    def check(self) -> None:
        """Raise if more than one is named, or if there are no members to write."""
        named = [
            flag
            for flag, name in (
                ("--cluster", self.cluster),
                ("--found-cluster", self.found_cluster),
                ("--node", self.node),
            )
            if name is not None
        ]
        if len(named) > 1:
            raise InputError(f"{' and '.join(named)}: name one cluster or node to explain")
        if self.output is not None:
            if self.cluster is None and self.found_cluster is None:
                raise InputError(
                    f"--output {self.output}: add --cluster or --found-cluster "
                    "with the cluster whose members to write"
                )
            check_writable("--output", self.output)

    def choose(self, explanation: Explanation) -> Result:
        """Return the explanation of the named cluster or node, or the whole one."""
        if self.node is not None:
            return explanation.node(self.node)
        if self.cluster is not None:
            return explanation.cluster(self.cluster)
        if self.found_cluster is not None:
            return explanation.found_cluster(self.found_cluster)
        return explanation


def _table_lines(result: ExplainedCluster, suffix: str) -> Iterator[str]:
    """The nodes of a cluster and their status, as lines of a file of this kind."""
    if suffix == ".json":
        yield result.to_json()
    else:
        columns = result.columns()
        rows = zip(*columns.values(), strict=True)
        yield from csv_blocks(list(columns), rows, _TABLE_SUFFIXES[suffix])


subject_options = option_group(
    "subject",
    SubjectOptions,
    click.option(
        "--cluster",
        metavar="NAME",
        help="Truth cluster to explain: its correct, missing and extra nodes, and where they are.",
    ),
    click.option(
        "--found-cluster",
        metavar="NAME",
        help="Found cluster to explain in the same way.",
    ),
    click.option("--node", metavar="NAME", help="Node whose clusters to show."),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="File to write the nodes of the cluster to. A .csv, .tsv or .json file is a table of "
        "nodes that are correct, missing or extra; a file of another format, such as .cnl, is a "
        "clustering with the members by the clusters of the other side.",
    ),
)


@command(
    example="accord explain truth.cnl found.cnl --top 5",
)
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@click.option(
    "-m",
    "--metric",
    type=MetricName("truth"),
    default=DEFAULT_METRIC,
    show_default=True,
    help="Metric whose costs to show for each cluster.",
)
@click.option(
    "--top",
    type=click.IntRange(min=1),
    help="Number of clusters of each side, and of nodes, to show, or of partners of a cluster; "
    f"by default {DEFAULT_TOP}, in JSON and CSV all clusters.",
)
@subject_options
@pair_options
@format_option()
@file_options
def explain(
    truth: str,
    found: str,
    metric: str,
    top: int | None,
    subject: SubjectOptions,
    inputs: PairOptions,
    output_format: str,
    files: FileOptions,
) -> None:
    """Show the best partner of each cluster of TRUTH and FOUND, a verdict, and its cost.

    The cost is how much the cluster lowers the metric. With --cluster, --found-cluster or --node,
    show the members of one cluster, or the clusters of one node. For a page with pictures, use
    'accord compare TRUTH FOUND --html FILE'.
    """
    check_inputs(truth, found)
    subject.check()
    with files.progress() as progress:
        truth_side = inputs.read_truth(truth, files, progress)
        found_side = files.read(found, progress)
        if inputs.unique:
            truth_side, found_side = truth_side.unique(), found_side.unique()
        nodes = read_node_base(inputs.nodes, files)
        explanation = accord.explain(
            truth_side,
            found_side,
            metric,
            nodes=nodes,
            noise=files.noise_label,
            threads=files.threads,
            progress=progress,
        )
    result = subject.choose(explanation)
    if top is not None and isinstance(result, Explanation | ExplainedCluster):
        result = result.head(top)
    print_result(result, output_format, quiet=files.quiet)
    if isinstance(result, ExplainedCluster):
        subject.write(result, quiet=files.quiet)
