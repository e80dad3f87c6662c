"""LFR benchmarks: impossible requests fail fast, and the proposed changes work."""

import re
import time

import numpy as np
import pytest

from accord import AccordError, AccordWarning, InputError, generate_lfr

IMPOSSIBLE = [
    ({"average_degree": 60}, "average_degree=60 is more than max_degree=50.*average_degree=50"),
    ({"average_degree": 2}, r"on average.*average_degree=3\.99.*degree_exponent=2\.\d"),
    ({"max_degree": 1000}, "max_degree must be an integer from 1 to 999"),
    (
        {"max_cluster": 30},
        "42.5 edges inside a cluster.*max_cluster=44, mixing=0.42 or max_degree=34$",
    ),
    ({"min_cluster": 60, "max_cluster": 40}, "min_cluster=60 is more than max_cluster=40"),
    (
        {"min_cluster": 400, "max_cluster": 450},
        "no number of clusters.*max_cluster=500 or min_cluster=333$",
    ),
    ({"min_cluster": 600, "max_cluster": 1000}, "one cluster.*min_cluster=.* or mixing=0$"),
    (
        {"overlapping_nodes": 100, "memberships": 12, "min_cluster": 200},
        "memberships fill at most 10 clusters.*memberships=",
    ),
    (
        {"mixing": 0.9, "max_degree": 990, "average_degree": 500, "min_cluster": 200},
        "out of its cluster.*max_degree=888",
    ),
    (
        {"min_cluster": 5, "max_cluster": 60, "size_exponent": 5, "mixing": 0.05},
        "too small.*mixing=0.*min_cluster=",
    ),
    ({"min_cluster": 5, "max_cluster": 900, "size_exponent": 0}, "to the others.*max_cluster="),
    (
        {"overlapping_nodes": 1000, "memberships": 8, "max_cluster": 500, "min_cluster": 450},
        "too large.*mixing=",
    ),
    ({"weights": True, "weight_mixing": 0}, "no weight for the edges between"),
    ({"weights": True, "weight_mixing": 0.5, "mixing": 0}, "ask for weight_mixing=0"),
    (
        {"weights": True, "weight_mixing": 0.9, "mixing": 0.02},
        "cannot be reached with so few edges.*weight_mixing=0.3",
    ),
    ({"weight_mixing": 0.5}, "give weights=True"),
    ({"weight_exponent": 2}, "give weights=True"),
    ({"memberships": 4}, "overlapping_nodes above 0"),
    (
        {
            "overlapping_nodes": 1000,
            "memberships": 20,
            "mixing": 0,
            "min_cluster": 900,
            "max_cluster": 950,
        },
        "share 18 of",
    ),
    ({"nodes": 10**9, "average_degree": 1000, "max_degree": 2000}, "GB"),
]


@pytest.mark.parametrize(
    ("changes", "reason"), IMPOSSIBLE, ids=[repr(changes) for changes, _ in IMPOSSIBLE]
)
def test_impossible_request_fails_fast(changes, reason):
    start = time.perf_counter()
    with pytest.raises(AccordError, match=reason):
        generate_lfr(
            **{"nodes": 1000, "average_degree": 15, "max_degree": 50, "mixing": 0.15, "seed": 1}
            | changes
        )
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("changes", "feasible"),
    [
        ({"average_degree": 2}, {"average_degree": 4}),
        ({"max_cluster": 30}, {"max_cluster": 44}),
        ({"max_cluster": 30}, {"max_cluster": 30, "mixing": 0.43}),
        ({"min_cluster": 400, "max_cluster": 450}, {"min_cluster": 400, "max_cluster": 500}),
        ({"min_cluster": 400, "max_cluster": 450}, {"min_cluster": 333, "max_cluster": 450}),
    ],
    ids=repr,
)
def test_proposed_changes_are_possible(changes, feasible):
    usual = {"nodes": 1000, "average_degree": 15, "max_degree": 50, "mixing": 0.15, "seed": 1}
    with pytest.raises(InputError):
        generate_lfr(**usual | changes)
    lfr = generate_lfr(**usual | feasible)
    assert lfr.realised["mixing"] == pytest.approx(lfr.requested["mixing"], abs=0.03)


