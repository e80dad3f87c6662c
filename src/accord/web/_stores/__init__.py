"""Stores of benchmarks, as the server shows them: read, never written, upgraded, run or imported.

The server itself only finds stores and sees that they have changed (`places`, `changes`), by the
facts of their files. What is in them is read by workers (`reading`, `jobs`, `logs`), since a store
may come from elsewhere: it can be damaged, huge, or made to do harm.
"""
