"""A client of a Dask cluster, with errors that say what to do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from accord.errors import ClusterError, need_package

ANSWER_SECONDS = 10.0  # for a scheduler to answer


def new_client(scheduler: Any) -> Any:
    """A client of a Dask cluster, given as the address of its scheduler or as an object."""
    try:
        from distributed import Client
    except ImportError:
        raise need_package("distributed", "dask", "running jobs on a cluster") from None
    try:
        if isinstance(scheduler, str):
            _check_address(scheduler)
        return Client(scheduler, timeout=ANSWER_SECONDS, set_as_default=False)
    except Exception as error:
        message = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise ClusterError(
            f"no Dask scheduler answers at {scheduler} [{message or 'no answer'}]: "
            "give its address, as in tcp://HOST:8786"
        ) from None


def _check_address(address: str) -> None:
    """Raise an error soon if no Dask scheduler answers: a client might wait forever."""
    from distributed import Security
    from distributed.comm import connect, get_address_host_port, parse_address

    if parse_address(address)[0] in ("tcp", "tls"):
        socket.create_connection(get_address_host_port(address), timeout=ANSWER_SECONDS).close()

    async def greet() -> None:
        comm = await connect(
            address, timeout=ANSWER_SECONDS, **Security().get_connection_args("client")
        )
        await comm.close()

    with ThreadPoolExecutor(1) as thread:  # in a notebook, this thread already runs an event loop
        thread.submit(asyncio.run, asyncio.wait_for(greet(), ANSWER_SECONDS)).result()


@contextlib.contextmanager
def silenced() -> Iterator[None]:
    """Suppress messages of Dask about connections, which errors of accord report anyway."""
    logger = logging.getLogger("distributed.client")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
