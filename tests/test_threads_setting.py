"""How many threads: the argument, the environment, what the system allows."""

import os

import pytest

import accord
from accord import InputError
from accord._foundation import threads
from accord._foundation.threads import _container_cpus, thread_count


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    monkeypatch.delenv("ACCORD_THREADS", raising=False)


@pytest.mark.parametrize("wanted", [1, 2, 64])
def test_argument_is_used_unchanged(wanted):
    assert thread_count(wanted) == wanted


def test_argument_overrides_the_environment(monkeypatch):
    monkeypatch.setenv("ACCORD_THREADS", "5")
    assert thread_count(3) == 3


def test_environment_is_used_without_an_argument(monkeypatch):
    monkeypatch.setenv("ACCORD_THREADS", "5")
    assert thread_count() == 5


def test_empty_environment_variable_is_ignored(monkeypatch):
    usual = thread_count()
    monkeypatch.setenv("ACCORD_THREADS", "")
    assert thread_count() == usual


@pytest.mark.parametrize("bad", [0, -1, 1.0, 2.5, "2", True, [], float("nan")])
def test_invalid_argument_is_an_error_that_shows_it(bad):
    with pytest.raises(InputError, match="threads must be a positive integer") as caught:
        thread_count(bad)
    assert repr(bad) in str(caught.value)


@pytest.mark.parametrize(
    "bad", ["0", "-1", "two", "1.5", " ", "2 ", "0x2", "²", "9" * 5000], ids=lambda text: text[:6]
)
def test_invalid_environment_is_an_error_that_names_the_variable(monkeypatch, bad):
    monkeypatch.setenv("ACCORD_THREADS", bad)
    with pytest.raises(InputError, match="ACCORD_THREADS"):
        thread_count()


def test_reading_works_with_an_excessive_number_of_threads(tmp_path):
    (tmp_path / "a.cnl").write_text("1 2\n")
    assert accord.read(tmp_path / "a.cnl", threads=2**40).n_nodes == 2


def test_invalid_number_of_threads_is_refused_by_the_reader(tmp_path):
    (tmp_path / "a.cnl").write_text("1 2\n")
    with pytest.raises(InputError, match="threads"):
        accord.read(tmp_path / "a.cnl", threads=0)


# ---- what the system allows ----------------------------------------------------------------------


def version_2(root, text):
    (root / "cpu.max").write_text(text)
    return _container_cpus(root)


def version_1(root, quota, period):
    (root / "cpu").mkdir()
    (root / "cpu/cpu.cfs_quota_us").write_text(quota)
    (root / "cpu/cpu.cfs_period_us").write_text(period)
    return _container_cpus(root)


@pytest.mark.parametrize(
    ("text", "cpus"), [("200000 100000\n", 2), ("150000 100000\n", 1.5), ("50000 100000", 0.5)]
)
def test_cgroup_v2_limit_is_quota_over_period(tmp_path, text, cpus):
    assert version_2(tmp_path, text) == cpus


@pytest.mark.parametrize("text", ["max 100000\n", "", "max", "garbage here", "1 0", "-1 100000"])
def test_cgroup_v2_without_a_limit(tmp_path, text):
    assert version_2(tmp_path, text) is None


@pytest.mark.parametrize(
    ("quota", "period", "cpus"), [("300000\n", "100000\n", 3), ("25000", "100000", 0.25)]
)
def test_cgroup_v1_limit_is_quota_over_period(tmp_path, quota, period, cpus):
    assert version_1(tmp_path, quota, period) == cpus


@pytest.mark.parametrize(
    ("quota", "period"), [("-1\n", "100000\n"), ("", ""), ("x", "y"), ("100", "0")]
)
def test_cgroup_v1_without_a_limit(tmp_path, quota, period):
    assert version_1(tmp_path, quota, period) is None


def test_no_cgroup_means_no_limit(tmp_path):
    assert _container_cpus(tmp_path) is None


@pytest.fixture
def eight_cpus(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)


@pytest.mark.parametrize(
    ("quota", "count"), [(None, 8), (3.0, 3), (2.4, 2), (1.5, 2), (0.1, 1), (0.0, 1), (64.0, 8)]
)
def test_smaller_of_affinity_and_cgroup_limit_wins_but_at_least_one(
    monkeypatch, eight_cpus, quota, count
):
    monkeypatch.setattr(threads, "_container_cpus", lambda: quota)
    assert thread_count() == count


def test_system_without_affinity_counts_its_cpus(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    monkeypatch.setattr(threads, "_container_cpus", lambda: None)
    assert thread_count() == 6


def test_system_with_unknown_cpu_count_has_one_cpu(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    monkeypatch.setattr(threads, "_container_cpus", lambda: None)
    assert thread_count() == 1
