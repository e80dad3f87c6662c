"""The task generate_lfr: a random network with known clusters, as two new files."""

from __future__ import annotations

from typing import Any

import accord
from accord._foundation.progress import ProgressCallback, begin_step
from accord.errors import InputError
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.task import Made
from accord.web._tasks.writing import clustering_bytes, network_bytes

PARAMETERS = (
    "nodes",
    "average_degree",
    "max_degree",
    "mixing",
    "seed",
    "weight_mixing",
    "degree_exponent",
    "size_exponent",
    "min_cluster",
    "max_cluster",
    "overlapping_nodes",
    "memberships",
    "weights",
    "weight_exponent",
    "directed",
)


def generate_lfr(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> Made:
    """Generate a network and its truth, as `accord.generate_lfr` does."""
    given = {name: request[name] for name in PARAMETERS if request.get(name) is not None}
    for name in ("nodes", "average_degree", "max_degree", "mixing"):
        if name not in given:
            raise InputError(f"give {name}: a network needs nodes, degrees and mixing")
    lfr = accord.generate_lfr(**given, progress=progress)
    begin_step(progress, "writing files")
    stem = f"lfr-{lfr.network.n_nodes}-{lfr.seed}"
    arguments = ", ".join(f"{name}={value!r}" for name, value in given.items())
    answer = {
        **lfr.to_dict(),
        "facts": {"network": lfr.network.facts(), "truth": lfr.truth.facts()},
        "commands": {
            "shell": None,
            "python": "\n".join(
                [
                    "import accord",
                    "",
                    f"lfr = accord.generate_lfr({arguments})",
                    f"accord.write_network(lfr.network, {f'{stem}.edges'!r})",
                    f"accord.write(lfr.truth, {f'{stem}.cnl'!r})",
                ]
            ),
            "note": None,
        },
    }
    files = {
        "network": (f"{stem}.edges", network_bytes(lfr.network, f"{stem}.edges")),
        "truth": (f"{stem}.cnl", clustering_bytes(lfr.truth, f"{stem}.cnl")),
    }
    return Made(answer, files)
