"""A game whose solution is computed when it is first played: the other tables do not wait for that."""

import asyncio
from typing import Any

from upcard.engine.game_spec import GameSpec
from upcard.server.bots import Bots, solve_first
from upcard.solving import solution_cache


def test_a_process_solves_a_game_before_its_solution_plays(monkeypatch):
    game, jobs = GameSpec("stoppers", 2, None, {"lives": 7, "reshuffle": "every_round"}).game(), []

    def first_legal(v: Any) -> int:
        return next(a for a in range(game.rules.ACTIONS) if game.rules.legal(v, a))

    async def run(work: object, record: str, strategy: str, **_: object) -> None:
        jobs.append((work, strategy))

    async def decide() -> int:
        bots = Bots()
        monkeypatch.setattr(bots._searchers, "run", run)
        try:
            return await bots.decide(match, "equilibrium", 0.0)
        finally:
            bots.close()

    monkeypatch.setattr(solution_cache, "_solved_once", lambda *_: first_legal)
    match = game.match(seed=1)
    assert asyncio.run(decide()) in match.legal()
    assert jobs == [(solve_first, "equilibrium")]
