"""How results are shown.

`Result` is the base class of everything that accord returns to be read. A result lists what it
prints as blocks (text, Lines and Tables), and the base class turns these into text, Markdown and
HTML; its rows, as `Columns`, become CSV and data frames. Numbers and names are formatted by
`numbers` and `names`, so that 1,500 looks the same in a terminal, on a page and in a plot.
`palette` has the colours of all pictures. This package knows nothing of clusterings.
"""
