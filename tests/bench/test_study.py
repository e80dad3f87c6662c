"""Studies from files and from Python, the keys of their jobs, and error messages."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord import Network
from accord.bench import Limits, Study
from accord.bench._digest import digest_of
from accord.bench._job.spec import JobSpec
from accord.bench._study.algorithms import StudyAlgorithm
from accord.bench._study.instances import digest_of_network
from accord.errors import FormatError, InputError, MissingFileError

JOB = JobSpec(
    algorithm="leiden",
    implementation="igraph.leiden",
    version="igraph 1.0.0",
    parameters={"resolution": 1.5, "iterations": 2},
    dataset="lfr",
    instance="1",
    network="ab" * 32,
    truth="cd" * 32,
    shuffle=3,
    seed=7,
    limits=Limits(60, 10**9, 2),
)
START = '[[data]]\nnetwork = "net.txt"\n[[algorithms]]\nuses = "igraph.leiden"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "net.txt").write_text("a b\nb c\na c\n")
    return tmp_path


def job(
    algorithm: StudyAlgorithm, network: str = "x", shuffle: int | None = None, seed: int = 0
) -> JobSpec:
    return algorithm.job(
        dataset="d", instance="", network=network, truth=None, shuffle=shuffle, seed=seed
    )


def read(folder: Path, text: str) -> Study:
    (folder / "study.toml").write_text(text)
    return Study.read(folder / "study.toml")


def test_key_is_a_hash_of_the_job() -> None:
    """Spelled out, so that keys of existing stores do not change."""
    text = (
        '{"algorithm":"igraph.leiden","limits":{"memory":1000000000,"seconds":60,"threads":2},"network":"'
        + "ab" * 32
        + '",'
        '"parameters":{"iterations":2,"resolution":1.5},"seed":7,"shuffle":3,'
        '"version":"igraph 1.0.0"}'
    )
    import hashlib

    assert JOB.key == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "change",
    [
        {"implementation": "igraph.louvain"},
        {"version": "igraph 1.0.1"},
        {"parameters": {"resolution": 1.5}},
        {"network": "cd" * 32},
        {"shuffle": None},
        {"seed": 8},
        {"limits": Limits(61, 10**9, 2)},
        {"limits": Limits(60, 10**9, 1)},
        {"limits": Limits(60, None, 2)},
        {"needs_truth": True},
    ],
)
def test_every_part_of_a_job_changes_its_key(change: dict[str, object]) -> None:
    from dataclasses import replace

    assert replace(JOB, **change).key != JOB.key  # type: ignore[arg-type]


def test_key_is_independent_of_order_number_type_and_process() -> None:
    from dataclasses import replace

    assert (
        replace(
            JOB, parameters={"iterations": 2.0, "resolution": 1.5}, limits=Limits(60.0, "1 GB", 2)
        ).key
        == JOB.key
    )  # type: ignore[arg-type]
    code = """
from accord.bench._digest import digest_of
print(digest_of({'b': [1.5, 'é'], 'a': None}))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "5"},
    )
    assert done.stdout.strip() == digest_of({"a": None, "b": [1.5, "é"]})


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), {1, 2}, object()])
def test_invalid_parameter_value_is_an_error(wrong: object) -> None:
    with pytest.raises(InputError, match="a parameter"):
        digest_of({"x": wrong})


def test_study_from_a_file_equals_study_from_python(folder: Path) -> None:
    text = """
name = "first"
repeats = 3
shuffles = 2
metrics = ["f1p", "modularity"]
limits = {seconds = 5, memory = "2 GB"}
[[data]]
network = "net.txt"
[[algorithms]]
uses = "igraph.leiden"
parameters = {resolution = 2}
[[algorithms]]
name = "mine"
cmd = "./mine {network} {output} --seed {seed}"
output = "cnl"
limits = {threads = 2}
"""
    program = {
        "name": "mine",
        "cmd": "./mine {network} {output} --seed {seed}",
        "output": "cnl",
        "limits": {"threads": 2},
    }
    from_python = Study(
        "first",
        [{"network": "net.txt"}],
        [{"uses": "igraph.leiden", "parameters": {"resolution": 2}}, program],
        repeats=3,
        shuffles=2,
        metrics=["f1p", "modularity"],
        limits={"seconds": 5, "memory": 2e9},
        folder=folder,
    )
    first = read(folder, text)
    assert first.describe() == from_python.describe()
    assert first.instances == from_python.instances
    jobs = [
        [job(algorithm, "x", 1, 2).key for algorithm in study.algorithms]
        for study in (first, from_python)
    ]
    assert jobs[0] == jobs[1]
    assert (first.seeds, first.shuffles) == ([0, 1, 2], [0, 1])
    assert first.algorithms[1].limits == Limits(5, 2 * 10**9, 2)
    assert json.loads(json.dumps(first.describe())) == first.describe()
    assert first.store == folder / "first-results"


