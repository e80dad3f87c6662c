"""The command line: each command parses, calls one public function and prints."""

from importlib import import_module

import click

import accord
from accord._cli.main import run
from accord.errors import unknown

#: Where each command is; its module is loaded when it is asked for.
COMMANDS = {
    "bench": "bench.benchmarking",
    "compare": "compare.compare",
    "completion": "metrics.completion",
    "constraints": "compare.constraints",
    "convert": "files.convert",
    "explain": "explain.explain",
    "formats": "files.formats",
    "generate": "generate.generate",
    "info": "files.info",
    "metrics": "metrics.metrics",
    "name": "compare.name",
    "recommend": "recommend.recommend",
    "score": "score.score",
}


class Commands(click.Group):
    """The commands, each loaded when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a shell completes what is being typed
                return None
            raise unknown("command", cmd_name, COMMANDS)
        module, _, command = COMMANDS[cmd_name].partition(".")
        found: click.Command = getattr(import_module(f"accord._cli.{module}"), command)
        return found


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(
    accord.__version__, "-V", "--version", prog_name="accord", message="%(prog)s %(version)s"
)
def cli() -> None:
    """How well do two clusterings agree?

    \b
    accord compare TRUTH FOUND            the main numbers, in a table accord compare TRUTH FOUND
    FOUND ...  several results, ranked accord explain TRUTH FOUND            which clusters were
    split, merged or missed accord name TRUTH FOUND               what each found cluster stands for
    accord score NETWORK FOUND ...        how good clusters are on their network, without a truth
    accord info FILE                      what is in a file accord convert IN OUT
    from one format to another accord generate lfr NODES ... -o DIR  a network whose clusters are
    known accord bench quick NETWORK [TRUTH]    all installed algorithms on a network, ranked accord
    bench run STUDY.toml           algorithms on networks, within limits, ranked accord recommend
    NETWORK              which algorithm to take, by what was run on networks like it
    """


def main() -> None:
    """What `accord` and `python -m accord` run."""
    run(cli)
