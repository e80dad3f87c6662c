"""Mutated files for every format, named and not, and every compression; with options at random.

A reader either reads a file or raises an AccordError. Everything else is a finding: another
exception, a crash, a hang, or a demand for much memory. Files are read by child processes with
limits, so that a crash is found and reported together with the file.

    python tests/reader_fuzz --minutes 10               every reader, one after the other
    python tests/reader_fuzz --readers gml arrow.zst    these only
    python tests/reader_fuzz --mutations 300 --seed 7   as many per reader, always the same ones

Findings are written to a folder (`--findings`), each with the input and the reason.
"""
