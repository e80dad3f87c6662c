"""What everything else stands on: packed rows, node labels, Clustering, Network, pairs of clusterings."""
