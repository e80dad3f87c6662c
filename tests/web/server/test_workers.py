"""Workers: crashes, limits, cancelled and abandoned questions, short ones among long ones."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from web_server import (
    client_of,
    is_running,
    server_process,
    until_ended,
    wait_until,
    with_client,
)

from accord import web

#: Of a client that goes away while its question is answered: long enough for it to be asked.
PATIENCE = httpx.Timeout(60, read=3)


async def ask(client: httpx.AsyncClient, task: str, wait: float = 60, **request: Any) -> Any:
    return await client.post(f"/api/v1/ask/{task}?wait={wait}", json=request)


async def until_running(client: httpx.AsyncClient, job: str) -> None:
    while (await client.get(job)).json()["status"] == "queued":
        await asyncio.sleep(0.02)


def test_answers_of_all_kinds(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        first = await ask(client, "echo", a=1)
        assert first.json()["request"] == {"a": 1}
        again = await ask(client, "echo", a=1)
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
        assert (await ask(client, "numbers")).json() == {"value": None, "list": [None, 1.5]}
        assert (await ask(client, "document")).content == b"<p>hello</p>"
        made = (await ask(client, "make", seed=1)).json()
        content = await client.get(f"/api/v1/files/{made['network']['file']}/content")
        assert content.content == b"1 2\n2 3\n"
        assert len((await ask(client, "large", bytes=20_000_000)).content) > 20_000_000

    with_client(web.Settings(tmp_path / "state"), test)


def test_errors_of_tasks_are_problems(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        wrong = await ask(client, "fail")
        assert (wrong.status_code, wrong.json()["detail"]) == (422, "there are no clusters")
        line = (await ask(client, "fail", kind="format")).json()
        assert line["where"] == {"path": "a.txt", "line": 3, "column": 7}
        bug = await ask(client, "fail", kind="bug")
        assert bug.status_code == 500
        assert "secret" not in bug.text
        job = (await ask(client, "fail", wait=0, other=1)).headers["location"]
        facts = await until_ended(client, job)
        assert (facts["status"], facts["problem"]["status"]) == ("failed", 422)
        assert (await client.get(f"{job}/answer")).status_code == 422

    with_client(web.Settings(tmp_path / "state"), test)


def test_a_crash_costs_its_question_only(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, app: FastAPI) -> None:
        crash = await ask(client, "crash")
        assert crash.status_code == 503
        assert "the worker ended by signal 11" in crash.json()["detail"]
        slow = asyncio.create_task(ask(client, "slow", seconds=20))
        pool = app.state.services.pool
        while not (busy := [w for w in pool._workers if w.work is not None]):
            await asyncio.sleep(0.02)
        os.kill(busy[0].pid, signal.SIGKILL)
        killed = await slow
        assert killed.status_code == 503
        assert "signal 9" in killed.json()["detail"]
        answers = await asyncio.gather(*(ask(client, "echo", n=n) for n in range(20)))
        assert all(answer.status_code == 200 for answer in answers)
        while len(pool.pids) < 2:
            await asyncio.sleep(0.02)

    with_client(web.Settings(tmp_path / "state"), test)


def test_limit_of_time(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        late = await ask(client, "slow", seconds=600)
        assert (late.status_code, "0.5 s" in late.json()["detail"]) == (503, True)

    with_client(web.Settings(tmp_path / "state", limits=web.Limits(seconds=0.5)), test)


def test_limit_of_memory(tmp_path: Path) -> None:
    limits = web.Limits(memory=1_000_000_000)

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        large = await ask(client, "allocate", bytes=2_000_000_000)
        assert (large.status_code, "memory" in large.json()["detail"]) == (503, True)
        assert (await ask(client, "allocate", bytes=1_000_000)).status_code == 200

    with_client(web.Settings(tmp_path / "state", limits=limits), test)


def test_a_decompression_bomb_reaches_the_limit_of_memory(tmp_path: Path) -> None:
    limits = web.Limits(memory=1_500_000_000, seconds=30)
    part = gzip.compress(b"1234567 " * 4_000_000, 9)
    bomb = part * 100  # members of a gzip file follow each other: 3 GB in all

    async def run() -> None:
        app = web.create_app(web.Settings(tmp_path / "state", limits=limits))
        async with client_of(app) as client:
            stored = await client.post("/api/v1/files?name=bomb.cnl.gz", content=bomb)
            truth = {"file": stored.json()["file"], "name": "bomb.cnl.gz"}
            question = {"truth": truth, "found": {"text": "1 2"}}
            answer = await client.post("/api/v1/compare", json=question)
            assert answer.status_code in (422, 503), answer.text
            assert answer.json()["detail"]
            small = {"truth": {"text": "1 2"}, "found": {"text": "1 2"}}
            assert (await client.post("/api/v1/compare", json=small)).status_code == 200

    asyncio.run(run())


def test_progress_is_reported_and_a_job_can_be_followed(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        await ask(client, "echo")  # now there is a worker
        asked = await ask(client, "slow", wait=0.1, seconds=4)
        job = asked.headers["location"]
        assert asked.status_code == 202
        await until_running(client, job)
        async with client.stream("GET", f"{job}/events") as stream:
            lines = [line async for line in stream.aiter_lines() if line.startswith("data:")]
        assert len(lines) > 3
        assert any('"step": "waiting"' in line for line in lines)
        assert '"status": "done"' in lines[-1]
        answer = await client.get(f"{job}/answer")
        assert answer.json()["waited"] == 4
        same = await ask(client, "slow", seconds=4)
        assert same.content == answer.content

    with_client(web.Settings(tmp_path / "state"), test)


def test_the_same_question_at_a_time_is_one_job(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        answers = await asyncio.gather(*(ask(client, "slow", seconds=0.4) for _ in range(5)))
        assert len({answer.content for answer in answers}) == 1
        assert len((await client.get("/api/v1/jobs")).json()["jobs"]) == 1

    with_client(web.Settings(tmp_path / "state"), test)


def test_a_job_is_cancelled_whether_its_worker_listens_or_not(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, app: FastAPI) -> None:
        pool = app.state.services.pool
        while len(pool.pids) < 2:  # the second one starts a little later
            await asyncio.sleep(0.02)
        for silent in (False, True):
            mark = tmp_path / f"silent-{silent}"
            asked = await ask(client, "slow", wait=0, seconds=30, silent=silent, mark=str(mark))
            job = asked.headers["location"]
            async with asyncio.timeout(60):
                while not mark.exists():
                    await asyncio.sleep(0.02)
            before = set(pool.pids)
            assert (await client.delete(job)).status_code == 204
            assert (await until_ended(client, job))["status"] == "cancelled"
            if silent:
                async with asyncio.timeout(60):
                    while set(pool.pids) == before:
                        await asyncio.sleep(0.02)
            assert (set(pool.pids) == before) is not silent  # who listens goes on
            assert (await client.get(f"{job}/answer")).status_code == 503
            assert (await client.delete(job)).status_code == 204
        assert (await ask(client, "echo")).status_code == 200

    with_client(web.Settings(tmp_path / "state"), test)


def test_short_questions_do_not_wait_behind_long_ones(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, app: FastAPI) -> None:
        stored = await client.post("/api/v1/files", content=b"x" * 5_000_000)
        big = {"input": {"file": stored.json()["file"]}}
        jobs = [await ask(client, "slow", wait=0, seconds=60, n=n, **big) for n in range(4)]
        assert (await ask(client, "echo", n=1)).status_code == 200
        # Questions that seemed to be short, and are not: other workers take over.
        jobs += [await ask(client, "slow", wait=0, seconds=60, n=n) for n in range(2)]
        await asyncio.sleep(1.2)
        assert (await ask(client, "echo", n=2)).status_code == 200
        listed = (await client.get("/api/v1/jobs")).json()["jobs"]
        assert sum(job["status"] in ("queued", "running") for job in listed) == len(jobs)
        assert len(app.state.services.pool.pids) <= 4
        for job in jobs:
            await client.delete(job.headers["location"])
        for job in jobs:
            await until_ended(client, job.headers["location"])
        await ask(client, "echo", n=3)
        while len(app.state.services.pool.pids) > 2:
            await asyncio.sleep(0.02)

    with_client(web.Settings(tmp_path / "state"), test)


def test_questions_about_the_same_input_go_to_the_same_worker(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        files = []
        for number in range(2):
            stored = await client.post("/api/v1/files", content=bytes([number]) * 2_000_000)
            files.append(stored.json()["file"])
        workers: dict[str, set[int]] = {file: set() for file in files}
        for n in range(5):
            answers = await asyncio.gather(
                *(ask(client, "size", input={"file": file}, n=n) for file in files)
            )
            for file, answer in zip(files, answers, strict=True):
                workers[file].add(answer.json()["worker"])
        assert [len(pids) for pids in workers.values()] == [1, 1]

    with_client(web.Settings(tmp_path / "state"), test)


def test_too_many_questions_are_refused(tmp_path: Path) -> None:
    limits = web.Limits(waiting=3)

    async def test(client: httpx.AsyncClient, _: FastAPI) -> None:
        jobs = [await ask(client, "slow", wait=0, seconds=60, n=n) for n in range(8)]
        refused = [job for job in jobs if job.status_code == 429]
        assert refused
        assert all(int(job.headers["retry-after"]) > 0 for job in refused)

    with_client(web.Settings(tmp_path / "state", limits=limits), test)


def test_a_question_that_nobody_waits_for_is_ended(tmp_path: Path) -> None:
    limits = {"abandoned_seconds": 0.5}
    with server_process(tmp_path / "state", limits=limits) as server:
        client = server.client
        kept = client.post("/api/v1/ask/slow?wait=0", json={"seconds": 2.5}).headers["location"]
        gone = httpx.Client(base_url=server.address, headers=client.headers, timeout=PATIENCE)
        try:
            gone.post("/api/v1/ask/slow", json={"seconds": 30})
        except httpx.ReadTimeout:
            gone.close()

        def statuses() -> dict[str, str]:
            jobs = client.get("/api/v1/jobs").json()["jobs"]
            return {f"/api/v1/jobs/{job['job']}": job["status"] for job in jobs}

        wait_until(lambda: "cancelled" in statuses().values())
        wait_until(lambda: statuses()[kept] == "done")
        workers = server.workers()
    wait_until(lambda: not any(map(is_running, workers)))


def test_a_question_that_has_not_begun_is_dropped_with_its_client(tmp_path: Path) -> None:
    with server_process(tmp_path / "state") as server:
        client = server.client
        stored = client.post("/api/v1/files", content=b"x" * 5_000_000).json()
        # Long questions wait for each other: one of two workers is kept free.
        long = {"input": {"file": stored["file"]}, "seconds": 60}
        first = client.post("/api/v1/ask/slow?wait=0", json=long).headers["location"]
        gone = httpx.Client(base_url=server.address, headers=client.headers, timeout=PATIENCE)
        try:
            gone.post("/api/v1/ask/slow", json={**long, "n": 2})
        except httpx.ReadTimeout:
            gone.close()

        def statuses() -> list[str]:
            return sorted(job["status"] for job in client.get("/api/v1/jobs").json()["jobs"])

        wait_until(lambda: statuses() == ["cancelled", "running"])
        client.delete(first)
