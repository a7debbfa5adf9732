"""Strategies that people wait at: how long they think, and what happens where they fail."""

import asyncio
import multiprocessing
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.engine.errors import Failure, UpcardError, Usage
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.engine.registry import valid_games
from upcard.play.bot_catalogue import bots_for, usual_bot
from upcard.server import bots as server_bots
from upcard.server import fair_workers
from upcard.server import worker_processes as processes
from upcard.server.bots import GRACE, Bots, check_bot, think, warm_up
from upcard.server.fair_queue import FairQueue
from upcard.server.fair_workers import FairWorkers
from upcard.server.worker_processes import end_pool


def decided(name: str, strategy: str, thinking: float = 0.0, seed: int = 3) -> tuple[int, list[int]]:
    match = make_game(name).match(seed=seed)
    bots = Bots()
    try:
        return asyncio.run(bots.decide(match, strategy, thinking)), match.legal()
    finally:
        bots.close()


def test_a_rule_of_thumb_decides_as_it_does_everywhere():
    a, legal = decided("beat-it-or-eat-it", "lowest-lead")
    assert a in legal
    assert decided("beat-it-or-eat-it", "lowest-lead") == (a, legal)


@pytest.mark.alarm
def test_what_searches_thinks_no_longer_than_it_is_given():
    match = make_game("lama").match(seed=5)
    began = time.monotonic()
    a = think(record_text(match), "ismcts", 0.4)
    assert a in match.legal()
    assert time.monotonic() - began < 3.0


@pytest.mark.alarm
def test_a_table_is_unpacked_before_the_time_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    match = make_game("beat-it-or-eat-it", length=11).match(seed=5)
    assert think(record_text(match), "tablebase", 0.5) in match.legal()
    assert list((tmp_path / "tables").glob("2x11.*.table"))


@pytest.mark.alarm
def test_with_no_time_at_all_nothing_is_thought():
    assert think(record_text(make_game("lama").match(seed=5)), "ismcts", 0.001) in (-1, *range(20))


def test_where_there_is_one_choice_only_one_short_search_is_made(monkeypatch):
    """Of all strengths that the time would allow for."""
    import upcard.server.bots as bots

    match = make_game("four-cell").match(seed=3)
    while len(match.legal()) > 1:
        match.do(match.legal()[0])
    asked = []

    def ask(choose, v, parameters, label):
        asked.append(label)
        return match.legal()[0]

    monkeypatch.setattr(bots, "call_strategy", ask)
    assert think(record_text(match), "ismcts", 3600.0) == match.legal()[0]
    assert asked == [f"ismcts:playouts={bots.FIRST_PLAYOUTS}"]


@pytest.mark.parametrize("strategy", ["alpha-beta", "ismcts:playouts=20"])
def test_what_is_not_asked_for_by_playouts_is_asked_quickly_and_then_as_it_was_asked_for(
    monkeypatch, strategy
):
    import upcard.server.bots as bots

    asked: list[str] = []

    def ask(choose, v, parameters, label):
        asked.append(label)
        return len(asked)

    monkeypatch.setattr(bots, "call_strategy", ask)
    match = make_game("beat-it-or-eat-it", length=5).match(seed=3)
    assert think(record_text(match), strategy, 3600.0) == 2
    assert asked[1] == strategy
    assert asked[0].startswith(strategy.partition(":")[0] + ":")


def test_the_most_thorough_search_is_the_last(monkeypatch):
    import upcard.server.bots as bots

    asked = []
    monkeypatch.setattr(bots, "call_strategy", lambda choose, v, parameters, label: asked.append(label))
    monkeypatch.setattr(bots, "MOST_PLAYOUTS", 4 * bots.FIRST_PLAYOUTS)
    think(record_text(make_game("lama").match(seed=3)), "ismcts", 3600.0)
    assert asked == [f"ismcts:playouts={n * bots.FIRST_PLAYOUTS}" for n in (1, 2, 4)]


def failing(bots, monkeypatch, name, answer):
    """A strategy whose search or rule gives this answer, or raises it."""

    async def give(*_: object) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(bots, name, give)


@pytest.mark.parametrize(
    ("strategy", "answer", "sentence"),
    [
        ("same-first", Failure("it broke"), "it broke"),
        ("same-first", 99, "the strategy same-first chose action 99, which is not legal"),
        ("ismcts", -1, "the strategy ismcts did not finish a search in 1 s"),
        ("nobody", 0, "there is no strategy 'nobody'"),
    ],
)
def test_a_strategy_that_fails_is_reported_and_replaced_by_chance(monkeypatch, strategy, answer, sentence):
    match, bots, faults = make_game("lama").match(seed=3), Bots(), list[str]()
    for name in ("_apply_rule", "_search"):
        failing(bots, monkeypatch, name, answer)
    try:
        actions = {asyncio.run(bots.decide(match, strategy, 0.0, "", faults.append)) for _ in range(30)}
        with pytest.raises(UpcardError, match=sentence):
            asyncio.run(bots.decide(match, strategy, 0.0))
    finally:
        bots.close()
    assert actions <= set(match.legal())
    assert all(x.startswith(sentence) for x in faults)
    assert all(x.endswith(f"; a random action replaced that of {strategy}") for x in faults)


