"""`oracles/*.json`: values of four other packages for pairs of real clusterings.

The packages are NetworKit, omega-index-py3, bcubed and clusim. NetworKit's ONMI looks at clusters
with a common node only, so it is wrong where a disjoint cluster tells most; clusim's takes the
nodes that are not in both clusters for those in neither.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from recorded.values import Case, Value

NETWORKIT = {
    "F1_a_in_b_unweighted": ("f1a[weighting=macro]", "recall"),
    "F1_a_in_b_weighted": ("f1a", "recall"),
    "F1_b_in_a_unweighted": ("f1a[weighting=macro]", "precision"),
    "F1_b_in_a_weighted": ("f1a", "precision"),
    "ONMI_MGH_MAX": ("onmi", None),
    "ONMI_MGH_MIN": ("onmi[norm=min]", None),
    "ONMI_MGH_ARITHMETIC_MEAN": ("onmi[norm=avg]", None),
    "ONMI_MGH_GEOMETRIC_MEAN": ("onmi[norm=sqrt]", None),
}
DISJOINT = "does not look at disjoint clusters"
IN_NEITHER = "takes what is not in both clusters for what is in neither"


def cases(data: Path) -> Iterator[Case]:
    for row in json.loads((data / "oracles" / "networkit_11.2.2_large_pairs.json").read_text()):
        values = [
            Value(metric, row[name], 1e-9, side, DISJOINT if metric.startswith("onmi") else "")
            for name, (metric, side) in NETWORKIT.items()
        ]
        values.append(
            Value(
                "",
                row["ONMI_MGH_JOINT_ENTROPY"],
                remark="no counterpart: ONMI over the joint entropy",
            )
        )
        yield Case("networkit 11.2.2", data / row["a"], data / row["b"], values)
    for row in json.loads((data / "oracles" / "thirdparty_python_values.json").read_text()):
        truth, found = data / row["a"], data / row["b"]
        if "omega_union__omega-index-py3" in row:
            yield Case(
                "omega-index-py3 0.3.1",
                truth,
                found,
                [Value("omega", row["omega_union__omega-index-py3"])],
            )
        omega = [Value("omega", row["omega_common__omega-index-py3"])]
        yield Case("omega-index-py3 0.3.1", truth, found, omega, "intersection")
        sides = row["bcubed_common__python-bcubed_1.5"]
        values = [
            Value("bcubed", sides["precision_b_vs_a"], side="precision"),
            Value("bcubed", sides["recall_b_vs_a"], side="recall"),
            Value("bcubed", sides["f"]),
        ]
        yield Case("bcubed 1.5", truth, found, values, "intersection")
        values = [Value("onmi[norm=lfk]", row["onmi_common__clusim"], remark=IN_NEITHER)]
        if not isinstance(row["omega_index_common__clusim"], str):  # else the message of an error
            values.append(Value("omega", row["omega_index_common__clusim"]))
        if "element_sim_alpha0.9_common__clusim" in row:
            values.append(Value("element_centric", row["element_sim_alpha0.9_common__clusim"]))
        yield Case("clusim 0.4", truth, found, values, "intersection")
