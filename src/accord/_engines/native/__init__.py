"""The native engine: summaries by the C++ kernels, on all cores of this machine.

`engine` lists the function that computes each summary of a pair; there is a module for each kind of
summary. Most of them start from `co_members` (the walk from a cluster over its nodes to the
clusters of the other side) or from `node_types` (nodes in the same clusters, counted together).
`network_engine` computes the summaries of one clustering on its network.
"""
