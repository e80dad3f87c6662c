"""Without what Windows lacks, everything but a few modules is imported, and says what it needs."""

import subprocess
import sys

#: Run by a process of their own, below the harness: nothing else imports them.
EXCEPTED = ("accord.bench._run.watcher.main", "accord.bench._run.watcher.program")

SCRIPT = """
import importlib, os, pkgutil, signal, sys
import accord

def names():
    found = [module.name for module in pkgutil.walk_packages(accord.__path__, "accord.")]
    return [name for name in found if not name.endswith("__main__") and name not in EXCEPTED]

def import_all():
    for name in names():
        importlib.import_module(name)

import_all()  # also everything that is not of accord, for which the system stays as it is
for name in [name for name in sys.modules if name.partition(".")[0] == "accord"]:
    if name != "accord._core":
        del sys.modules[name]
sys.platform = "win32"
for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in (
    "fork getuid geteuid killpg setsid sysconf wait4 sched_getaffinity sched_setaffinity statvfs "
    "O_CLOEXEC O_NOFOLLOW O_NONBLOCK WNOHANG uname getpgid getloadavg"
).split():
    delattr(os, name)
for name in "SIGHUP SIGKILL SIGCHLD SIGPIPE SIGXFSZ SIGALRM setitimer".split():
    delattr(signal, name)

import accord
import_all()
assert accord.f1h([[1, 2], [3]], [[1, 2], [3]]) == 1
from accord import bench, web
from accord.bench._job.limits import Limits
from accord.bench._run.core_locks import lock_folder
from accord.bench._run.process import WatchedProgram
from accord._foundation.posix import limit_memory, lock_file
for use in (
    lambda: web.serve,
    lambda: web.create_app,
    lock_folder,
    lambda: WatchedProgram(["true"], limits=Limits()),
    lambda: bench.quick("examples/clubs_network.edges", algorithms=["igraph.leiden_modularity"]),
    lambda: limit_memory(10**9),
    lambda: lock_file(0),
):
    try:
        use()
    except accord.UnsupportedSystemError as error:
        assert "needs Linux or macOS" in str(error), error
    else:
        raise AssertionError("there was no error")
print(len(names()), "modules")
"""


def test_all_modules_are_imported_without_what_windows_lacks():
    script = SCRIPT.replace("EXCEPTED", repr(EXCEPTED))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 400
