"""The command: python tests/reader_fuzz; see the docstring of the package."""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from reader_fuzz.child import make_input, make_options
from reader_fuzz.run import Finding, run_mutations
from reader_fuzz.seeds import readers

_ROUND = 2000  # mutations of each reader at a time, in a run by the clock


def main() -> int:
    known = readers()
    arguments = argparse.ArgumentParser(prog="python tests/reader_fuzz", description=__doc__)
    arguments.add_argument("--readers", nargs="+", choices=known, default=list(known))
    arguments.add_argument("--mutations", type=int, help="number per reader")
    arguments.add_argument("--minutes", type=float, default=1, help="time if no number is given")
    arguments.add_argument("--seed", type=int, default=None, help="by default another every time")
    arguments.add_argument("--findings", type=Path, default=Path("reader-fuzz-findings"))
    given = arguments.parse_args()
    seed = random.randrange(10**9) if given.seed is None else given.seed
    print(f"seed {seed}")
    end = time.monotonic() + 60 * given.minutes
    step = given.mutations or _ROUND
    done, reasons = 0, set()
    while True:
        for name in given.readers:
            for finding in run_mutations(seed, [(name, done, done + step)]):
                if (name, finding.reason) not in reasons:
                    reasons.add((name, finding.reason))
                    data = make_input(known[name], seed, finding.number)
                    options = make_options(known[name], seed, finding.number)
                    kept = _keep(given.findings, finding, data)
                    print(f"{name}: {finding.reason} ({kept}, with options {options})")
        done += step
        if given.mutations or time.monotonic() > end:
            break
    print(f"{done * len(given.readers)} files, {len(reasons)} findings")
    return 1 if reasons else 0


def _keep(folder: Path, finding: Finding, data: bytes) -> Path:
    """Write the input of a finding to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.reader}-{finding.number}"
    path.write_bytes(data)
    return path


if __name__ == "__main__":
    sys.exit(main())
