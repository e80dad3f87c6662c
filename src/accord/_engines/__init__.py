"""Engines compute summaries; metrics are formulas on summaries.

`engine.get(BestMatches, sharing="split")` computes a summary on the first request and keeps it, so
several metrics share the work. `choose` turns two inputs into the engine that compares them:

- `native` computes every summary with the C++ kernels, for clusterings in memory. It also has the
  engine for one clustering on its network (`native.network_engine`).
- `tables` has lazy tables reduced to node types by the engine that holds them, such as DuckDB or
  Spark, and hands the types to the native engine. If there are too many types for that, its own
  engine computes what follows from overlaps alone.

Start with `base` and `choose`, then read `native.engine`, which lists the function for each
summary.
"""
