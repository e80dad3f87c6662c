"""Objects in memory as clusterings and networks: matrices, tables, and those of other libraries.

`clusterings` and `networks` recognise an object and send it to the function that reads it. A class
is recognised by its name and package, so no library is imported for that.
"""
