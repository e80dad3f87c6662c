"""The values that everything else is built on: `Clustering`, `Network` and `Pair`.

A clustering or network is checked and packed once, when it is made, and never changes. `labels`
maps the labels of nodes (integers, texts or other objects) to indices 0, 1, 2, …, and `rows` stores
the nodes of each cluster, or the neighbours of each node, as two flat arrays that the kernels read
without copying. `pack_clustering` turns clusters, labels or columns into the `Parts` of a
`Clustering`; `node_index` gives several clusterings common node indices and makes a `Pair` of any
two of them, restricted to the nodes to compare (the node base). If tables were reduced to node
types, a node stands for several, and `multiplicity` says for how many.

Start with `rows`, `labels` and `clustering`, then read `side` and `pair`. The rest is small:
`checks`, `arguments` (how messages name an argument), `progress`, `threads`, `memory` and `types`.
"""
