"""Progress of a running study."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord import bench
from accord._foundation.progress_bar import ProgressBar


class StudyProgress:
    """Shows how many jobs of a study are done."""

    def __init__(self, bar: ProgressBar) -> None:
        self._bar = bar
        bar.begin("running jobs")

    def __call__(self, progress: bench.Progress) -> None:
        running = f"{progress.running} running" if progress.running else "waiting for free cores"
        parts = [f"{progress.done} of {progress.total} jobs", running]
        parts += [
            f"{count} {status.replace('_', ' ')}"
            for status, count in progress.counts.items()
            if status != "ok"
        ]
        self._bar(
            progress.done / max(progress.total, 1),
            detail=", ".join(parts),
            seconds_left=progress.seconds_left,
        )


@contextmanager
def study_progress(store: Path | None, *, quiet: bool) -> Iterator[StudyProgress]:
    """Show the progress of a study while it runs.

    After an interrupt, a message says in which store the finished jobs are kept; `store` is None
    if they are not kept. SIGTERM ends the run in the same way as Ctrl-C.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with ProgressBar(silent=quiet) as bar:
            yield StudyProgress(bar)
    except KeyboardInterrupt:
        kept = f": finished jobs are kept in {relative_path(store)}" if store else ""
        resume = ", and the next run continues from there" if store else ""
        raise KeyboardInterrupt(f"interrupted{kept}{resume}") from None


def relative_path(path: Path) -> str:
    """Return a path relative to the working directory, if it is inside that."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
