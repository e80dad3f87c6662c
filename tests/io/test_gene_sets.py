"""Gene sets whose descriptions may be genes, as in files without descriptions."""

import warnings

import pytest
from contents import named

import accord
from accord import AccordWarning


def write(path, *lines):
    path.write_text("".join("\t".join(line.split()) + "\n" for line in lines))
    return path


def test_descriptions_that_are_genes_elsewhere_are_named_in_a_line(tmp_path):
    path = write(tmp_path / "a.gmt", "A ann bob eve", "B bob dan ann", "C eve dan joe")
    with pytest.warns(AccordWarning, match="3 of 3, such as 'ann', are genes of other lines: say"):
        assert named(accord.read(path))["A"] == {"bob", "eve"}
    sets = named(accord.read(path, format="named"))  # as the line says
    assert sets == {
        "A": {"ann", "bob", "eve"},
        "B": {"bob", "dan", "ann"},
        "C": {"eve", "dan", "joe"},
    }


def test_words_that_do_not_tell_are_named_in_a_line(tmp_path):
    path = write(tmp_path / "a.gmt", "A ann bob eve", "B dan joe jim")
    with pytest.warns(AccordWarning, match="such as 'ann', are read as descriptions"):
        accord.read(path)


@pytest.mark.parametrize(
    "lines",
    [
        ["A na ann bob", "B na bob dan"],
        ["A http://a.org ann bob", "B http://b.org bob dan"],
        ["A KEGG ann bob", "B KEGG bob dan"],
        ["A A ann bob", "B B bob dan"],
        [f"S{line} about{line} {' '.join(f'g{gene}' for gene in range(9))}" for line in range(9)],
        [f"S{line} {'g1' if line == 7 else 'na'} g1 g{line}" for line in range(30)],
    ],
    ids=["none", "address", "recurring", "name", "genes recur", "one gene"],
)
def test_descriptions_that_tell_are_read_without_a_word(tmp_path, lines):
    path = write(tmp_path / "a.gmt", *lines)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        accord.read(path)
