"""Show the progress of a running study by a progress bar."""

from __future__ import annotations

from accord._foundation.progress_bar import ProgressBar
from accord.bench._run.scheduler import Progress


class StudyProgress:
    """Shows how many jobs of a study are done."""

    def __init__(self, bar: ProgressBar) -> None:
        self._bar = bar
        bar.begin("running jobs")

    def __call__(self, progress: Progress) -> None:
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
