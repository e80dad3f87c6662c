"""accord: how well do two clusterings agree?

Exact, fast and deterministic, for crisp, overlapping, fuzzy and multi-resolution clusterings.

>>> import accord
>>> accord.f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
Score(0.8, precision=0.8, recall=0.8)
"""

from importlib import import_module
from typing import Any

try:
    from accord import _core
except ImportError as error:
    raise ImportError(
        "the C++ core of accord is not built: run 'pip install .' in its source folder, which "
        f"needs a C++20 compiler [{error}]"
    ) from error

__version__ = _core.version

#: The public names and the modules that they are loaded from when they are first used: `import
#: accord` is quick. For type checkers the same names are in `__init__.pyi`.
_NAMES = {
    "accord._certainty.baseline": "Baseline baseline",
    "accord._certainty.estimate": "Estimates estimate",
    "accord._certainty.interval": "Difference Interval difference interval",
    "accord._certainty.sampled_truth": "Estimate",
    "accord._compare.compare": "compare",
    "accord._compare.comparison": "Comparison",
    "accord._compare.constraints": "constraints",
    "accord._compare.contingency": "overlaps pair_counts",
    "accord._compare.level_scores": "LevelScores",
    "accord._compare.rank": "rank",
    "accord._compare.ranking": "Ranking",
    "accord._compare.similarity": "similarity_matrix",
    "accord._explain.explain": "explain",
    "accord._explain.explained_cluster": "ExplainedCluster",
    "accord._explain.explained_node": "ExplainedNode",
    "accord._explain.explanation": "Explanation",
    "accord._explain.name_clusters": "named_clusters",
    "accord._explain.named_clusters": "NamedClusters Naming",
    "accord._foundation.clustering": "Clustering",
    "accord._foundation.network": "Network",
    "accord._foundation.types": "ClusteringLike ContingencyTableLike NetworkLike",
    "accord._generate": "LFR generate_cover generate_lfr perturb",
    "accord._io.clusterings.read": "read",
    "accord._io.clusterings.write": "write",
    "accord._io.networks.read": "read_network",
    "accord._io.networks.write": "write_network",
    "accord._io.objects.clusterings": "as_clustering",
    "accord._io.objects.networks": "as_network",
    "accord._summaries.clustering_pair": "Overlaps PairCounts",
    "accord.bench": "recommend",
    "accord.errors": (
        "AccordError AccordWarning ClusterError EngineError FileError FormatError InputError "
        "InvalidParameterError MissingFileError MissingPackageError NodeSetError "
        "NotApplicableError OverlapError TooLargeError UnknownNameError UnsupportedSystemError "
        "WeightError"
    ),
    "accord.quality": "QUALITIES Quality score",
    "accord.metrics._advice": "MetricAdvice which_metrics",
    # Metrics: this entry is written by tools/generate.py.
    "accord.metrics": (
        "METRICS Score f1p f1h f1a jaccard_match max_matching_ratio geometric_accuracy purity "
        "inverse_purity nvd split_join accuracy normalized_pivoted_accuracy "
        "normalized_clustering_accuracy pair_sets_index omega soft_omega pair_f1 "
        "pair_precision pair_recall pair_jaccard fowlkes_mallows pair_fbeta rand adjusted_rand "
        "fuzzy_rand mirkin pair_correlation correlation_distance sokal_sneath "
        "adjusted_fowlkes_mallows nmi ami vi nvi nid fair_nmi homogeneity completeness "
        "v_measure onmi gnmi bcubed element_centric overlap_f1 muc conll_bcubed ceaf conll lea "
        "blanc exact_clusters merge_distance"
    ),
}
#: Modules that are public themselves.
_MODULES = (
    "bench",
    "errors",
    "hierarchy",
    "metrics",
    "plot",
    "quality",
    "report",
    "sklearn",
    "views",
    "web",
)

_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(["__version__", *_HOME])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"accord.{name}")
    if name not in _HOME:
        raise _missing_attribute(name)
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def _missing_attribute(name: str) -> AttributeError:
    """The error for an unknown name, which may be that of a metric elsewhere."""
    if name.startswith("_"):  # asked for by other programs
        return AttributeError(f"module 'accord' has no attribute {name!r}")
    from accord.metrics._other_names import OTHER_NAMES, missing_attribute
    from accord.quality import QUALITIES
    from accord.quality._requests import OTHER_NAMES as OTHER_NAMES_OF_QUALITIES

    qualities = {quality: quality for quality in QUALITIES} | OTHER_NAMES_OF_QUALITIES
    of_qualities = {other: f"accord.quality.{here}" for other, here in qualities.items()}
    # A value in units, which no metric of accord is.
    in_sklearn = {"mutual_info_score": "accord.sklearn.mutual_info_score"}
    return missing_attribute("accord", name, of_qualities | in_sklearn | OTHER_NAMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
