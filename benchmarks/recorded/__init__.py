"""Values that other people's programs have recorded, one module for each place they come from."""

from recorded import crisp_benchmark, overlapping_networks, real_pairs, suites, type_inference

SOURCES = (type_inference, overlapping_networks, crisp_benchmark, suites, real_pairs)
