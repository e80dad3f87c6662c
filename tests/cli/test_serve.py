"""accord serve: its one line, its errors, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from command_process import run

from accord.web._tokens import Tokens


def error_of(*words: str | Path, cwd: Path | None = None) -> str:
    """The one line of a command that fails at once."""
    done = run("serve", *words, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    return line.removeprefix("accord: error: ")


def test_it_prints_its_address_answers_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "truth.cnl").write_text("a b c\nd e\n")
    command = [sys.executable, "-m", "accord", "serve", "--port", "0", "--state", "state"]
    server = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.fullmatch(r"accord serves (http://127\.0\.0\.1:\d+/) \(Ctrl-C to stop\)\n", line)
    assert found is not None, line
    with httpx.Client(base_url=found[1], headers={"X-Requested-With": "accord"}) as client:
        assert client.get("/").status_code == 200
        question = {"truth": {"path": "truth.cnl"}, "found": {"text": "a b\nc d e"}}
        answer = client.post("/api/v1/compare", json=question)
        assert answer.json()["comparison"]["scores"]["f1h"]["value"] == 0.8
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=20)
    assert (server.returncode, out, err) == (130, "", "accord: error: interrupted\n")


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = error_of("--port", port, "--state", "state", cwd=tmp_path)
    assert message.startswith(f"port {port} of 127.0.0.1 is in use: ")
    assert "--port" in message or "another port" in message


def test_addresses_that_others_reach_are_refused(tmp_path: Path) -> None:
    at = ("--host", "0.0.0.0", "--state", tmp_path / "state")
    assert "--token-file" in error_of(*at)
    run("serve", "--new-token", tmp_path / "tokens")
    assert "--tls-certificate and --tls-key" in error_of(*at, "--token-file", tmp_path / "tokens")
    assert "no such" in error_of("--folder", tmp_path / "missing").lower()
    missing = error_of("--token-file", tmp_path / "missing", "--state", tmp_path / "state")
    assert "missing" in missing


def test_sizes_have_units(tmp_path: Path) -> None:
    at = ("--state", tmp_path / "state")
    assert error_of(*at, "--max-file", "large").startswith("--max-file: cannot read the size")
    message = "--memory: 4 B are too little: give 500 MB"
    assert error_of(*at, "--memory", "4") == message


def test_a_new_token_is_printed_once(tmp_path: Path) -> None:
    done = run("serve", "--new-token", tmp_path / "tokens", "--token-name", "alice")
    token = done.stdout.decode().strip()
    assert (done.returncode, done.stderr) == (0, b"")
    assert token.startswith("accord_")
    owner = Tokens(tmp_path / "tokens").owner(token)
    assert owner is not None
    assert owner.name == "alice"
    assert "already" in error_of("--new-token", tmp_path / "tokens", "--token-name", "alice")


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_its_packages_it_says_how_to_get_them(tmp_path: Path, missing: str) -> None:
    (tmp_path / f"{missing}.py").write_text(f"raise ImportError('no {missing}')")
    done = subprocess.run(
        [sys.executable, "-m", "accord", "serve"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    message = f"the web server needs the package {missing}: pip install 'accord[web]'"
    assert done.stderr == f"accord: error: {message}\n"


@pytest.mark.parametrize("name", ["create_app", "serve"])
def test_the_room_without_its_packages_says_how_to_get_them(tmp_path: Path, name: str) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError('no fastapi')")
    done = subprocess.run(
        [sys.executable, "-c", f"from accord.web import {name}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    message = "the web server needs the package fastapi: pip install 'accord[web]'"
    assert done.stderr.splitlines()[-1] == f"accord.errors.MissingPackageError: {message}"


def test_import_of_the_room_needs_no_package() -> None:
    line = "import sys, accord; accord.web; accord.web.Settings; print('fastapi' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")
