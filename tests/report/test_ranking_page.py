"""The page about a ranking: its tables hold what their titles and the headline say."""

import re

import accord
from accord.report import to_html
from accord.report._tables import table

TRUTH = accord.generate_cover(100, 6, seed=1)
RESULTS = {f"move {place}": accord.perturb(TRUTH, move=place / 10, seed=2) for place in (1, 3)}


def test_tables_are_named_by_what_they_show() -> None:
    page = to_html(accord.rank(TRUTH, RESULTS, "f1h", baseline=True, repeats=10))
    assert "How certain are the values?" not in page
    assert "What chance gives</caption>" in page
    both = accord.rank(TRUTH, RESULTS, "f1h", baseline=True, interval=True, repeats=10)
    assert "Intervals of the values, and what chance gives</caption>" in to_html(both)
    alone = accord.rank(TRUTH, RESULTS, "f1h", interval=True, repeats=10)
    assert "Intervals of the values</caption>" in to_html(alone)


def test_the_interval_of_the_headline_is_in_a_table() -> None:
    for metric in ("f1h", "nvd"):
        page = to_html(accord.rank(TRUTH, RESULTS, metric))
        told = re.search(r"behind by ([\d.]+) \(95 %: ([\d.-]+) to ([\d.-]+)\)", page)
        assert told is not None
        margin, low, high = told.groups()
        rows = page.partition('id="differences-table"')[2].partition("</table>")[0]
        assert f">{margin}<" in rows
        assert f">{low} to {high}<" in rows


def test_there_is_no_table_of_differences_between_equal_results() -> None:
    page = to_html(accord.rank(TRUTH, {"one": TRUTH, "same": TRUTH}, "f1h"))
    assert "differences-table" not in page


def test_tables_scroll_only_with_many_rows_and_say_so() -> None:
    for n_rows, scrolls in ((30, False), (31, True)):
        drawn = table("id", "Values", [("a", "")], [["x"]] * n_rows, class_="tall")
        assert ("scroll tall" in drawn) == scrolls
        assert (f"{n_rows} rows: scroll down for more" in drawn) == scrolls