ALWAYS = 1
"""What those who think choose."""


class OneAtATime(Executor):
    """Thinks for strategies one after the other; each thought takes so long by a clock, or has no end."""

    def __init__(self, pass_by: Callable[[float], None], seconds: float, comes_to_end: bool = True) -> None:
        self.pass_by, self.seconds, self.comes_to_end = pass_by, seconds, comes_to_end
        self.waiting: list[Future[int]] = []
        self.is_shut = False

    def submit(self, *_: object) -> "Future[int]":  # type: ignore[override]
        self.waiting.append(Future())
        if len(self.waiting) == 1:
            asyncio.get_running_loop().call_soon(self.think)
        return self.waiting[-1]

    def think(self) -> None:
        """The time of one thought passes; what is asked for meanwhile waits."""
        self.pass_by(self.seconds)
        if self.comes_to_end:
            asyncio.get_running_loop().call_soon(self.end)

    def end(self) -> None:
        first = self.waiting.pop(0)
        if not first.cancelled():
            first.set_result(ALWAYS)
        if self.waiting:
            self.think()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_shut = True


def all_decided(
    monkeypatch: pytest.MonkeyPatch, many: int, *thoughts: tuple[float, bool]
) -> tuple[list[int | BaseException], list[bool]]:
    """What strategies decide that are asked at once, and which of those who think were sent home by then."""

    async def ask() -> tuple[list[int | BaseException], list[bool]]:
        loop, passed = asyncio.get_running_loop(), [time.monotonic()]
        loop.time = lambda: passed[0]  # type: ignore[method-assign]

        def pass_by(seconds: float) -> None:
            passed[0] += seconds

        bots, pools = Bots(), [OneAtATime(pass_by, *x) for x in thoughts]
        new = iter(pools)
        monkeypatch.setattr(fair_workers, "process_pool", lambda processes: next(new))
        monkeypatch.setattr(fair_workers, "end_pool", lambda pool: pool.shutdown())
        bots._searchers = FairWorkers(FairQueue(1, None, None))
        match = make_game("kuhn-poker").match(seed=3)
        assert match.legal() == [0, ALWAYS]
        deciding = (bots.decide(match, "ismcts", 2.0) for _ in range(many))
        found = await asyncio.gather(*deciding, return_exceptions=True)
        told = [x.is_shut for x in pools]
        bots.close()
        return found, told

    return asyncio.run(ask())


def test_who_waits_for_others_to_think_has_still_his_own_time(monkeypatch):
    assert all_decided(monkeypatch, 12, (2.0 + GRACE / 2, True)) == ([ALWAYS] * 12, [False])


def test_who_comes_to_no_end_takes_nothing_from_others(monkeypatch):
    found, told = all_decided(monkeypatch, 4, (2.0 + 2 * GRACE, False), (2.0, True))
    assert "did not finish a search" in str(found[0])
    assert (found[1:], told) == ([ALWAYS] * 3, [True, False])


def test_two_processes_are_ready_before_the_first_search_and_the_warm_one_is_used_first(monkeypatch):
    jobs: list[tuple[int, Any]] = []

    class Pool:
        def __init__(self, number: int) -> None:
            self.number, self.futures = number, list[Future[int]]()

        def submit(self, work: Any, *_: object) -> Future[int]:
            jobs.append((self.number, work))
            self.futures.append(Future())
            return self.futures[-1]

    pools = [Pool(n) for n in range(9)]
    new = iter(pools)
    monkeypatch.setattr(fair_workers, "process_pool", lambda _: next(new))
    monkeypatch.setattr(fair_workers, "end_pool", lambda _: None)
    monkeypatch.setattr(server_bots, "SEARCHES", 3)

    async def settle() -> None:
        for _ in range(9):
            await asyncio.sleep(0.0)

    async def search() -> None:
        bots = Bots()
        bots.start()
        bots.start()
        await settle()
        assert jobs == [(0, warm_up)]  # one after the other, since the server is starting too
        pools[0].futures[0].set_result(0)
        await settle()
        assert jobs == [(0, warm_up), (1, warm_up)]
        task = asyncio.create_task(bots.decide(make_game("kuhn-poker").match(seed=3), "ismcts", 1.0))
        await settle()
        assert jobs[2] == (0, think)
        pools[1].futures[0].set_result(0)
        await settle()
        assert jobs[3:] == [(2, warm_up)]
        pools[0].futures[1].set_result(0)
        assert await task == 0
        bots.close()

    asyncio.run(search())


