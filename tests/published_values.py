"""Values that papers print, and that other people's programs and test suites give, for inputs small
enough to write down.

Clusters are words: "abc" is the cluster of nodes a, b and c.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Published:
    """One value: of a metric, or of its precision or recall."""

    source: str
    truth: list[set[str]]
    found: list[set[str]]
    metric: str
    value: float
    within: float = 1e-12
    options: dict[str, Any] = field(default_factory=dict)
    side: str | None = None
    nodes: set[str] | None = None

    def __str__(self) -> str:
        requests = ",".join(f"{option}={value}" for option, value in self.options.items())
        options = f"[{requests}]" if requests else ""
        side = f" {self.side}" if self.side else ""
        return f"{self.source}: {self.metric}{options}{side}"

    @property
    def base(self) -> dict[str, Any]:
        """The node base, where it is not that of the metric."""
        return {} if self.nodes is None else {"nodes": sorted(self.nodes)}


def sets(words: str) -> list[set[str]]:
    return [set(word) for word in words.split()]


def sides(
    source: str, truth: str, found: str, metric: str, precision: float, recall: float, **more: Any
) -> list[Published]:
    """Precision and recall of a metric."""
    return [
        Published(source, sets(truth), sets(found), metric, value, side=side, **more)
        for side, value in (("precision", precision), ("recall", recall))
    ]


PUBLISHED: list[Published] = []

# ---- overlapping reference points ----------------------------------------------------------------
# Worked out from the definitions by programs that share nothing with this one; element_centric by
# clusim 0.4. To 9 digits.

POINTS = {
    "L": ("123 234 341 412", "12 34"),
    "H": ("123 234 341 412", "12 23 34 41"),
    "A": ("123 345", "123 45"),
    "B": ("0123 2345 567", "012 2345 4567"),
    "C": ("012345 012 345 6789", "0123 45 456789 89"),
    "Collins & Dent": ("0123 3456 78 9", "0123 23456 789"),
    "five nodes": ("123 24 52", "12 24 523 3"),
}
VALUES_OF_POINTS: list[tuple[str, dict[str, Any], dict[str, float]]] = [
    (
        "gnmi",
        {},
        {"L": 0.040852083, "H": 0.5, "A": 0.609986547, "B": 0.631874659, "C": 0.419136519},
    ),
    ("gnmi", {}, {"Collins & Dent": 0.711323075, "five nodes": 0.523889210}),
    (
        "gnmi",
        {"norm": "sqrt"},
        {"L": 0.05777357, "H": 0.5, "A": 0.619044246, "B": 0.631874659, "C": 0.436897094},
    ),
    ("omega", {}, {"L": 0, "H": 0, "A": 0.615384615, "B": 0.598086124, "C": 0.21875}),
    ("omega", {}, {"Collins & Dent": 0.712765957, "five nodes": 0.6}),
    (
        "soft_omega",
        {},
        {"L": 0, "H": 0.333333333, "A": 0.615384615, "B": 0.66507177, "C": 0.296875},
    ),
    ("soft_omega", {}, {"Collins & Dent": 0.736702128}),
    (
        "soft_omega",
        {"expected": "independent"},
        {"L": 0, "H": 0, "A": 0.615384615, "B": 0.654320988, "C": 0.25},
    ),
    (
        "onmi",
        {},
        {"L": 0.28776641, "H": 0.311278124, "A": 0.716269034, "B": 0.70998028, "C": 0.484316621},
    ),
    (
        "onmi",
        {"norm": "lfk"},
        {"L": 0.347483336, "H": 0.347483336, "A": 0.716269034, "B": 0.707930037, "C": 0.509216301},
    ),
    (
        "element_centric",
        {},
        {"L": 0.50617284, "H": 0.957631874, "A": 0.6, "B": 0.849416517, "C": 0.595721925},
    ),
    (
        "element_centric",
        {"alpha": 0.5},
        {"L": 0.529411765, "H": 0.848039216, "A": 0.733333333, "B": 0.786202186, "C": 0.641414141},
    ),
    (
        "f1p",
        {"sharing": "split"},
        {"L": 0.471404521, "H": 0.666666667, "A": 0.904570307, "B": 0.877598764, "C": 0.68202319},
    ),
]
PUBLISHED += [
    Published(point, *map(sets, POINTS[point]), metric, value, 5e-10, options)
    for metric, options, values in VALUES_OF_POINTS
    for point, value in values.items()
]
for point, p, r in [
    ("L", 1, 5 / 24),
    ("H", 1, 5 / 12),
    ("A", 1, 23 / 30),
    ("B", 83 / 96, 83 / 96),
    ("C", 0.7, 0.65),
]:
    PUBLISHED += sides(point, *POINTS[point], "bcubed", p, r)

# ---- formal constraints (Amigó et al. 2009): crisp, so gnmi is nmi -------------------------------
# BCubed as in the unit tests of randall4751/extended-bcubed; nmi as Lutov et al. 2019 print it to 3
# digits.

CONSTRAINTS = {
    "homogeneity, worse": (
        "abcde fghijk l m n",
        "abcd efg hijklmn",
        0.449793,
        0.59863945,
        0.69523809,
    ),
    "homogeneity, better": (
        "abcde fghijk l m n",
        "abcd e fg hijklmn",
        0.555008,
        0.69387755,
        0.69523809,
    ),
    "completeness, worse": (
        "abcdefg hijk l m n",
        "abcd e fg hijklmn",
        0.545777,
        0.69387755,
        0.71428571,
    ),
    "completeness, better": (
        "abcdefg hijk l m n",
        "abcd efg hijklmn",
        0.545777,
        0.69387755,
        0.75510204,
    ),
    "rag bag, worse": ("abcd e f g h i", "abcde fghi", 0.434485, 0.48888888, 1),
    "rag bag, better": ("abcd e f g h i", "abcd efghi", 0.434485, 0.55555555, 1),
    "size, worse": ("abcde fg hi jk lm", "abcde f g h i j k l m", 0.780798, 1, 0.69230769),
    "size, better": ("abcde fg hi jk lm", "abcd e fg hi jk lm", 0.88757, 1, 0.87692307),
}
for sample, (truth, found, gnmi, p, r) in CONSTRAINTS.items():
    PUBLISHED += sides(sample, truth, found, "bcubed", p, r, within=1e-8)
    PUBLISHED += [
        Published(sample, sets(truth), sets(found), metric, gnmi, 5e-7, {"norm": "max"})
        for metric in ("nmi", "gnmi")
    ]

# ---- BCubed --------------------------------------------------------------------------------------

for figure, found, p, r in [
    (16, "abc abde fg", 1, 1),
    (17, "abc abc abde fg", 0.86190476, 1),
    (18, "abc abc abc abde fg", 0.80952381, 1),
    (19, "abc de fg", 1, 0.68571428),
    (20, "abc ab de fg", 1, 0.74285714),
    (21, "abcde fg", 0.88571428, 0.94285714),
]:
    PUBLISHED += sides(
        f"Amigó et al. 2009, figure {figure}", "abc abde fg", found, "bcubed", p, r, within=1e-8
    )
PUBLISHED += sides(
    "ELKI",
    "abcdef ghijkl mnopq",
    "abcdfl eghijpq kmno",
    "bcubed",
    0.57843137254902,
    0.584313725490196,
    within=1e-14,
)

# ---- ONMI ----------------------------------------------------------------------------------------
# NetworKit, CommunityGTest.cpp; and one that it gets wrong, since it does not look at disjoint
# clusters.

TENS = [{f"{tens}{ones}" for ones in range(10)} for tens in range(10)]
HUNDRED = set().union(*TENS)
for truth, found, value in [
    ("ab a", "a", 1),
    ("ab a", "a b", 1 / 2),
    ("ab", "a b", 0),
    ("ab a a a", "a", 2 / 3),
]:
    PUBLISHED.append(
        Published("NetworKit, two nodes", sets(truth), sets(found), "onmi", value, nodes=set("ab"))
    )
for known in range(1, 11):
    source = f"NetworKit, {known} of 10 clusters"
    for norm, value in (("max", known / 10), ("min", 1.0)):
        PUBLISHED.append(
            Published(
                source, TENS[:known], TENS, "onmi", value, options={"norm": norm}, nodes=HUNDRED
            )
        )
PUBLISHED.append(
    Published(
        "the most telling cluster is a disjoint one",
        [*({str(v)} for v in range(10)), set(map(str, range(10, 100)))],
        [set(map(str, range(10, 75))), set(map(str, [*range(75, 100), *range(10)]))],
        "onmi",
        0.13024,
        5e-6,
    )
)

# ---- coreference ---------------------------------------------------------------------------------
# The test cases of the reference implementation (conll/reference-coreference-scorers): recall and
# precision of muc, of conll_bcubed, and of ceaf by mentions and by entities.

KEY_A, KEY_D = "a bc def", "12345 67 89ABC"
Sides = tuple[float, float]
SCORERS: dict[str, tuple[str, str, Sides | None, Sides | None, Sides | None, Sides | None]] = {
    "A1": (KEY_A, "a bc def", (1, 1), (1, 1), (1, 1), (1, 1)),
    "A2": (KEY_A, "a de", (1 / 3, 1), (7 / 18, 1), (1 / 2, 1), (3 / 5, 9 / 10)),
    "A3": (KEY_A, "a bcx defy z", (1, 3 / 5), (1, 55 / 108), (1, 2 / 3), (31 / 35, 93 / 140)),
    "A4": (
        KEY_A,
        "a bcx dy z",
        (1 / 3, 1 / 3),
        (5 / 9, 17 / 42),
        (2 / 3, 4 / 7),
        (11 / 15, 11 / 20),
    ),
    "A5": (
        KEY_A,
        "a bcxB dy z",
        (1 / 3, 1 / 4),
        (5 / 9, 5 / 16),
        (2 / 3, 1 / 2),
        (31 / 45, 31 / 60),
    ),
    "A6": (
        KEY_A,
        "a bcx dy Bz",
        (1 / 3, 1 / 4),
        (5 / 9, 17 / 48),
        (2 / 3, 1 / 2),
        (11 / 15, 11 / 20),
    ),
    "A10": (KEY_A, "a b c d e f", (0, 0), (1 / 2, 1), None, None),
    "A11": (KEY_A, "abcdef", (1, 3 / 5), (1, 7 / 18), None, None),
    "A12": (KEY_A, "a x y c d e z", (0, 0), (13 / 36, 4 / 7), None, None),
    "A13": (KEY_A, "axycdez", (1 / 3, 1 / 6), (17 / 36, 6 / 49), None, None),
    "D1": (KEY_D, "12345 6789ABC", (1, 9 / 10), (1, 16 / 21), None, None),
    "E1": (KEY_D, "1234589ABC 67", (1, 9 / 10), (1, 7 / 12), None, None),
    "F1": ("ABCD", "AB CD", (2 / 3, 1), None, None, None),
    "G1": ("AB CD", "ABCD", (1, 2 / 3), None, None, None),
    "J1": ("ABC", "AC", (1 / 2, 1), None, None, None),
    "K1": ("BCDEGHJ", "ABC DEF GHI", (1 / 2, 1 / 2), None, None, None),
    "L1": ("ABC DEFG", "AB CD FGH", (2 / 5, 1 / 2), None, None, None),
    "M1": ("abcdef", "abcdef", (1, 1), (1, 1), (1, 1), (1, 1)),
    "M5": ("abcdef", "a b c x y z", (0, 0), None, None, None),
    # The worked example of Pradhan et al. 2014: .40 .40, .42 .50 and .65 .43 in print; ceaf by
    # mentions is by hand.
    "paper": (
        "abc defg",
        "ab cd fghi",
        (2 / 5, 2 / 5),
        (5 / 12, 1 / 2),
        (4 / 7, 1 / 2),
        (13 / 20, 13 / 30),
    ),
}
for case, (key, response, *values) in SCORERS.items():
    requests: list[tuple[str, dict[str, Any]]] = [
        ("muc", {}),
        ("conll_bcubed", {}),
        ("ceaf", {"similarity": "mention"}),
        ("ceaf", {"similarity": "entity"}),
    ]
    for (metric, options), value in zip(requests, values, strict=True):
        if value:
            r, p = value
            PUBLISHED += sides(f"CoNLL {case}", key, response, metric, p, r, options=options)
            f1 = 2 * p * r / (p + r) if p + r else 0.0
            PUBLISHED.append(
                Published(f"CoNLL {case}", sets(key), sets(response), metric, f1, options=options)
            )
# Recall, precision and F1 of blanc, as printed there.
BLANC = {
    "A1": (1, 1, 1),
    "A2": (0.21591, 1, 0.35385),
    "A3": (1, 0.42593, 0.59717),
    "A4": (0.35227, 0.27206, 0.30357),
    "A5": (0.35227, 0.19048, 0.24716),
    "A6": (0.35227, 0.20870, 0.25817),
    "A10": (0.5, 0.36667, 0.42308),
    "A11": (0.5, 0.13333, 0.21053),
    "A12": (0.22727, 0.11905, 0.15625),
    "A13": (0.125, 0.02381, 0.04),
    "M1": (1, 1, 1),
    "M5": (0, 0, 0),
}
for case, (r, p, f1) in BLANC.items():
    key, response = SCORERS[case][:2]
    PUBLISHED += sides(f"CoNLL {case}", key, response, "blanc", p, r, within=5e-6)
    PUBLISHED.append(
        Published(f"CoNLL {case}", sets(key), sets(response), "blanc", f1, within=5e-6)
    )
# The mean of .4, 5/11 and .52.
PUBLISHED.append(
    Published("CoNLL paper", *map(sets, SCORERS["paper"][:2]), "conll", (0.4 + 5 / 11 + 0.52) / 3)
)

# ---- pairs ---------------------------------------------------------------------------------------
# er-evaluation (doctest), Clustering.jl (randindex.jl), clusim ("hand calculated"), uunet
# (omega_index_test).

PUBLISHED += [
    Published("er-evaluation", sets("abc de fg h"), sets("ab ce d fgh"), "pair_precision", 0.4),
    Published("er-evaluation", sets("abc de fg h"), sets("ab ce d fgh"), "pair_recall", 0.4),
    Published(
        "Clustering.jl", sets("abc def ghij"), sets("abcd efghij"), "adjusted_rand", 0.403669, 1e-6
    ),
    Published("Clustering.jl", sets("abc def ghij"), sets("abcd efghij"), "rand", 0.711111, 5e-7),
    Published("clusim", sets("ad bcf e"), sets("ad bc ef"), "pair_jaccard", 0.4),
    Published("clusim", sets("ad bcf e"), sets("ad bc ef"), "fowlkes_mallows", 0.5773502691896258),
    Published("clusim", sets("ad bcf e"), sets("ad bc ef"), "omega", 0.44444444444444453),
    Published("uunet", sets("ab cd"), sets("ab c d"), "omega", 0.571, 5e-4),
    Published("uunet", sets("abcd"), sets("ab cd"), "omega", 0),
    Published(
        "protein_complex_maps",
        sets("abc def fg ab gi"),
        sets("abc defh ab jk"),
        "geometric_accuracy",
        0.6793662204867574,
    ),
]

# Worked out from the definitions, of pairs those of Gösgens et al. 2021, by a program that shares
# nothing with this one.

CRISP_8 = sets("012 34 567"), sets("017 234 56")
OVERLAPPING_6 = sets("123 345 56"), sets("12 3456 6")
BEYOND_CHANCE = {
    "blanc": (0.619047619048, 0.732142857143),
    "pair_correlation": (0.238095238095, 0.464285714286),
    "correlation_distance": (0.423476961122, 0.346311086132),
    "sokal_sneath": (0.619047619048, 0.732142857143),
    "adjusted_fowlkes_mallows": (0.238095238095, 0.464285714286),
}
PUBLISHED += [
    Published(name, *pair, metric, value, 1e-12)
    for metric, values in BEYOND_CHANCE.items()
    for name, pair, value in zip(
        ("8 nodes", "6 nodes"), (CRISP_8, OVERLAPPING_6), values, strict=True
    )
]
PUBLISHED += [
    Published("8 nodes", *CRISP_8, "nvi", 0.612197222703, 1e-12),
    Published("8 nodes", *CRISP_8, "nid", 0.441126961783, 1e-12),
]
PUBLISHED += sides("6 nodes", "123 345 56", "12 3456 6", "overlap_f1", 0.0, 0.0)
