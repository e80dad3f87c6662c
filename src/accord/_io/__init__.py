"""Input and output: files, tables, matrices and the objects of other libraries, as clusterings and networks."""