def test_command_is_identified_by_its_words(folder: Path) -> None:
    """A program may treat 2 and 2.0 differently."""
    keys = []
    for value in (2, 2.0, "2"):
        program = {"cmd": "sh {network} {k}", "output": "cnl", "parameters": {"k": value}}
        study = Study("x", [{"network": "net.txt"}], [program], folder=folder)
        keys.append(job(study.algorithms[0]).key)
    assert keys[0] == keys[2] != keys[1]


def test_network_format_is_part_of_its_identity(folder: Path) -> None:
    """The same lines are an undirected network in one, and a directed one in the other."""
    names = ["net.nse", "net.nsa", "same.nsa", "net", "net.txt"]
    for name in names:
        (folder / name).write_text("1 2\n2 3\n")
    study = Study(
        "x", [{"name": name, "network": name} for name in names], ["igraph.leiden"], folder=folder
    )
    nse, nsa, same, plain, text = (instance.digest() for instance in study.instances)
    assert nse != nsa == same != plain == text
    from_python = Study(
        "x", [{"network": "net", "format": "nsa"}], ["igraph.leiden"], folder=folder
    ).instances[0]
    assert from_python.digest() == nsa


def test_keys_do_not_depend_on_the_working_directory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.py").write_text("def cliques(network):\n    return [[0, 1]]\n")
    program = '[[algorithms]]\nname = "b"\ncmd = "sh {folder}/mine.py {network}"\noutput = "cnl"\n'
    (folder / "study.toml").write_text(START.replace("igraph.leiden", "mine.py:cliques") + program)
    keys = []
    for here, path in (
        (folder, "study.toml"),
        (folder.parent, f"{folder.name}/study.toml"),
        (folder, folder / "study.toml"),
    ):
        monkeypatch.chdir(here)
        study = Study.read(path)
        jobs = [job(item, study.instances[0].digest()) for item in study.algorithms]
        described = study.describe()["algorithms"]["cliques"]
        assert jobs[0].implementation == described["implementation"] == "mine.py:cliques"
        keys.append([item.key for item in jobs])
    assert keys[0] == keys[1] == keys[2]


def test_metric_names_are_normalised(folder: Path) -> None:
    given = [" F1P", "v_measure[ beta=1.0 ]", "Modularity", "f1p"]
    study = Study("x", [{"network": "net.txt"}], ["igraph.leiden"], metrics=given, folder=folder)
    assert study.metrics == ("f1p", "v_measure", "modularity")


def test_defaults_are_part_of_the_key(folder: Path) -> None:
    given = Study(
        "x",
        [{"network": "net.txt"}],
        [{"uses": "igraph.leiden", "parameters": {"resolution": 1}}],
        folder=folder,
    )
    left = Study("x", [{"network": "net.txt"}], ["igraph.leiden"], folder=folder)
    assert job(given.algorithms[0]).key == job(left.algorithms[0]).key


def test_pattern_expands_to_instances(folder: Path) -> None:
    for name in ("10", "2"):
        (folder / f"lfr-{name}.txt").write_text("1 2\n")
        (folder / f"lfr-{name}.cnl").write_text("1 2\n")
    study = read(
        folder, START.replace("net.txt", "lfr-*.txt").replace("[[alg", 'truth = "lfr-*.cnl"\n[[alg')
    )
    assert [(instance.name, instance.network, instance.truth) for instance in study.instances] == [
        (name, folder / f"lfr-{name}.txt", folder / f"lfr-{name}.cnl") for name in ("2", "10")
    ]


