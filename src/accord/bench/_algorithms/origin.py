"""Origin of a function: how another process gets it.

A function at the top of a module is imported there. Any other function (of a notebook, a session
or a script, a lambda, or one inside another function) is sent as it is, by cloudpickle. Without
that package, the process imports the script that defines it.
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import inspect
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from accord.bench._algorithms.code_digest import can_be_imported, digest_of_function
from accord.errors import AccordError, InputError, MissingPackageError, first_line

#: Prefix of the names of modules that are loaded from files.
_FILE_MODULE = "accord_algorithm_"
#: Packages that send functions; joblib, which scikit-learn needs, has its own copy.
_SENDERS = ("cloudpickle", "joblib.externals.cloudpickle")


def origin_of(function: Callable[..., Any], name: str, parcel: Callable[[], Any]) -> dict[str, str]:
    """How another process gets a function with `load_origin`; errors call it `name`.

    If the function cannot be imported there, what `parcel` returns is sent in place of it.
    """
    search_path = "\n".join(str(Path(folder).resolve()) for folder in sys.path)
    module, path = module_of(function), getattr(function, "__qualname__", "")
    if module.startswith(_FILE_MODULE) and can_be_imported(function):
        return {"file": _file_of(module), "function": path, "path": search_path}
    if is_sent(function):
        return {"pickle": base64.b64encode(_dump(parcel(), name)).decode(), "path": search_path}
    if module == "__main__":
        return {"file": _file_of(module), "function": path, "path": search_path}
    return {"module": module, "function": path, "path": search_path}


def load_origin(origin: Mapping[str, str]) -> tuple[Any, str]:
    """What `origin_of` describes, and where it was found."""
    sys.path[:0] = [folder for folder in origin["path"].split("\n") if folder not in sys.path]
    if "pickle" in origin:
        return pickle.loads(base64.b64decode(origin["pickle"])), "sent"
    is_file = "file" in origin
    module = load_file(Path(origin["file"])) if is_file else load_module(origin["module"])
    return find_in_module(module, origin["function"])


def module_of(function: Callable[..., Any]) -> str:
    """The name of the module of a function; sessions inside a program have none."""
    return getattr(function, "__module__", None) or "__main__"


def is_sent(function: Callable[..., Any]) -> bool:
    """Whether a function is sent to another process as it is, because no import can find it."""
    if can_be_imported(function):
        return False
    is_script = module_of(function) == "__main__" and bool(_file_of("__main__"))
    is_nested = "<" in getattr(function, "__qualname__", "<")
    return _sender() is not None or is_nested or not is_script


def code_version(function: Callable[..., Any], name: str) -> str:
    """Digest of the file of a function, which may use anything in it, or of what is sent."""
    from hashlib import sha256

    if is_sent(function):
        digest = digest_of_function(function, lambda value: _dump(value, name))
        return f"code {digest[:12]}"
    try:
        code = Path(inspect.getfile(inspect.unwrap(function))).read_bytes()
    except (OSError, TypeError):
        code = function.__qualname__.encode()
    return f"code {sha256(code).hexdigest()[:12]}"


def _dump(value: Any, name: str) -> bytes:
    sender = _sender()
    if sender is None:
        raise MissingPackageError(
            f"{name} is defined in a session or inside a function, and another process cannot "
            "import it: pip install cloudpickle, or define it at the top of a module or file"
        )
    try:
        data: bytes = sender.dumps(value)
    except Exception as error:
        raise InputError(
            f"{name} cannot be sent to another process ({type(error).__name__}: "
            f"{first_line(error)}): define it at the top of a module or file"
        ) from None
    return data


def _sender() -> Any:
    """The module that sends functions; None if there is none."""
    for name in _SENDERS:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def _file_of(module: str) -> str:
    """The file of a module; empty if it has none, as the `__main__` of a notebook."""
    path = getattr(sys.modules.get(module), "__file__", None)
    return str(Path(path).resolve()) if path and Path(path).is_file() else ""


# ---- modules and files ---------------------------------------------------------------------------


def find_in_module(module: ModuleType, function: str) -> tuple[Any, str]:
    """What a module calls by this name, None if nothing; and where that was looked for."""
    found: Any = module
    for part in function.split("."):
        found = getattr(found, part, None)
    return found, f"{function!r} in {module.__file__}"


def load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except AccordError:
        raise
    except ImportError as error:
        raise InputError(f"the module {name!r} cannot be imported: {error}") from None


def load_file(path: Path) -> ModuleType:
    """Import a file under a name other than `__main__`, so that it does not act as a script."""
    name = f"{_FILE_MODULE}{path.stem}"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(path.resolve()):
        return known
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None or not path.exists():
        raise InputError(f"{path}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # the module is incomplete
        raise
    return module
