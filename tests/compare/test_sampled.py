"""Sampled values are marked as such in notes, tables and data."""

import csv
import io
import json

import pytest

import accord
from accord import generate_cover, perturb
from accord._display.numbers import positional
from accord._display.result import Note

TRUTH = generate_cover(1000, 40, 2.0, seed=3)
FOUND = perturb(TRUTH, move=0.1, seed=4)
SAMPLED = "gnmi[method=sampled,error=0.02,budget=0]"


def test_note_states_sampled_share_and_error() -> None:
    comparison = accord.compare(TRUTH, FOUND, [SAMPLED, "f1p"])
    score = comparison[SAMPLED]
    share = f"{100 * (1 - score.exact_share):.0f}"  # some tens
    note = (
        f"{SAMPLED}: {share} % of the nodes were sampled: "
        f"within {score.error:.2g}, with 99 % confidence"
    )
    assert Note("sampled", note) in comparison.notes()
    markdown = comparison.to_markdown().replace("\\", "")
    for text in (str(comparison), markdown, comparison._repr_html_()):
        assert note in text


def test_note_states_requested_confidence() -> None:
    comparison = accord.compare(TRUTH, FOUND, "gnmi[method=sampled,error=0.02,risk=0.001,budget=0]")
    assert "with 99.9 % confidence" in comparison.notes()[-1].text


def test_note_says_that_adaptive_sampler_estimates_another_quantity() -> None:
    note = accord.compare(TRUTH, FOUND, "gnmi[method=adaptive,error=0.05]").notes()[-1].text
    assert "all nodes were sampled" in note
    assert "of what this sampler estimates, which is not gnmi if clusters overlap" in note


def test_note_says_that_requested_error_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.metrics._generalized_nmi.MAX_EVENTS", 1000)
    note = (
        accord.compare(TRUTH, FOUND, "gnmi[method=sampled,error=0.001,budget=0]").notes()[-1].text
    )
    assert ", not the requested 0.001, with 99 % confidence" in note


def test_exact_value_has_no_note() -> None:
    comparison = accord.compare(TRUTH, FOUND, ["gnmi", "element_centric", "f1p"])
    assert len(comparison.notes()) == 2
    assert "error" not in comparison.to_csv()
    assert comparison.to_dict()["scores"]["gnmi"] == {
        "value": float(comparison["gnmi"]),
        "error": 0.0,
        "exact_share": 1.0,
        "events": 0,
        "method": "exact",
    }
    assert "method" not in comparison.to_dict()["scores"]["f1p"]


def test_sampling_error_is_in_json_csv_and_pandas() -> None:
    comparison = accord.compare(TRUTH, FOUND, [SAMPLED, "f1p"])
    score = comparison[SAMPLED]
    assert json.loads(comparison.to_json())["scores"][SAMPLED] == {
        "value": float(score),
        "error": score.error,
        "exact_share": score.exact_share,
        "events": score.events,
        "method": "sampled",
    }
    header, gnmi, f1p = csv.reader(io.StringIO(comparison.to_csv()))
    assert header == ["metric", "value", "precision", "recall", "error"]
    assert (float(gnmi[1]), float(gnmi[4]), f1p[4]) == (score, score.error, "")
    assert comparison.to_pandas().loc[SAMPLED, "error"] == score.error


def test_element_centric_has_a_sampling_note() -> None:
    comparison = accord.compare(TRUTH, FOUND, "element_centric[method=sampled,error=0.03]")
    ((name, score),) = comparison.items()
    assert score.method == "sampled"
    assert f"{name}: " in comparison.notes()[-1].text
    assert "within 0.0" in comparison.notes()[-1].text


def test_ranking_has_a_sampling_note() -> None:
    ranking = accord.rank(TRUTH, {"same": TRUTH, "other": FOUND}, [SAMPLED, "f1p"])
    worst = max(comparison[SAMPLED].error for comparison in ranking.values())
    text = f"values of {SAMPLED} are estimated from a sample: off by up to {positional(worst)}"
    assert ranking.notes()[2:] == [Note("sampled", text)]
    assert "e-" not in text
    assert f'<p class="quiet small">V{text[1:]}.</p>' in ranking.to_html()  # no warning
