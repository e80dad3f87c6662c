"""Levels in files: several files, folders, tables with a level column, trees."""

import os
import stat
from dataclasses import replace

import pytest
from cluster_list_files import read_text
from contents import named, sets
from format_cases import WRITABLE_FORMATS, content_of

import accord
from accord import AccordError, AccordWarning, Clustering, FileError, FormatError, InputError
from accord._io.clusterings.formats import CLUSTERING_FORMATS


def level_sets(clustering: Clustering) -> dict:
    return {name: sets(level) for name, level in clustering.levels().items()}


@pytest.fixture
def two_files(tmp_path):
    (tmp_path / "coarse.cnl").write_text("1 2 3 4\n")
    (tmp_path / "fine.cnl").write_text("1 2\n3 4\n")
    return [tmp_path / "coarse.cnl", tmp_path / "fine.cnl"]


THREE = Clustering.from_levels(
    {
        "coarse": Clustering.from_clusters([[1, 2, 3, 4]]),
        "mid": Clustering.from_clusters([[1, 2], [3, 4]]),
        "fine": Clustering.from_clusters([[1], [2], [3, 4]]),
    }
)


class TestSeveralFiles:
    def test_levels_are_named_after_the_files_in_the_given_order(self, two_files):
        assert level_sets(accord.read(two_files)) == {
            "coarse": [{1, 2, 3, 4}],
            "fine": [{1, 2}, {3, 4}],
        }
        assert accord.read(two_files[::-1]).level_names == ("fine", "coarse")

    def test_any_sequence_of_paths_or_strings_is_accepted(self, two_files):
        assert accord.read(tuple(map(str, two_files))) == accord.read(two_files)

    def test_list_of_one_file_is_one_level(self, two_files):
        assert accord.read(two_files[:1]).level_names == ("coarse",)

    def test_formats_and_compression_may_differ(self, tmp_path):
        accord.write(Clustering.from_clusters({"x": [1, 2], "y": [3]}), tmp_path / "a.csv.gz")
        accord.write(Clustering.from_clusters([[1], [2, 3]]), tmp_path / "b.json")
        clustering = accord.read([tmp_path / "a.csv.gz", tmp_path / "b.json"])
        assert level_sets(clustering) == {"a": [{1, 2}, {3}], "b": [{1}, {2, 3}]}
        assert named(clustering.levels()["a"]) == {"x": {1, 2}, "y": {3}}

    def test_nodes_are_the_union_over_levels(self, tmp_path):
        (tmp_path / "a.cnl").write_text("1 2\n")
        (tmp_path / "b.cnl").write_text("7 2\n")
        clustering = accord.read([tmp_path / "a.cnl", tmp_path / "b.cnl"])
        assert clustering.nodes() == [1, 2, 7]
        assert level_sets(clustering) == {"a": [{1, 2}], "b": [{2, 7}]}
        assert all(level.n_nodes == 3 for level in clustering.levels().values())

    def test_equal_file_names_get_distinct_level_names(self, tmp_path):
        for folder in "xy":
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "a.cnl").write_text("1 2\n")
        paths = [tmp_path / "x" / "a.cnl", tmp_path / "y" / "a.cnl"]
        assert accord.read(paths).level_names == tuple(map(str, paths))
        (tmp_path / "x" / "a.csv").write_text("node,cluster\n1,2\n")
        assert accord.read([tmp_path / "x" / "a.cnl", tmp_path / "x" / "a.csv"]).level_names == (
            "a.cnl",
            "a.csv",
        )

    def test_repeated_file_is_an_error(self, two_files):
        with pytest.raises(InputError, match="twice"):
            accord.read([two_files[0], two_files[0]])

    def test_empty_list_is_an_error(self):
        with pytest.raises(InputError, match="no files"):
            accord.read([])

    def test_error_in_a_file_has_its_name_and_location(self, two_files):
        two_files[1].write_text("1 2\n3 x\n")
        with pytest.raises(FormatError) as caught:
            accord.read(two_files)
        assert (caught.value.path, caught.value.line, caught.value.column) == (
            str(two_files[1]),
            2,
            3,
        )

    def test_missing_file_is_an_error_that_names_it(self, two_files, tmp_path):
        with pytest.raises(FileError) as caught:
            accord.read([*two_files, tmp_path / "none.cnl"])
        assert caught.value.filename == str(tmp_path / "none.cnl")

    def test_nested_levels_are_an_error(self, two_files, tmp_path):
        (tmp_path / "deep.csv").write_text("node,cluster,level\n1,a,x\n1,b,y\n")
        with pytest.raises(FormatError, match="levels") as caught:
            accord.read([*two_files, tmp_path / "deep.csv"])
        assert caught.value.path == str(tmp_path / "deep.csv")

    def test_mixed_integer_and_text_ids_are_an_error(self, two_files, tmp_path):
        (tmp_path / "texts.cnl").write_text("a b\n")
        with pytest.raises(InputError):
            accord.read([*two_files, tmp_path / "texts.cnl"])
        assert accord.read([*two_files, tmp_path / "texts.cnl"], ids="text").n_nodes == 6

    def test_options_apply_to_all_files(self, tmp_path):
        for name in ("a", "b"):
            (tmp_path / name).write_text("1:0.5 2:1\n")
        clustering = accord.read([tmp_path / "a", tmp_path / "b"], format="cnl", shares=True)
        assert clustering.is_fuzzy
        assert level_sets(clustering) == {"a": [{1, 2}], "b": [{1, 2}]}

    def test_repeated_memberships_are_counted_over_all_files(self, tmp_path):
        (tmp_path / "a.cnl").write_text("1 1 2\n")
        (tmp_path / "b.cnl").write_text("1 2 2 2\n")
        assert accord.read([tmp_path / "a.cnl", tmp_path / "b.cnl"]).repeated == 3


