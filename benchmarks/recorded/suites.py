"""`oracles/testsuites.json`: 68 inputs with the values that other people's test suites expect.

Each says whether its value was found to follow from the input by brute force; the reasons for those
that do not are below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recorded.values import Case, Value

# What they call it: the metric here, and which of its numbers.
METRIC_OF: dict[str, tuple[str, str | None]] = {
    "omega": ("omega", None),
    "jaccard": ("pair_jaccard", None),
    "rand": ("rand", None),
    "ari": ("adjusted_rand", None),
    "fowlkes_mallows": ("fowlkes_mallows", None),
    "dice_pairs": ("pair_f1", None),
    "pair_f1": ("pair_f1", None),
    "pair_precision": ("pair_precision", None),
    "pair_recall": ("pair_recall", None),
    "purity": ("purity", None),
    "purity_index": ("purity", None),
    "max_matching_accuracy": ("ceaf[similarity=mention]", None),
    "split_join": ("split_join", None),
    "nmi_arith": ("nmi[norm=avg]", None),
    "nmi_clusim": ("nmi[norm=avg]", None),
    "ami": ("ami", None),
    "vi_bits": ("vi", None),
    "vi_nats": ("vi[unit=nats]", None),
    "homogeneity": ("homogeneity", None),
    "completeness": ("completeness", None),
    "onmi_lfk": ("onmi[norm=lfk]", None),
    "onmi_mgh_max": ("onmi", None),
    "onmi_mgh_min": ("onmi[norm=min]", None),
    "bcubed_precision": ("bcubed", "precision"),
    "bcubed_recall": ("bcubed", "recall"),
    "bcubed_f1": ("bcubed", None),
    "bcubed_conll_precision": ("conll_bcubed", "precision"),
    "bcubed_conll_recall": ("conll_bcubed", "recall"),
    "sensitivity": ("geometric_accuracy", "recall"),
    "ppv": ("geometric_accuracy", "precision"),
    "acc": ("geometric_accuracy", None),
    "geometric_accuracy": ("geometric_accuracy", None),
    "f1_a_in_b_unweighted": ("f1a[weighting=macro]", "recall"),
    "f1_a_in_b_weighted": ("f1a", "recall"),
}
OTHERS = {
    "rogers_tanimoto": "pairs by Rogers and Tanimoto",
    "enmi_fuzzy": "ONMI of shares",
    "element_sim_per_node": "element-centric similarity of a hierarchy",
    "f1_best_match_a_in_b": "a list, and its means are compared",
    "mirkin": "Mirkin's distance",
    "mi_nats": "mutual information as it is",
    "emi_nats": "expected mutual information as it is",
    "psi": "pair sets index",
    "spsi": "simplified pair sets index",
    "mmr": "matching ratio by another similarity",
    "pwmmr": "matching ratio weighted by sizes",
}
# Values that do not follow from the definition, by source and name of the value.
OFF = {
    (
        "Hoosier-Clusters/clusim",
        "onmi_lfk",
    ): "takes what is not in both clusters for what is in neither",
    (
        "OlivierBinette/er-evaluation",
        "bcubed",
    ): "means over the clusters of the truth, not over nodes",
    (
        "conll/reference-coreference-scorers",
        "bcubed",
    ): "a mention is in the response twice, and lost from this copy of it",
}


def cases(data: Path) -> Iterator[Case]:
    for suite in json.loads((data / "oracles" / "testsuites.json").read_text()):
        source = suite["source"].partition("@")[0]
        missing = not (suite["a"] and suite["b"])
        values = [
            one(suite, source, name, value, missing) for name, value in suite["expected"].items()
        ]
        nodes = None if suite["universe"] is None else list(range(suite["universe"]))
        yield Case(source, suite["a"], suite["b"], values, nodes)


def one(suite: dict[str, Any], source: str, name: str, value: Any, missing: bool) -> Value:
    if missing:
        return Value("", 0.0, remark="no counterpart: a side without clusters, or with a hierarchy")
    if name not in METRIC_OF:
        return Value("", 0.0, remark=f"no counterpart: {OTHERS[name]}")
    metric, side = METRIC_OF[name]
    right = suite["verified_here"].get(name, {}).get("ok", True)
    remark = (
        ""
        if right
        else next(
            why for (who, what), why in OFF.items() if who == source and name.startswith(what)
        )
    )
    # Some are printed to fewer digits than the test allows for; none is right to more than a
    # float's.
    return Value(metric, value, max(suite["tol"], 1e-12), side, remark)