@pytest.mark.parametrize("name", ["sub/net-*.txt", "{folder}/sub/net-*.txt", "set [1]?-*/net.txt"])
def test_pattern_may_be_a_whole_path_and_only_the_star_is_special(folder: Path, name: str) -> None:
    for path in (
        "sub/net-1.txt",
        "sub/net-a.b.txt",
        "set [1]?-1/net.txt",
        "set [1]?-a.b/net.txt",
        "set 1x-2/net.txt",
    ):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("1 2\n")
    study = read(folder, START.replace("net.txt", name.format(folder=folder)))
    assert [instance.name for instance in study.instances] == ["1", "a.b"]
    assert all(Path(str(instance.network)).is_file() for instance in study.instances)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ]", "line 1, column 5: not valid TOML: Invalid value"),
        ("", "there is no data: add at least one \\[\\[data\\]\\]"),
        ("repeat = 1\n" + START, "unknown key 'repeat': did you mean repeats"),
        ("repeats = 0\n" + START, "repeats: there is nothing to run: give at least 1"),
        ('repeats = "3"\n' + START, "repeats: expected a nonnegative integer, not '3'"),
        ("seeds = [1, -2]\n" + START, "seeds: expected a nonnegative integer, not -2"),
        ('metrics = ["f2"]\n' + START, "metrics: unknown metric 'f2'"),
        ("limits = {second = 1}\n" + START, "limits: unknown key 'second': did you mean seconds"),
        (
            'limits = {memory = "much"}\n' + START,
            "limits: cannot read the size 'much': write it as 500 MB or 4 GiB",
        ),
        (START.replace("net.txt", "no.txt"), "data, entry 1: the network .*no.txt does not exist"),
        (
            START.replace("network =", "net ="),
            "data, entry 1: unknown key 'net': did you mean network",
        ),
        (START + "[[data]]\n", "data, entry 2: there is no network"),
        (
            START.replace("igraph.leiden", "igraph.leyden"),
            "algorithms, entry 1: unknown algorithm 'igraph.leyden': did you mean",
        ),
        (
            START + "parameters = {resolutoin = 1}",
            "entry 1: unknown parameter of igraph.leiden 'resolutoin': did you mean resol",
        ),
        (
            START + 'cmd = "x"',
            "algorithms, entry 1: give either uses, as in .* or a command line as cmd",
        ),
        (START.replace("uses", "cmd"), "algorithms, entry 1: there is no output: give the format"),
        (
            START.replace("uses", 'output = "cnl"\ncmd'),
            "needs a placeholder for the network, as in 'alg -i {network}'",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cln"\ncmd = "x {network}'),
            "unknown format 'cln': did you mean .*cnl",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cnl"\ncmd = "x {network} {k}'),
            "has a placeholder {k} but there is no parameter",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cnl"\ncmd = "x {network} {'),
            "cannot read the command line",
        ),
        (
            START.replace("igraph.leiden", "no_such_module:f"),
            "there is no module 'no_such_module': looked for the file .*no_such_module.py, and on",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cnl"\ncmd = "x {netwrk} {output}'),
            "needs a placeholder for the network, write {network} in place of {netwrk}",
        ),
        (
            "seeds = [9223372036854775808]\n" + START,
            "seeds: 9223372036854775808 is too large: give a number below 2",
        ),
        ('limits = {memory = "9999999 TB"}\n' + START, "limits: cannot read the size"),
        (
            "limits = {memory = inf}\n" + START,
            "limits: cannot read the size inf: write it as 500 MB or 4 GiB",
        ),
        ('metrics = "f1h"\n' + START, "metrics: expected a list of metrics, not 'f1h'"),
        (
            START.replace('"net.txt"', "3"),
            "data, entry 1: int is not a network: expected a file, pairs of nodes",
        ),
        (
            START.replace("[[alg", 'directed = "yes"\n[[alg'),
            "data, entry 1: directed is true or false, not 'yes'",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cnl"\ncmd = "x {network} {a[b]}'),
            r"{a\[b\]} is not a placeholder: write its name alone",
        ),
        (
            START.replace('uses = "igraph.leiden', 'output = "cnl"\ncmd = "{network} x'),
            "there is no placeholder 'network' here",
        ),
        (
            START + 'name = "random"',
            "entry 1: 'random' is the name of baseline.random in results: choose another name",
        ),
        (
            START + '[[algorithms]]\nuses = "igraph.leiden"',
            "two of them are called 'igraph.leiden': give each its own name",
        ),
        (
            START + '[[data]]\nnetwork = "net.txt"',
            "data: two of them are called 'net': give each its own name",
        ),
        (
            START.replace("igraph.leiden", "baseline.random")
            + '[[algorithms]]\nname = "x"\nuses = "baseline.random"',
            "algorithms: two of them use baseline.random: keep one",
        ),
        (
            "repeats = 2\nseeds = [1]\n" + START,
            "both repeats and seeds are given: give the number of runs",
        ),
        ("seeds = [1, 2, 1]\n" + START, "seeds: 1 is given twice"),
        ("shuffles = [3, 3]\n" + START, "shuffles: 3 is given twice"),
        ("shuffles = true\n" + START, "shuffles: expected a nonnegative integer, not True"),
        ('seeds = "12"\n' + START, "seeds: expected a list of integers, not '12'"),
        ("metrics = 3\n" + START, "metrics: expected a list of metrics, not 3"),
        ("store = 3\n" + START, "store: expected a string, not 3"),
        (
            "limits = {memory = 4}\n" + START,
            "limits: memory is 4 bytes, less than any .*, as in '4 GB'",
        ),
        (
            START.replace("[[alg", 'format = "ncoll"\n[[alg'),
            "data, entry 1: unknown format of networks 'ncoll': did you mean",
        ),
        (
            START.replace("[[alg", 'truth_format = "cln"\n[[alg'),
            "data, entry 1: unknown format 'cln': did you mean .*cnl",
        ),
    ],
)
def test_errors_name_their_location(folder: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as raised:
        read(folder, text)
    assert str(raised.value).startswith(str(folder / "study.toml"))


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError):
        Study.read(tmp_path / "none.toml")
    with pytest.raises(InputError, match="this is a folder: give the TOML file of a study"):
        Study.read(tmp_path)


