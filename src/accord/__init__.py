"""accord: how well do two clusterings agree?

Exact, fast and deterministic, for crisp, overlapping, fuzzy and multi-resolution clusterings.

>>> import accord
>>> accord.f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
Score(0.8, precision=0.8, recall=0.8)
"""

from typing import TYPE_CHECKING, Any

try:
    from accord import _core
except ImportError as error:
    raise ImportError(
        "the C++ core of accord is not built: run 'pip install .' in its source folder, which needs a C++20 compiler "
        f"[{error}]"
    ) from error

from accord.certainty import Baseline, Difference, Interval, baseline, difference, interval
from accord.clustering import Clustering
from accord.compare import compare, overlaps, pair_counts, rank, similarity_matrix
from accord.comparison import Comparison, LevelScores, Ranking
from accord.constraints import constraints
from accord.errors import (
    AccordError,
    AccordWarning,
    ClusterError,
    EngineError,
    FileError,
    FormatError,
    InputError,
    InvalidParameterError,
    MissingFileError,
    MissingPackageError,
    NodeSetError,
    OverlapError,
    TooLargeError,
    UnknownNameError,
    WeightError,
)
from accord.explain import explain
from accord.explanation import Explanation
from accord.generate import LFR, generate_cover, generate_lfr, perturb
from accord.inputs.networks import as_network
from accord.io import read, write
from accord.io.networks import read_network, write_network
from accord.metrics.coreference import ceaf, conll, conll_bcubed, muc
from accord.metrics.gnmi import gnmi
from accord.metrics.information import ami, completeness, homogeneity, nmi, v_measure, vi
from accord.metrics.matching import (
    f1a,
    f1h,
    f1p,
    geometric_accuracy,
    inverse_purity,
    jaccard_match,
    max_matching_ratio,
    nvd,
    purity,
    split_join,
)
from accord.metrics.nodes import bcubed, element_centric
from accord.metrics.overlapping_information import onmi
from accord.metrics.pairs import (
    adjusted_rand,
    fowlkes_mallows,
    omega,
    pair_f1,
    pair_jaccard,
    pair_precision,
    pair_recall,
    rand,
    soft_omega,
)
from accord.metrics.registry import METRICS
from accord.naming import NamedClusters, Naming, named_clusters
from accord.network import Network
from accord.quality import QUALITIES, Quality, score
from accord.score import Score
from accord.summaries import Overlaps, PairCounts

if TYPE_CHECKING:
    from accord import bench as bench
    from accord import plot as plot
    from accord import report as report
    from accord import sklearn as sklearn
    from accord import views as views

__version__ = _core.version

__all__ = [
    "LFR",
    "METRICS",
    "QUALITIES",
    "AccordError",
    "AccordWarning",
    "Baseline",
    "ClusterError",
    "Clustering",
    "Comparison",
    "Difference",
    "EngineError",
    "Explanation",
    "FileError",
    "FormatError",
    "InputError",
    "Interval",
    "InvalidParameterError",
    "LevelScores",
    "MissingFileError",
    "MissingPackageError",
    "NamedClusters",
    "Naming",
    "Network",
    "NodeSetError",
    "OverlapError",
    "Overlaps",
    "PairCounts",
    "Quality",
    "Ranking",
    "Score",
    "TooLargeError",
    "UnknownNameError",
    "WeightError",
    "__version__",
    "adjusted_rand",
    "ami",
    "as_network",
    "baseline",
    "bcubed",
    "ceaf",
    "compare",
    "completeness",
    "conll",
    "conll_bcubed",
    "constraints",
    "difference",
    "element_centric",
    "explain",
    "f1a",
    "f1h",
    "f1p",
    "fowlkes_mallows",
    "generate_cover",
    "generate_lfr",
    "geometric_accuracy",
    "gnmi",
    "homogeneity",
    "interval",
    "inverse_purity",
    "jaccard_match",
    "max_matching_ratio",
    "muc",
    "named_clusters",
    "nmi",
    "nvd",
    "omega",
    "onmi",
    "overlaps",
    "pair_counts",
    "pair_f1",
    "pair_jaccard",
    "pair_precision",
    "pair_recall",
    "perturb",
    "purity",
    "quality",
    "rand",
    "rank",
    "read",
    "read_network",
    "score",
    "similarity_matrix",
    "soft_omega",
    "split_join",
    "v_measure",
    "vi",
    "write",
    "write_network",
]

#: Modules that are loaded when they are first asked for.
_ON_DEMAND = ("bench", "plot", "report", "sklearn", "views")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _ON_DEMAND:
            raise AttributeError(f"module 'accord' has no attribute {name!r}")
        from importlib import import_module

        return import_module(f"accord.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_DEMAND})
