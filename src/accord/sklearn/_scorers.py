"""Every metric of accord as a scorer for cross-validation and parameter search."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.errors import InputError, unknown
from accord.metrics import METRICS, Metric
from accord.metrics._requests import parse_metrics

RESPONSE_METHODS = ("predict", "fit_predict")


@dataclass(frozen=True)
class Scorer:
    """A metric as scikit-learn wants it: called with an estimator, samples and their true labels; greater is better.

    Make one with `scorer`. The labels to score are what the estimator predicts for the samples.
    """

    metric: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    response_method: str = "predict"

    @property
    def name(self) -> str:
        """The metric with its options, `neg_` before it where it is a distance."""
        return self._sign + self._metric.canonical_name(self.options)

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """How well the estimator labels the samples X whose true labels are y."""
        if y is None:
            raise InputError(f"{self.name} compares with true labels: pass them as y")
        score = float(self._metric.function(y, self._labels(estimator, X), **self.options))
        return -score if self._sign else score

    def __repr__(self) -> str:
        told = {
            **self.options,
            **(
                {}
                if self.response_method == "predict"
                else {"response_method": self.response_method}
            ),
        }
        return f"scorer({', '.join([repr(self._sign + self.metric), *(f'{name}={told[name]!r}' for name in told)])})"

    @property
    def _metric(self) -> Metric:
        return METRICS[self.metric]

    @property
    def _sign(self) -> str:
        return "neg_" if self._metric.distance else ""

    def _labels(self, estimator: Any, X: Any) -> Any:
        if not hasattr(estimator, self.response_method):
            what = f"{type(estimator).__name__} has no {self.response_method}"
            if self.response_method == "predict" and hasattr(estimator, "fit_predict"):
                raise InputError(
                    f"{what}, so that it cannot label samples that it was not fitted to; "
                    "response_method='fit_predict' clusters the samples to be scored anew"
                )
            raise InputError(f"{what}: it gives no labels to score")
        if self.response_method == "fit_predict":
            return copy.deepcopy(estimator).fit_predict(X)  # the estimator stays as it was fitted
        return estimator.predict(X)


def scorer(metric: str, *, response_method: str = "predict", **options: Any) -> Scorer:
    """The scorer of a metric, by its name; options are those of the metric.

    A distance such as `vi` is negated, so that greater is better, and is called `neg_vi`; both
    names will do. The labels are what the estimator predicts; with `response_method="fit_predict"`
    a copy of the estimator is fitted to the samples that are scored, as is sound for clusterings
    that cannot predict.

    >>> from accord.sklearn import scorer
    >>> scorer("f1p", weighting="macro")
    scorer('f1p', weighting='macro')
    >>> scorer("vi")
    scorer('neg_vi')
    """
    if response_method not in RESPONSE_METHODS:
        raise unknown("response method", response_method, RESPONSE_METHODS)
    name = str(metric)
    ((found, own),) = parse_metrics([name.removeprefix("neg_")]).values()
    if name.startswith("neg_") and not found.distance:
        raise InputError(f"{found.name} is greater where it is better: there is no {name!r}")
    chosen = {**own, **options}
    found.check_options(chosen)
    return Scorer(found.name, chosen, response_method)


def scorers(
    metrics: Iterable[str] | str | None = None, *, response_method: str = "predict"
) -> dict[str, Scorer]:
    """Scorers by name, for the argument `scoring`: of all metrics, or of those named as for `accord.compare`.

    >>> from accord.sklearn import scorers
    >>> scorers("f1p, nmi[norm=avg], vi")
    {'f1p': scorer('f1p'), 'nmi[norm=avg]': scorer('nmi', norm='avg'), 'neg_vi': scorer('neg_vi')}
    """
    requests = parse_metrics(METRICS if metrics is None else metrics)
    made = (
        scorer(metric.name, response_method=response_method, **options)
        for metric, options in requests.values()
    )
    return {each.name: each for each in made}
