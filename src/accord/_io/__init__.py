"""Input and output: clusterings and networks from files, tables, matrices and other libraries."""
