"""A file to write cluster lists to."""

import pytest

pytest.register_assert_rewrite("cluster_list_reference", "cluster_list_files")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("lists") / "a.cnl"
