"""All commands, each imported when it is used."""

import click

import accord
from accord._cli.lazy_group import LazyGroup

#: What each command does, for the help.
COMMANDS = {
    "bench": "Run algorithms on networks, within limits, and rank them.",
    "compare": "Compare clusterings with the truth.",
    "completion": "Print a completion script for your shell.",
    "constraints": "Show which formal constraints metrics satisfy.",
    "convert": "Convert a clustering or a network from one format to another.",
    "estimate": "Estimate how a clustering agrees with a truth of which a sample is known.",
    "explain": "Show which clusters were split, merged or missed.",
    "formats": "List the formats of clusterings and networks.",
    "generate": "Generate a network or a clustering to test methods on.",
    "info": "Show what a clustering, or with --network a network, contains.",
    "metrics": "List the metrics, or describe some in full.",
    "name": "Show which truth clusters each found cluster stands for.",
    "plot": "Draw a figure of how clusterings agree.",
    "recommend": "Recommend an algorithm for a network.",
    "score": "Score clusterings by their network, without a truth.",
    "serve": "Serve a page for the browser, and an interface for programs.",
}


@click.group(
    cls=LazyGroup,
    package="accord._cli",
    summaries=COMMANDS,
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
    accord estimate TRUTH FOUND           against all clusters of a truth that was sampled
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
