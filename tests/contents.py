"""The content of a clustering as Python sets and dicts."""

from accord import Clustering


def sets(clustering: Clustering) -> list[set]:
    return [set(cluster) for cluster in clustering.clusters()]


def shares(clustering: Clustering) -> list[dict]:
    """The share of every member of every cluster; 1 if the clustering has no shares."""
    shares = clustering.rows.shares
    flat = iter([1.0] * clustering.n_memberships if shares is None else shares.tolist())
    return [{node: next(flat) for node in cluster} for cluster in clustering.clusters()]


def named(clustering: Clustering) -> dict:
    return {clustering.name(index): members for index, members in enumerate(sets(clustering))}


def weights(clustering: Clustering) -> dict:
    return dict(zip(clustering.nodes(), clustering.weights.tolist(), strict=True))
