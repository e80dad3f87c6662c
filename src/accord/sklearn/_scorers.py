"""Every metric of accord as a scorer for cross-validation and parameter search."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord._engines.choose import engine_for, open_inputs
from accord._foundation.reading import Reading
from accord.errors import InputError, unknown
from accord.metrics import METRICS, Metric
from accord.metrics._requests import parse_metrics

RESPONSE_METHODS = ("predict", "fit_predict")


@dataclass(frozen=True)
class Scorer:
    """A metric as a scorer of scikit-learn: a function of an estimator, samples and true labels.

    Greater is better: a distance is negated.

    Make one with `scorer`, which explains `options` and `response_method`. The labels to score are
    what the estimator predicts for the samples.
    """

    metric: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    response_method: str = "predict"
    #: The label of samples in no cluster; None: not said, False: none.
    noise: Any = None

    @property
    def name(self) -> str:
        """The metric with its options, with the prefix `neg_` if it is a distance."""
        return self._sign + self._metric.canonical_name(self.options)

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """How well the estimator labels the samples X whose true labels are y."""
        if y is None:
            raise InputError(f"{self.name} compares with true labels: pass them as y")
        labels = self._labels(estimator, X)
        # Samples without noise, as in some splits, are no reason for a warning.
        sides = open_inputs([("truth", y), ("found", labels)], Reading(noise=self.noise))
        score = float(self._metric.score(engine_for(sides), **self.options))
        return -score if self._sign else score

    def __repr__(self) -> str:
        arguments = dict(self.options)
        if self.response_method != "predict":
            arguments["response_method"] = self.response_method
        if self.noise is not None:
            arguments["noise"] = self.noise
        keywords = "".join(f", {name}={value!r}" for name, value in arguments.items())
        return f"scorer({self._sign + self.metric!r}{keywords})"

    @property
    def _metric(self) -> Metric:
        return METRICS[self.metric]

    @property
    def _sign(self) -> str:
        return "neg_" if self._metric.distance else ""

    def _labels(self, estimator: Any, X: Any) -> Any:
        if not hasattr(estimator, self.response_method):
            problem = f"{type(estimator).__name__} has no {self.response_method}"
            if self.response_method == "predict" and hasattr(estimator, "fit_predict"):
                raise InputError(
                    f"{problem}, so it cannot label samples that it was not fitted to; "
                    "response_method='fit_predict' clusters the scored samples anew"
                )
            raise InputError(f"{problem}: it gives no labels to score")
        if self.response_method == "fit_predict":
            return copy.deepcopy(estimator).fit_predict(X)  # leaves the estimator as it was fitted
        return estimator.predict(X)


def scorer(
    metric: str, *, response_method: str = "predict", noise: Any = None, **options: Any
) -> Scorer:
    """The scorer of a metric, with the options of the metric as keywords.

    A distance such as `vi` is negated, so that greater is better, and is called `neg_vi`; both
    names are accepted. The labels are what the estimator predicts; with
    `response_method="fit_predict"` a copy of the estimator is fitted to the samples that are
    scored, for clustering methods that cannot predict. `noise` is a label such as -1 for samples
    in no cluster; False if -1 is a label like any other.

    >>> from accord.sklearn import scorer
    >>> scorer("f1p", weighting="macro")
    scorer('f1p', weighting='macro')
    >>> scorer("vi")
    scorer('neg_vi')
    """
    if response_method not in RESPONSE_METHODS:
        raise unknown("response method", response_method, RESPONSE_METHODS)
    name = str(metric)
    ((chosen, named),) = parse_metrics([name.removeprefix("neg_")]).values()
    if name.startswith("neg_") and not chosen.distance:
        raise InputError(f"higher values of {chosen.name} are better: there is no {name!r}")
    options = {**named, **options}
    chosen.check_options(options)
    return Scorer(chosen.name, options, response_method, noise)


def scorers(
    metrics: Iterable[str] | str | None = None,
    *,
    response_method: str = "predict",
    noise: Any = None,
) -> dict[str, Scorer]:
    """Scorers by name, for the argument `scoring` of scikit-learn.

    Metrics are named as for `accord.compare`; by default all of them. `response_method` and `noise`
    as in `scorer`.

    >>> from accord.sklearn import scorers
    >>> scorers("f1p, nmi[norm=max], vi")
    {'f1p': scorer('f1p'), 'nmi[norm=max]': scorer('nmi', norm='max'), 'neg_vi': scorer('neg_vi')}
    """
    requests = parse_metrics(METRICS if metrics is None else metrics)
    chosen = (
        scorer(metric.name, response_method=response_method, noise=noise, **options)
        for metric, options in requests.values()
    )
    return {scorer.name: scorer for scorer in chosen}
