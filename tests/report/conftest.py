"""Reports to open in a browser."""

from pathlib import Path

import pytest
from browsing import HOSTILE, browser, visit

import accord
from accord.report import write_html

__all__ = ["browser", "visit"]


@pytest.fixture(scope="session")
def pair() -> tuple[accord.Clustering, accord.Clustering]:
    """A truth and a result that splits, merges, misses and invents clusters, with odd names."""
    cover = accord.generate_cover(3000, 230, 1.3, seed=1, size_exponent=3)
    names = [f"group {place}" for place in range(cover.n_clusters)]
    names[0], names[1], names[2] = (
        HOSTILE,
        "a & b < \"c\" > 'd'",
        "שלום\u202e \x00\x1b " + "long " * 100,
    )
    truth = accord.Clustering.from_clusters(dict(zip(names, cover.clusters(), strict=True)))
    damaged = accord.perturb(cover, split=0.2, merge=0.2, move=0.05, drop=0.03, seed=2)
    clusters = [cluster for place, cluster in enumerate(damaged.clusters()) if place % 19]
    made_up = [list(range(10_000 + 10 * place, 10_010 + 10 * place)) for place in range(5)]
    found = {f"c{place}": cluster for place, cluster in enumerate([*clusters, *made_up])}
    return truth, accord.Clustering.from_clusters({HOSTILE + "2": found.pop("c0"), **found})


@pytest.fixture(scope="session")
def comparison(pair: tuple[accord.Clustering, accord.Clustering]) -> accord.Comparison:
    return accord.compare(*pair, baseline=True, interval=True, repeats=10)


@pytest.fixture(scope="session")
def ranking(pair: tuple[accord.Clustering, accord.Clustering]) -> accord.Ranking:
    truth, found = pair
    results = {
        "first": found,
        HOSTILE: accord.perturb(truth, merge=0.5, seed=3),
        "third": accord.perturb(truth, split=0.5, move=0.3, seed=4),
    }
    return accord.rank(
        truth,
        results,
        "f1h,f1p,omega,split_join" if truth.is_crisp else "f1h,f1p,omega",
        baseline=True,
    )


@pytest.fixture(scope="session")
def levelled() -> accord.Comparison:
    """A result with levels."""
    truth = accord.generate_cover(500, 20, seed=5)
    levels = {
        f"level {HOSTILE}": accord.perturb(truth, split=1, seed=6),
        "coarse": accord.perturb(truth, merge=0.8, seed=7),
    }
    return accord.compare(truth, accord.Clustering.from_levels(levels), "f1h,f1p")


@pytest.fixture(scope="session")
def one(comparison: accord.Comparison, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of one result."""
    path = tmp_path_factory.mktemp("report") / "one.html"
    write_html(comparison, path, title=f"found {HOSTILE}")
    return path


@pytest.fixture(scope="session")
def several(ranking: accord.Ranking, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of several results."""
    path = tmp_path_factory.mktemp("report") / "several.html"
    write_html(ranking, path)
    return path


@pytest.fixture(scope="session")
def levels(levelled: accord.Comparison, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a result with levels."""
    path = tmp_path_factory.mktemp("report") / "levels.html"
    write_html(levelled, path)
    return path
