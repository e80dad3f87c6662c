"""A short run of the fuzzer of files: always the same mutations, of every reader."""

import pytest
from reader_fuzz.run import run_mutations
from reader_fuzz.seeds import Reader, readers

import accord

MUTATIONS = 250


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
@pytest.mark.parametrize("reader", readers().values(), ids=lambda reader: reader.name)
def test_files_to_mutate_are_read(tmp_path, reader: Reader):
    """Otherwise, all mutated files could be refused, and nothing would be tested."""
    refused = 0
    for seed in reader.seeds:
        (tmp_path / "file").write_bytes(seed)
        try:
            getattr(accord, reader.function)(tmp_path / "file", format=reader.format)
        except accord.FormatError:
            refused += 1
    assert refused <= (0 if reader.format else len(reader.seeds) / 4)


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


def test_a_child_that_ends_early_is_an_error(monkeypatch, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os\nos._exit(0)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="the last file was None"):
        list(run_mutations(1, [("json", 0, 2)]))