class TestFolder:
    def test_numbers_in_names_are_sorted_numerically(self, tmp_path):
        for number in (10, 2, 1, 33):
            (tmp_path / f"level{number}.cnl").write_text("1 2\n")
        assert accord.read(tmp_path).level_names == ("level1", "level2", "level10", "level33")

    @pytest.mark.parametrize(
        ("names", "order"),
        [
            (["b2a10.cnl", "b2a9.cnl", "b10a1.cnl"], ["b2a9", "b2a10", "b10a1"]),
            (["10.cnl", "9.cnl", "a.cnl"], ["9", "10", "a"]),
            (["01.cnl", "2.cnl", "003.cnl"], ["01", "2", "003"]),
            (["x²1.cnl", "x1.cnl"], ["x1", "x²1"]),  # a digit to Python, and no number
        ],
    )
    def test_any_names_can_be_ordered(self, tmp_path, names, order):
        for name in names:
            (tmp_path / name).write_text("1 2\n")
        assert sorted(accord.read(tmp_path).level_names) == sorted(order)
        assert accord.read(tmp_path).level_names == tuple(order) or "²" in str(names)

    def test_hidden_files_and_folders_are_ignored(self, tmp_path):
        (tmp_path / "a.cnl").write_text("1 2\n")
        (tmp_path / ".hidden.cnl").write_text("not a clustering \0")
        (tmp_path / ".DS_Store").write_bytes(b"\0\1")
        (tmp_path / "folder").mkdir()
        assert accord.read(tmp_path).level_names == ("a",)

    def test_folder_with_only_hidden_files_is_an_error(self, tmp_path):
        (tmp_path / ".a.cnl").write_text("1 2\n")
        with pytest.raises(InputError, match="no files"):
            accord.read(tmp_path)

    def test_trailing_slash_is_ignored(self, tmp_path, two_files):
        assert accord.read(f"{tmp_path}/") == accord.read(tmp_path)

    def test_malformed_file_is_named(self, tmp_path, two_files):
        two_files[0].write_bytes(b"")
        with pytest.raises(FormatError) as caught:
            accord.read(tmp_path)
        assert caught.value.path == str(two_files[0])

    def test_format_applies_to_all_files(self, tmp_path):
        (tmp_path / "a").write_text("1 2\n3 4\n")
        (tmp_path / "b").write_text("1 2\n3 2\n")
        assert level_sets(accord.read(tmp_path, format="pairs")) == {"a": [{1}, {3}], "b": [{1, 3}]}


