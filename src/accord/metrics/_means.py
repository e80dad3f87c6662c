"""Means of two numbers."""


def harmonic(x: float, y: float) -> float:
    low, high = sorted((x, y))
    return low * (2 * high / (low + high)) if high else 0.0  # exactly x where x = y


def arithmetic(x: float, y: float) -> float:
    return (x + y) / 2