@pytest.mark.parametrize(
    "bad",
    [
        {"nodes": 1},
        {"nodes": 10.5},
        {"nodes": True},
        {"nodes": 2**40},
        {"average_degree": float("nan")},
        {"average_degree": "many"},
        {"average_degree": "15"},
        {"directed": "no"},
        {"weights": 1},
        {"weights": True, "weight_exponent": 30},
        {"weights": True, "weight_mixing": 1e-200},
        {"seed": None},
        {"mixing": 1.1},
        {"mixing": -0.1},
        {"degree_exponent": -1},
        {"size_exponent": float("inf")},
        {"overlapping_nodes": 1001},
        {"overlapping_nodes": 10, "memberships": 1},
        {"weights": True, "weight_mixing": 2},
        {"weights": True, "weight_exponent": -1},
        {"min_cluster": 0},
        {"max_cluster": 1001},
        {"seed": -1},
        {"seed": "x"},
        {"threads": 0},
    ],
    ids=repr,
)
def test_invalid_argument_is_an_accord_error(bad):
    with pytest.raises(InputError):
        generate_lfr(
            **{"nodes": 1000, "average_degree": 15, "max_degree": 50, "mixing": 0.15, "seed": 1}
            | bad
        )


@pytest.mark.filterwarnings("ignore:mixing is:accord.AccordWarning")
def test_missed_target_is_a_warning():
    """Few nodes in two clusters: edges that leave one do not fit into the other."""
    with pytest.warns(
        AccordWarning, match="average_degree is .*, and 4 was requested.*smaller clusters"
    ):
        lfr = generate_lfr(30, 4, 16, 0.9, min_cluster=13, seed=34)
    assert lfr.realised["average_degree"] < 3.8


def test_too_high_mixing_suggests_larger_clusters():
    overlaps = {"overlapping_nodes": 400, "memberships": 6}
    with pytest.warns(
        AccordWarning, match="mixing is 0.08.*, and 0.05 was requested.*larger clusters"
    ):
        small = generate_lfr(1000, 15, 50, 0.05, min_cluster=5, max_cluster=49, **overlaps, seed=1)
    large = generate_lfr(1000, 15, 50, 0.05, min_cluster=60, max_cluster=120, **overlaps, seed=1)
    assert abs(large.realised["mixing"] - 0.05) < 0.01 < abs(small.realised["mixing"] - 0.05)


def proposals(message):
    """The changes that a refusal proposes."""
    found = (
        re.findall(r"(\w+)=([\d.e+-]+)", message.rpartition(": ask for ")[2])
        if ": ask for " in message
        else []
    )
    return [
        {name: float(value) if "." in value or name in FRACTIONS else int(value)}
        for name, value in found
    ]


FRACTIONS = {"mixing", "weight_mixing", "average_degree", "degree_exponent"}
ONE_FAULT = [
    {"nodes": 10, "average_degree": 9, "max_degree": 9, "mixing": 0.5},
    {
        "nodes": 50,
        "average_degree": 25,
        "max_degree": 40,
        "mixing": 0.1,
        "min_cluster": 1,
        "directed": True,
    },
    {
        "nodes": 1000,
        "average_degree": 15,
        "max_degree": 50,
        "mixing": 0.9,
        "min_cluster": 1,
        "max_cluster": 1,
    },
]


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
@pytest.mark.parametrize("arguments", ONE_FAULT, ids=repr)
def test_one_change_is_enough_if_the_error_says_so(arguments):
    with pytest.raises(InputError, match=": ask for ") as refusal:
        generate_lfr(**arguments, seed=1)
    changes = proposals(str(refusal.value))
    assert changes
    for change in changes:
        generate_lfr(**arguments | change, seed=1)


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
def test_every_proposed_value_is_accepted():
    random, refused, without = np.random.default_rng(3), 0, 0
    for seed in range(60):
        nodes = int(random.choice([20, 60, 200]))
        arguments = {
            "nodes": nodes,
            "average_degree": random.uniform(1, nodes / 3),
            "max_degree": int(random.integers(nodes // 4, nodes)),
            "mixing": random.choice([0, 0.1, 0.5, 0.9]),
            "min_cluster": int(random.integers(1, nodes // 2)),
            "max_cluster": int(random.integers(nodes // 4, nodes + 1)),
            "seed": seed,
        } | random.choice(
            [{}, {"overlapping_nodes": nodes // 3, "memberships": int(random.integers(2, 8))}]
        )
        try:
            generate_lfr(**arguments)
        except InputError as refusal:
            message = str(refusal)
        else:
            continue
        refused += 1
        changes = proposals(message)
        assert changes or "change several of them" in message
        without += not changes
        for change in changes:
            generate_lfr(**arguments | change)
    assert refused > 20
    assert without < refused
