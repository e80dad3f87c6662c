"""Python shuts down while a daemon thread is inside a kernel: the process ends as it would have."""

import subprocess
import sys
import textwrap

import pytest

#: What the daemon thread is at.
WORK = {
    "a kernel that takes long": "accord.omega(cover, other)",
    "many short kernels": """
        while True:
            accord.f1p(small, small)
    """,
    "a progress function": """
        def progress(done):
            while True:
                time.sleep(0.001)
        typed = NativeEngine(pair_up((cover, other), None, 2)).get(TypedPair, unique=False)
        _core.count_pairs(typed, "one_by_one", 1e12, threads=2, progress=progress)
    """,
}

#: An object that is destroyed while Python shuts down gives other threads time to ask for the GIL.
SCRIPT = """
import sys, threading, time
import accord
from accord import _core
from accord._engines.native.engine import NativeEngine
from accord._engines.native.node_types import TypedPair
from accord._foundation.node_index import pair_up

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.5)

slow = Slow()
small = accord.Clustering.from_clusters([[1, 2, 3], [3, 4]])
cover, other = (accord.generate_cover(200_000, 20_000, 6, seed=seed) for seed in (1, 2))

def work():
{work}

threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
sys.exit(7)
"""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_exit_code_is_that_of_the_main_thread(work):
    body = textwrap.indent(textwrap.dedent(work).strip(), "    ")
    script = SCRIPT.replace("{work}", body)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr.decode()) == (7, "")
