"""accord bench algorithms."""

from __future__ import annotations

from typing import Any

import click

from accord import bench
from accord._cli.output import print_option, print_result
from accord._display.columns import csv_text
from accord._display.tables import Block, Table


@click.command()
@print_option()
def algorithms(form: str) -> None:
    """List the algorithms that can be run, and say how to install those that cannot."""
    print_result(_Algorithms(bench.available()), form)


class _Algorithms:
    """Algorithms as a table."""

    def __init__(self, known: dict[str, bench.Algorithm]) -> None:
        self._known = known

    def to_dict(self) -> dict[str, Any]:
        return {
            name: {
                "installed": not one.missing,
                "version": one.version if not one.missing else None,
                "install": one.install,
                "overlapping": one.overlapping,
                "levels": one.levels,
                "parameters": {
                    key: value for key, value in one.parameters.items() if value is not one.REQUIRED
                },
                "meaning": one.meaning,
            }
            for name, one in self._known.items()
        }

    def _table(self) -> Table:
        rows = []
        for name, one in self._known.items():
            finds = ", ".join(
                word for word, has in (("overlaps", one.overlapping), ("levels", one.levels)) if has
            )
            parameters = ", ".join(
                key if value is one.REQUIRED else f"{key}={value}"
                for key, value in one.parameters.items()
            )
            rows.append([name, one.install or "yes", finds, parameters, one.meaning])
        return Table(["algorithm", "installed", "finds", "parameters", "meaning"], rows)

    def to_csv(self) -> str:
        return csv_text(self._table().header, self._table().rows)

    def to_markdown(self) -> str:
        return self._table().to_markdown()

    def blocks(self) -> list[Block]:
        missing = any(one.missing for one in self._known.values())
        return [
            self._table(),
            *(["most of them at once: pip install 'accord[bench]'"] if missing else []),
        ]