class TestTables:
    def test_level_column_makes_levels(self, tmp_path):
        text = "level,cluster,node\ncoarse,a,1\ncoarse,a,2\nfine,a,1\nfine,b,2\n"
        clustering = read_text(tmp_path / "a.csv", text)
        assert clustering.level_names == ("coarse", "fine")
        assert {name: named(level) for name, level in clustering.levels().items()} == {
            "coarse": {"a": {1, 2}},
            "fine": {"a": {1}, "b": {2}},
        }

    def test_numeric_levels_are_sorted_numbers(self, tmp_path):
        clustering = read_text(tmp_path / "a.csv", "node,cluster,level\n1,a,10\n1,b,9\n")
        assert clustering.level_names == (9, 10)

    def test_level_column_may_be_called_resolution_or_be_chosen(self, tmp_path):
        text = "node,cluster,resolution\n1,a,x\n1,b,y\n"
        with pytest.warns(AccordWarning, match="column 'resolution' is read as levels"):
            assert read_text(tmp_path / "a.csv", text).level_names == ("x", "y")
        text = "v,c,s,l\n1,a,0.5,x\n1,b,0.5,y\n"
        for columns in (["v", "c", "s", "l"], ["1", "2", "3", "4"]):
            if columns[0] == "1":
                text = text.partition("\n")[2]
            clustering = read_text(tmp_path / "a.csv", text, columns=columns)
            assert (clustering.level_names, clustering.is_fuzzy) == (("x", "y"), True)

    def test_rows_of_levels_may_be_interleaved(self, tmp_path):
        clustering = read_text(
            tmp_path / "a.csv", "node,cluster,level\n1,a,x\n1,a,y\n2,a,x\n2,b,y\n"
        )
        assert level_sets(clustering) == {"x": [{1, 2}], "y": [{1}, {2}]}

    def test_row_without_level_is_an_error(self, tmp_path):
        with pytest.raises(FormatError, match="level"):
            read_text(tmp_path / "a.csv", "node,cluster,level\n1,a,x\n1,b,\n")

    def test_node_in_no_cluster_needs_no_level(self, tmp_path):
        clustering = read_text(tmp_path / "a.csv", "node,cluster,level\n1,a,x\n2,,\n")
        assert clustering.nodes() == [1, 2]
        assert clustering.level_names == ("x",)

    def test_json_may_have_levels(self, tmp_path):
        text = '[{"node": 1, "cluster": "a", "level": 2}, {"node": 1, "cluster": "a", "level": 1}]'
        assert read_text(tmp_path / "a.json", text).level_names == (1, 2)


