"""LFR benchmarks in studies: a network for every combination, made when the study is prepared."""

from pathlib import Path

import pytest

from accord import bench, generate_lfr
from accord.bench._algorithms.registry import Algorithm
from accord.errors import FormatError, InputError

SHAPE = {"nodes": 100, "average_degree": 6, "max_degree": 12, "min_cluster": 12, "max_cluster": 30}
LFR = {**SHAPE, "mixing": [0.1, 0.3], "overlapping_nodes": [0, 6], "seed": [1, 2]}
START = '[[algorithms]]\nuses = "igraph.leiden"\n[[data]]\n'


def study(lfr: object, **more: object) -> bench.Study:
    return bench.Study("s", [{"lfr": lfr, **more}], ["igraph.leiden"])


def test_every_combination_is_a_data_set_and_every_seed_an_instance() -> None:
    made = study(LFR, name="made")
    names = [
        f"made mu={mixing} on={overlapping}" for mixing in (0.1, 0.3) for overlapping in (0, 6)
    ]
    assert made.datasets == names
    assert [(item.dataset, item.name) for item in made.instances] == [
        (name, f"seed={seed}") for name in names for seed in (1, 2)
    ]


def test_networks_and_truths_equal_generate_lfr() -> None:
    for item in study(LFR).instances:
        mixing, overlapping, seed = (
            float(part.partition("=")[2]) for part in [*item.dataset.split()[1:], item.name]
        )
        lfr = generate_lfr(
            **SHAPE, mixing=mixing, overlapping_nodes=int(overlapping), seed=int(seed)
        )  # type: ignore[arg-type]
        made = item.generated()
        assert (made.network, made.truth) == (lfr.network, lfr.truth)


def test_digest_identifies_the_recipe() -> None:
    digests = [item.generated().digest() for item in study(LFR).instances]
    assert digests == [item.generated().digest() for item in study(LFR).instances]
    assert len(set(digests)) == len(digests) == 8


def test_single_values_give_one_network() -> None:
    (item,) = study({**LFR, "mixing": 0.1, "overlapping_nodes": 0, "seed": 3}).instances
    assert (item.dataset, item.name) == ("lfr", "")


@pytest.mark.parametrize(
    ("lfr", "message"),
    [
        ("{nodes = 60}", "lfr: there is no average_degree: give a value, or a list of values"),
        (
            "{nodes = 60, average_degree = 6, max_degree = 12, mixing = []}",
            "lfr: there is no mixing: give a value",
        ),
        (
            "{nodes = 60, average_degree = 6, max_degree = 12, mix = 0.1}",
            "unknown parameter of lfr 'mix': did you mean",
        ),
        (
            "3",
            "lfr: expected parameters with values, as in {nodes = 1000, mixing = [0.2, 0.4]}, "
            "not 3",
        ),
        (
            '{nodes = 60}\ntruth = "a.cnl"',
            "an LFR benchmark has its own network and truth: leave out truth",
        ),
    ],
)
def test_errors_name_their_location(tmp_path: Path, lfr: str, message: str) -> None:
    (tmp_path / "study.toml").write_text(f"{START}lfr = {lfr}\n")
    with pytest.raises(FormatError) as error:
        bench.Study.read(tmp_path / "study.toml")
    assert f"data, entry 1: {message}" in str(error.value)


def test_impossible_network_is_an_error_that_names_the_data_set(tmp_path: Path) -> None:
    wrong = {**LFR, "mixing": [0.1, 1.5], "seed": 1, "overlapping_nodes": 0}
    impossible = bench.Study("s", [{"lfr": wrong}], ["igraph.leiden"], store=tmp_path / "store")
    with pytest.raises(InputError, match=r"lfr mu=1\.5: .*mixing"):
        bench.run(impossible)


def test_example_study_has_overlapping_algorithms_and_needs_only_the_extra() -> None:
    example = bench.Study.example()
    runs = {
        item.name: item.definition
        for item in example.algorithms
        if isinstance(item.definition, Algorithm)
    }
    assert len(runs) == len(example.algorithms) >= 7
    assert sum(item.overlapping for name, item in runs.items() if name != "baseline.random") >= 2
    assert len(example.datasets) >= 6  # with fewer, no difference can be significant
    assert {package for item in runs.values() for package in item.packages} <= {
        "igraph",
        "infomap",
        "networkit",
        "networkx",
    }
    assert example.store == Path("example-results").resolve()
