"""How results are shown: the base of all results, tables, numbers and names for people, colours."""
