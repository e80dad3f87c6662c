"""Written cluster lists round-trip, and failures leave no files."""

import errno
import os
import stat
import time

import pytest
import strategies
from cluster_list_files import read_text
from cluster_list_reference import reference
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import Clustering, FileError, InputError, Network
from accord._io.clusterings import cluster_lists
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles

SUFFIXES = ["cnl", "txt", "cnl.gz", "cnl.zst"]
label = st.text(
    st.characters(categories=["L", "N", "P", "S"], exclude_characters=">"), min_size=1, max_size=5
).filter(lambda text: not text.startswith(("#", "%")) and text.isprintable())


class TestWrite:
    @given(strategies.covers(), st.sampled_from(SUFFIXES))
    def test_integers_round_trip(self, path, clusters, suffix):
        clustering = Clustering.from_clusters(clusters)
        target = path.with_name(f"out.{suffix}")
        accord.write(clustering, target)
        assert accord.read(target) == clustering

    @given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1), min_size=1, max_size=4))
    def test_integers_of_64_bits_round_trip(self, path, clusters):
        clustering = Clustering.from_clusters(clusters)
        accord.write(clustering, path)
        assert accord.read(path) == clustering

    @pytest.mark.filterwarnings("ignore:.*one cluster; use noise=")
    @given(st.dictionaries(label, st.sets(label, min_size=1), min_size=1, max_size=4))
    def test_texts_and_names_round_trip(self, path, clusters):
        clustering = Clustering.from_clusters(clusters)
        accord.write(clustering, path)
        assert accord.read(path, ids="text", noise=False) == clustering  # whose name may be NA

    @given(strategies.fuzzy(), st.sampled_from(SUFFIXES))
    def test_shares_round_trip_exactly(self, path, clusters, suffix):
        clustering = Clustering.from_clusters(clusters)
        target = path.with_name(f"fuzzy.{suffix}")
        accord.write(clustering, target)
        assert accord.read(target) == clustering

    @given(st.dictionaries(label, strategies.shares(), min_size=1))
    def test_shares_of_texts_with_colons_round_trip(self, path, cluster):
        clustering = Clustering.from_clusters([cluster])
        accord.write(clustering, path)
        assert accord.read(path, ids="text") == clustering

    @settings(max_examples=50)
    @given(st.dictionaries(label, st.sets(label, min_size=1), min_size=1, max_size=3))
    def test_reference_parser_reads_what_is_written(self, path, clusters):
        accord.write(Clustering.from_clusters(clusters), path)
        parsed = reference(path.read_bytes(), ids="text")
        assert [set(cluster) for cluster in parsed.clusters] == list(clusters.values())
        assert parsed.names == list(clusters)

    def test_header_describes_the_content(self, path):
        accord.write(Clustering.from_clusters({"a": {1: 0.5, 2: 1}, "b": {2: 1}}), path)
        first, *rest = path.read_text().splitlines()
        assert first == "# Clusters: 2, Nodes: 2, Fuzzy: 1, Numbered: 1"
        assert rest == ["a> 1:0.5 2:1", "b> 2:1"]

    @pytest.mark.parametrize(
        ("suffix", "magic"), [("gz", b"\x1f\x8b"), ("zst", b"\x28\xb5\x2f\xfd"), ("cnl", b"# Clu")]
    )
    def test_suffix_determines_the_compression(self, tmp_path, suffix, magic):
        accord.write(Clustering.from_clusters([[1, 2]]), tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_bytes().startswith(magic)

    def test_compressed_file_does_not_contain_the_time(self, tmp_path):
        clustering = Clustering.from_clusters([[1, 2]])
        accord.write(clustering, tmp_path / "a.gz")
        accord.write(clustering, tmp_path / "b.gz")
        assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()

    @pytest.mark.parametrize(
        "clusters",
        [
            [["a b"]],
            [["a", ""]],
            [["a\n"]],
            [["x\ty"]],
            [["#a"]],
            [["a>b"]],
            [["a\x00"]],
            [[("a", 1)]],
            {"my name": ["a"]},
            {"": ["a"]},
            {"#c": ["a"]},
            {"a>b": ["a"]},
            {"a\r": ["a"]},
        ],
    )
    def test_label_that_would_be_misread_is_an_error(self, tmp_path, clusters):
        with pytest.raises(InputError):
            accord.write(Clustering.from_clusters(clusters), tmp_path / "a.cnl")
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("labels", [["1", "x"], ["1", "2"]])
    def test_texts_that_look_like_integers_round_trip_with_ids_text(self, path, labels):
        clustering = Clustering.from_clusters([labels])
        accord.write(clustering, path)
        assert accord.read(path, ids="text") == clustering

    def test_labels_with_singleton_noise_can_be_written(self, path):
        clustering = Clustering.from_labels([0, 0, -1, -1], noise=-1, noise_policy="alone")
        accord.write(clustering, path)
        assert list(accord.read(path).clusters()) == [[0, 1], [2], [3]]

    def test_weights_and_nodes_in_no_cluster_are_refused(self, path):
        with pytest.raises(InputError, match="weight"):
            accord.write(Clustering.from_clusters([[1]], weights={1: 2}), path)
        with pytest.raises(InputError, match="no cluster"):
            accord.write(Clustering.from_clusters([[1]], nodes=[2]), path)

    def test_failure_keeps_the_old_file_and_creates_nothing(self, tmp_path, monkeypatch):
        target = tmp_path / "a.cnl"
        target.write_text("old")

        def half(out, *_, **__):
            out.write(b"1 2\n")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(cluster_lists, "write_rows", half)
        with pytest.raises(FileError) as caught:
            accord.write(Clustering.from_clusters([[1, 2], [3]]), target)
        assert caught.value.errno == errno.ENOSPC
        assert target.read_text() == "old"
        assert os.listdir(tmp_path) == ["a.cnl"]

    @pytest.mark.parametrize("suffix", ["gz", "zst", "xz", "bz2"])
    def test_interrupted_compression_creates_nothing(self, tmp_path, monkeypatch, suffix):
        def half(out, *_, **__):
            out.write(b"1 2\n")
            raise KeyboardInterrupt

        monkeypatch.setattr(cluster_lists, "write_rows", half)
        with pytest.raises(KeyboardInterrupt):
            accord.write(Clustering.from_clusters([[1, 2], [3]]), tmp_path / f"a.{suffix}")
        assert os.listdir(tmp_path) == []

    def test_missing_folder_is_an_error_that_names_the_file(self, tmp_path):
        target = tmp_path / "nowhere" / "a.cnl"
        with pytest.raises(FileError) as caught:
            accord.write(Clustering.from_clusters([[1]]), target)
        assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(target))

    def test_existing_folder_is_an_error_and_kept(self, tmp_path):
        target = tmp_path / "a"
        target.mkdir()
        with pytest.raises(FileError):
            accord.write(Clustering.from_clusters([[1]]), target)
        assert os.listdir(tmp_path) == ["a"]

    def test_file_has_default_permissions(self, tmp_path):
        (tmp_path / "other").write_text("")
        accord.write(Clustering.from_clusters([[1]]), tmp_path / "a.cnl")
        modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "a.cnl")]
        assert modes[0] == modes[1]

    def test_time_is_linear_in_the_number_of_shares(self, path):
        clusters = [{3 * i: 0.5, 3 * i + 1: 0.25, 3 * i + 2: 1.0} for i in range(10_000)]
        clustering = Clustering.from_clusters(clusters)
        start = time.process_time()
        accord.write(clustering, path)
        assert (
            time.process_time() - start < 1
        )  # below 0.1 where it does, 2 where it grows with the square

    def test_every_clustering_that_is_read_can_be_written(self, path):
        clustering = read_text(path, "a\u00a0b\u200bc\u00adé a~b\n")
        accord.write(clustering, path)
        assert accord.read(path) == clustering


