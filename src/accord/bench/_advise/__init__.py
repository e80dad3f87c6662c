"""Which algorithm to use on another network, and how good that advice is."""
