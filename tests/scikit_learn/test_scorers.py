"""Every metric as a scorer in scikit-learn's cross-validation and parameter search."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import make_blobs, make_multilabel_classification
from sklearn.metrics import get_scorer
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import accord
from accord.sklearn import Scorer, scorer, scorers

X, Y = make_blobs(120, centers=4, random_state=3, cluster_std=2.5)
KMEANS = KMeans(4, n_init=1, random_state=0)


@pytest.mark.parametrize("name", accord.METRICS)
def test_every_metric_scores_predictions(name):
    fitted = KMEANS.fit(X)
    value = float(getattr(accord, name)(Y, fitted.predict(X)))
    score = scorer(name)(fitted, X, Y)
    assert type(score) is float
    assert score == (-value if accord.METRICS[name].distance else value)


def test_all_scorers_at_once():
    made = scorers()
    assert [made_scorer.metric for made_scorer in made.values()] == list(accord.METRICS)
    results = cross_validate(KMEANS, X, Y, cv=3, scoring=made, error_score="raise")
    for name in made:
        assert np.isfinite(results[f"test_{name}"]).all()


@pytest.mark.parametrize(
    ("name", "options", "theirs"),
    [
        ("adjusted_rand", {}, "adjusted_rand_score"),
        ("nmi", {"norm": "avg"}, "normalized_mutual_info_score"),
        ("ami", {}, "adjusted_mutual_info_score"),
        ("v_measure", {}, "v_measure_score"),
    ],
)
def test_scorers_equal_scikit_learn_by_name(name, options, theirs):
    scores = cross_val_score(KMEANS, X, Y, cv=4, scoring=scorer(name, **options))
    np.testing.assert_allclose(
        scores, cross_val_score(KMEANS, X, Y, cv=4, scoring=get_scorer(theirs)), atol=1e-12
    )


def test_search_finds_the_number_of_clusters():
    near, truth = make_blobs(120, centers=4, random_state=3, cluster_std=0.5)
    grid = {"n_clusters": [2, 3, 4, 6]}
    for scoring in (scorer("f1p", weighting="macro"), scorer("vi"), scorer("neg_split_join")):
        search = GridSearchCV(
            KMEANS, grid, scoring=scoring, cv=3, n_jobs=2, error_score="raise"
        ).fit(near, truth)
        assert search.best_params_ == {"n_clusters": 4}
        assert search.score(near, truth) == scoring(search.best_estimator_, near, truth)


def test_search_refits_by_one_of_several_scorers():
    search = GridSearchCV(
        GaussianMixture(random_state=0),
        {"n_components": [2, 4]},
        scoring=scorers("ami,vi"),
        refit="neg_vi",
    )
    search.fit(X, Y)
    assert search.best_params_ == {"n_components": 4}
    assert {"mean_test_ami", "mean_test_neg_vi"} <= set(search.cv_results_)


def test_pipelines_series_and_texts_are_accepted():
    truth = pd.Series([f"blob {label}" for label in Y], index=np.arange(len(Y))[::-1])
    pipeline = make_pipeline(StandardScaler(), KMEANS)
    scores = cross_val_score(pipeline, X, truth, cv=3, scoring=scorer("f1h"))
    np.testing.assert_array_equal(
        scores, cross_val_score(pipeline, X, Y, cv=3, scoring=scorer("f1h"))
    )


def test_overlapping_truth_may_be_an_indicator_matrix():
    data, truth = make_multilabel_classification(
        80, n_classes=4, allow_unlabeled=False, random_state=1
    )
    classifier = KNeighborsClassifier(1).fit(data, truth)
    assert scorer("omega")(classifier, data, truth) == 1
    assert (
        0
        < cross_val_score(
            classifier, data, truth, cv=2, scoring=scorer("f1p"), error_score="raise"
        ).min()
        < 1
    )


def test_estimator_without_predict_is_refused_with_an_alternative():
    fitted = AgglomerativeClustering(4).fit(X)
    with pytest.raises(
        accord.InputError, match=r"AgglomerativeClustering has no predict.*fit_predict"
    ):
        scorer("ami")(fitted, X, Y)
    with pytest.raises(accord.InputError, match="no labels to score"):
        scorer("ami")(StandardScaler().fit(X), X, Y)
    with pytest.raises(accord.InputError, match="has no fit_predict"):
        scorer("ami", response_method="fit_predict")(KNeighborsClassifier().fit(X, Y), X, Y)


def test_refitting_on_samples_does_not_change_the_estimator():
    fitted = AgglomerativeClustering(4).fit(X[:60])
    before = fitted.labels_.copy()
    score = scorer("ami", response_method="fit_predict")(fitted, X[60:], Y[60:])
    assert score == accord.ami(Y[60:], AgglomerativeClustering(4).fit_predict(X[60:]))
    np.testing.assert_array_equal(fitted.labels_, before)
    search = GridSearchCV(
        DBSCAN(),
        {"eps": [0.1, 2]},
        scoring=scorer("f1p", response_method="fit_predict", noise=False),
        cv=2,
    )
    assert search.fit(X, Y).best_params_ == {"eps": 2}


def test_missing_truth_is_refused():
    with pytest.raises(accord.InputError, match="pass them as y"):
        scorer("ami")(KMEANS.fit(X), X)


@pytest.mark.parametrize(
    "made",
    [scorer("f1p"), scorer("v_measure", beta=2.5), scorer("vi", response_method="fit_predict")],
)
def test_copies_are_equal(made):
    for other in (
        pickle.loads(pickle.dumps(made)),
        copy.deepcopy(made),
        clone(made, safe=False),
        eval(repr(made)),
    ):
        assert other == made
        assert hash(other) == hash(made)
    assert clone(GridSearchCV(KMEANS, {}, scoring=made)).scoring == made


@pytest.mark.parametrize(
    ("made", "text", "name"),
    [
        (scorer("f1p"), "scorer('f1p')", "f1p"),
        (
            scorer("f1p", weighting="macro"),
            "scorer('f1p', weighting='macro')",
            "f1p[weighting=macro]",
        ),
        (
            scorer("f1p[weighting=macro]"),
            "scorer('f1p', weighting='macro')",
            "f1p[weighting=macro]",
        ),
        (scorer("vi", unit="nats"), "scorer('neg_vi', unit='nats')", "neg_vi[unit=nats]"),
        (scorer("neg_vi"), "scorer('neg_vi')", "neg_vi"),
        (scorer("v_measure", beta=2), "scorer('v_measure', beta=2)", "v_measure[beta=2]"),
        (
            scorer("ami", response_method="fit_predict"),
            "scorer('ami', response_method='fit_predict')",
            "ami",
        ),
    ],
)
def test_names_and_texts(made, text, name):
    assert isinstance(made, Scorer)
    assert (repr(made), made.name) == (text, name)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("f1q", {}, "did you mean f1"),
        ("ari", {}, "adjusted_rand"),
        ("neg_f1p", {}, "higher values of f1p are better"),
        ("f1p", {"weighting": "maximal"}, "weighting of f1p"),
        ("f1p", {"beta": 1}, "option of f1p"),
        ("omega", {"beta": 1}, "no option"),
        ("v_measure", {"beta": "two"}, "must be a number"),
        ("f1p", {"response_method": "transform"}, "response method"),
    ],
)
def test_errors_are_raised_when_the_scorer_is_created(name, options, message):
    with pytest.raises(accord.AccordError, match=message):
        scorer(name, **options)
