"""Progress of a running study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord._foundation.progress_bar import ProgressBar
from accord.bench._run.study_progress import StudyProgress


@contextmanager
def study_progress(store: Path | None, *, quiet: bool) -> Iterator[StudyProgress]:
    """Show the progress of a study while it runs.

    After an interrupt, a message says in which store the finished jobs are kept; `store` is None
    if they are not kept.
    """
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
