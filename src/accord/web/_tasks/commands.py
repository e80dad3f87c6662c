"""Commands: the line for a shell, and the lines of Python, that give the same answer.

They use the names of files that the user gave. There is no line for a shell if the command line
cannot say the same, as for a clustering that was edited here; `note` says what to do first.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from accord.web._tasks.reading import Spec, name_of

#: How the command line writes what a user says about the reading of all files.
_FLAGS = {
    "format": "--input-format",
    "ids": "--ids",
    "noise": "--noise",
    "orientation": "--orientation",
}
_SWITCHES = ("shares", "header")
#: Arguments of compare and rank, and their flags.
_COMPARE_FLAGS = {
    "nodes": "--nodes",
    "levels": "--levels",
    "sharing": "--sharing",
    "weighting": "--weighting",
    "repeats": "--repeats",
    "seed": "--seed",
    "confidence": "--confidence",
}


def commands_of_compare(request: Mapping[str, Any]) -> dict[str, Any]:
    """How to compare found with truth elsewhere."""
    settings = _compare_settings(request)
    sides = [("truth", request["truth"]), ("found", request["found"])]
    call = _call("accord.compare", ["truth", "found"], settings)
    return _commands("compare", sides, settings, [*_lines(sides), f"print({call})"])


def commands_of_rank(request: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """How to rank the results elsewhere."""
    settings = _compare_settings(request)
    found = dict(zip(names, request["found"], strict=True))
    sides = [("truth", request["truth"]), *found.items()]
    entries = [f"    {name!r}: {_read(spec)}," for name, spec in found.items()]
    call = _call("accord.rank", ["truth", "found"], settings)
    lines = [*_lines(sides[:1]), "found = {", *entries, "}", f"print({call})"]
    return _commands("compare", sides, settings, lines, named=True)


def commands_of_explain(
    request: Mapping[str, Any], subject: str | None = None, name: str | None = None
) -> dict[str, Any]:
    """How to explain found elsewhere; the subject is "cluster", "found_cluster" or "node"."""
    settings = _given(request, ("metric", "nodes"))
    sides = [("truth", request["truth"]), ("found", request["found"])]
    call = _call("accord.explain", ["truth", "found"], settings)
    asked = settings
    if subject is not None:
        call, asked = f"{call}.{subject}({name!r})", {**settings, subject: name}
    return _commands("explain", sides, asked, [*_lines(sides), f"print({call})"])


def commands_of_names(request: Mapping[str, Any]) -> dict[str, Any]:
    """How to name found clusters elsewhere."""
    settings = _given(request, ("by", "weighting", "nodes"))
    sides = [("truth", request["truth"]), ("found", request["found"])]
    call = _call("accord.named_clusters", ["truth", "found"], settings)
    return _commands("name", sides, settings, [*_lines(sides), f"print({call})"])


def commands_of_quality(request: Mapping[str, Any]) -> dict[str, Any]:
    """How to score a clustering on its network elsewhere."""
    settings = _given(request, ("metrics",))
    network, clustering = request["network"], request["clustering"]
    call = _call("accord.score", ["network", "clustering"], settings)
    lines = [
        "import accord",
        "",
        f"network = {_read(network, 'read_network')}",
        f"clustering = {_read(clustering)}",
        f"print({call})",
    ]
    plain = not network.get("reading")
    sides = [("network", network), ("clustering", clustering)]
    made = _commands("score", sides, settings, lines)
    return made if plain else {**made, "shell": None}


def commands_of_leaderboard(request: Mapping[str, Any]) -> dict[str, Any]:
    """How to rank the algorithms of a store elsewhere."""
    store = request["store"]["below"] or request["store"]["name"]
    study = request.get("study")
    settings = _given(request, ("metric", "policy"))
    if settings.get("policy") == "blind":
        del settings["policy"]
    words = ["accord", "bench", "report", store]
    words += [] if study is None else ["--study", study]
    for name, flag in (("metric", "--metric"), ("policy", "--levels")):
        words += [flag, settings[name]] if name in settings else []
    named = [repr(store)] if study is None else [repr(store), repr(study)]
    results = _call("accord.bench.load_results", named, {})
    metric = [repr(settings.pop("metric"))] if "metric" in settings else []
    lines = ["import accord", "", f"print({_call(f'{results}.leaderboard', metric, settings)})"]
    return {"shell": shlex.join(words), "python": "\n".join(lines), "note": None}


# ---- for a shell ---------------------------------------------------------------------------------


def _commands(
    command: str,
    sides: Sequence[tuple[str, Spec]],
    settings: Mapping[str, Any],
    lines: Sequence[str],
    *,
    named: bool = False,
) -> dict[str, Any]:
    return {
        "shell": _shell(command, sides, settings, named=named),
        "python": "\n".join(lines),
        "note": _note([spec for _, spec in sides]),
    }


def _shell(
    command: str, sides: Sequence[tuple[str, Spec]], settings: Mapping[str, Any], *, named: bool
) -> str | None:
    """The line for a shell; None if the command line cannot say the same."""
    specs = [spec for _, spec in sides]
    truth_flags, flags = _reading_flags(specs)
    if flags is None or any(spec.get("level") is not None for spec in specs):
        return None
    if isinstance(settings.get("nodes"), list):
        return None
    files = [_file_name(spec) for spec in specs]
    if named:
        files[1:] = [f"{name}={file}" for (name, _), file in zip(sides[1:], files[1:], strict=True)]
    words = ["accord", command, *files, *_setting_flags(command, settings), *truth_flags, *flags]
    if any(file.startswith("-") for file in files):
        return None
    return shlex.join(words)


def _setting_flags(command: str, settings: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in settings.items():
        if name == "metrics":
            chosen = value if isinstance(value, str) else ",".join(value)
            words += ["--metric", chosen]
        elif value is True:
            words.append(f"--{name}")
        else:
            flag = _COMPARE_FLAGS.get(name, f"--{name.replace('_', '-')}")
            words += [flag, str(value)]
    return words


def _reading_flags(specs: Sequence[Spec]) -> tuple[list[str], list[str] | None]:
    """The flags for the truth alone, and for all files; None if files are read differently."""
    readings = [
        {k: v for k, v in (spec.get("reading") or {}).items() if v is not None} for spec in specs
    ]
    first, *others = readings
    if any(other != others[0] for other in others):
        return [], None
    other = others[0] if others else {}
    own: list[str] = []
    for name in ("format", "columns"):
        if first.get(name) == other.get(name):
            continue
        if name not in first:  # what all files have cannot be taken back for one
            return [], None
        own += [f"--truth-{name}", _joined(first[name])]
    rest = [
        {k: v for k, v in each.items() if k not in ("format", "columns")} for each in (first, other)
    ]
    if rest[0] != rest[1]:
        return [], None
    words: list[str] = []
    for name, value in other.items():
        if name == "noise" and value is False:
            words.append("--no-noise")
        elif name == "columns":
            words += ["--columns", _joined(value)]
        elif name in _SWITCHES:
            words.append(f"--{name}" if value else f"--no-{name}")
        elif name in _FLAGS:
            words += [_FLAGS[name], str(value)]
        else:
            return [], None
    return own, words


def _joined(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# ---- in Python -----------------------------------------------------------------------------------


def _lines(sides: Sequence[tuple[str, Spec]]) -> list[str]:
    return ["import accord", "", *(f"{name} = {_read(spec)}" for name, spec in sides)]


def _read(spec: Spec, function: str = "read") -> str:
    reading = {k: v for k, v in (spec.get("reading") or {}).items() if v is not None}
    call = _call(f"accord.{function}", [repr(_file_name(spec))], reading)
    if spec.get("level") is None or spec.get("edits"):
        return call
    return f"next(c for name, c in {call}.levels().items() if str(name) == {str(spec['level'])!r})"


def _call(function: str, arguments: Sequence[str], settings: Mapping[str, Any]) -> str:
    named = [f"{name}={value!r}" for name, value in settings.items()]
    return f"{function}({', '.join([*arguments, *named])})"


# ---- files and settings --------------------------------------------------------------------------


def _file_name(spec: Spec) -> str:
    """The name of a file; an edited clustering is a file that the user saves first."""
    name = name_of(spec)
    if name == "pasted text":
        name = "pasted.txt"
    if not spec.get("edits"):
        return name
    stem, suffix = os.path.splitext(name)
    return f"{stem}-edited{suffix if suffix in ('.cnl', '.csv', '.json') else '.cnl'}"


def _note(specs: Sequence[Spec]) -> str | None:
    edited = [_file_name(spec) for spec in specs if spec.get("edits")]
    pasted = [_file_name(spec) for spec in specs if "text" in spec and not spec.get("edits")]
    if edited or pasted:
        return f"save {' and '.join(dict.fromkeys([*edited, *pasted]))} first"
    return None


def _compare_settings(request: Mapping[str, Any]) -> dict[str, Any]:
    sampling = bool(request.get("baseline") or request.get("interval"))
    names = ["metrics", "nodes", "levels", "sharing", "weighting", "baseline", "interval"]
    names += ["repeats", "seed"] if sampling else []
    names += ["confidence"] if request.get("interval") else []
    return _given(request, names)


def _given(request: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What a request says of these, as plain objects."""
    given = {name: request[name] for name in names if request.get(name) not in (None, False, [])}
    copied: dict[str, Any] = json.loads(json.dumps(given))
    return copied
