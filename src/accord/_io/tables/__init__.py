"""Tables of any library, with a row for each membership or each edge.

`table` wraps a table in memory so that its columns can be read as labels or numbers; `columns`
finds the column of each role by its name; `memberships` and `edges` make a Clustering or a Network.
`backends` are the engines that hold lazy tables, which `accord._engines.tables` works with.
"""
