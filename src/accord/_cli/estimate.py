"""accord estimate."""

from __future__ import annotations

import click

import accord
from accord._certainty.defaults import CONFIDENCE
from accord._cli.command import command
from accord._cli.options.clusterings import (
    FileOptions,
    TruthFileOptions,
    check_inputs,
    file_options,
    truth_options,
)
from accord._cli.options.group import option
from accord._cli.output import format_option, print_result


@command(
    example="accord estimate sample.cnl found.cnl --sampled size",
)
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@option(
    "--sampled",
    type=click.Choice(("uniform", "size")),
    default="uniform",
    show_default=True,
    help="How the clusters of TRUTH were drawn: all with the same chance, or by their size.",
    section="Certainty",
)
@option(
    "--confidence",
    type=float,
    default=CONFIDENCE,
    show_default=True,
    help="Confidence level of the intervals, between 0 and 1.",
    section="Certainty",
)
@format_option()
@truth_options
@file_options
def estimate(
    truth: str,
    found: str,
    sampled: str,
    confidence: float,
    output_format: str,
    truth_reading: TruthFileOptions,
    files: FileOptions,
) -> None:
    """Estimate how FOUND agrees with all clusters of a truth, of which TRUTH has a random sample.

    TRUTH has the sampled clusters with all their nodes, FOUND all clusters of all nodes.
    """
    check_inputs(truth, found)
    with files.progress() as progress:
        estimates = accord.estimate(
            truth_reading.read_truth(truth, files, progress),
            files.read(found, progress),
            sampled=sampled,
            confidence=confidence,
            noise=files.noise_label,
            threads=files.threads,
            progress=progress,
        )
    print_result(estimates, output_format, quiet=files.quiet)
