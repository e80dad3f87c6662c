"""Do we reproduce what other people's tools have recorded? `python benchmarks/recorded_values.py --data DIR`.

DIR holds `tinfes-statix-iswc18/expected.json`: F1 values that the authors of the C++ tool of the field recorded in 2018 for
type-inference results, to six digits. Every value is computed again and compared.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import Counter
from pathlib import Path

import accord

# What the options of that tool mean here. It counts equal clusters and takes the union of the nodes, as we do.
METRIC_OF = {
    "xmeasures -fh": "f1h",
    "xmeasures -fs": "f1a",
    "xmeasures -fp": "f1p",
    "xmeasures -fh -kc": "f1h[weighting=combined]",
}
TOLERANCE = 2e-6  # six digits were recorded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the recorded values")
    folder = parser.parse_args().data / "tinfes-statix-iswc18"
    warnings.simplefilter("ignore", accord.AccordWarning)  # the headers of these files state wrong numbers of nodes
    equal, worst = Counter(), Counter()
    for row in json.loads((folder / "expected.json").read_text()):
        metric = METRIC_OF.get(row["tool"])
        if metric is None:
            continue
        value = accord.compare(folder / row["gt"], folder / row["clu"], [metric])[metric]
        difference = abs(value - row["value"])
        equal[metric] += difference <= TOLERANCE
        equal[metric, "all"] += 1
        worst[metric] = max(worst[metric], difference)
    for metric in METRIC_OF.values():
        print(f"{metric:24} {equal[metric]:4} of {equal[metric, 'all']:4} equal, greatest difference {worst[metric]:.1e}")


if __name__ == "__main__":
    main()
