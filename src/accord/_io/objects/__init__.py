"""Objects in memory as clusterings and networks: matrices, tables, and those of other libraries."""
