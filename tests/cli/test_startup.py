"""What a command imports before it does its work, which is most of the time of a short one."""

import os
import subprocess
import sys

import pytest
from cli.test_completion import complete

from accord._cli.options.engine import ENGINE_NAMES
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS
from accord._io.tables.backends import FILE_ENGINES

#: Runs the command line, and then prints on the standard error what was imported.
RUN = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, sep="\\n", file=sys.stderr))
sys.argv[0] = "accord"
from accord._cli import main
main()
"""
#: A comparison of two cluster lists by the default metrics may import so many modules of accord.
MOST_MODULES = 145


def imported(*arguments):
    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, arguments)],
        env={name: value for name, value in os.environ.items() if name != "_ACCORD_COMPLETE"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout
    return done.stderr.split("\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["compare", "--help"],
        ["bench", "--help"],
        ["generate", "--help"],
        ["completion", "bash"],
    ],
    ids=" ".join,
)
def test_help_needs_no_numpy(arguments):
    modules = imported(*arguments)
    assert "accord._cli.commands" in modules
    assert "numpy" not in modules


@pytest.mark.parametrize(
    "line", ["accord comp", "accord compare a b --thr", "accord compare a b --input-format c"]
)
def test_completion_needs_no_numpy(line):
    done = complete(line, script=RUN)
    modules = done.stderr.split("\n")
    assert done.stdout
    assert "accord._cli.commands" in modules
    assert "numpy" not in modules


def test_comparison_imports_what_it_needs(tmp_path):
    (tmp_path / "truth.cnl").write_text("1 2 3\n3 4 5\n")
    (tmp_path / "found.cnl").write_text("1 2\n3 4 5\n")
    modules = imported("compare", tmp_path / "truth.cnl", tmp_path / "found.cnl")
    own = [name for name in modules if name.partition(".")[0] == "accord"]
    assert "accord._compare.compare" in own
    assert len(own) <= MOST_MODULES, own
    others = {
        "accord.report",
        "accord._explain",
        "accord._compare.rank",
        "accord._certainty.interval",
        "accord._io.clusterings.json_files",
        "accord._io.networks",
        "accord._io.tables.backends",
    }
    assert others.isdisjoint(modules)


def test_engines_have_the_names_of_the_option():
    assert tuple(FILE_ENGINES) == ENGINE_NAMES


@pytest.mark.parametrize("table", [CLUSTERING_FORMATS, NETWORK_FORMATS])
def test_functions_of_formats_exist(table):
    for format in table.values():
        for function in (format.recognises, format.read, format.write):
            assert function is None or callable(function.load())
