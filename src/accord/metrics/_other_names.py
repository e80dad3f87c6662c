"""What metrics are called in other packages and papers, and here."""

from __future__ import annotations

from collections.abc import Mapping

#: Names of metrics elsewhere, in lower case, and the metrics of accord.
OTHER_NAMES = {
    # papers
    "ari": "adjusted_rand",
    "ri": "rand",
    "fmi": "fowlkes_mallows",
    "mmr": "max_matching_ratio",
    "acc": "accuracy",
    "clustering_accuracy": "accuracy",
    "cluster_accuracy": "accuracy",
    "unsupervised_clustering_accuracy": "accuracy",
    "hungarian_accuracy": "accuracy",
    "f1": "f1h, f1p or f1a",
    "f_measure": "f1h, f1p or f1a",
    "nmi_max": "nmi[norm=max]",
    "cc": "pair_correlation",
    "correlation_coefficient": "pair_correlation",
    "sokal_sneath_index": "sokal_sneath",
    "afm": "adjusted_fowlkes_mallows",
    "adjusted_fmi": "adjusted_fowlkes_mallows",
    "mirkin_metric": "mirkin",
    "mirkin_distance": "mirkin",
    "pair_f_beta": "pair_fbeta",
    "variation_of_information": "vi",
    "normalized_variation_of_information": "nvi",
    "normalized_vi": "nvi",
    "normalized_information_distance": "nid",
    "fnmi": "fair_nmi",
    "gecmi": "gnmi",
    "overlapping_nmi": "onmi",
    "mgh": "onmi",
    "onmi_mgh": "onmi",
    "onmi_lfk": "onmi[norm=lfk]",
    "lfk": "onmi[norm=lfk]",
    "overlap_detection_f1": "overlap_f1",
    "ecs": "element_centric",
    "element_sim": "element_centric",
    "van_dongen": "nvd or split_join",
    "gmd": "merge_distance",
    "generalized_merge_distance": "merge_distance",
    "cluster_f": "exact_clusters",
    "cluster_precision": "exact_clusters",
    "cluster_recall": "exact_clusters",
    "b3": "bcubed or conll_bcubed",
    "b_cubed": "bcubed or conll_bcubed",
    "bcub": "conll_bcubed",
    "ceafe": "ceaf",
    "ceaf_e": "ceaf",
    "ceafm": "ceaf[similarity=mention]",
    "ceaf_m": "ceaf[similarity=mention]",
    # scikit-learn
    "adjusted_rand_score": "adjusted_rand",
    "rand_score": "rand",
    "adjusted_mutual_info_score": "ami",
    "adjusted_mutual_information": "ami",
    "normalized_mutual_info_score": "nmi",
    "normalized_mutual_information": "nmi",
    "homogeneity_score": "homogeneity",
    "completeness_score": "completeness",
    "v_measure_score": "v_measure",
    "fowlkes_mallows_score": "fowlkes_mallows",
    "purity_score": "purity",
    # genieclust
    "adjusted_fm_score": "adjusted_fowlkes_mallows",
    "fm_score": "fowlkes_mallows",
    "nca": "normalized_clustering_accuracy",
    "normalised_clustering_accuracy": "normalized_clustering_accuracy",
    "npa": "normalized_pivoted_accuracy",
    "normalised_pivoted_accuracy": "normalized_pivoted_accuracy",
    "pivoted_accuracy": "normalized_pivoted_accuracy",
    "psi": "pair_sets_index",
    "spsi": "pair_sets_index[form=simplified]",
    # cdlib, clusim, igraph and others
    "pearson_correlation": "pair_correlation",
    "adjusted_rand_index": "adjusted_rand",
    "rand_index": "rand",
    "omega_index": "omega",
    "nf1": "f1h, f1p or f1a",
    "overlapping_normalized_mutual_information_lfk": "onmi[norm=lfk]",
    "overlapping_normalized_mutual_information_mgh": "onmi",
    "split_join_distance": "split_join",
}


def missing_attribute(module: str, name: str, other_names: Mapping[str, str]) -> AttributeError:
    """The error for a name that a module lacks, with what it is called here if that is known."""
    here = other_names.get(name.lower())
    if here is None:
        return AttributeError(f"module {module!r} has no attribute {name!r}")
    return AttributeError(f"{module} has no {name!r}: it is called {here} here")
