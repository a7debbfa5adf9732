"""Bots: strategies that play at tables of a server, each within a time limit.

Strategies that only apply a rule run in a thread. Strategies that search run in separate processes: they
search again and again, each time with twice as many playouts, and the last finished search counts.
Clients take turns at these processes; see :mod:`upcard.server.fair_queue`.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import Any

from upcard.engine.call_strategy import call_strategy
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, UpcardError, Usage
from upcard.engine.game import Game, Match, make_game
from upcard.engine.players import check_can_play, entrant_for, is_ready, is_solved
from upcard.engine.record import parse_record, record_text, replay
from upcard.engine.registry import strategy_for, valid_games
from upcard.engine.solution_provider import solutions
from upcard.kit.strategy import Strategy
from upcard.play.bot_catalogue import RANDOM, USUAL
from upcard.play.session import view_with_luck
from upcard.play.stale_rules import Edited, refuse_edited
from upcard.server.fair_queue import LEAST_RUN, FairQueue
from upcard.server.fair_workers import FairWorkers
from upcard.server.worker_processes import Late, alarm

PLAYOUTS, FIRST_PLAYOUTS, MOST_PLAYOUTS = "playouts", 8, 1_000_000
THINKING, MOST_THINKING = 1.0, 20.0
"""Thinking time in seconds of a strategy that searches, for one action: the default and the maximum."""

GRACE = 10.0
"""Seconds after the thinking time before the table continues without the process."""

MOST_SOLVING = 180.0
"""Seconds after which the solution of a game is given up that a strategy would play."""

FIRST_SEARCH = 0.1
"""Seconds of the search with which a process gets ready."""

SEARCHES = max(2, min(4, os.cpu_count() or 1))
"""Number of searches at the same time; one client has at most all but one of them."""


def check_bot(strategy: str, game: Game) -> None:
    """Raise Usage for a strategy that names a file, does not exist, or does not play this game."""
    if is_solved(strategy):
        raise Usage("a strategy from a file cannot play on a server; name one of the known strategies")
    check_can_play(strategy, game)


OnFault = Callable[[str], None]
"""Called with a sentence if a strategy finds no legal action."""


class Bots:
    """A thread and some processes that compute the actions of a server's strategies, in fair turns."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="upcard-bot")
        self._rules = FairQueue(1, None, None)
        self._searchers = FairWorkers(FairQueue(SEARCHES, None, None), True, warm_up)

    def start(self) -> None:
        """Start a process, so that the first search of all need not wait for it."""
        self._searchers.start()

    def close(self) -> None:
        """Shut down the thread and the processes; unfinished computations are cancelled."""
        self._threads.shutdown(cancel_futures=True)
        self._searchers.close()

    def call(self, game: Game, strategies: Iterable[str]) -> None:
        """Start a process if a strategy searches, so that its first action need not wait for it."""
        modules = [strategy_for(x.partition(":")[0], game.rules) for x in strategies]
        if any(module.STRATEGY.quick for module in modules):
            self._searchers.start()

    async def decide(
        self, match: Match, strategy: str, thinking: float, item: str = "", on_fault: OnFault | None = None
    ) -> int:
        """Return the action that a strategy chooses for the seat to move.

        `item` is the table, which takes turns with the other tables of its client. If the strategy finds no
        legal action, ``on_fault(sentence)`` is called, and the action is random, so that the table can
        continue. Raises Failure instead if there is no `on_fault`, and Edited if the rules file has changed
        and a new process would read it.
        """
        seat = match.player
        try:
            a = await self._choose(match, strategy, thinking, item)
            if match.player != seat or a in match.legal():
                return a
            raise Failure(f"the strategy {strategy} chose action {a}, which is not legal")
        except Edited:
            raise
        except UpcardError as fault:
            if on_fault is None:
                raise
            on_fault(f"{fault}; a random action replaced that of {strategy}")
        return _choose(match.game, RANDOM, view_with_luck(match))

    async def _choose(self, match: Match, strategy: str, thinking: float, item: str) -> int:
        """Return the action that a strategy chooses; raise UpcardError if it fails."""
        module = strategy_for(strategy.partition(":")[0], match.game.rules)
        if not module.STRATEGY.quick:
            return await self._apply_rule(match, strategy, item)
        refuse_edited(match.game.rules)
        seconds = min(thinking or THINKING, MOST_THINKING)
        a = await self._search(match, strategy, seconds, item)
        if a < 0:
            raise Failure(f"the strategy {strategy} did not finish a search in {seconds:g} s")
        return a

    async def _apply_rule(self, match: Match, strategy: str, item: str) -> int:
        """Return the action that a rule of thumb or a solution chooses."""
        v, loop = view_with_luck(match), asyncio.get_running_loop()
        choose = partial(loop.run_in_executor, self._threads, _choose, match.game, strategy, v)
        try:
            async with self._rules.turn(item):
                return await choose()
        except Unsolved:
            await self._solve(match, strategy, item)
        async with self._rules.turn(item):
            return await choose(True)

    async def _solve(self, match: Match, strategy: str, item: str) -> None:
        """Let a process solve a game, and store the solution; other tables continue meanwhile."""
        try:
            unstored = await self._searchers.run(
                solve_first, record_text(match), strategy, limit=MOST_SOLVING, item=item
            )
        except (BrokenProcessPool, TimeoutError):
            raise Failure(f"{strategy} did not solve {match.game.heading()} in {MOST_SOLVING:g} s") from None
        if unstored is not None:
            solutions().remember_solution(*unstored)

    async def _search(self, match: Match, strategy: str, seconds: float, item: str) -> int:
        """Return the action that a search in a process finds; -1 if it does not finish.

        Other clients interrupt it after a while, and are interrupted: whoever has used less waits no longer
        than its own thinking time.
        """
        text, patience = record_text(match), max(LEAST_RUN, seconds - LEAST_RUN)
        try:
            return await self._searchers.run(
                think, text, strategy, seconds, limit=seconds + GRACE, item=item, patience=patience
            )
        except (BrokenProcessPool, TimeoutError):  # the next search gets another process
            return -1


