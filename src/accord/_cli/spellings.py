"""Other spellings of options and commands that users try."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Options and further names for them. The singular of a plural, the plural of a singular, and
#: underscores in place of hyphens are understood without being listed.
_ALIASES = {
    "--algorithm": ("--algo", "--method"),
    "--baseline": ("--chance",),
    "--by": ("--measure",),
    "--columns": ("--cols",),
    "--confidence": ("--confidence-level", "--level"),
    "--degree": ("--average-degree", "--avg-degree", "--mean-degree", "--k"),
    "--degree-exponent": ("--tau1", "--t1", "--gamma"),
    "--fail-under": ("--min", "--minimum", "--threshold"),
    "--format": ("--output-format", "--to"),
    "--html": ("--page", "--report"),
    "--ids": ("--id-type", "--node-ids"),
    "--input-format": ("--clustering-format", "--from"),
    "--interval": ("--ci", "--confidence-interval"),
    "--jobs": ("--n-jobs", "--threads", "--workers", "--cores", "--cpus", "--processes"),
    "--levels": ("--policy", "--level-policy"),
    "--max-cluster": ("--max-community", "--max-size", "--maxc"),
    "--max-degree": ("--maxk",),
    "--memberships": ("--om",),
    "--memory": ("--memory-limit", "--mem", "--ram"),
    "--metric": ("--measure", "--score"),
    "--min-cluster": ("--min-community", "--min-size", "--minc"),
    "--mixing": ("--mu", "--mut", "--mixing-parameter"),
    "--nodes": ("--node-base",),
    "--noise": ("--noise-label",),
    "--output": ("--out", "--folder", "--output-dir"),
    "--output-format": ("--format", "--to"),
    "--overlapping": ("--overlapping-nodes", "--on"),
    "--quiet": ("--silent",),
    "--repeats": ("--n-repeats", "--samples"),
    "--runs": ("--seeds", "--n-runs", "--repeats"),
    "--seconds": ("--timeout", "--time-limit", "--time"),
    "--seed": ("--random-state", "--random-seed"),
    "--size-exponent": ("--tau2", "--t2", "--beta"),
    "--threads": ("--n-threads", "--num-threads", "--jobs", "--n-jobs", "--cores", "--cpus"),
    "--top": ("--limit", "--head"),
    "--undirected": ("--no-directed",),
    "--unique": ("--drop-duplicates",),
    "--weight-column": ("--weight", "--weight-attribute"),
    "--weight-mixing": ("--muw",),
    "--weighted": ("--weights",),
    "--weights": ("--weighted",),
    "--no-weights": ("--unweighted",),
}

#: Words for formats of the output, as in `--json` for `--format json`.
_OUTPUT_FORMATS = ("table", "json", "csv", "markdown", "latex")

#: Commands by what other tools, or functions of the library, call them.
_COMMANDS = {
    "algorithms": "bench algorithms",
    "benchmark": "bench",
    "describe": "info",
    "diff": "explain",
    "eval": "compare",
    "evaluate": "compare",
    "help": "--help",
    "leaderboard": "bench report",
    "lfr": "generate lfr",
    "list": "metrics",
    "named-clusters": "name",
    "quality": "score",
    "quick": "bench quick",
    "rank": "compare",
    "report": "compare --html",
    "run": "bench run",
    "similarity": "compare",
    "stats": "info",
    "status": "bench status",
    "version": "--version",
}


def canonical(arguments: Sequence[str], options: Iterable[str]) -> list[str]:
    """Write the options among `arguments` as a command spells them.

    `options` are the long options of the command. What is spelled in no known way is left as it
    is, for the command to complain about.

    >>> canonical(["a.cnl", "--metrics=f1p", "--json"], ["--metric", "--format"])
    ['a.cnl', '--metric=f1p', '--format', 'json']
    """
    known = set(options)
    aliases = {alias: option for option in known for alias in _ALIASES.get(option, ())}
    words: list[str] = []
    for index, word in enumerate(arguments):
        if word == "--":
            return [*words, *arguments[index:]]
        flag, equals, value = word.partition("=")
        if not flag.startswith("--") or flag in known:
            words.append(word)
        elif not equals and flag[2:] in _OUTPUT_FORMATS and "--format" in known:
            words += ["--format", flag[2:]]
        else:
            words.append(f"{_canonical_flag(flag, known, aliases)}{equals}{value}")
    return words


def near_options(flag: str, options: Iterable[str]) -> list[str]:
    """Return the options whose names, or other spellings, are similar to a flag; nearest first."""
    from difflib import get_close_matches  # only needed for errors

    names = list(options)
    aliases = {alias: option for option in names for alias in _ALIASES.get(option, ())}
    spelling = flag.replace("_", "-")
    near = get_close_matches(spelling, names, n=2, cutoff=0.7)
    near += [aliases[alias] for alias in get_close_matches(spelling, aliases, n=1, cutoff=0.8)]
    return list(dict.fromkeys(near))


def similar_command(name: str) -> str | None:
    """Return the command that does what another name suggests; None if there is none."""
    return _COMMANDS.get(name.replace("_", "-"))


def _canonical_flag(flag: str, known: set[str], aliases: dict[str, str]) -> str:
    hyphened = flag.replace("_", "-")
    for spelling in (hyphened, hyphened.removesuffix("s"), f"{hyphened}s"):
        if spelling in known:
            return spelling
        if spelling in aliases:
            return aliases[spelling]
    return flag
