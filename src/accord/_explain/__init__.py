"""Explain a score: what happened to each cluster, what that costs, and what found clusters mean.

`explain` finds the best partner of every cluster, judges it (`verdicts` defines the verdicts), and
asks the metric what the cluster costs. The Explanation it returns has an ExplainedSide for truth
and one for found, which are arrays with an entry per cluster, and a NodeAgreement with a value per
node.

`named_clusters` answers a simpler question, which truth clusters each found cluster stands for; the
function is in `name_clusters`, and its result, NamedClusters, in `named_clusters`.
"""
