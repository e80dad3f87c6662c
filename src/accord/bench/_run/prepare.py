"""Prepare a study: add its networks, truths and jobs to a store."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import accord
from accord._foundation.arguments import argument_notation, renamed
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels, merge_labels
from accord._foundation.network import Network
from accord._io.files.options import IdType
from accord.bench._features import FINGERPRINT, network_features, network_fingerprint
from accord.bench._job.spec import JobSpec
from accord.bench._store.store import Store
from accord.bench._study.instances import Instance
from accord.bench._study.study import Study
from accord.errors import AccordWarning, InputError


def prepare(study: Study, store: Store) -> list[JobSpec]:
    """Add the networks, truths and jobs of a study to a store; jobs on small networks first."""
    known = set(store.network_facts())
    jobs: list[JobSpec] = []
    for instance in (instance.generated() for instance in study.instances):
        digest = instance.digest()
        if digest not in known or not (store.networks.folder / digest).exists():
            _add_network(store, digest, instance)
            known.add(digest)
        jobs += _jobs(study, store, instance, digest)
    facts = store.network_facts()
    jobs.sort(key=lambda job: facts[job.network]["edges"])
    store.add_study(study.name, {**study.describe(), "file": study.file_digest}, jobs)
    return jobs


def _jobs(study: Study, store: Store, instance: Instance, digest: str) -> Iterator[JobSpec]:
    """The jobs of a study on one network."""
    truth = _read_truth(instance, store.networks.labels(digest))
    truth_name = None if truth is None else store.clusterings.put(truth)
    for algorithm in study.algorithms:
        for shuffle in study.shuffles:
            seeds = algorithm.seeds or study.seeds
            for seed in seeds[:1] if algorithm.is_deterministic else seeds:
                yield algorithm.job(
                    dataset=instance.dataset,
                    instance=instance.name,
                    network=digest,
                    truth=truth_name,
                    shuffle=shuffle,
                    seed=seed,
                )


def _add_network(store: Store, digest: str, instance: Instance) -> None:
    """Add a network and the facts about it."""
    network = instance.read_network()
    store.networks.put(digest, network)
    path = "" if isinstance(instance.network, Network) else str(instance.network)
    facts = network.facts() | network_features(network)
    store.add_network(digest, path, {**facts, FINGERPRINT: network_fingerprint(network)})


def _read_truth(instance: Instance, nodes: Labels) -> Clustering | None:
    """Read the truth of a network.

    Nodes of the truth that are not in the network cause a warning, or an error if none is.
    """
    truth = instance.truth
    if isinstance(truth, Path):  # if the nodes of the network are text, "7" is text, too
        ids: IdType = "text" if nodes.kind == "text" else "auto"
        with argument_notation(renamed(_key_of_truth)):
            truth = accord.read(
                truth,
                format=instance.truth_format,
                ids=ids,
                orientation=instance.truth_reading.orientation,
                noise=instance.truth_reading.noise,
                columns=instance.truth_reading.columns,
                header=instance.truth_header,
            )
    if truth is None:
        return None
    file = instance.truth.name if isinstance(instance.truth, Path) else ""
    where = ", ".join(filter(None, (instance.dataset, instance.name, file)))
    n_unknown = truth.n_nodes
    if (nodes.kind == "text") == (truth.node_labels.kind == "text"):
        n_unknown = len(merge_labels(nodes, truth.node_labels)[0]) - len(nodes)
    if n_unknown == truth.n_nodes:
        raise InputError(
            f"{where}: no node of the truth is in the network "
            f"({truth.node_labels[0]!r} in the truth, {nodes[0]!r} in the network): "
            "both must use the same node ids"
        )
    if n_unknown:
        warnings.warn(
            f"{where}: {n_unknown:,} of the {truth.n_nodes:,} nodes of the truth are not in the "
            "network: no algorithm can find them",
            AccordWarning,
            stacklevel=2,
        )
    return truth


def _key_of_truth(argument: str) -> str:
    """How the settings of a data set call an argument of `read`."""
    is_shared = argument in ("format", "columns", "header")  # with those of the network
    return f"truth_{argument}" if is_shared else argument
