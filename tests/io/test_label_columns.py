"""Tables with a column of labels, and columns that are doubted or said."""

import re
import warnings

import numpy as np
import pytest

import accord
from accord import AccordWarning, FormatError

TRUTH = [node % 2 for node in range(300)]
FOUND = [(node // 2) % 2 if node < 60 else node % 2 for node in range(300)]


@pytest.fixture
def both(tmp_path):
    path = tmp_path / "both.csv"
    rows = "".join(f"{a},{b}\n" for a, b in zip(TRUTH, FOUND, strict=True))
    path.write_text(f"truth,found\n{rows}")
    return path


def test_two_columns_of_labels_are_read_one_at_a_time(both):
    truth, found = (accord.read(both, columns=[name]) for name in ("truth", "found"))
    assert truth == accord.Clustering.from_labels(TRUTH)
    assert found == accord.Clustering.from_labels(FOUND)


@pytest.mark.parametrize("columns", [None, ["truth", "found"]])
def test_two_columns_of_labels_are_no_memberships(both, columns):
    said = "no column for the node" if columns is None else "296 of 300 rows repeat a membership"
    with pytest.raises(FormatError, match=said) as error:
        accord.read(both, columns=columns)
    assert "columns=('truth',) or columns=('found',)" in str(error.value)


def test_repeated_memberships_that_are_meant_are_read(both):
    assert accord.read(both, columns=["node=truth", "cluster=found"]).repeated == 296


def test_other_names_of_shares_are_said_unless_columns_are_named(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,cluster,probability\n1,a,0.5\n1,b,0.5\n")
    with pytest.warns(AccordWarning, match="column 'probability' is read as shares"):
        assert accord.read(path).is_fuzzy
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not accord.read(path, columns=["id", "cluster"]).is_fuzzy


def test_array_of_python_2_is_read_without_a_warning(tmp_path):
    np.save(tmp_path / "a.npy", np.array([0, 0, 1]))
    data = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(data.replace(b"(3,), } ", b"(3L,), }"))
    assert accord.read(tmp_path / "a.npy") == accord.Clustering.from_labels([0, 0, 1])


def test_array_files_are_labels_or_matrices(tmp_path):
    np.save(tmp_path / "a.npy", TRUTH)
    assert accord.read(tmp_path / "a.npy") == accord.Clustering.from_labels(TRUTH)
    np.save(tmp_path / "a.npy", [[1, 0], [0.5, 0.5]])
    assert accord.read(tmp_path / "a.npy").n_memberships == 3
    np.savez(tmp_path / "a.npz", truth=TRUTH, found=FOUND)
    assert accord.read(tmp_path / "a.npz", columns=["found"]) == accord.Clustering.from_labels(
        FOUND
    )
    with pytest.raises(FormatError, match="it has 2 arrays, 'truth', 'found'"):
        accord.read(tmp_path / "a.npz")


@pytest.mark.parametrize("suffix", ["pkl", "xlsx", "h5", "h5ad", "mat", "rds"])
def test_other_binary_files_are_refused_with_what_to_do(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(b"\x01\x02\0\0")
    with pytest.raises(FormatError, match=re.escape("which accord does not read: ")):
        accord.read(path)


@pytest.mark.parametrize(
    "text",
    [
        "A\tna\tg1\tg2\nEMPTY\tna\nB\tna\tg2\tg3\tg4\n",
        "A\tcustom\tg1\tg2\nB\tcustom\tg2\tg3\tg4\n",
    ],
)
@pytest.mark.filterwarnings("ignore:.*1 gene set without genes left out")
def test_gene_sets_as_txt(tmp_path, text):
    path = tmp_path / "sets.txt"
    path.write_text(text)
    clustering = accord.read(path)
    assert clustering.names == ("A", "B")
    assert list(map(set, clustering.clusters())) == [{"g1", "g2"}, {"g2", "g3", "g4"}]


def test_duplicate_gene_set_as_txt_is_an_error(tmp_path):
    path = tmp_path / "sets.txt"
    path.write_text("A\tna\tg1\tg2\nA\tna\tg2\tg3\tg4\n")
    with pytest.raises(FormatError, match="there is a gene set 'A' in line 1 already"):
        accord.read(path)


def test_columns_of_a_data_frame_are_no_files():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"truth": TRUTH, "kmeans": FOUND})
    with pytest.raises(accord.InputError, match="'truth', which is a column of truth and no file"):
        accord.compare(frame, "truth", "kmeans")


def test_single_column_of_a_data_frame_has_its_index_as_nodes():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"truth": [0, 0, 1], "found": [0, 1, 1]}, index=["x", "y", "z"])
    clustering = accord.as_clustering(frame, columns=["found"])
    assert list(map(set, clustering.clusters())) == [{"x"}, {"y", "z"}]


def test_json_memberships_have_columns_too(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('[{"gene": "x", "n": 1, "family": "a"}, {"gene": "y", "n": 2, "family": "a"}]')
    assert accord.read(path, columns=["gene", "family"]).nodes() == ["x", "y"]


def test_parquet_columns_by_number(tmp_path):
    pyarrow, parquet = (pytest.importorskip(name) for name in ("pyarrow", "pyarrow.parquet"))
    table = pyarrow.table({"x": [1, 2], "group": ["a", "b"], "id": [5, 6]})
    parquet.write_table(table, tmp_path / "a.parquet")
    assert accord.read(tmp_path / "a.parquet", columns=[3, 2]).nodes() == [5, 6]


@pytest.mark.parametrize(
    ("unknown", "suggested"),
    [
        ("leiden", "did you mean networkit.leiden?"),
        ("lieden", "did you mean networkit.leiden?"),
        ("kmeans", "choose from cdlib.demon, networkit.leiden"),
    ],
)
def test_suggestions_are_near_in_spelling(unknown, suggested):
    error = accord.errors.unknown("algorithm", unknown, ["cdlib.demon", "networkit.leiden"])
    assert suggested in str(error)


def test_gene_sets_without_genes_are_left_out(tmp_path):
    path = tmp_path / "a.gmt"
    path.write_text("A\tna\tx\nB\tna\n")
    with pytest.warns(AccordWarning, match="1 gene set without genes left out: 'B'"):
        assert accord.read(path).names == ("A",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("columns", [[1], ["hdbscan"]])
def test_single_column_with_a_header(tmp_path, columns, end):
    path = tmp_path / "labels.csv"
    path.write_bytes(end.join(["hdbscan", "0", "0", "1", ""]).encode())
    with pytest.raises(FormatError, match="one column only"):
        accord.read(path)
    assert accord.read(path, columns=columns).to_sets() == [{0, 1}, {2}]
