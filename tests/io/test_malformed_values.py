"""Shares, weights and memberships of files that are wrong, or given twice."""

import pytest
from cluster_list_files import error_of, read_text
from contents import shares
from format_cases import FORMATS, file_name

from accord._io.clusterings.formats import CLUSTERING_FORMATS

TEXT_FORMATS = [name for name in FORMATS if name not in ("parquet", "arrow")]


#: A file with a share to fill in, and its place.
WITH_SHARE = {
    "cnl": ("# Fuzzy: 1\n1:0.5 2:0.5\n3:0.5 4:{}\n", (3, 7)),
    "csv": ("node,cluster,share\n1,a,0.5\n2,a,{}\n", (3, 5)),
    "tsv": ("node\tcluster\tshare\n1\ta\t0.5\n2\ta\t{}\n", (3, 5)),
    "pairs": ("1 a 0.5\n2 a {}\n", (2, 5)),
    "json": (
        '[{{"node": 1, "cluster": "a", "share": 0.5}}, {{"node": 2, "cluster": "a", "share": {}}}]',
        (None, None),
    ),
}


def test_every_text_format_with_shares_is_tested():
    assert set(WITH_SHARE) == {
        name for name in TEXT_FORMATS if "shares" in CLUSTERING_FORMATS[name].holds
    }


@pytest.mark.parametrize("format", WITH_SHARE)
class TestShares:
    @pytest.mark.parametrize(
        "share",
        ["0", "0.0", "-1", "-0.5", "1.5", "1.0000000000000002", "2", "1e400", "1e-320", "1e-101"],
    )
    def test_share_out_of_range_is_an_error_with_its_location(self, tmp_path, format, share):
        text, place = WITH_SHARE[format]
        error = error_of(tmp_path / file_name(format), text.format(share))
        assert (error.line, error.column) == place
        assert "share" in str(error)

    @pytest.mark.parametrize(
        "share", ["nan", "inf", "-inf", "NaN", "Infinity", "x", "0.5x", "0x1p-1", "--1", "½", "٠.٥"]
    )
    def test_non_numeric_share_is_an_error_with_its_location(self, tmp_path, format, share):
        text, place = WITH_SHARE[format]
        if format == "json" and share in "NaN Infinity":
            text = text.replace("{}", '"{}"')
        error = error_of(tmp_path / file_name(format), text.format(share))
        assert (error.line, error.column) == place or format == "json"

    def test_valid_shares_are_read_exactly(self, tmp_path, format):
        text, _ = WITH_SHARE[format]
        for share in ("1", "1.0", "0.1", "1e-100", "0.30000000000000004", "1E-2", "5e-05"):
            clustering = read_text(tmp_path / file_name(format), text.format(share))
            assert list(shares(clustering)[-1].values()) == [0.5, float(share)]


@pytest.mark.parametrize(
    ("format", "text", "place"),
    [
        ("cnl", "# Fuzzy: 1\n9:1\n1:0.5 2:1 1:0.25\n", (3, 1)),
        ("csv", "node,cluster,share\n1,a,0.5\n2,a,1\n1,b,0.1\n1,a,0.25\n", (5, 1)),
        ("csv", "node,cluster,share,level\n1,a,0.5,x\n1,a,0.25,y\n1,a,0.75,x\n", (4, 1)),
        ("tsv", "node\tcluster\tshare\n1\ta\t0.5\n1\ta\t\n", (3, 1)),
        ("pairs", "1 a 0.5\n\n# c\n1 a 0.25\n", (4, 1)),
        (
            "json",
            '[{"node": 1, "cluster": 2, "share": 0.5}, {"node": 1, "cluster": 2, "share": 0.25}]',
            (None, None),
        ),
    ],
)
def test_conflicting_shares_are_an_error_at_the_second(tmp_path, format, text, place):
    error = error_of(tmp_path / file_name(format), text)
    assert (error.line, error.column) == place
    assert "twice" in str(error)


@pytest.mark.parametrize(
    ("format", "text", "repeated"),
    [
        ("cnl", "1 2 1 1\n3\n", 2),
        ("cnl", "# Fuzzy: 1\n1:0.5 2 1:0.5\n", 1),
        ("snap", "1\t2\t2\n", 1),
        ("lfr", "1\t1 1\n2\t1\n", 1),
        ("lfr", "1\t1\n2\t1\n1\t1\n", 1),
        ("csv", "node,cluster\n1,a\n2,a\n1,a\n1,a\n", 2),
        ("csv", "node,cluster,share\n1,a,0.5\n1,a,.5\n", 1),
        ("csv", "node,cluster,level\n1,a,x\n1,a,y\n1,a,x\n", 1),
        ("tsv", "node\tcluster\n1\ta\n1\ta\n", 1),
        ("pairs", "1 a\n2 a\n1 a\n", 1),
        ("infomap", '1:1 0.5 "a" 1\n1:2 0.5 "a" 1\n', 1),
        ("infomap_clu", "1 1 0.5\n1 1 0.5\n", 1),
        ("json", '[["a", "b", "a"]]', 1),
        ("json", '[{"node": 1, "cluster": 2}, {"node": 1, "cluster": 2}]', 1),
    ],
)
def test_membership_given_twice_counts_once_and_is_reported(tmp_path, format, text, repeated):
    clustering = read_text(tmp_path / file_name(format), text)
    assert clustering.repeated == repeated
    assert all(len(cluster) == len(set(cluster)) for cluster in clustering.clusters())
    assert clustering.facts()["repeated_memberships"] == repeated


@pytest.mark.parametrize("format", ["csv", "tsv"])
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["1,a,0"], "positive"),
        (["1,a,-1"], "positive"),
        (["1,a,nan"], "weight"),
        (["1,a,inf"], "weight"),
        (["1,a,"], "weight"),
        (["1,a,x"], "number"),
        (["1,a,1", "1,b,2"], "weights"),
    ],
)
def test_invalid_weight_is_an_error(tmp_path, format, rows, words):
    text = "\n".join(["node,cluster,weight", "7,a,2", *rows, ""])
    error = error_of(
        tmp_path / file_name(format), text if format == "csv" else text.replace(",", "\t")
    )
    assert words in str(error)
