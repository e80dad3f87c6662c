"""What all file formats share: sources, compression, atomic writing, and parsing by the core.

`source` opens a file or the standard input, `text` reads and writes rows and columns of words with
the kernels, and `format_table` says what a format is and chooses one for a file.
"""
