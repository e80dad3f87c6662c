"""The task recommend: which algorithm to use for a network, judged by the stores of the server."""

from __future__ import annotations

import shlex
from typing import Any

from accord import bench
from accord._foundation.progress import ProgressCallback, begin_step
from accord.bench._results.load import all_stored_results
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError
from accord.web._stores.reading import open_read_only
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_json
from accord.web._tasks.reading import name_of
from accord.web._tasks.results import notes_of, table_of


def recommend(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Recommend algorithms for a network, as `accord.bench.recommend` does."""
    place = request["store"]
    policy: LevelPolicy = request.get("policy") or "blind"
    network = inputs.network(request["network"], progress)
    with open_read_only(place["folder"], place["name"]) as store:
        begin_step(progress, "reading results")
        evidence = all_stored_results(store)
        metric = request.get("metric") or evidence.headline
        if metric is None:
            raise InputError("no run of this store has a score: there is nothing to learn from")
        begin_step(progress, "measuring the network")
        advice = bench.recommend(network, evidence, metric, policy)
        begin_step(progress, "testing recommendations")
        regret, quality = _regret(evidence, metric, policy)
    tables = [advice.table(), advice.evidence_table()] if advice.advice else []
    answer: dict[str, Any] = as_json(
        {
            "sentence": advice.summary(),
            "recommendation": advice.to_dict(),
            "regret": None if regret is None else regret.to_dict(),
            "quality": quality,
            "tables": [table_of(table) for table in tables],
            "notes": notes_of(advice.notes()),
            "commands": _commands(request, place["below"] or place["name"]),
        }
    )
    return answer


def _regret(
    evidence: bench.Results, metric: str, policy: LevelPolicy
) -> tuple[bench.Regret | None, str]:
    """How good such recommendations are, or why that is not known."""
    try:
        regret = bench.regret(evidence, metric, policy)
    except InputError as error:
        return None, str(error)
    return regret, regret.summary()


def _commands(request: dict[str, Any], store: str) -> dict[str, str]:
    name = name_of(request["network"])
    metric = request.get("metric")
    flag = f" -m {shlex.quote(metric)}" if metric else ""
    argument = f", {metric!r}" if metric else ""
    return {
        "shell": f"accord recommend {shlex.quote(name)} --store {shlex.quote(store)}{flag}",
        "python": f"accord.bench.recommend({name!r}, {store!r}{argument})",
    }
