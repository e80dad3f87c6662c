"""How certain a score is: what chance alone gives, and how much it depends on the nodes compared.

Both are answered by computing the same metrics for many variants of the compared pair. `baseline`
shuffles the nodes of one side; `interval` and `difference` leave out one group of nodes at a time.
`repeats` makes the variants and scores them on several threads, each variant once for all metrics;
its random orders are numbered, so results depend neither on the threads nor on their timing.

`compare` and `rank` pass their arguments on as `CertaintyOptions`, and `columns` shows the numbers
beside the scores.
"""
