"""Explain a score: what happened to each cluster, what that costs, and what found clusters mean.

`explain` finds the best partner of every cluster (`matches`) and the parts it is divided into
(`division`), judges it (`verdicts` defines the verdicts), and asks the metric what the cluster
costs. The Explanation it returns has an ExplainedSide for truth and one for found, which are arrays
with an entry per cluster, and a NodeAgreement with a value per node. `members` explains a single
cluster by its members (ExplainedCluster), and a single node by its clusters (ExplainedNode).

`named_clusters` answers a simpler question, which truth clusters each found cluster stands for; the
function is in `name_clusters`, and its result, NamedClusters, in `named_clusters`.
"""
