"""Files as other programs write them: gene sets, communities, complexes, clusters of sequences."""

import pytest
from cluster_list_files import error_of, read_text
from contents import named, sets
from format_cases import VALID_FILES, WRITABLE_FORMATS, file_name

import accord
from accord import AccordWarning, InputError
from accord._io.clusterings.formats import CLUSTERING_FORMATS

#: As MSigDB publishes gene sets.
GMT_TRUTH = (
    "HALLMARK_APOPTOSIS\thttps://www.gsea-msigdb.org/x\tCASP3\tCASP9\tBAX\tTP53\n"
    "HALLMARK_HYPOXIA\thttps://www.gsea-msigdb.org/y\tVEGFA\tPGK1\tTP53\t\n"
)
GMT_FOUND = "M1\tna\tCASP3\tCASP9\tBAX\nM2\tna\tVEGFA\tPGK1\tTP53\n"


def gaf_row(gene: str, qualifier: str, term: str) -> str:
    fields = ["UniProtKB", f"P{gene}", f"SYM{gene}", qualifier, term, "PMID:1", "IDA", "", "P"]
    return "\t".join([*fields, "name", "", "protein", "taxon:9606", "20240101", "UniProt", "", ""])


GAF = "\n".join(
    [
        "!gaf-version: 2.2",
        "!generated-by: GOC",
        gaf_row("1", "involved_in", "GO:1"),
        gaf_row("1", "NOT|enables", "GO:2"),
        gaf_row("2", "enables", "GO:2"),
        gaf_row("2", "involved_in", "GO:1"),
        "",
    ]
)
#: As mcl writes without --abc; long columns go on in the next line.
MCL_MATRIX = """# cline: mcl x.mci -I 2.0
(mclheader
mcltype matrix
dimensions 6x2
)
(mclmatrix
begin
0       0 1 2
        4 $
1       3:1 5:0.5 $
)
"""
OSLOM = "#module 0 size: 3 bs: 5.69337e-101\n7 10 13 \n#module 1 size: 2 bs: 0.05\n13 17 \n"
CFINDER = "# The communities are listed below\n# k=3\n\n0: ann bob eve \n1: eve joe kim \n"
CLUSTER_ONE = (
    "Cluster,Size,Density,Internal weight,External weight,Quality,P-value,Members\n"
    '1,3,1.000,3.000,1.000,0.750,2.5E-4,"YAL001C YBR123C YDR362C"\n'
    '2,2,1.000,1.000,2.000,0.333,0.12,"YDR362C YGR047C"\n'
)
CD_HIT = (
    ">Cluster 0\n0\t2799aa, >PF04998.6|RPOC2_CHLRE/275-3073... *\n"
    ">Cluster 1\n0\t2214aa, >PF06317.1|Q6Y625_9VIRU/1-2214... at 80%\n"
    "1\t2217aa, >PF06317.1|O09705_9VIRU/1-2217... *\n"
)
UC = (
    "# usearch\nS\t0\t235\t*\t*\t*\t*\t*\tseq1;size=3\t*\n"
    "H\t0\t232\t99.1\t+\t0\t0\t=\tseq2\tseq1;size=3\nS\t1\t239\t*\t*\t*\t*\t*\tseq3\t*\n"
    "N\t*\t200\t*\t*\t*\t*\t*\tseq4\t*\n"
    "C\t0\t2\t99.1\t*\t*\t*\t*\tseq1;size=3\t*\nC\t1\t1\t*\t*\t*\t*\t*\tseq3\t*\n"
)
MOTHUR = "unique\t3\tU1\tU2\tU3\n0.03\t2\tU1,U3\tU2\n"

REAL_FILES = {
    "gmt": (GMT_TRUTH, [{"CASP3", "CASP9", "BAX", "TP53"}, {"VEGFA", "PGK1", "TP53"}]),
    "mcl_matrix": (MCL_MATRIX, [{0, 1, 2, 4}, {3, 5}]),
    "oslom": (OSLOM, [{7, 10, 13}, {13, 17}]),
    "cfinder": (CFINDER, [{"ann", "bob", "eve"}, {"eve", "joe", "kim"}]),
    "clusterone": (CLUSTER_ONE, [{"YAL001C", "YBR123C", "YDR362C"}, {"YDR362C", "YGR047C"}]),
    "cdhit": (
        CD_HIT,
        [
            {"PF04998.6|RPOC2_CHLRE/275-3073"},
            {"PF06317.1|Q6Y625_9VIRU/1-2214", "PF06317.1|O09705_9VIRU/1-2217"},
        ],
    ),
    "uclust": (UC, [{"seq1;size=3", "seq2"}, {"seq3"}]),
    "mmseqs": ("Q1\tQ1\nQ1\tQ2\nQ5\tQ5\nQ5\tQ3\n", [{"Q1", "Q2"}, {"Q5", "Q3"}]),
    "mothur_list": ("label\tnumOtus\tOtu1\tOtu2\n0.03\t2\tU1,U3\tU2\n", [{"U1", "U3"}, {"U2"}]),
}


