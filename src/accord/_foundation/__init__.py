"""What everything else is built on: clusterings, networks, labels, packed rows, threads, memory."""
