"""Results as LaTeX: tables for the package booktabs, with all text escaped."""

import pytest

import accord
from accord._display.escaping import latex_text
from accord.metrics import METRICS
from accord.metrics._printed_names import printed_name
from accord.quality import QUALITIES

TRUTH, FOUND = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]


def cells(latex: str) -> list[list[str]]:
    """The cells of all lines of a table."""
    return [
        line.removesuffix(r" \\").split(" & ")
        for line in latex.splitlines()
        if line.endswith(r"\\")
    ]


def test_ranking_is_a_table_with_best_values_in_bold() -> None:
    ranking = accord.rank(TRUTH, {"a_1": FOUND, "same": TRUTH, "again": TRUTH}, "f1h,nvd")
    lines = ranking.to_latex().splitlines()
    assert lines[:2] == ["% truth: 5 nodes in 2 clusters, crisp", "% ranked by f1h"]
    assert lines[3:6] == [
        r"\begin{tabular}{rlrrrr}",
        r"\toprule",
        r"rank & found & nodes & clusters & F1h & NVD $\downarrow$ \\",
    ]
    assert lines[-4:] == [r"\bottomrule", r"\end{tabular}", "", "% ↓: lower is better"]
    _, *rows = cells(ranking.to_latex())
    assert [row[1] for row in rows] == ["same", "again", r"a\_1"]
    # Of nvd, a distance, the lowest value is best.
    assert [row[4:] for row in rows] == [
        [r"\textbf{1.0000}", r"\textbf{0.0000}"],
        [r"\textbf{1.0000}", r"\textbf{0.0000}"],
        ["0.8000", "0.2000"],
    ]


def test_caption_and_label_make_a_float() -> None:
    latex = accord.compare(TRUTH, FOUND, "f1h").to_latex(caption="50 % of A & B", label="tab:ab")
    notes, lines = latex.split("\n\n")[0], latex.split("\n\n")[1].splitlines()
    assert notes == "% truth: 5 nodes in 2 clusters, crisp\n% found: 5 nodes in 2 clusters, crisp"
    assert lines[:4] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{50 \% of A \& B}",
        r"\label{tab:ab}",
    ]
    assert lines[-1] == r"\end{table}"


def test_each_table_of_a_ranking_is_a_float_and_notes_are_comments() -> None:
    truth = [range(20), range(20, 40)]
    results = {"a": [range(19), range(19, 40)], "b": [range(25), range(25, 40)]}
    ranking = accord.rank(truth, results, "f1h", interval=True, baseline=True, repeats=5)
    latex = ranking.to_latex(caption="Clubs", label="tab:clubs")
    floats = latex.split(r"\begin{table}")[1:]
    assert len(floats) == 2
    for number, (caption, label) in enumerate(
        [("Clubs", "tab:clubs"), ("Clubs (2)", "tab:clubs-2")]
    ):
        text = floats[number].partition(r"\end{table}")[0]
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 1
        assert rf"\caption{{{caption}}}" in text
        assert rf"\label{{{label}}}" in text
    comments = [line.removeprefix("% ") for line in latex.splitlines() if line[:1] == "%"]
    assert comments == [note.text.replace("low, high", "in brackets") for note in ranking.notes()]
    assert len(comments) == 5


def test_intervals_are_in_brackets_in_one_table() -> None:
    truth = [range(20), range(20, 40)]
    results = {"a": [range(19), range(19, 40)], "b": [range(25), range(25, 40)]}
    ranking = accord.rank(truth, results, "f1h,adjusted_rand", interval=True)
    latex = ranking.to_latex()
    assert latex.count(r"\begin{tabular}") == 1
    header, *rows = cells(latex)
    assert header[-2:] == ["F1h", "adjusted Rand"]
    for row, comparison in zip(rows, ranking.values(), strict=True):
        for cell, metric in zip(row[-2:], ("f1h", "adjusted_rand"), strict=True):
            interval = comparison.intervals[metric]
            value = f"{comparison[metric]:.3f}"
            best = rf"\textbf{{{value}}}" if comparison is ranking["a"] else value
            assert cell.replace("$-$", "-") == f"{best} [{interval.low:.3f}, {interval.high:.3f}]"
    assert "% in brackets: 95 % confidence" in latex
    header, row = cells(ranking["a"].to_latex())[:2]
    assert header == ["metric", "value", "precision", "recall"]
    assert row[1] == rows[0][-2].replace(r"\textbf{", "").replace("}", "")


def test_metrics_have_the_names_that_papers_print() -> None:
    metrics = "max_matching_ratio,nmi[norm=max]"
    header, _ = cells(accord.rank(TRUTH, {"omega": FOUND}, metrics).to_latex())
    assert header[-2:] == ["max matching ratio", "NMI (norm=max)"]
    names = [printed_name(name) for name in (*METRICS, *QUALITIES)]
    assert not any("_" in name for name in names)
    assert len(set(names)) == len(names)
    scores = accord.score([(1, 2), (2, 3), (3, 4), (4, 5)], TRUTH, "max_odf")
    assert cells(scores.to_latex())[1][0] == "max ODF"


def test_a_note_with_strange_names_stays_a_comment() -> None:
    ranking = accord.rank(TRUTH, {"a\nb": [*FOUND, [6, 7, 8]], "c": TRUTH}, "f1h")
    comments = [line for line in ranking.to_latex().splitlines() if "nodes of a" in line]
    assert [line[:1] for line in comments] == ["%"]
    assert all(not line.startswith("b ") for line in ranking.to_latex().splitlines())


def test_sentences_are_left_out() -> None:
    header, row = cells(accord.compare(TRUTH, FOUND, "f1h").to_latex())
    assert header == ["metric", "value", "precision", "recall"]
    assert row == ["F1h", "0.8000", "0.8000", "0.8000"]


def test_negative_numbers_have_a_minus_sign() -> None:
    comparison = accord.compare([[1, 2], [3, 4]], [[1, 3], [2, 4]], "adjusted_rand")
    assert comparison["adjusted_rand"] == -0.5
    assert cells(comparison.to_latex())[1][1] == "$-$0.5000"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a_b", r"a\_b"),
        ("50 % & $5 #1", r"50 \% \& \$5 \#1"),
        ("{x}", r"\{x\}"),
        (r"C:\new~1^2", r"C:\textbackslash{}new\textasciitilde{}1\textasciicircum{}2"),
        ("f1p[weighting=macro]", "f1p[weighting=macro]"),
        ("[1] first", "{[}1] first"),
        ("a<b>c|d", r"a\textless{}b\textgreater{}c\textbar{}d"),
        ("0.1 ± 0.2 – 0.3 ↓ …", r"0.1 $\pm$ 0.2 -- 0.3 $\downarrow$ \ldots{}"),
    ],
)
def test_special_characters_are_escaped(text: str, escaped: str) -> None:
    assert latex_text(text) == escaped


def test_all_tables_of_an_explanation_are_written() -> None:
    assert accord.explain(TRUTH, FOUND).to_latex().count(r"\begin{tabular}") == 4