class TestTrees:
    def test_depths_are_levels(self, tmp_path):
        text = '1:1:1 .1 "a" 1\n1:1:2 .1 "b" 2\n1:2:1 .1 "c" 3\n2:1:1 .1 "d" 4\n'
        clustering = read_text(tmp_path / "a.tree", text)
        assert {name: named(level) for name, level in clustering.levels().items()} == {
            1: {"1": {"a", "b", "c"}, "2": {"d"}},
            2: {"1:1": {"a", "b"}, "1:2": {"c"}, "2:1": {"d"}},
        }

    def test_shallow_node_stays_in_its_deepest_module(self, tmp_path):
        clustering = read_text(tmp_path / "a.tree", '1:1:1 .1 "a" 1\n1:2 .1 "b" 2\n2:1 .1 "c" 3\n')
        assert {name: named(level) for name, level in clustering.levels().items()} == {
            1: {"1": {"a", "b"}, "2": {"c"}},
            2: {"1:1": {"a"}, "1": {"b"}, "2": {"c"}},
        }

    def test_tree_of_one_depth_has_no_levels(self, tmp_path):
        clustering = read_text(tmp_path / "a.tree", '1:1 .1 "a" 1\n2:1 .1 "b" 2\n')
        assert clustering.level_names == ()

    @pytest.mark.parametrize(
        "levels",
        [
            [[[1, 2], [3]], [[1], [2, 3]]],  # not nested
            [[[1, 2]], [[1], [2], [3]]],  # a node in no cluster of the first
            [[[1, 2, 3]], [[1, 2], [2, 3]]],  # overlapping
        ],
    )
    def test_levels_that_are_not_a_tree_are_refused(self, tmp_path, levels):
        clustering = Clustering.from_levels([Clustering.from_clusters(level) for level in levels])
        with pytest.raises(InputError):
            accord.write(clustering, tmp_path / "a.tree")
        assert os.listdir(tmp_path) == []


