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
        "the C++ core of accord is not built: run 'pip install .' in its source folder, which needs a C++20 compiler "
        f"[{error}]"
    ) from error

__version__ = _core.version

#: The public names of each module. It is loaded when one of them is first asked for: `import
#: accord` is quick. For type checkers the same names are in `__init__.pyi`.
_NAMES = {
    "accord._certainty": "Baseline Difference Interval baseline difference interval",
    "accord._foundation.clustering": "Clustering",
    "accord._compare.compare": "compare",
    "accord._compare.counts": "overlaps pair_counts",
    "accord._compare.rank": "rank",
    "accord._compare.similarity": "similarity_matrix",
    "accord._compare": "Comparison LevelScores Ranking",
    "accord.errors": (
        "AccordError AccordWarning ClusterError EngineError FileError FormatError InputError InvalidParameterError "
        "MissingFileError MissingPackageError NodeSetError NotApplicableError OverlapError TooLargeError UnknownNameError WeightError"
    ),
    "accord._explain.explain": "explain",
    "accord._explain.explanation": "Explanation",
    "accord._compare.constraints": "constraints",
    "accord._generate": "LFR generate_cover generate_lfr perturb",
    "accord._foundation.types": "ClusteringLike NetworkLike",
    "accord._io.objects": "as_clustering",
    "accord._io.objects.networks": "as_network",
    "accord._io.clusterings": "read write",
    "accord._io.networks": "read_network write_network",
    "accord.metrics._coreference": "ceaf conll conll_bcubed muc",
    "accord.metrics._generalized_nmi": "gnmi",
    "accord.metrics._information": "ami completeness homogeneity nmi v_measure vi",
    "accord.metrics._matching": (
        "f1a f1h f1p geometric_accuracy inverse_purity jaccard_match max_matching_ratio nvd purity split_join"
    ),
    "accord.metrics._nodes": "bcubed element_centric",
    "accord.metrics._overlapping_nmi": "onmi",
    "accord.metrics._pairs": (
        "adjusted_rand fowlkes_mallows omega pair_f1 pair_jaccard pair_precision pair_recall rand soft_omega"
    ),
    "accord.metrics._registry": "METRICS",
    "accord._explain.named_clusters": "NamedClusters Naming named_clusters",
    "accord._foundation.network": "Network",
    "accord.quality": "QUALITIES Quality score",
    "accord.metrics._score": "Score",
    "accord._summaries.clustering_pair": "Overlaps PairCounts",
}
#: Modules that are public themselves.
_MODULES = ("bench", "plot", "quality", "report", "sklearn", "views")

_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(["__version__", *_HOME])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"accord.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'accord' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