@pytest.mark.alarm
def test_a_process_that_has_warmed_up_loads_no_more_code_for_a_search():
    program = (
        "import sys; from upcard.engine.game import make_game; from upcard.engine.record import record_text; "
        "from upcard.server.bots import think, warm_up; warm_up(); before = set(sys.modules); "
        "think(record_text(make_game('lama').match(seed=1)), 'ismcts', 1); print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_another_process_starts_for_one_that_has_crashed():
    async def after_crash() -> tuple[bool, int]:
        workers = FairWorkers(FairQueue(2), has_spare=True)
        try:
            with pytest.raises(BrokenProcessPool):
                await workers.run(os._exit, 1)
            ready = bool(workers._idle)
        finally:
            workers.close()
        workers.start()
        return ready, len(workers._idle)

    assert asyncio.run(after_crash()) == (True, 0)


def test_files_are_not_asked_for_from_outside():
    game = make_game("kuhn-poker")
    with pytest.raises(Usage, match="from a file"):
        check_bot("solved:/etc/passwd", game)
    with pytest.raises(Usage):
        check_bot("folding", game)
    check_bot("equilibrium", game)


def test_bots_of_the_stronger_kinds_come_first_and_of_a_kind_those_of_the_game():
    game = make_game("beat-it-or-eat-it")
    found = {x.name: x.kind for x in bots_for(game)}
    assert list(found)[:4] == ["tablebase", "alpha-beta", "ismcts", "flat-monte-carlo"]
    assert list(found)[-1] == "random"
    assert list(dict.fromkeys(found.values())) == ["solved", "searching", "rule", "chance"]
    assert bots_for(make_game("kuhn-poker"))[0].kind == "solved"
    assert usual_bot(game) == "ismcts"
    assert {x.name for x in bots_for(make_game("stoppers")) if x.searches} == {
        "ismcts",
        "flat-monte-carlo",
        "quantal",
    }


@pytest.mark.parametrize(("options", "kind"), [
    ({}, "solved"), ({"suits": 3, "length": 6, "deal": "random"}, "solved"), ({"suits": 4}, "searching"),
    ({"trumps": "own"}, "searching"),
])  # fmt: skip
def test_who_has_a_table_for_a_size_plays_a_solution_there_only(options, kind):
    bot = next(x for x in bots_for(make_game("beat-it-or-eat-it", **options)) if x.name == "tablebase")
    assert (bot.kind, bot.searches) == (kind, kind == "searching")
    assert next(x for x in bots_for(make_game("four-cell")) if x.name == "endgame").kind == "searching"


def test_bots_have_names_for_people_all_different():
    for rules in valid_games()[0].values():
        found = bots_for(make_game(rules.GAME.name))
        assert len({x.title for x in found}) == len(found)
    titles = {x.name: x.title for x in bots_for(make_game("stoppers"))}
    assert titles["ismcts"] == "Tree search"
    assert titles["swap-at-most"] == "Swap at most"


class Calls(Executor):
    """Notes what it is asked to do."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def submit(self, what: object, /, *_: object) -> "Future[int]":  # type: ignore[override]
        self.asked.append(what)
        return Future()


def test_only_who_searches_is_called_before(monkeypatch):
    async def call() -> list[list[object]]:
        bots, pool, asked = Bots(), Calls(), []
        monkeypatch.setattr(fair_workers, "process_pool", lambda processes: pool)
        for strategies in (["random", "folding"], *[["random", "ismcts:playouts=8"]] * 2):
            bots.call(make_game("lama"), strategies)
            await asyncio.sleep(0)
            asked.append(list(pool.asked))
        return asked

    assert asyncio.run(call()) == [[], [warm_up], [warm_up]]


def test_a_pool_is_ended_with_all_its_processes():
    ended: list[str] = []
    pool: Any = SimpleNamespace(
        _processes={n: SimpleNamespace(kill=lambda n=n: ended.append(f"killed {n}")) for n in (1, 2)},
        shutdown=lambda wait, cancel_futures: ended.append("shut"),
    )
    end_pool(pool)
    assert ended == ["shut", "killed 1", "killed 2"]


@pytest.mark.parametrize("has_server", [True, False])
def test_a_process_waits_for_the_end_of_its_server(monkeypatch, has_server):
    done: list[object] = []
    server = SimpleNamespace(join=lambda: done.append("the server has ended"))
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: server if has_server else None)
    monkeypatch.setattr(os, "_exit", done.append)
    processes._end_with_server()
    assert done == (["the server has ended", 0] if has_server else [])


KILLED = """
import asyncio, os, signal
from upcard.engine.game import make_game
from upcard.server.bots import Bots
async def serve():
    bots = Bots()
    bots.call(make_game("lama"), ["random"])
    assert not bots._searchers._idle
    bots.call(make_game("lama"), ["random", "ismcts"])
    print(bots._searchers._idle[0].submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    asyncio.run(serve())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when any process ends")
def test_who_searches_is_called_before_and_ends_with_a_server_that_is_killed():
    done = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, check=False, timeout=60
    )
    try:
        searcher = os.pidfd_open(int(done.stdout))
    except ProcessLookupError:
        return
    ended, _, _ = select.select([searcher], [], [], 20)
    os.close(searcher)
    assert ended
