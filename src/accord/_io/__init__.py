"""Input and output: every input becomes a `Clustering` or a `Network`.

- `objects` dispatches: `as_clustering` and `as_network` send paths to the file readers, tables to
  `tables`, and matrices and objects of other libraries to the modules beside them.
- `clusterings` and `networks` read and write files, with one module for each family of formats.
  `formats` in each of them is the table of all formats.
- `files` is what the formats share: sources, compression, atomic writing, and the parsers of the
  compiled core.
- `tables` reads tables of pandas, Polars, DuckDB and Arrow, and knows the engines that hold lazy
  tables (`tables.backends`).

Start with `files.format_table`, which says what a format is, then `clusterings.formats` and one of
the readers. To add a format, write `read_x(source, options)` and `write_x(content, out)` and add a
row to `formats`; the tests of round trips and of malformed files fail until they know an example.
"""
