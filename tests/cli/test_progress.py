"""The progress bar: on a terminal only, one step at a time, and gone at the end."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pseudo_terminal import sent_to_terminal

import accord
from accord._foundation.progress import begin_step, progress_of
from accord._foundation.progress_bar import _Step

SCRIPT = """
import time
from accord._cli.errors import print_error
from accord._foundation import progress_bar
progress_bar._DELAY, progress_bar._INTERVAL = {delay}, 0.01
with progress_bar.ProgressBar(silent={silent}) as progress:
    progress.begin("reading teams.cnl")
    progress(0.25)
    time.sleep(0.1)
    {action}
    progress.begin("counting pairs")
    time.sleep(0.1)
print("done")
"""


def sent(
    *, delay: float = 0, silent: bool = False, action: str = "", columns: int = 200, **env: str
) -> str:
    script = SCRIPT.format(delay=delay, silent=silent, action=action)
    return sent_to_terminal("-c", script, columns=columns, **env)


def shown(text: str) -> list[str]:
    """The different texts of the line of progress, in the order in which they are drawn."""
    texts = [part.rstrip() for part in text.split("\r") if part.strip()]
    return [now for before, now in zip(["", *texts], texts, strict=False) if now != before]


def test_steps_are_shown_one_after_the_other_and_removed() -> None:
    text = sent()
    first, second, last = shown(text)
    assert re.fullmatch(r"reading teams\.cnl ━{5}╌{15} 25%, about 1 s left", first)
    assert second == "counting pairs … 1 s"
    assert last == "done"
    assert text.endswith("\r" + " " * len(second) + "\rdone\n")


def test_line_fits_the_window() -> None:
    assert shown(sent(columns=10)) == ["reading t", "counting", "done"]


def test_warning_is_printed_on_a_line_of_its_own() -> None:
    text = sent(action="print_error('be careful', kind='warning')")
    assert re.search(r"left\r +\raccord: warning: be careful\n\rcounting pairs", text)


def test_names_cannot_control_the_terminal() -> None:
    assert "\x1b" not in sent(action="progress.begin('reading \\x1b[31m'); time.sleep(0.1)")


@pytest.mark.parametrize("options", [{"delay": 60}, {"silent": True}, {"TERM": "dumb"}])
def test_nothing_is_shown_for_short_work_or_quietly(options: dict[str, object]) -> None:
    assert sent(**options) == "done\n"  # type: ignore[arg-type]


def test_progress_is_shown_only_on_terminals() -> None:
    script = SCRIPT.format(delay=0, silent=False, action="")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"done\n", b"")


@pytest.mark.parametrize(
    ("step", "now", "text"),
    [
        (_Step("reading", 10.0), 14.2, "reading … 4 s"),
        (
            _Step("reading", 10.0, done=0.25),
            40.0,
            f"reading {'━' * 5}{'╌' * 15} 25%, about 90 s left",
        ),
        (_Step("reading", 10.0, done=0.001), 11.0, f"reading {'╌' * 20} 0%"),
        (_Step("reading", 10.0, done=1.0), 11.0, f"reading {'━' * 20} 100%"),
        (
            _Step("running jobs", 10.0, 0.5, "5 of 10 jobs", 7200.0),
            11.0,
            f"running jobs {'━' * 10}{'╌' * 10} 5 of 10 jobs, about 2 h left",
        ),
    ],
)
def test_remaining_time_is_estimated_from_the_part_that_is_done(
    step: _Step, now: float, text: str
) -> None:
    assert step.describe(now) == text


def test_step_that_starts_over_is_shown_as_its_next_part() -> None:
    step = _Step("counting pairs", 10.0, done=0.9)
    assert step.part_at(0.9, 20.0) is step
    second = step.part_at(0.1, 20.0)
    assert second.describe(21.0) == "counting pairs, part 2 … 1 s"


class Recorder:
    """Records the steps and what is done of them."""

    def __init__(self) -> None:
        self.events: list[str | float] = []

    def begin(self, step: str) -> None:
        self.events.append(step)

    def __call__(self, done: float) -> None:
        self.events.append(done)


def test_tasks_name_their_steps() -> None:
    recorder = Recorder()
    report = begin_step(progress_of("leiden", recorder), "counting pairs")
    assert report is not None
    report(0.5)
    assert recorder.events == ["leiden: counting pairs", 0.5]


def test_plain_callback_receives_no_steps() -> None:
    values: list[float] = []
    report = begin_step(progress_of("leiden", values.append), "counting pairs")
    assert report is not None
    report(0.5)
    assert values == [0.5]
    assert begin_step(None, "counting pairs") is None


# ---- the steps of the library --------------------------------------------------------------------

TRUTH = accord.generate_cover(60, 6, 1.5, seed=1)
FOUND = accord.generate_cover(60, 6, 1.5, seed=2)


def steps_of(work: Callable[..., object], *inputs: object, **options: object) -> list[str]:
    recorder = Recorder()
    work(*inputs, **options, progress=recorder)
    return [event for event in recorder.events if isinstance(event, str)]


def overlapping_metrics() -> list[str]:
    return [name for name in accord.METRICS if name in accord.compare(TRUTH, FOUND, "all").scores]


def test_no_step_begins_twice() -> None:
    for steps in (
        steps_of(accord.compare, TRUTH, FOUND, overlapping_metrics()),
        steps_of(accord.compare, TRUTH, FOUND, "f1p", baseline=True, interval=True, repeats=3),
        steps_of(accord.explain, TRUTH, FOUND),
        steps_of(accord.generate_lfr, 200, 8, 20, 0.2, weights=True),
    ):
        assert steps
        assert len(set(steps)) == len(steps)


def test_steps_of_a_ranking_name_the_result() -> None:
    steps = steps_of(accord.rank, TRUTH, {"leiden": FOUND, "louvain": TRUTH}, ["omega"])
    assert "leiden: counting pairs" in steps
    assert "louvain: counting pairs" in steps
    assert len(set(steps)) == len(steps)


def test_reading_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "truth.cnl"
    accord.write(TRUTH, path)
    assert steps_of(accord.read, path)[0] == f"reading {path}"