class TestWritingFolders:
    def test_folder_has_a_file_for_each_level(self, tmp_path):
        accord.write(THREE, f"{tmp_path}/out/")
        assert sorted(os.listdir(tmp_path / "out")) == ["coarse.cnl", "fine.cnl", "mid.cnl"]
        assert sets(accord.read(tmp_path / "out" / "fine.cnl")) == [{1}, {2}, {3, 4}]
        assert content_of(accord.read(tmp_path / "out")) == content_of(
            accord.read(f"{tmp_path}/out/")
        )

    @pytest.mark.parametrize(
        "format", [name for name in WRITABLE_FORMATS if name not in ("labels", "conll")]
    )
    def test_levels_round_trip_in_any_format(self, tmp_path, format):
        levels = {
            f"level{number}": level for number, level in enumerate(THREE.levels().values(), 1)
        }
        clustering = Clustering.from_levels(levels)
        accord.write(clustering, f"{tmp_path}/out/", format=format)
        back = accord.read(tmp_path / "out", format=format)
        assert back.level_names == clustering.level_names
        assert {name: sets(level) for name, level in back.levels().items()} == level_sets(
            clustering
        )
        suffixes = CLUSTERING_FORMATS[format].suffixes
        assert all(name.endswith(suffixes or ".txt") for name in os.listdir(tmp_path / "out"))

    def test_clustering_without_levels_is_written_as_one_file(self, tmp_path):
        accord.write(Clustering.from_clusters([[1, 2]]), f"{tmp_path}/out/", format="json")
        (file,) = os.listdir(tmp_path / "out")
        assert sets(accord.read(tmp_path / "out" / file)) == [{1, 2}]

    def test_level_names_that_are_not_file_names_are_changed_and_stay_distinct(self, tmp_path):
        coarse, fine = Clustering.from_clusters([[1, 2]]), Clustering.from_clusters([[1], [2]])
        for number, names in enumerate(
            [("a/b", "a:b"), ("../x", "y"), (" ", "\n"), ("ä", "ö"), (1, "1"), ("a", "A")]
        ):
            accord.write(
                Clustering.from_levels(dict(zip(names, (coarse, fine), strict=True))),
                f"{tmp_path}/{number}/",
            )
            assert len(os.listdir(tmp_path / str(number))) == 2
            assert sorted(map(str, level_sets(accord.read(tmp_path / str(number))).values())) == [
                "[{1, 2}]",
                "[{1}, {2}]",
            ]
        assert sorted(os.listdir(tmp_path)) == list("012345")

    @pytest.mark.parametrize("names", [("", "b"), (".", ".."), (".hidden", "b"), ("a" * 300, "b")])
    def test_level_names_never_make_hidden_files(self, tmp_path, names):
        coarse, fine = Clustering.from_clusters([[1, 2]]), Clustering.from_clusters([[1], [2]])
        clustering = Clustering.from_levels(dict(zip(names, (coarse, fine), strict=True)))
        try:
            accord.write(clustering, f"{tmp_path}/out/")
        except AccordError:
            assert os.listdir(tmp_path) == []
        else:
            assert len(level_sets(accord.read(tmp_path / "out"))) == 2

    def test_empty_folder_is_used(self, tmp_path):
        (tmp_path / "out").mkdir()
        accord.write(THREE, f"{tmp_path}/out/")
        assert len(os.listdir(tmp_path / "out")) == 3

    def test_folder_with_files_is_refused_and_kept(self, tmp_path):
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "mine.txt").write_text("mine")
        with pytest.raises(InputError, match="files in this folder already"):
            accord.write(THREE, f"{tmp_path}/out/")
        assert os.listdir(tmp_path) == ["out"]
        assert (tmp_path / "out" / "mine.txt").read_text() == "mine"
        assert os.listdir(tmp_path / "out") == ["mine.txt"]

    def test_existing_file_is_an_error_and_kept(self, tmp_path):
        (tmp_path / "out").write_text("mine")
        with pytest.raises(AccordError):
            accord.write(THREE, f"{tmp_path}/out/")
        assert (tmp_path / "out").read_text() == "mine"
        assert os.listdir(tmp_path) == ["out"]

    def test_missing_parent_folder_is_an_error_that_names_it(self, tmp_path):
        with pytest.raises(FileError) as caught:
            accord.write(THREE, f"{tmp_path}/nowhere/out/")
        assert caught.value.filename == f"{tmp_path}/nowhere/out/"

    def test_level_that_the_format_cannot_hold_creates_nothing(self, tmp_path):
        levels = Clustering.from_levels(
            {"a": Clustering.from_clusters([[1, 2]]), "b": Clustering.from_clusters([[1, 2], [2]])}
        )
        with pytest.raises(InputError, match="several clusters"):
            accord.write(levels, f"{tmp_path}/out/", format="metis")
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize(
        "failure", [KeyboardInterrupt, OSError(28, "No space left on device"), MemoryError]
    )
    def test_failure_leaves_no_partial_folder(self, tmp_path, monkeypatch, failure):
        calls, cnl = [], CLUSTERING_FORMATS["cnl"]

        def fail_at_the_second(clustering, out):
            calls.append(os.listdir(tmp_path))
            if len(calls) == 2:
                out.write(b"1 2")
                raise failure
            cnl.write(clustering, out)

        monkeypatch.setitem(CLUSTERING_FORMATS, "cnl", replace(cnl, write=fail_at_the_second))
        with pytest.raises((KeyboardInterrupt, FileError, MemoryError)):
            accord.write(THREE, f"{tmp_path}/out/")
        assert len(calls) == 2
        assert all("out" not in names for names in calls)  # nothing is seen before all is there
        assert os.listdir(tmp_path) == []

    def test_folder_has_default_permissions(self, tmp_path):
        (tmp_path / "other").mkdir()
        accord.write(THREE, f"{tmp_path}/out/")
        modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "out")]
        assert modes[0] == modes[1]

    def test_nodes_missing_on_a_level_are_kept_or_refused(self, tmp_path):
        """A level is on the nodes of the whole; those it leaves out are in none of its clusters."""
        levels = {"a": Clustering.from_clusters([[1, 2]]), "b": Clustering.from_clusters([[2, 3]])}
        clustering = Clustering.from_levels(levels)
        for format in ("cnl", "csv", "json", "lfr"):
            try:
                accord.write(clustering, f"{tmp_path}/{format}/", format=format)
            except InputError:
                assert not (tmp_path / format).exists()
            else:
                assert content_of(accord.read(tmp_path / format)) == content_of(clustering)