def test_baseline_may_be_renamed(folder: Path) -> None:
    for name in ("chance", "random"):
        study = read(folder, START + f'[[algorithms]]\nname = "{name}"\nuses = "baseline.random"')
        assert [algorithm.name for algorithm in study.algorithms] == ["igraph.leiden", name]


def test_numpy_numbers_are_accepted(folder: Path) -> None:
    def study(**more: Any) -> Study:
        return Study("x", [{"network": "net.txt"}], ["igraph.leiden"], folder=folder, **more)

    assert study(repeats=np.int64(3)).seeds == [0, 1, 2]
    found = study(seeds=np.array([4, 2]), shuffles=np.arange(2))
    assert (found.seeds, found.shuffles) == ([4, 2], [0, 1])
    assert json.dumps(found.describe())
    assert {type(seed) for seed in found.seeds} == {int}


def test_network_objects_are_identified_by_content() -> None:
    network, same, other = (
        Network.from_edges(edges)
        for edges in ([(1, 2), (2, 3)], [(3, 2), (2, 1)], [(1, 2), (1, 3)])
    )
    assert digest_of_network(network) == digest_of_network(same) != digest_of_network(other)
    assert digest_of_network(
        Network.from_edges([(1, 2), (2, 3)], directed=True)
    ) != digest_of_network(network)
    assert digest_of_network(Network.from_edges([(1, 2, 0.5), (2, 3, 1)])) != digest_of_network(
        network
    )


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def f(:", r"SyntaxError: .*\(broken.py, line 1\)"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("import sys\nsys.exit('done')", "SystemExit: done"),
    ],
)
def test_unreadable_function_source_is_an_error(folder: Path, code: str, message: str) -> None:
    (folder / "broken.py").write_text(code)
    with pytest.raises(
        FormatError, match=f"algorithms, entry 1: broken.py cannot be imported: {message}"
    ):
        read(folder, START.replace("igraph.leiden", "broken.py:f"))
