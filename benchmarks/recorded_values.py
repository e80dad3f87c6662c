"""Whether accord reproduces the values that other programs have recorded.

Every value is computed again and compared within what its digits allow. DIR has a folder for each
place that values come from; the modules of `recorded` say what is in it. A metric that accord does
not have is counted, and so is a value that is known to be off, with the reason. The exit code is 1
if any other value differs.
"""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from recorded import SOURCES
from recorded.values import Case, Tally, distances, is_there

import accord


def all_cases(data: Path) -> Iterator[Case]:
    for source in SOURCES:
        yield from source.cases(data)


def present(side: object) -> bool:
    """Whether the clustering is there: not every copy of the data has every file."""
    return not isinstance(side, Path) or side.exists()


def row(source: str, metric: str, tally: Tally) -> str:
    found = f"{tally.equal:6} {tally.greatest:10.1e}" if tally.computed else f"{'-':>6} {'-':>10}"
    remarks = [f"{n} {remark}" for remark, n in tally.remarks.items() if remark and tally.computed]
    if tally.failures:
        remarks.append(f"{tally.failures} DIFFER")
    if not tally.computed:
        remarks.append("not there yet")
    return f"{source:36} {metric:28} {tally.values:6} {found} {'; '.join(remarks)}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the recorded values")
    warnings.simplefilter(
        "ignore", accord.AccordWarning
    )  # the headers of some files state wrong numbers of nodes
    tallies: dict[tuple[str, str], Tally] = {}
    elsewhere: Counter[str] = Counter()
    for case in all_cases(parser.parse_args().data):
        if not (present(case.truth) and present(case.found)):
            elsewhere[f"{case.source}: no such file"] += len(case.values)
            continue
        for value, distance in distances(case):
            if value.metric:
                tallies.setdefault((case.source, value.name), Tally()).add(distance, value)
            else:
                elsewhere[f"{case.source}: {value.remark}"] += 1
    print(f"{'source':36} {'metric':28} {'values':>6} {'equal':>6} {'difference':>10} remarks")
    for (source, metric), tally in tallies.items():
        print(row(source, metric, tally))
    print("\nnot compared:")
    for what, values in elsewhere.items():
        print(f"{values:6} {what}")
    there = [tally for (_, metric), tally in tallies.items() if is_there(metric.partition(" ")[0])]
    print(
        f"\n{sum(tally.equal for tally in there)} of {sum(tally.values for tally in there)} equal"
    )
    raise SystemExit(any(tally.failures for tally in tallies.values()))


if __name__ == "__main__":
    main()
