"""Networks in files: a module for each family of formats, and the table of them in `formats`.

Lists and tables of edges are parsed by the compiled core, with one list of labels for both ends of
the edges (`text_edges`). METIS, Pajek, GML and GraphML are parsed in Python and end in `builder`,
which reports errors with the position of the edge in the file.
"""
