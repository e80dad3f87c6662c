"""The native engine: summaries by the C++ kernels, on all cores of this machine."""
