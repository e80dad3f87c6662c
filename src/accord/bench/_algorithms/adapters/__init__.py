"""Adapters of libraries: each module registers the algorithms whose names begin with its own."""
