"""The algorithms that can be run: a small module for each library, and `registry`, which knows them all."""
