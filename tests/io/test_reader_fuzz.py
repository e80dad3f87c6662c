"""A short run of the fuzzer of files: always the same mutations, of every reader."""

from reader_fuzz.run import run_mutations
from reader_fuzz.seeds import readers

MUTATIONS = 250


def test_mutated_files_are_read_or_refused():
    parts = [(name, 0, MUTATIONS) for name in readers()]
    assert list(run_mutations(1, parts)) == []


def test_a_crash_is_found_and_the_rest_is_still_read(monkeypatch, tmp_path):
    """With a reader that ends the process at its third file, and one that raises KeyError."""
    (tmp_path / "sitecustomize.py").write_text(
        "import atexit, os, sys\n"
        "import accord\n"
        "count = 0\n"
        "def read(path, **options):\n"
        "    global count\n"
        "    count += 1\n"
        "    if count == 3: os.abort()\n"
        "    raise KeyError(count)\n"
        "accord.read = read\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = list(run_mutations(1, [("json", 0, 2), ("conll", 0, 2)]))
    assert [(finding.reader, finding.number) for finding in found] == [
        *(("json", 0), ("json", 1)),
        *(("conll", 0), ("conll", 1)),
    ]
    assert "KeyError at read, line 8: 1" in found[0].reason
    assert found[2].reason == "the process ended by SIGABRT"
