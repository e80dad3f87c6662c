"""Element-centric similarity by its definition, solved on all nodes at once."""

from typing import Any

import numpy as np


def element_centric(
    truth: Any, found: Any, *, alpha: float = 0.9, nodes: Any = None, weights: Any = None, **_: Any
) -> float:
    """Gates et al. 2019: 1 - |p - q| / 2 alpha, on average over nodes; a node that a side lacks is alone there."""
    everyone = sorted({v for side in (truth, found) for c in side for v in c} if nodes is None else set(nodes))
    weight = np.array([1.0 if weights is None else float(weights[v]) for v in everyone])

    def ends(side: Any) -> Any:
        clusters = [c for c in ({v for v in cluster if v in set(everyone)} for cluster in side) if c]
        clusters += [{v} for v in everyone if not any(v in c for c in clusters)]
        member = np.array([[float(v in c) for c in clusters] for v in everyone])
        step = (member / member.sum(1, keepdims=True)) @ (member * weight[:, None] / (weight @ member)).T
        return np.linalg.solve(np.eye(len(everyone)) - alpha * step, (1 - alpha) * np.eye(len(everyone)))

    distance = np.abs(ends(truth) - ends(found)).sum(1)
    return float(np.average(1 - distance / (2 * alpha), weights=weight))
