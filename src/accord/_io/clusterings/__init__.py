"""Clusterings in files: a module for each family of formats, and the table of them in `formats`.

A reader takes a `Source` and `ReadOptions` and returns a Clustering; a writer takes a Clustering
and an open binary file. `read` and `write` choose the format, and `features` lists what a
clustering may have that not every format can hold.
"""
