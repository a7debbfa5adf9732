"""A game whose solution is computed when it is first played: the other tables do not wait for that."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.players import is_ready
from upcard.engine.record import record_text
from upcard.server.bots import Bots, solve_first
from upcard.solving import solution_cache


async def decided(match: Match, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> int:
    """Let the equilibrium decide at a table, with `run` in place of the other process."""
    bots = Bots()
    monkeypatch.setattr(bots._searchers, "run", run)
    try:
        return await bots.decide(match, "equilibrium", 0.0)
    finally:
        bots.close()


def test_a_process_solves_a_game_before_its_solution_plays(monkeypatch):
    game, jobs = GameSpec("stoppers", 2, None, {"lives": 7, "reshuffle": "every_round"}).game(), []

    def first_legal(v: Any) -> int:
        return next(a for a in range(game.rules.ACTIONS) if game.rules.legal(v, a))

    async def run(work: object, record: str, strategy: str, **_: object) -> None:
        jobs.append((work, strategy))

    monkeypatch.setattr(solution_cache, "_solved_once", lambda *_: first_legal)
    match = game.match(seed=1)
    assert asyncio.run(decided(match, run, monkeypatch)) in match.legal()
    assert jobs == [(solve_first, "equilibrium")]


def test_where_nothing_can_be_stored_a_game_is_solved_in_the_process_only(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(solution_cache, "_uncached", {})
    game = GameSpec("smallsum", 2, None, {"variant": "choice", "purse": 1}).game()
    match = game.match(seed=1)
    solved = solve_first(record_text(match), "equilibrium")
    assert solved is not None
    monkeypatch.setattr(solution_cache, "_uncached", {})  # as in the process of the server
    monkeypatch.setattr(solution_cache, "solve", lambda *_, **__: pytest.fail("the server solved the game"))
    assert not is_ready("equilibrium", game)

    async def run(*_: object, **__: object) -> object:
        return solved

    assert asyncio.run(decided(match, run, monkeypatch)) in match.legal()
    assert is_ready("equilibrium", game)


def test_a_cache_folder_that_cannot_be_read_holds_no_solution(monkeypatch):
    def is_file(path: Path) -> bool:
        raise PermissionError(path)

    game = GameSpec("stoppers", 2, None, {"lives": 9, "reshuffle": "every_round"}).game()
    monkeypatch.setattr(Path, "is_file", is_file)
    monkeypatch.setattr(solution_cache, "shipped_certificate", lambda *_: None)
    assert not solution_cache.has_solution(Path(), game)
