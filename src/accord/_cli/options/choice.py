"""Options to choose metrics: answers to questions, which are asked where somebody can answer."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass

import click

from accord._cli.options.group import option, option_group
from accord.errors import InputError
from accord.metrics._advice import QUESTIONS, Question


@dataclass(frozen=True)
class ChoiceOptions:
    """Whether to choose metrics, and the answers that are known; None for the others."""

    choose: bool
    clusters: str | None
    nodes: str | None
    matters: str | None
    chance: str | None
    levels: str | None

    def check(self, *, others: bool) -> None:
        """Raise an error for an option without effect; `others` says if there are other ones."""
        if self.choose and others:
            raise InputError("--choose says which metrics to take: leave out names and options")
        answered = [question.name for question in QUESTIONS if asdict(self)[question.name]]
        if not self.choose and answered:
            raise InputError(f"--{answered[0]} answers a question of --choose: add --choose")

    def answers(self) -> dict[str, str]:
        """The answers to all questions; asks those that no option answers."""
        given = {question.name: asdict(self)[question.name] for question in QUESTIONS}
        missing = [question for question in QUESTIONS if given[question.name] is None]
        if missing and not sys.stdin.isatty():
            options = [f"--{question.name} {'|'.join(question.answers)}" for question in missing]
            raise InputError(f"nobody can be asked here: answer by options, {', '.join(options)}")
        return given | {question.name: _ask(question) for question in missing}


def _ask(question: Question) -> str:
    """The answer of whoever is at the terminal."""
    click.echo(question.text, err=True)
    for answer, meaning in question.answers.items():
        click.echo(f"  {answer}: {meaning}", err=True)
    try:
        answer = click.prompt(
            question.name,
            type=click.Choice(list(question.answers)),
            default=next(iter(question.answers)),
            err=True,
        )
    except click.Abort:  # the end of the input
        raise InputError("the questions have no answer, so no metrics are chosen") from None
    return str(answer)


choice_options = option_group(
    "choice",
    ChoiceOptions,
    option(
        "--choose",
        is_flag=True,
        help="Ask what is compared, and say which two metrics to take.",
        section="Metrics",
    ),
    *(
        option(
            f"--{question.name}",
            type=click.Choice(list(question.answers)),
            help=f"With --choose: {question.text[0].lower()}{question.text[1:]}",
            section="Metrics",
        )
        for question in QUESTIONS
    ),
)