@pytest.mark.parametrize("format", REAL_FILES)
@pytest.mark.parametrize("by_name", [True, False])
def test_file_of_a_program_is_recognised_by_its_name_or_its_content(tmp_path, format, by_name):
    text, expected = REAL_FILES[format]
    path = tmp_path / (file_name(format) if by_name else "result.txt")
    assert sorted(map(sorted, sets(read_text(path, text)))) == sorted(map(sorted, expected))


@pytest.mark.parametrize("name", ["a.gaf", "gene_association.sgd.gz", "a.txt"])
def test_annotations_are_read_without_negated_ones(tmp_path, name):
    with pytest.warns(AccordWarning, match="1 row with the qualifier NOT left out"):
        clustering = read_text(tmp_path / name, GAF)
    assert named(clustering) == {"GO:1": {"P1", "P2"}, "GO:2": {"P2"}}


@pytest.mark.filterwarnings("ignore:.*qualifier NOT")
@pytest.mark.parametrize("columns", [("db_object_symbol", "go_id"), (3, 5)])
def test_annotations_of_symbols(tmp_path, columns):
    clustering = read_text(tmp_path / "a.gaf", GAF, columns=columns)
    assert named(clustering) == {"GO:1": {"SYM1", "SYM2"}, "GO:2": {"SYM2"}}


@pytest.mark.parametrize(
    "name", ["out.x.mci.I20", "dump.x.mci.i14", "a.mcl", "a.icpm", "cmtyvv.txt"]
)
def test_dumps_are_cluster_lists(tmp_path, name):
    assert sets(read_text(tmp_path / name, "a\tb\tc\nd\te\n")) == [{"a", "b", "c"}, {"d", "e"}]


def test_matrix_of_mcl_is_recognised_behind_the_suffix_of_dumps(tmp_path):
    assert sets(read_text(tmp_path / "out.x.I20", MCL_MATRIX)) == [{0, 1, 2, 4}, {3, 5}]


def test_distances_of_mothur_are_levels(tmp_path):
    clustering = read_text(tmp_path / "a.list", MOTHUR)
    levels = clustering.levels()
    assert list(levels) == ["unique", "0.03"]
    assert sets(levels["0.03"]) == [{"U1", "U3"}, {"U2"}]


def test_unclustered_sequence_is_in_no_cluster(tmp_path):
    clustering = read_text(tmp_path / "a.uc", UC)
    assert set(clustering.nodes()) == {"seq1;size=3", "seq2", "seq3", "seq4"}


def test_representative_comes_first_only_if_the_table_says_so(tmp_path):
    """A table from node to cluster keeps its columns, whatever its name."""
    clustering = read_text(tmp_path / "my_cluster.tsv", "node\tcluster\n1\t1\n2\t1\n3\t2\n")
    assert sets(clustering) == [{1, 2}, {3}]


def test_gene_sets_have_the_score_of_the_same_clusters_in_other_formats(tmp_path):
    truth, found = (
        read_text(tmp_path / "t.gmt", GMT_TRUTH),
        read_text(tmp_path / "f.gmt", GMT_FOUND),
    )
    assert truth.names == ("HALLMARK_APOPTOSIS", "HALLMARK_HYPOXIA")
    for side, clustering in (("t", truth), ("f", found)):
        accord.write(clustering, tmp_path / f"{side}.json")
        accord.write(clustering, tmp_path / f"{side}.csv")
    expected = accord.f1p(
        [["CASP3", "CASP9", "BAX", "TP53"], ["VEGFA", "PGK1", "TP53"]],
        [["CASP3", "CASP9", "BAX"], ["VEGFA", "PGK1", "TP53"]],
    )
    for suffix in ("gmt", "json", "csv"):
        assert accord.f1p(tmp_path / f"t.{suffix}", tmp_path / f"f.{suffix}") == expected


ONLY_READ = sorted(set(CLUSTERING_FORMATS) - set(WRITABLE_FORMATS))


@pytest.mark.parametrize("format", ONLY_READ)
def test_writing_a_format_that_is_only_read_is_an_error_that_lists_others(tmp_path, format):
    clustering = accord.Clustering.from_clusters([[1, 2], [3]])
    with pytest.raises(InputError, match="can be read, not written: choose one of cnl, snap"):
        accord.write(clustering, tmp_path / "a.out", format=format)
    assert list(tmp_path.iterdir()) == []


def test_suffix_of_a_format_that_is_only_read_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="a GMT file can be read, not written"):
        accord.write(accord.Clustering.from_clusters([[1, 2]]), tmp_path / "a.gmt")


