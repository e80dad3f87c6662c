"""Any text is read as the slow reference parser reads it, or is wrong at the same place."""

import gzip
import re
from collections import Counter

import pytest
import strategies
from cluster_list_files import read_text
from cluster_list_reference import BLANKS, expect_same, outcome, reference
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import FormatError

any_integer = st.integers(-20, 20) | st.integers(-(2**63) + 1, 2**63 - 1)
not_blank = st.characters(
    min_codepoint=33, exclude_categories=["Cs", "Cc"], exclude_characters="#>:"
)
word = st.text(not_blank | st.sampled_from("ab:"), min_size=1, max_size=6).filter(
    lambda w: not w.startswith(":")
)
blank = st.text(st.sampled_from(BLANKS), min_size=1, max_size=3)
maybe_blank = st.just("") | blank
line_end = st.sampled_from(["\n", "\r\n", "\r"])
good_share = st.sampled_from(
    ["0.5", "1", "1.0", ".25", "1e-3", "0.1", "5E-1", "0.50"]
) | strategies.shares().map(repr)
comment = st.builds(
    "{}#{}".format, maybe_blank, st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
).map(lambda text: re.sub("[\r\n]", "", text))


@st.composite
def texts(draw, member):
    """A whole file: clusters, names, comments and empty lines."""
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(["cluster", "cluster", "cluster", "named", "comment", "empty"]))
        if kind == "comment":
            lines.append(draw(comment))
        elif kind == "empty":
            lines.append(draw(maybe_blank))
        else:
            line = draw(maybe_blank)
            if kind == "named":
                line += draw(word | any_integer.map(str)) + ">" + draw(maybe_blank)
            line += "".join(
                draw(member) + draw(blank) for _ in range(draw(st.integers(0, 4)))
            ) + draw(member)
            lines.append(line + draw(maybe_blank))
    ends = [draw(line_end) for _ in lines]
    if draw(st.booleans()):
        ends[-1] = ""
    bom = draw(st.sampled_from(["", "", "\ufeff"]))
    return (bom + "".join(line + end for line, end in zip(lines, ends, strict=True))).encode()


PIECES = [
    "1",
    "7",
    "007",
    "-7",
    "-0",
    "+5",
    "x",
    "é",
    "a:b",
    "1:0.5",
    "7:2",
    "7:",
    ":",
    ">",
    "5>",
    "n>",
    "n>4",
    "#",
    "#9",
    " ",
    " ",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\v\f",
    "\x00",
    "7\x01",
    "\x7f",
    "n\x02>",
    str(2**63 - 1),
    str(2**63),
    "9" * 30,
]


@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
class TestAnyText:
    @given(texts(any_integer.map(str)))
    def test_written_integers_are_read_back(self, path, data):
        expect_same(path, data)

    @given(texts(word), st.sampled_from(["auto", "text"]))
    def test_written_texts_are_read_back(self, path, data, ids):
        if data.startswith(b"\xef\xbb\xbf"):  # columns behind one have a test of their own
            ids = "text"
        expect_same(path, data, ids=ids)

    @given(
        texts(
            st.builds("{}:{}".format, st.integers(0, 10**6), good_share)
            | st.integers(10**7, 10**9).map(str)
        )
    )
    def test_written_shares_of_integers_are_read_back(self, path, data):
        expect_same(path, data, shares=True)

    @given(texts(st.builds("{}:{}".format, word, good_share)))
    def test_shares_of_texts_follow_the_last_colon(self, path, data):
        expect_same(path, data, shares=True, ids="text")

    @settings(max_examples=300)
    @given(
        st.lists(
            st.sampled_from(PIECES),
            max_size=12,
        ).map("".join),
        st.sampled_from(["auto", "integer", "text"]),
        st.sampled_from([None, True, False]),
    )
    def test_reader_agrees_with_the_reference_on_values_and_error_locations(
        self, path, text, ids, shares
    ):
        expect_same(path, text.encode(), ids=ids, shares=shares)

    @given(st.binary(max_size=60), st.sampled_from(["auto", "integer", "text"]), st.booleans())
    def test_arbitrary_bytes_are_read_or_raise_an_accord_error(self, path, data, ids, shares):
        clustering, error = outcome(
            FormatError, lambda: read_text(path, data, ids=ids, shares=shares)
        )
        assert str(path) in str(error) if clustering is None else clustering.n_memberships > 0

    @settings(max_examples=30)
    @given(texts(any_integer.map(str)), st.sampled_from([1, 2, 7]))
    def test_memory_and_file_give_the_same_result(self, path, data, threads):
        plain, error = outcome(FormatError, lambda: read_text(path, data, threads=threads))
        unpacked, same_error = outcome(
            FormatError, lambda: read_text(path, gzip.compress(data), threads=threads)
        )
        assert unpacked == plain
        assert str(same_error) == str(error)


def test_reference_parser_handles_repeats_and_names():
    parsed = reference(b"# x\nn>1 1 2\n3\n")
    assert parsed.clusters == [{1: 1.0, 2: 1.0}, {3: 1.0}]
    assert parsed.names == ["n", None]
    assert parsed.repeated == sum(Counter([1, 1, 2]).values()) - 2
