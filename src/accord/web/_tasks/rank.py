"""The task rank: several results against one truth, best first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import accord
from accord._compare.ranking import Ranking
from accord._display.names import short_names
from accord._foundation.progress import ProgressCallback
from accord.errors import InputError
from accord.report._sentences import lead_of_ranking
from accord.web._tasks.commands import commands_of_rank
from accord.web._tasks.inputs import Inputs, split_by
from accord.web._tasks.reading import Spec, name_of
from accord.web._tasks.results import notes_of, table_of, without_markup


def rank(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Rank results against the truth, as `accord.rank` does."""
    ranking = ranking_of(request, inputs, progress)
    certainty = ranking.certainty_table()
    return {
        "sentence": without_markup(lead_of_ranking(ranking, ranking.leaders)),
        "best": ranking.best,
        "metrics": list(ranking.metrics),
        "names": names_of(request["found"]),
        "ranking": ranking.to_dict(),
        "table": table_of(ranking.table()),
        "certainty": None if certainty is None else table_of(certainty),
        "notes": notes_of(ranking.notes()),
        "commands": commands_of_rank(request, names_of(request["found"])),
    }


def ranking_of(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> Ranking:
    """The ranking that a request asks for."""
    if not request["found"]:
        raise InputError("there is no result to rank: give one or more")
    found = {
        name: inputs.clustering(split_by(spec, truth=request["truth"]), progress)
        for name, spec in zip(names_of(request["found"]), request["found"], strict=True)
    }
    names = ("metrics", "nodes", "levels", "sharing", "weighting", "repeats", "confidence")
    settings = {name: request[name] for name in names if request.get(name) is not None}
    return accord.rank(
        inputs.clustering(request["truth"], progress),
        found,
        **settings,
        baseline=bool(request.get("baseline")),
        interval=bool(request.get("interval")),
        seed=request.get("seed") or 0,
        progress=progress,
    )


def names_of(found: list[Spec]) -> list[str]:
    """Short names of results, all different; files of one name are numbered."""
    given = [name_of(spec) for spec in found]
    distinct = list(dict.fromkeys(given))
    short = dict(zip(distinct, short_names(distinct), strict=True))
    names = [
        short[name]
        + ("" if spec.get("level") is None else f", level {spec['level']}")
        + (", edited" if spec.get("edits") else "")
        for name, spec in zip(given, found, strict=True)
    ]
    total, seen = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} ({seen[name]})" if total[name] > 1 else name)
    return numbered
