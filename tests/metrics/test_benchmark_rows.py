"""Results of algorithms on Gagolewski's benchmark suite, with the scores that genieclust 1.1 gave.

Each row is the table of overlaps: a row per truth cluster, a column per found cluster.
"""

from typing import Any

import numpy as np
import pytest

import accord

Table = list[list[int]]

COLUMNS = {
    "ar": "adjusted_rand",
    "r": "rand",
    "fm": "fowlkes_mallows",
    "afm": "adjusted_fowlkes_mallows",
    "nmi": "nmi",
    "ami": "ami",
    "npa": "normalized_pivoted_accuracy",
    "psi": "pair_sets_index",
    "spsi": "pair_sets_index[form=simplified]",
    "nca": "normalized_clustering_accuracy",
}
ROWS: dict[str, tuple[Table, dict[str, float]]] = {
    "fcps/lsun, Birch": (
        [[200, 0, 0], [34, 66, 0], [0, 0, 100]],
        {
            "ar": 0.7650703547542095,
            "r": 0.8866666666666667,
            "fm": 0.8612054053518622,
            "afm": 0.7683030036437168,
            "nmi": 0.7983602261685714,
            "ami": 0.7973349270157127,
            "npa": 0.8725,
            "psi": 0.7672426161634793,
            "spsi": 0.7573504273504272,
            "nca": 0.8300000000000001,
        },
    ),
    "sipu/flame, Gaussian mixture": (
        [[53, 100], [85, 2]],
        {
            "ar": 0.28950770442936175,
            "r": 0.6452231520223152,
            "fm": 0.6607430547122898,
            "afm": 0.28970522607266963,
            "nmi": 0.3454298883008404,
            "ami": 0.34336830020980086,
            "npa": 0.5416666666666667,
            "psi": 0.31250522374337625,
            "spsi": 0.2695368002273373,
            "nca": 0.6306062654947038,
        },
    ),
    "graves/fuzzyx, Birch": (
        [[230, 0, 0, 0], [13, 1, 0, 210], [2, 211, 0, 0], [24, 0, 183, 0]],
        {
            "ar": 0.8794567762458634,
            "r": 0.9545636839746161,
            "fm": 0.9098619724381188,
            "afm": 0.8795083240211357,
            "nmi": 0.8793860445082354,
            "ami": 0.87893239836816,
            "npa": 0.9389778794813121,
            "psi": 0.8906882146748867,
            "spsi": 0.889062295671195,
            "nca": 0.9373894332176634,
        },
    ),
    "fcps/atom, Birch": (
        [[274, 126], [400, 0]],
        {
            "ar": 0.09862621818643044,
            "r": 0.5490488110137672,
            "fm": 0.6462836986049043,
            "afm": 0.10328608625664676,
            "nmi": 0.21969550611196298,
            "ami": 0.21882677576382523,
            "npa": 0.31499999999999995,
            "psi": 0.18694362017804156,
            "spsi": 0.0,
            "nca": 0.31499999999999995,
        },
    ),
    "uci/sonar, Birch": (
        [[68, 29], [74, 37]],
        {
            "ar": -0.0047018037925129165,
            "r": 0.49763099219620954,
            "fm": 0.5290606869897575,
            "afm": -0.004720439962286311,
            "nmi": 0.0010328697050446176,
            "ami": -0.002663432798239268,
            "npa": 0.009615384615384581,
            "psi": 0.0,
            "spsi": 0.0,
            "nca": 0.03436426116838476,
        },
    ),
    "wut/x2, Birch: fewer clusters than the truth": (
        [[0, 0, 22], [46, 0, 0], [31, 0, 0], [0, 11, 0]],
        {
            "ar": 0.5376426479844558,
            "r": 0.7621351125938283,
            "fm": 0.745680796695475,
            "afm": 0.5764729742428284,
            "nmi": 0.7726611600178966,
            "ami": 0.7658397136876367,
            "npa": 0.6242424242424242,
            "psi": 0.5726157499010684,
            "spsi": 0.5324675324675324,
            "nca": 0.6666666666666666,
        },
    ),
}


def labels_of(table: Table) -> tuple[Any, Any]:
    amounts = np.array(table)
    truth, found = np.indices(amounts.shape)
    return np.repeat(truth.ravel(), amounts.ravel()), np.repeat(found.ravel(), amounts.ravel())


@pytest.mark.parametrize(("table", "scores"), ROWS.values(), ids=ROWS)
def test_scores_of_the_benchmark(table: Table, scores: dict[str, float]) -> None:
    assert scores.keys() == COLUMNS.keys()
    ours = accord.compare(*labels_of(table), list(COLUMNS.values()))
    for (column, wanted), value in zip(scores.items(), ours.values(), strict=True):
        assert value == pytest.approx(wanted, abs=1e-12), column
