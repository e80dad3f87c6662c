"""The command line: each command parses, calls one public function and prints."""

import click

import accord
from accord.cli.benchmarking import benchmarking
from accord.cli.comparing import compare, constraints, name
from accord.cli.explaining import explain
from accord.cli.files import convert, formats, info
from accord.cli.frame import run
from accord.cli.generating import generate
from accord.cli.listing import completion, metrics
from accord.cli.recommending import recommend
from accord.cli.scoring import score


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(accord.__version__, "-V", "--version", prog_name="accord", message="%(prog)s %(version)s")
def cli() -> None:
    """How well do two clusterings agree?

    \b
    accord compare TRUTH FOUND            the main numbers, in a table
    accord compare TRUTH FOUND FOUND ...  several results, ranked
    accord explain TRUTH FOUND            which clusters were split, merged or missed
    accord name TRUTH FOUND               what each found cluster stands for
    accord score NETWORK FOUND ...        how good clusters are on their network, without a truth
    accord info FILE                      what is in a file
    accord convert IN OUT                 from one format to another
    accord generate lfr NODES ... -o DIR  a network whose clusters are known
    accord bench quick NETWORK [TRUTH]    all installed algorithms on a network, ranked
    accord bench run STUDY.toml           algorithms on networks, within limits, ranked
    accord recommend NETWORK              which algorithm to take, by what was run on networks like it
    """


for command in (
    benchmarking, compare, completion, constraints, convert, explain, formats, generate, info, metrics, name, recommend,
    score,
):  # fmt: skip
    cli.add_command(command)


def main() -> None:
    """What `accord` and `python -m accord` run."""
    run(cli)
