"""Workers: processes that answer questions, within limits, and the pool that keeps them.

A worker is `python -m accord.web._workers`. It reads questions from its standard input and writes
progress and answers to its standard output, as messages with a length (`protocol`). It keeps what
it has read in memory, so the pool sends questions about the same inputs to the same worker. It ends
with the server, at a limit of time or memory, or when its question is cancelled and it does not
listen; a question whose worker ends has failed, and another worker takes its place.
"""
