"""The watcher: runs one program within limits and measures it, using only the standard library.

It runs in a fresh, small interpreter, so that the memory of the harness is not measured with that
of the program. The task arrives as one line of JSON on standard input, which stays open: once it
is closed, the harness has ended or wants to stop, and the program is ended together with all
processes it has started. The watcher then writes one JSON document to standard output, with the
fields of `Execution`.

All descendants of the program stay below the watcher, which adopts orphans (on Linux). The limits
therefore apply to the whole tree of processes, and none of them survives the job.
"""
