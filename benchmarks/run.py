"""Speed of accord, next to what one would use instead.

Every measurement runs in a process of its own: best time of several, and the most memory above what
the process held after its imports.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from results import Results, add_save_option

HERE = Path(__file__)

# Real pairs, as folder/name without the suffix .cnl or .cnl.zst.
REAL_PAIRS = {
    "debian packages": (
        "debian-contents/bookworm.pkgfiles.common",
        "debian-contents/trixie.pkgfiles.common",
    ),
    "gene ontology": ("go-human/go2020.go_all", "go-human/go2026.go_all"),
    "com-dblp": ("snap-com-dblp/com-dblp.all.cmty", "snap-com-dblp/com-dblp.top5000.cmty"),
    "com-dblp and Leiden": (
        "snap-com-dblp/com-dblp.all.cmty",
        "snap-com-dblp/algo.leiden_modularity_seed42",
    ),
    "debian tags": ("debtags/bookworm.tags", "debtags/trixie.tags"),
    "debian file trees": ("debian-contents/bookworm.dirtree", "debian-contents/trixie.dirtree"),
}


@dataclass(frozen=True)
class Measured:
    """What one tool took for one task."""

    tool: str
    seconds: float | None = None
    processor_seconds: float | None = None
    peak_mb: float | None = None
    value: float | None = None
    note: str | None = None


# ---- what is measured: each takes the two files, prepares, and returns what is to be timed -------


def accord_from_files(truth: str, found: str) -> Callable[[], Any]:
    import accord

    return lambda: accord.f1p(truth, found)


def accord_one_thread(truth: str, found: str) -> Callable[[], Any]:
    import accord

    return lambda: accord.f1p(truth, found, threads=1)


def accord_metric(name: str) -> Callable[[str, str], Callable[[], Any]]:
    """Any metric from files. Real pairs may have nodes that one side lacks."""

    def prepare(truth: str, found: str) -> Callable[[], Any]:
        import accord

        return lambda: accord.METRICS[name].function(truth, found, nodes="union")

    return prepare


def accord_f1a(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.f1a(*sides)


def accord_onmi(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.onmi(*sides)


def accord_lfk(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.onmi(*sides, norm="lfk")


def networkit_covers(truth: str, found: str) -> tuple[Any, list[Any]]:
    """A graph without edges, and both sides as covers of it."""
    import networkit

    import accord

    sides = accord.read(truth), accord.read(found)
    nodes = max(max(side.nodes()) for side in sides) + 1
    graph = networkit.Graph(nodes)
    covers = []
    for side in sides:
        cover = networkit.Cover(nodes)
        cover.setUpperBound(side.n_clusters)
        for index, cluster in enumerate(side.clusters()):
            for node in cluster:
                cover.addToSubset(index, node)
        covers.append(cover)
    return graph, covers


def networkit_onmi(truth: str, found: str) -> Callable[[], Any]:
    from networkit.community import OverlappingNMIDistance

    graph, covers = networkit_covers(truth, found)
    return lambda: 1 - OverlappingNMIDistance().getDissimilarity(graph, *covers)


def networkit_f1(truth: str, found: str) -> Callable[[], Any]:
    import networkit

    graph, covers = networkit_covers(truth, found)

    def both_sides() -> float:
        means = []
        for one, other in (covers, covers[::-1]):
            similarity = networkit.community.CoverF1Similarity(graph, one, other)
            similarity.run()
            means.append(similarity.getWeightedAverage())
        return sum(means) / 2

    return both_sides


def accord_bcubed(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.bcubed(*sides)


def python_bcubed(truth: str, found: str) -> Callable[[], Any]:
    import bcubed

    import accord

    sides = []
    for path in (truth, found):
        clusters: dict[Any, set[int]] = {}
        for index, cluster in enumerate(accord.read(path).clusters()):
            for node in cluster:
                clusters.setdefault(node, set()).add(index)
        sides.append(clusters)
    of_truth, of_found = sides

    def f1() -> float:
        precision, recall = bcubed.precision(of_found, of_truth), bcubed.recall(of_found, of_truth)
        return float(bcubed.fscore(precision, recall))

    return f1


def node_lists(truth: str, found: str) -> list[dict[int, list[int]]]:
    """Both sides as lists of nodes by cluster."""
    import accord

    return [
        {
            index: list(map(int, cluster))
            for index, cluster in enumerate(accord.read(path).clusters())
        }
        for path in (truth, found)
    ]


def accord_omega(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.omega(*sides)


def python_omega(truth: str, found: str) -> Callable[[], Any]:
    from omega_index_py3 import Omega

    sides = node_lists(truth, found)
    return lambda: Omega(*sides).omega_score


def cdlib_pair(truth: str, found: str) -> list[Any]:
    """Both sides as clusterings of a graph without edges."""
    import networkx
    from cdlib import NodeClustering

    graph = networkx.Graph()
    sides = node_lists(truth, found)
    for side in sides:
        graph.add_nodes_from(node for cluster in side.values() for node in cluster)
    return [NodeClustering(list(side.values()), graph, overlap=True) for side in sides]


def cdlib_score(name: str) -> Callable[[str, str], Callable[[], Any]]:
    def prepare(truth: str, found: str) -> Callable[[], Any]:
        from cdlib import evaluation

        sides = cdlib_pair(truth, found)
        return lambda: getattr(evaluation, name)(*sides).score

    return prepare


def clusim_pair(truth: str, found: str) -> list[Any]:
    from clusim.clustering import Clustering

    return [
        Clustering(clu2elm_dict={index: set(cluster) for index, cluster in side.items()})
        for side in node_lists(truth, found)
    ]


def clusim_score(name: str, **options: Any) -> Callable[[str, str], Callable[[], Any]]:
    def prepare(truth: str, found: str) -> Callable[[], Any]:
        from clusim import sim

        sides = clusim_pair(truth, found)
        return lambda: getattr(sim, name)(*sides, **options)

    return prepare


def accord_element_centric(truth: str, found: str) -> Callable[[], Any]:
    import accord

    sides = accord.read(truth), accord.read(found)
    return lambda: accord.element_centric(*sides)


def labels_of(truth: str, found: str) -> list[Any]:
    import numpy as np

    import accord

    sides = [accord.read(path) for path in (truth, found)]
    labels = []
    for side in sides:
        label = np.empty(side.n_nodes, np.int64)
        label[side.rows.members] = side.rows.row_of_membership()
        labels.append(label)
    return labels


def accord_nmi(truth: str, found: str) -> Callable[[], Any]:
    import accord

    labels = labels_of(truth, found)
    return lambda: accord.nmi(*labels)


def sklearn_nmi(truth: str, found: str) -> Callable[[], Any]:
    from sklearn.metrics import normalized_mutual_info_score

    labels = labels_of(truth, found)
    return lambda: normalized_mutual_info_score(*labels, average_method="arithmetic")


def accord_adjusted_rand(truth: str, found: str) -> Callable[[], Any]:
    import accord

    labels = labels_of(truth, found)
    return lambda: accord.adjusted_rand(*labels)


def sklearn_adjusted_rand(truth: str, found: str) -> Callable[[], Any]:
    from sklearn.metrics import adjusted_rand_score

    labels = labels_of(truth, found)
    return lambda: adjusted_rand_score(*labels)


def accord_ami(truth: str, found: str) -> Callable[[], Any]:
    import accord

    labels = labels_of(truth, found)
    return lambda: accord.ami(*labels)


def sklearn_ami(truth: str, found: str) -> Callable[[], Any]:
    from sklearn.metrics import adjusted_mutual_info_score

    labels = labels_of(truth, found)
    return lambda: adjusted_mutual_info_score(*labels, average_method="arithmetic")


def genieclust_score(name: str) -> Callable[[str, str], Callable[[], Any]]:
    def prepare(truth: str, found: str) -> Callable[[], Any]:
        import genieclust

        labels = labels_of(truth, found)
        return lambda: getattr(genieclust.compare_partitions, name)(*labels)

    return prepare


def igraph_adjusted_rand(truth: str, found: str) -> Callable[[], Any]:
    import igraph

    labels = [label.tolist() for label in labels_of(truth, found)]
    return lambda: igraph.compare_communities(*labels, method="adjusted_rand")


def accord_split_join(truth: str, found: str) -> Callable[[], Any]:
    import accord

    labels = labels_of(truth, found)
    return lambda: accord.split_join(*labels)


def igraph_split_join(truth: str, found: str) -> Callable[[], Any]:
    import igraph

    labels = [label.tolist() for label in labels_of(truth, found)]
    return lambda: float(sum(igraph.split_join_distance(*labels)))


def accord_reading(truth: str, found: str) -> Callable[[], Any]:
    import accord

    def read_both() -> None:
        accord.read(truth)
        accord.read(found)

    return read_both


#: Task -> tool -> what to measure. The first tool is the one the others are compared with.
TASKS: dict[str, dict[str, Callable[[str, str], Callable[[], Any]]]] = {
    "from files": {
        "accord, F1p": accord_from_files,
        "accord, F1p, 1 thread": accord_one_thread,
        "accord, reading only": accord_reading,
        "accord, Omega": accord_metric("omega"),
        "accord, GNMI": accord_metric("gnmi"),
        "accord, ONMI": accord_metric("onmi"),
        "accord, BCubed": accord_metric("bcubed"),
        "accord, element-centric": accord_metric("element_centric"),
    },
    "mean F1 in memory": {"accord": accord_f1a, "networkit": networkit_f1},
    "ONMI in memory": {"accord": accord_onmi, "networkit": networkit_onmi},
    "BCubed in memory": {"accord": accord_bcubed, "bcubed": python_bcubed},
    "Omega in memory": {
        "accord": accord_omega,
        "omega-index-py3": python_omega,
        "cdlib": cdlib_score("omega"),
        "clusim": clusim_score("omega_index"),
    },
    "ONMI in memory, small": {
        "accord": accord_onmi,
        "networkit": networkit_onmi,
        "cdlib": cdlib_score("overlapping_normalized_mutual_information_MGH"),
    },
    "ONMI of LFK in memory": {
        "accord": accord_lfk,
        "cdlib": cdlib_score("overlapping_normalized_mutual_information_LFK"),
        "clusim": clusim_score("onmi"),
    },
    # Overlaps make clusim fail with recent versions of SciPy.
    "element-centric, crisp": {
        "accord": accord_element_centric,
        "clusim": clusim_score("element_sim", alpha=0.9),
    },
    "adjusted Rand of label arrays": {
        "accord": accord_adjusted_rand,
        "scikit-learn": sklearn_adjusted_rand,
        "igraph": igraph_adjusted_rand,
        "genieclust": genieclust_score("adjusted_rand_score"),
    },
    "NMI of label arrays": {"accord": accord_nmi, "scikit-learn": sklearn_nmi},
    "AMI of label arrays": {
        "accord": accord_ami,
        "scikit-learn": sklearn_ami,
        "genieclust": genieclust_score("adjusted_mi_score"),
    },
    "split-join of labels": {"accord": accord_split_join, "igraph": igraph_split_join},
}
#: Tool -> module; the distributions are named like the tools.
NEEDS = {
    "networkit": "networkit",
    "bcubed": "bcubed",
    "scikit-learn": "sklearn",
    "igraph": "igraph",
    "omega-index-py3": "omega_index_py3",
    "cdlib": "cdlib",
    "clusim": "clusim",
    "genieclust": "genieclust",
}
#: Tasks that take others long, on fewer nodes and once.
SMALL_TASKS = {
    "BCubed in memory": 10_000,
    "Omega in memory": 2_000,
    "ONMI in memory, small": 2_000,
    "ONMI of LFK in memory": 2_000,
    "element-centric, crisp": 1_000,
    "AMI of label arrays": 100_000,
}
CRISP_TASKS = (
    "element-centric, crisp",
    "adjusted Rand of label arrays",
    "NMI of label arrays",
    "AMI of label arrays",
    "split-join of labels",
)
PARTS = ("start-up", "synthetic", "memory")
#: Why another value is wrong, by task and tool.
WRONG = {
    ("ONMI of LFK in memory", "clusim"): (
        "takes what is not in both clusters for what is in neither"
    ),
}


# ---- measuring -----------------------------------------------------------------------------------


def megabytes(field: str) -> float:
    """VmRSS (now) or VmHWM (most so far) of this process."""
    line = next(
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith(field)
    )
    return int(line.split()[1]) * 1024 / 1e6


def work(task: str, tool: str, truth: str, found: str, repeat: int) -> None:
    """In a process of its own: prints what the measurement gave."""
    import accord  # noqa: F401  its own memory is not counted

    before = megabytes("VmRSS")
    run = TASKS[task][tool](truth, found)
    best, processor, value = float("inf"), float("inf"), None
    for _ in range(repeat):
        start, cpu = time.perf_counter(), time.process_time()
        value = run()
        best = min(best, time.perf_counter() - start)
        processor = min(processor, time.process_time() - cpu)
    peak = round(megabytes("VmHWM") - before, 1)
    shown = None if value is None else float(value)
    print(json.dumps(asdict(Measured(tool, best, processor, peak, shown))))


def measure_tool(task: str, tool: str, pair: tuple[str, str], repeat: int) -> Measured | None:
    if tool in NEEDS and importlib.util.find_spec(NEEDS[tool]) is None:
        return None
    command = [sys.executable, str(HERE), "--worker", task, tool, *pair, str(repeat)]
    done = subprocess.run(command, capture_output=True, text=True, check=tool.startswith("accord"))
    if done.returncode:
        return Measured(tool, note=f"fails: {done.stderr.strip().splitlines()[-1][:100]}")
    return Measured(**json.loads(done.stdout.splitlines()[-1]))


# A process counts what its parent held when it was started as its own peak, so commands get a small
# parent.
SMALL_PARENT = """
import os, sys, time
start = time.perf_counter()
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, usage = os.wait4(pid, 0)
processor = usage.ru_utime + usage.ru_stime
print(time.perf_counter() - start, processor, usage.ru_maxrss * 1024 / 1e6)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def measure_command(name: str, command: list[str], repeat: int) -> Measured:
    """A whole command, from its start to its end."""
    runs = []
    for _ in range(repeat):
        done = subprocess.run(
            [sys.executable, "-SsE", "-c", SMALL_PARENT, *command],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        runs.append(tuple(map(float, done.stdout.split())))
    seconds, processor, peak = zip(*runs, strict=True)
    return Measured(name, min(seconds), min(processor), max(peak))


def start_up(repeat: int) -> Iterator[Measured]:
    for name, code in (("import numpy", "import numpy"), ("import accord", "import accord")):
        yield measure_command(name, [sys.executable, "-c", code], 2 * repeat)
    yield measure_command(
        "accord --version", [str(Path(sys.executable).parent / "accord"), "--version"], 2 * repeat
    )


# ---- input ---------------------------------------------------------------------------------------


def synthetic_pair(folder: Path, nodes: int, memberships: float) -> tuple[str, str]:
    import accord

    truth = accord.generate_cover(nodes, max(nodes // 500, 2), memberships, seed=7)
    found = accord.perturb(truth, move=0.1, split=0.2, seed=8)
    paths = folder / f"truth-{nodes}-{memberships}.cnl", folder / f"found-{nodes}-{memberships}.cnl"
    for clustering, path in zip((truth, found), paths, strict=True):
        accord.write(clustering, path)
    return str(paths[0]), str(paths[1])


def real_pair(folder: Path, data: Path, names: tuple[str, str]) -> tuple[str, str] | None:
    """Decompressed copies, so that reading is measured and not zstd."""
    import accord

    paths = []
    for name in names:
        plain, packed = data / f"{name}.cnl", data / f"{name}.cnl.zst"
        target = folder / plain.name
        if plain.exists():
            shutil.copy(plain, target)
        elif packed.exists():
            from accord._io.files.compression import import_zstandard

            with packed.open("rb") as file:
                reader = import_zstandard().ZstdDecompressor().stream_reader(file)
                target.write_bytes(reader.read())
        else:
            return None
        paths.append(str(target))
    assert accord.__version__
    return paths[0], paths[1]


# ---- output --------------------------------------------------------------------------------------


def show(results: Results, title: str, rows: list[Measured | None]) -> None:
    """Those that could be measured, and why a rival that is known to be wrong is so."""
    for row in filter(None, rows):
        why = WRONG.get((title.partition(":")[0], row.tool))
        results.add(title, **asdict(row), why=why)
    results.show(title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes of the synthetic pairs")
    parser.add_argument("--repeat", type=int, default=5, help="runs, of which the best counts")
    parser.add_argument(
        "--pair",
        nargs=2,
        action="append",
        default=[],
        metavar=("TRUTH", "FOUND"),
        help="more cluster lists",
    )
    parser.add_argument(
        "--data", type=Path, help="folder with the real clusterings named in this script"
    )
    parser.add_argument(
        "--rival", action="append", default=[], help="a command, as 'tool -f {truth} {found}'"
    )
    parser.add_argument(
        "--parts",
        nargs="*",
        choices=PARTS,
        default=list(PARTS),
        help="what to measure besides --pair and --data",
    )
    add_save_option(parser)
    parser.add_argument("--worker", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        task, tool, truth, found, repeat = options.worker
        work(task, tool, truth, found, int(repeat))
        return

    results = Results.begin("Two clusterings", list(NEEDS))
    if "start-up" in options.parts:
        show(results, "Start-up, whole process", list(start_up(options.repeat)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = {}
        if "synthetic" in options.parts:
            pairs[f"synthetic, {options.nodes:,} nodes"] = synthetic_pair(
                folder, options.nodes, 1.3
            )
        pairs |= {
            f"{Path(truth).name} and {Path(found).name}": (truth, found)
            for truth, found in options.pair
        }
        for title, names in REAL_PAIRS.items() if options.data else ():
            pair = real_pair(folder, options.data, names)
            if pair:
                pairs[title] = pair
        for title, pair in pairs.items():
            show(results, f"From files: {title}", from_files(pair, options.rival, options.repeat))
        if "memory" in options.parts:
            in_memory(results, folder, options.nodes, options.repeat)
    results.save(options.save)


def from_files(pair: tuple[str, str], rivals: list[str], repeat: int) -> list[Measured | None]:
    rows = [measure_tool("from files", tool, pair, repeat) for tool in TASKS["from files"]]
    line = [str(Path(sys.executable).parent / "accord"), "compare", *pair, "--metric", "f1p"]
    rows.append(measure_command("accord compare, F1p, whole command", line, repeat))
    for rival in rivals:
        filled = shlex.split(rival.format(truth=pair[0], found=pair[1]))
        rows.append(measure_command(f"{Path(filled[0]).name}, whole command", filled, repeat))
    return rows


def in_memory(results: Results, folder: Path, most: int, repeat: int) -> None:
    """Each task next to all libraries for it, on as many nodes as the slowest can bear."""
    made: dict[tuple[int, float], tuple[str, str]] = {}
    for task in list(TASKS)[1:]:
        nodes = min(most, SMALL_TASKS.get(task, most))
        memberships = 1.0 if task in CRISP_TASKS else 1.3
        if (nodes, memberships) not in made:
            made[nodes, memberships] = synthetic_pair(folder, nodes, memberships)
        rows = []
        for tool in TASKS[task]:
            times = 1 if task in SMALL_TASKS and tool != "accord" else repeat
            rows.append(measure_tool(task, tool, made[nodes, memberships], times))
        show(results, f"{task}: {nodes:,} nodes", rows)


if __name__ == "__main__":
    main()