class Unsolved(Exception):
    """The strategy can play the game, but has to solve it first."""


@lru_cache(maxsize=256)
def _entrant(game: Game, strategy: str) -> Entrant:
    if not is_ready(strategy, game):
        raise Unsolved
    return entrant_for(strategy, game)


def _choose(game: Game, strategy: str, v: Any, may_solve: bool = False) -> int:
    """Return the action that a strategy chooses; raises Unsolved unless it may solve the game first."""
    entrant = entrant_for(strategy, game) if may_solve else _entrant(game, strategy)
    return call_strategy(entrant.choose, v, entrant.parameters, entrant.label)


def solve_first(record: str, strategy: str) -> tuple[str, dict[str, Any]] | None:
    """Solve the game of a record, so that a strategy can play its solution, which is stored.

    Returns the name and the certificate of a solution that cannot be stored, else None.
    """
    game = replay(parse_record(record)).game
    entrant_for(strategy, game)
    unstored: tuple[str, dict[str, Any]] | None = solutions().unstored_solution(game)
    return unstored


def warm_up() -> None:
    """Search for a moment in some game, so that later searches find everything loaded."""
    name = next(iter(valid_games()[0].values())).GAME.name
    think(record_text(make_game(name).match(seed=0)), USUAL, FIRST_SEARCH)


def think(record: str, strategy: str, seconds: float) -> int:
    """Return the action that a strategy finds by searching for at most a number of seconds.

    The last finished search counts; -1 if none has finished. The strategy sees only the view of its seat.
    """
    match = replay(parse_record(record))
    prepare = getattr(entrant_for(strategy, match.game).choose, "prepare", None)
    if prepare is not None:  # open its table, and unpack it the first time, before the clock runs
        prepare()
    began, chosen = time.monotonic(), -1
    try:
        with alarm(seconds):
            for text in _ladder(strategy, match.game):
                entrant = entrant_for(text, match.game)
                chosen = call_strategy(
                    entrant.choose, view_with_luck(match), entrant.parameters, entrant.label
                )
                spent = time.monotonic() - began
                # the next takes twice as long as all so far
                if 3 * spent > seconds or len(match.legal()) == 1:
                    break
    except Late:
        pass
    return chosen


def _ladder(strategy: str, game: Game) -> Iterator[str]:
    """Yield variants of a strategy, from quick to thorough."""
    name, _, settings = strategy.partition(":")
    declared: Strategy = strategy_for(name, game.rules).STRATEGY
    if settings or all(p.name != PLAYOUTS for p in declared.parameters):
        yield f"{name}:{declared.quick}"
        yield strategy
        return
    playouts = FIRST_PLAYOUTS
    while playouts <= MOST_PLAYOUTS:
        yield f"{name}:{PLAYOUTS}={playouts}"
        playouts *= 2
