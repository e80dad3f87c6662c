"""Options of all commands: one spelling each, other spellings understood, near ones suggested."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_process import output, run

from accord._cli.commands import cli
from accord._cli.options.group import SECTIONS
from accord._cli.spellings import _ALIASES, canonical

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND = EXAMPLES / "clubs_truth.cnl", EXAMPLES / "clubs_found.cnl"
NETWORK = EXAMPLES / "clubs_network.edges"


def commands(group: click.Group = cli, path: str = "accord") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


COMMANDS = dict(commands())


def options_of(command: click.Command) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def test_short_options_mean_the_same_in_all_commands() -> None:
    long_names: dict[str, set[str]] = {}
    for command in COMMANDS.values():
        for option in options_of(command):
            names = {name for name in option.opts if name.startswith("--")}
            for short in set(option.opts) - names:
                long_names.setdefault(short, set()).update(names)
    assert {short: len(names) for short, names in long_names.items()} == dict.fromkeys(
        long_names, 1
    )


@pytest.mark.parametrize("path", COMMANDS)
def test_no_command_has_a_singular_and_a_plural_of_an_option(path: str) -> None:
    names = {name for option in options_of(COMMANDS[path]) for name in option.opts}
    # --node is a node to explain, and --nodes are the nodes to compare.
    assert {name for name in names if f"{name}s" in names} <= {"--node"}


@pytest.mark.parametrize(
    ("command", "given", "understood"),
    [
        ("accord compare", ["--metrics", "f1p"], ["--metric", "f1p"]),
        ("accord compare", ["--metrics=f1p"], ["--metric=f1p"]),
        ("accord explain", ["--metrics", "f1p"], ["--metric", "f1p"]),
        ("accord score", ["--metrics", "coverage"], ["--metric", "coverage"]),
        ("accord bench report", ["--metrics", "f1p"], ["--metric", "f1p"]),
        ("accord generate lfr", ["--mu", "0.3"], ["--mixing", "0.3"]),
        ("accord generate lfr", ["--max_degree=9"], ["--max-degree=9"]),
        ("accord generate lfr", ["--average-degree", "5"], ["--degree", "5"]),
        ("accord generate lfr", ["--tau1", "2"], ["--degree-exponent", "2"]),
        ("accord generate lfr", ["--jobs", "2"], ["--threads", "2"]),
        ("accord bench run", ["--threads", "2"], ["--jobs", "2"]),
        ("accord bench run", ["--n-jobs", "2"], ["--jobs", "2"]),
        ("accord bench quick", ["--timeout", "9"], ["--seconds", "9"]),
        ("accord bench quick", ["--seeds", "3"], ["--runs", "3"]),
        ("accord bench run", ["--policy", "best"], ["--levels", "best"]),
        ("accord bench quick", ["--algorithms", "a"], ["--algorithm", "a"]),
        ("accord compare", ["--json"], ["--format", "json"]),
        ("accord compare", ["--csv"], ["--format", "csv"]),
        ("accord convert", ["--format", "cnl"], ["--output-format", "cnl"]),
        ("accord info", ["--weight", "w"], ["--weight-column", "w"]),
        ("accord info", ["--unweighted"], ["--no-weights"]),
        ("accord compare", ["--", "--metrics"], ["--", "--metrics"]),
        ("accord compare", ["--metric", "f1p", "a=b"], ["--metric", "f1p", "a=b"]),
        ("accord compare", ["--nonsense"], ["--nonsense"]),
    ],
)
def test_other_spellings_are_understood(
    command: str, given: list[str], understood: list[str]
) -> None:
    names = [
        name
        for option in options_of(COMMANDS[command])
        for name in (*option.opts, *option.secondary_opts)
    ]
    assert canonical(given, names) == understood


def test_every_alias_is_of_an_option() -> None:
    names = {
        name
        for command in COMMANDS.values()
        for option in options_of(command)
        for name in (*option.opts, *option.secondary_opts)
    }
    assert set(_ALIASES) <= names


def test_aliases_give_the_same_output() -> None:
    assert output("compare", TRUTH, FOUND, "--metrics", "f1p", "--json") == output(
        "compare", TRUTH, FOUND, "--metric", "f1p", "--format", "json"
    )


def test_aliases_are_not_in_the_help() -> None:
    text = output("compare", "--help")
    assert "--metric " in text
    assert "--metrics" not in text


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["compare", TRUTH, FOUND, "--metrix", "f1p"], "--metric"),
        (["compare", TRUTH, FOUND, "--treads", "2"], "--threads"),
        (["explain", TRUTH, FOUND, "--tpo", "2"], "--top"),
        (["generate", "lfr", "50", "--mixin", "2"], "--mixing"),
    ],
)
def test_near_options_are_suggested(arguments: list[str], suggestion: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert suggestion in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


# ---- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", COMMANDS)
def test_help_lists_every_option_once_in_a_section(path: str) -> None:
    command = COMMANDS[path]
    context = click.Context(command, info_name=path)
    lines = command.get_help(context).splitlines()
    titles = [line.removesuffix(":") for line in lines if line.endswith(":") and line[0] != " "]
    assert [title for title in titles if title in SECTIONS] == [
        section for section in SECTIONS if section in titles
    ]
    for option in options_of(command):
        name = option.opts[-1] if option.opts[-1].startswith("--") else option.opts[0]
        listed = [line for line in lines if line.startswith("  -") and name in line.split("  ")[1]]
        assert len([line for line in listed if name in line.replace(",", " ").split()]) == 1


def test_help_starts_with_the_usage_and_common_options() -> None:
    lines = output("compare", "--help").splitlines()
    assert lines[0] == "Usage: accord compare [OPTIONS] TRUTH FOUND..."
    sections = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert sections[:2] == ["Metrics:", "Output:"]


def test_help_shows_an_example() -> None:
    text = output("compare", "--help")
    assert text.index("Example: accord compare truth.cnl") < text.index("\nMetrics:\n")


# ---- messages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", TRUTH], "FOUND is missing: write"),
        (["compare"], "TRUTH is missing: write"),
        (["score", NETWORK], "CLUSTERING is missing: write"),
        (["rank", TRUTH, FOUND], "unknown command 'rank': did you mean 'accord compare'?"),
        (["quality"], "did you mean 'accord score'?"),
        (["help"], "did you mean 'accord --help'?"),
        (["bench", "leaderboard"], "did you mean 'accord bench report'?"),
        ([TRUTH, FOUND], "is a file, not a command: to compare it, write 'accord compare"),
    ],
)
def test_messages_say_what_to_write(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr.decode()
