"""How papers print the names of metrics."""

from __future__ import annotations

_NAMES = {
    "adjusted_fowlkes_mallows": "adjusted Fowlkes–Mallows",
    "conll_bcubed": "BCubed (CoNLL)",
    "element_centric": "element-centric",
    "flake_odf": "Flake-ODF",
    "fowlkes_mallows": "Fowlkes–Mallows",
    "modularity_lazar": "modularity (Lázár)",
    "modularity_nicosia": "modularity (Nicosia)",
    "modularity_qds": "modularity (Qds)",
    "modularity_shen": "modularity (Shen)",
    "pair_fbeta": "pair F-beta",
    "sokal_sneath": "Sokal–Sneath",
    "split_join": "split–join",
    "v_measure": "V-measure",
}
_WORDS = {
    "ami": "AMI",
    "bcubed": "BCubed",
    "blanc": "BLANC",
    "ceaf": "CEAF",
    "conll": "CoNLL",
    "f1": "F1",
    "f1a": "F1a",
    "f1h": "F1h",
    "f1p": "F1p",
    "gnmi": "GNMI",
    "jaccard": "Jaccard",
    "lea": "LEA",
    "mirkin": "Mirkin",
    "muc": "MUC",
    "nmi": "NMI",
    "nid": "NID",
    "nvd": "NVD",
    "nvi": "NVI",
    "odf": "ODF",
    "omega": "Omega",
    "onmi": "ONMI",
    "rand": "Rand",
    "vi": "VI",
}


def printed_name(name: str) -> str:
    """The name of a metric, with its options, as papers print it.

    >>> printed_name("max_matching_ratio"), printed_name("f1h"), printed_name("nmi[norm=max]")
    ('max matching ratio', 'F1h', 'NMI (norm=max)')
    """
    metric, bracket, options = name.partition("[")
    words = (_WORDS.get(word, word) for word in metric.split("_"))
    printed = _NAMES.get(metric) or " ".join(words)
    return f"{printed} ({options.removesuffix(']').replace(',', ', ')})" if bracket else printed
