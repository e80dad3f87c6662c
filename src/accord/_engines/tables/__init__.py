"""Lazy tables: reduced to node types by the engine that holds them.

The work is done inside DuckDB, Polars, Spark or Dask, through Narwhals, and only small tables are
fetched. `session` sends and fetches; `membership_table` brings a side into one checked form; `keys`
gives every cluster random keys; `node_types` groups nodes by the sums of the keys of their clusters
(its docstring says why that is safe); and `reduction` fetches one node of each type with its
clusters. The result is a pair of ordinary clusterings whose nodes have a multiplicity, which the
native engine compares like any other.

`limits` says how many types may be fetched. Beyond that, `engine` computes best matches and tallies
of overlaps where the tables are, on the `pair` of lazy tables.

Start with `node_types`, then read `reduction`.
"""
