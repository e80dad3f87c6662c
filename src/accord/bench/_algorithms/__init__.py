"""Algorithms that a study can run: functions in a registry, and programs by their command lines."""
