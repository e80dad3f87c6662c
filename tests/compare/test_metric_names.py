"""Names of metrics with options, as compare accepts and returns them."""

from typing import Any

import pytest
from example_pairs import CRISP, OVERLAPPING

import accord
from accord import InputError, UnknownNameError
from accord.metrics._other_names import OTHER_NAMES


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("f1p", "f1p"),
        (" f1p ", "f1p"),
        ("f1p[]", "f1p"),
        ("f1p[weighting=micro]", "f1p"),
        ("f1p[weighting=macro]", "f1p[weighting=macro]"),
        ("f1p [ weighting = macro ]", "f1p[weighting=macro]"),
        ("f1p[sharing=split,weighting=macro]", "f1p[weighting=macro,sharing=split]"),
        ("f1h[sharing=split, weighting=micro]", "f1h[sharing=split]"),
        ("nmi[norm=avg]", "nmi"),
        ("nmi[norm=max]", "nmi[norm=max]"),
        ("vi[unit=nats]", "vi[unit=nats]"),
        ("v_measure[beta=1]", "v_measure"),
        ("v_measure[beta=0.5]", "v_measure[beta=0.5]"),
    ],
)
def test_scores_have_canonical_names(written: str, canonical: str) -> None:
    assert list(accord.compare(*CRISP, [written])) == [canonical]


def test_canonical_names_parse_to_themselves() -> None:
    names = [
        "f1p[weighting=macro,sharing=split]",
        "v_measure[beta=2]",
        "nmi[norm=joint]",
        "vi[unit=nats]",
    ]
    canonical = list(accord.compare(*CRISP, names))
    assert list(accord.compare(*CRISP, canonical)) == canonical


def test_same_metric_written_twice_gives_one_score() -> None:
    assert list(accord.compare(*CRISP, ["f1p", "f1p[weighting=micro]"])) == ["f1p"]


@pytest.mark.parametrize(
    ("name", "function", "options"),
    [
        ("f1p[weighting=macro]", accord.f1p, {"weighting": "macro"}),
        (
            "f1h[weighting=combined,sharing=split]",
            accord.f1h,
            {"weighting": "combined", "sharing": "split"},
        ),
        ("f1a[sharing=split]", accord.f1a, {"sharing": "split"}),
        ("jaccard_match[weighting=macro]", accord.jaccard_match, {"weighting": "macro"}),
    ],
)
def test_options_in_a_name_equal_function_arguments(
    name: str, function: Any, options: dict[str, str]
) -> None:
    value = accord.compare(*OVERLAPPING, [name])[name]
    assert value == function(*OVERLAPPING, **options)
    assert value != function(*OVERLAPPING)


@pytest.mark.parametrize(
    ("name", "function", "options"),
    [
        ("nmi[norm=sqrt]", accord.nmi, {"norm": "sqrt"}),
        ("vi[unit=nats]", accord.vi, {"unit": "nats"}),
        ("v_measure[beta=2.0]", accord.v_measure, {"beta": 2}),
    ],
)
def test_options_of_crisp_metrics_in_a_name(
    name: str, function: Any, options: dict[str, Any]
) -> None:
    truth, found = [[1, 2, 3], [4, 5]], [[1], [2, 3], [4, 5]]
    value = accord.compare(truth, found, [name])[name]
    assert value == function(truth, found, **options)
    assert value != function(truth, found)


def test_shared_options_go_to_every_metric_that_has_them() -> None:
    comparison = accord.compare(
        *CRISP, ["f1p", "nmi", "f1h[weighting=combined]"], weighting="macro", sharing="split"
    )
    assert list(comparison) == [
        "f1p[weighting=macro,sharing=split]",
        "nmi",
        "f1h[weighting=combined,sharing=split]",
    ]
    assert comparison["f1p[weighting=macro,sharing=split]"] == accord.f1p(
        *CRISP, weighting="macro", sharing="split"
    )


def test_shared_option_that_no_metric_has_raises() -> None:
    with pytest.raises(InputError, match="'weighting'"):
        accord.compare(*CRISP, ["nmi", "vi"], weighting="macro")


def test_wrong_shared_option_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean macro"):
        accord.compare(*CRISP, weighting="makro")


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("ARI", "adjusted_rand"),
        ("b3", "bcubed or conll_bcubed"),
        ("ceafe", "ceaf"),
        ("CEAFm", r"ceaf\[similarity=mention\]"),
    ],
)
def test_names_of_other_tools_suggest_our_metrics(elsewhere: str, here: str) -> None:
    with pytest.raises(UnknownNameError, match=f"it is called {here} here"):
        accord.compare(*CRISP, elsewhere)


def test_suggested_metrics_exist() -> None:
    names = [
        name for names in OTHER_NAMES.values() for name in names.replace(" or ", ", ").split(", ")
    ]
    assert not set(OTHER_NAMES) & set(accord.METRICS)
    assert set(accord.compare(*CRISP, names)) == set(names)


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("ari", "adjusted_rand"),
        ("ARI", "adjusted_rand"),
        ("adjusted_rand_score", "adjusted_rand"),
        ("rand_score", "rand"),
        ("normalized_mutual_info_score", "nmi"),
        ("v_measure_score", "v_measure"),
        ("mutual_info_score", "accord.sklearn.mutual_info_score"),
        ("modularity", "accord.quality.modularity"),
        ("tpr", "accord.quality.triangle_participation"),
    ],
)
def test_the_package_says_what_metrics_are_called_here(elsewhere: str, here: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(accord, elsewhere)
    assert str(caught.value) == f"accord has no {elsewhere!r}: it is called {here} here"
    assert not hasattr(accord, elsewhere)


def test_modules_of_metrics_say_what_metrics_are_called_here() -> None:
    with pytest.raises(AttributeError, match=r"accord\.metrics has no 'ari': it is called"):
        accord.metrics.ari  # noqa: B018
    with pytest.raises(AttributeError, match=r"accord\.quality has no 'ncut': it is called norm"):
        accord.quality.ncut  # noqa: B018
    for module in (accord, accord.metrics, accord.quality):
        with pytest.raises(AttributeError, match="has no attribute 'unheard_of'"):
            module.unheard_of  # noqa: B018


def test_names_of_scikit_learn_are_known() -> None:
    clustering_scores = [name for name in accord.sklearn.__all__ if name.endswith("_score")]
    assert {*clustering_scores} <= {*OTHER_NAMES, "mutual_info_score"}


def test_a_quality_metric_is_pointed_to_score() -> None:
    for ask in (
        lambda: accord.compare(*CRISP, "modularity"),
        lambda: accord.rank(CRISP[0], {"found": CRISP[1]}, ["f1h", "conductance"]),
    ):
        with pytest.raises(UnknownNameError, match=r"is a quality metric.*: use score, which"):
            ask()