@pytest.mark.parametrize("clusters", [[["1", "x"], ["y", "2"]], [["1", "2"]], [["007", "7"]]])
def test_texts_that_look_like_integers_round_trip_as_texts(path, clusters):
    clustering = Clustering.from_clusters(clusters)
    accord.write(clustering, path)
    assert accord.read(path) == clustering


def test_existing_file_keeps_its_mode(path):
    path.write_text("old")
    path.chmod(0o600)
    accord.write(Clustering.from_clusters([[1]]), path)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.fixture(params=[0o002, 0o022, 0o077])
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode_of(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestModes:
    """New files and folders have the permissions that the umask leaves, as other new ones have."""

    def test_file_follows_the_umask(self, tmp_path, umask):
        accord.write(Clustering.from_clusters([[1]]), tmp_path / "a.cnl")
        assert mode_of(tmp_path / "a.cnl") == 0o666 & ~umask

    def test_folder_and_its_files_follow_the_umask(self, tmp_path, umask):
        accord.write(Clustering.from_clusters([[1]]), f"{tmp_path / 'levels'}/")
        assert mode_of(tmp_path / "levels") == 0o777 & ~umask
        assert {mode_of(file) for file in (tmp_path / "levels").iterdir()} == {0o666 & ~umask}

    def test_store_files_follow_the_umask(self, tmp_path, umask):
        name = ClusteringFiles(tmp_path / "clusterings").put(Clustering.from_clusters([[1, 2]]))
        NetworkFiles(tmp_path / "networks").put("0" * 64, Network.from_edges([(1, 2)]))
        kept = list(tmp_path.rglob("*"))
        assert any(path.name == name for path in kept)
        assert {mode_of(path) for path in kept if path.is_file()} == {0o666 & ~umask}
        assert {mode_of(path) for path in kept if path.is_dir()} == {0o777 & ~umask}


def test_only_clusterings_are_written(path):
    path.write_text("old")
    with pytest.raises(InputError, match="from_clusters"):
        accord.write([[1, 2]], path)
    assert path.read_text() == "old"
