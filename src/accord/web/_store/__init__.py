"""What the server keeps: uploaded files, answers and jobs, in a folder that survives a restart.

A file is stored once, under the digest of its content, and belongs to everybody who has uploaded
it. Books are kept in SQLite by one thread (`writer`), and in memory, where they are looked up. What
has not been used for long is removed, and so is the oldest when there is too much (`expiry`).
"""
