"""Do we reproduce what other people's tools have recorded? `python benchmarks/recorded_values.py --data DIR`.

DIR holds `tinfes-statix-iswc18/expected.json`, F1 values and labelling of clusters that the authors of the C++ tool of the
field recorded in 2018 for type-inference results, to six digits, and `vanschie-overlap-bench/expected.json`, Omega values of
three algorithms on 155 networks by a Python package that looks at all pairs. Every value is computed again and compared.
"""

from __future__ import annotations

import argparse
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import accord

# What the options of that tool mean here. It counts equal clusters and takes the union of the nodes, as we do.
METRIC_OF = {
    "xmeasures -fh": "f1h",
    "xmeasures -fs": "f1a",
    "xmeasures -fp": "f1p",
    "xmeasures -fh -kc": "f1h[weighting=combined]",
}


# It calls precision what is recall, and the other way round, in this output; its later versions do not.
LABELLING = re.compile(r"F1 labels hwmatch: (\S+) \(precision: (\S+), recall: (\S+)\)")


def recorded(data: Path) -> Iterator[tuple[str, Path, Path, float | str, float]]:
    """Metric, truth, found, the recorded value, and the difference that its digits allow."""
    folder = data / "tinfes-statix-iswc18"
    for row in json.loads((folder / "expected.json").read_text()):
        if row["tool"] in METRIC_OF:
            yield METRIC_OF[row["tool"]], folder / row["gt"], folder / row["clu"], row["value"], 2e-6
        elif row["tool"] == "xmeasures -l":
            yield "named_clusters", folder / row["gt"], folder / row["clu"], row["value"], 1e-6
    folder = data / "vanschie-overlap-bench"
    for row in json.loads((folder / "expected.json").read_text()):
        if row["metric"] == "Omega":
            files = folder / "files" / row["net"]
            yield "omega", files / "ground-truth.txt", files / f"{row['algo']}.txt", row["value"], 1e-9


def difference(metric: str, truth: Path, found: Path, value: float | str) -> float:
    """How far we are from the recorded value, or from the farthest of several."""
    if metric != "named_clusters":
        return abs(accord.compare(truth, found, [metric])[metric] - float(value))
    score = accord.named_clusters(truth, found).score
    f1, recall, precision = map(float, LABELLING.fullmatch(str(value)).groups())
    return max(abs(score - f1), abs(score.precision - precision), abs(score.recall - recall))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the recorded values")
    warnings.simplefilter("ignore", accord.AccordWarning)  # the headers of these files state wrong numbers of nodes
    all_of: dict[str, list[tuple[bool, float]]] = {}
    for metric, truth, found, value, allowed in recorded(parser.parse_args().data):
        distance = difference(metric, truth, found, value)
        all_of.setdefault(metric, []).append((distance <= allowed, distance))
    for metric, results in all_of.items():
        equal, differences = zip(*results, strict=True)
        print(f"{metric:24} {sum(equal):4} of {len(equal):4} equal, greatest difference {max(differences):.1e}")


if __name__ == "__main__":
    main()
