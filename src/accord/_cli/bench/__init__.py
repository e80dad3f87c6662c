"""accord bench."""

import json

import click

from accord._cli.lazy_group import LazyGroup
from accord._foundation.arguments import argument_notation

COMMANDS = {
    "algorithms": "List algorithms, and how to install missing ones.",
    "export": "Write all runs of a study as CSV or Parquet.",
    "prune": "Remove from a store what no study refers to.",
    "quick": "Run all installed algorithms on one network.",
    "report": "Rank the algorithms by what has been run so far.",
    "retry": "Run the failed jobs of a study again.",
    "run": "Run the missing and failed jobs of a study, and rank.",
    "status": "Show how many jobs of a study are done, and why jobs failed.",
}


@click.group(
    cls=LazyGroup,
    package="accord._cli.bench",
    summaries=COMMANDS,
)
@click.pass_context
def bench(context: click.Context) -> None:
    """Run algorithms on networks within limits, score the clusterings they find, and rank them.

    \b
    accord bench quick NETWORK [TRUTH]  run all installed algorithms on one network
    accord bench run STUDY.toml         run what is missing or failed, and rank
    accord bench run --example          run the study that comes with accord
    accord bench report STUDY.toml      rank what has been run; with --html as a page
    accord bench status STUDY.toml      show progress, and why jobs failed
    accord bench retry STUDY.toml       run failed jobs again
    accord bench export STUDY.toml F    write all runs as CSV or Parquet
    accord bench prune STUDY.toml       remove what no study refers to
    accord bench algorithms             list algorithms, and how to install missing ones

    Results are kept in a store, which is a folder. The commands 'report', 'status', 'export' and
    'prune' accept a store in place of a study.
    """
    context.with_resource(argument_notation(_study_notation))


def _study_notation(name: str, value: object) -> str:
    """Write arguments as in the file of a study: most of them are not options here."""
    if name == "name":
        return "--study"
    return f"{name} =" if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}"