@pytest.mark.parametrize("format", ["gmt", "oslom", "cfinder", "mcl", "mothur_groups"])
def test_id_that_is_not_an_integer_is_an_error_with_its_position(tmp_path, format):
    text = "x5".join(VALID_FILES[format].rsplit("5", 1))
    error = error_of(tmp_path / file_name(format), text)
    last = text.rstrip().splitlines()
    assert (error.line, error.column) == (len(last), last[-1].index("x5") + 1)
    assert "ids='text'" in str(error)


@pytest.mark.parametrize(
    ("format", "text", "place", "what"),
    [
        ("gmt", "A\tna\nB\tna\n", (1, 1), "'A' has no genes"),
        ("gmt", "A\tna\tx\nB x y\n", (2, 1), "tabs between them"),
        ("gmt", "A\tna\tx\nB\tna\ty\nA\tna\tz\n", (3, 1), "'A' in line 1 already"),
        ("gmt", "\tna\tx\n", (1, 1), "without a name"),
        ("gaf", "!gaf-version: 2.2\nSGD\tS1\tPHO3\n", (2, 1), "3 columns: a gene association"),
        ("gaf", f"!gaf-version: 2.2\n{gaf_row('1', '', '')}\n", (2, 20), "without a term"),
        ("mcl_matrix", "(mclheader\n)\n(mclmatrix\nbegin\n0 1 $\n)\n", (6, 1), "its dimensions"),
        (
            "mcl_matrix",
            "(mclheader\ndimensions 3x1\n)\n(mclmatrix\nbegin\n0 1 2\n",
            (6, 1),
            "the end of its matrix",
        ),
        (
            "mcl_matrix",
            "(mclheader\ndimensions 3x1\n)\n(mclmatrix\nbegin\n0 1 b $\n)\n",
            (6, 5),
            "'b' is not the number",
        ),
        (
            "mcl_matrix",
            "(mclheader\ndimensions 2x2\n)\n(mclmatrix\nbegin\n0 0 1 $\n1 0 1 $\n)\n",
            (None, None),
            "is a network",
        ),
        ("oslom", "#module 0 size: 3 bs: 0.1\n1 2\n", (2, 1), "has 2 nodes, not 3"),
        ("oslom", "#module 0 size: 1 bs: 0.1\n#module 1 size: 1 bs: 0.1\n1\n", (2, 1), "no nodes"),
        ("oslom", "#module 0 size: 1 bs: 0.1\n1\n2 3\n", (3, 1), "nodes without a line"),
        (
            "oslom",
            "#module 0 size: 1 bs: 0.1\n1\n#module 0 size: 1\n2\n",
            (3, 1),
            "a second module",
        ),
        ("cfinder", "0: 1 2\n1 3 4\n", (2, 1), "a colon and its nodes"),
        ("cfinder", "0: 1 2\n0: 3 4\n", (2, 1), "community 0 in line 1 already"),
        ("cfinder", "0: 1 2\n1: \n", (2, 1), "community 1 has no nodes"),
        ("clusterone", "Cluster,Size,Members\n1,3,a b\n", (2, 5), "2 members, and its size is '3'"),
        ("clusterone", "Cluster,Size,Members\n1,2\n", (2, 1), "a row of 2 columns"),
        (
            "clusterone",
            "Cluster,Size,Members\n1,1,a\n1,1,b\n",
            (3, 1),
            "cluster 1 in line 2 already",
        ),
        ("clusterone", "Cluster,Members\n1,a\n", (1, 1), "the columns Cluster, Size and Members"),
        ("cdhit", ">Cluster 0\n0\t9aa, >a... *\n1\t9aa b\n", (3, 1), "a sequence of a cluster"),
        ("cdhit", ">Cluster 0\n0\t9aa, >a... *\n>Clstr\n", (3, 1), "'>Cluster 0'"),
        ("cdhit", "0\t9aa, >a... *\n", (1, 1), "a sequence of a cluster"),
        ("uclust", "S\t0\ta\n", (1, 1), "a row of 3 columns"),
        ("uclust", "Q\t0\t9\t*\t*\t*\t*\t*\ta\t*\n", (1, 1), "type of record, 'Q'"),
        ("uclust", "S\tx\t9\t*\t*\t*\t*\t*\ta\t*\n", (1, 3), "'x' is not the number"),
        ("mothur_list", "0.03\t3\ta,b\tc\n", (1, 6), "2 OTUs, not 3"),
        ("mothur_list", "0.03 many a\n", (1, 1), "the number of OTUs"),
        ("mothur_list", "0.03\t1\ta,,b\n", (1, 10), "without a name"),
        ("mothur_groups", "a\tx\nb\n", (2, 2), "expected 2 columns"),
    ],
)
def test_malformed_file_is_an_error_with_its_position(tmp_path, format, text, place, what):
    error = error_of(tmp_path / file_name(format), text, format=format)
    assert what in str(error)
    assert (error.line, error.column) == place
