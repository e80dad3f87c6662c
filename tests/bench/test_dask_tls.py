"""A Dask cluster with TLS, as the docs say: only who has a certificate can use it."""

import subprocess
from pathlib import Path
from typing import Any

import dask
import distributed
import pytest
from bench.conftest import GOOD, Scripts

from accord.bench._run.scheduler import run
from accord.errors import ClusterError

ROLES = ("scheduler", "worker", "client")


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """The settings of the docs, with a certificate that signs itself."""
    certificate, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=accord"
    files = ["-keyout", key, "-out", certificate]
    subprocess.run([*words.split(), *files], check=True, capture_output=True)
    return {
        "distributed.comm.require-encryption": True,
        "distributed.comm.tls.ca-file": certificate,
        **{f"distributed.comm.tls.{role}.cert": certificate for role in ROLES},
        **{f"distributed.comm.tls.{role}.key": key for role in ROLES},
    }


def test_study_runs_on_a_cluster_with_tls(
    scripts: Scripts, settings: dict[str, Any], tmp_path: Path
) -> None:
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            host="tls://127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            local_directory=str(tmp_path / "workers"),
            security=distributed.Security(require_encryption=True),
        ) as cluster,
    ):
        assert cluster.scheduler_address.startswith("tls://")
        study = scripts.study({"good": GOOD})
        assert run(study, scheduler=cluster.scheduler_address) == {"ok": 1}
        without = {
            "distributed.comm.tls.client.cert": None,
            "distributed.comm.tls.client.key": None,
        }
        with (
            dask.config.set(without),
            pytest.raises(ClusterError, match="no Dask scheduler answers at tls://"),
        ):
            run(study, scheduler=cluster.scheduler_address)
