"""Summaries: all that a metric sees of its input.

A summary is a frozen dataclass of a few arrays or numbers, such as the overlaps of clusters or the
counts of node pairs. Engines compute summaries and metrics are formulas on them, so a metric runs
on every engine that computes its summary. `clustering_pair` and `pair_sums` have the summaries of
two clusterings, `gnmi_game` that of Generalized NMI, and `clustering_on_network` those of one
clustering on its network.
"""
