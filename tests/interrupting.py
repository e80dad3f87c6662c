"""Interrupt a running script with Ctrl-C."""

import signal
import subprocess
import sys
import time


def interrupt(script: str) -> str:
    """Interrupt a script once it prints "running" and return its stderr; it must end promptly."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", script], text=True, **pipes) as child:  # type: ignore[call-overload]
        try:
            assert child.stdout.readline() == "running\n", child.stderr.read()
            start = time.perf_counter()
            child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=60)
            waited = time.perf_counter() - start
        finally:
            child.kill()
    assert output == ""
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert child.returncode == -signal.SIGINT
    assert waited < 10.0
    return str(errors)
