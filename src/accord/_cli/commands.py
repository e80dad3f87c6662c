"""All commands, each imported when it is used."""

import click

import accord
from accord._cli.lazy_group import LazyGroup

COMMANDS = (
    "bench",
    "compare",
    "completion",
    "constraints",
    "convert",
    "explain",
    "formats",
    "generate",
    "info",
    "metrics",
    "name",
    "plot",
    "recommend",
    "score",
    "serve",
)


@click.group(
    cls=LazyGroup,
    package="accord._cli",
    names=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(
    accord.__version__, "-V", "--version", prog_name="accord", message="%(prog)s %(version)s"
)
def cli() -> None:
    """How well do two clusterings agree?

    \b
    accord compare TRUTH FOUND            the main metrics, in a table
    accord compare TRUTH FOUND FOUND ...  several results, ranked
    accord explain TRUTH FOUND            which clusters were split, merged or missed
    accord name TRUTH FOUND               which truth clusters each found cluster stands for
    accord plot KIND TRUTH FOUND -o FILE  a figure, as PDF, SVG or PNG
    accord score NETWORK FOUND ...        how well clusters fit their network, without a truth
    accord info FILE                      what a file contains
    accord convert IN OUT                 convert from one format to another
    accord generate lfr NODES ... -o DIR  a network whose clusters are known
    accord bench quick NETWORK [TRUTH]    all installed algorithms on one network, ranked
    accord bench run STUDY.toml           algorithms on networks, within limits, ranked
    accord recommend NETWORK              which algorithm to use, judged by similar networks
    accord serve                          all of this in the browser, on this machine
    """
