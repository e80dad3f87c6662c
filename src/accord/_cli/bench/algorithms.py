"""accord bench algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord import bench
from accord._cli.command import command
from accord._cli.output import format_option, print_result
from accord._display.columns import Columns
from accord._display.result import Result
from accord._display.tables import Block, Table


@command()
@format_option()
def algorithms(output_format: str) -> None:
    """List the algorithms that can be run, and how to install the others."""
    print_result(_AlgorithmTable(bench.available()), output_format)


@dataclass(frozen=True, repr=False)
class _AlgorithmTable(Result):
    """Algorithms by name, as a table."""

    algorithms: Mapping[str, bench.Algorithm]

    def to_dict(self) -> dict[str, Any]:
        return {
            name: {
                "installed": not algorithm.missing,
                "version": algorithm.version if not algorithm.missing else None,
                "install": algorithm.install,
                "overlapping": algorithm.overlapping,
                "levels": algorithm.levels,
                "parameters": {
                    parameter: default
                    for parameter, default in algorithm.parameters.items()
                    if default is not algorithm.REQUIRED
                },
                "meaning": algorithm.meaning,
            }
            for name, algorithm in self.algorithms.items()
        }

    def table(self) -> Table:
        rows = []
        for name, algorithm in self.algorithms.items():
            features = {"overlaps": algorithm.overlapping, "levels": algorithm.levels}
            finds = ", ".join(feature for feature, found in features.items() if found)
            parameters = ", ".join(
                parameter if default is algorithm.REQUIRED else f"{parameter}={default}"
                for parameter, default in algorithm.parameters.items()
            )
            rows.append([name, algorithm.install or "yes", finds, parameters, algorithm.meaning])
        return Table(["algorithm", "installed", "finds", "parameters", "meaning"], rows)

    def columns(self) -> Columns:
        return self.table().columns()

    def blocks(self) -> list[Block]:
        if any(algorithm.missing for algorithm in self.algorithms.values()):
            return [self.table(), "to install most of them: pip install 'accord[bench]'"]
        return [self.table()]
