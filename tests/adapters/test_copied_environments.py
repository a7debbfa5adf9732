"""Environments in the middle of a game: copies and pickles go on alike, also in processes that begin anew."""

import multiprocessing
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.copies import COPIES, GAMES, pickled

import upcard as uc
from upcard.adapters.gymnasium import vector_env
from upcard.adapters.pettingzoo import env, parallel_env
from upcard.engine.errors import Usage

copied = pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)


def last_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


def play_turns(table: Any, most: int = 400) -> list[Any]:
    """Play an environment on; return all that it shows."""
    shown: list[Any] = []
    for agent in table.agent_iter(most):
        seen, reward, ended, cut, _ = table.last()
        action = None if ended or cut else last_legal(seen["action_mask"])
        shown.append((agent, seen["observation"].tolist(), reward, ended, action))
        table.step(action)
    return shown


def play_moments(table: Any, most: int = 200) -> list[Any]:
    shown: list[Any] = []
    masks = {agent: table.session.mask(p) for p, agent in enumerate(table.possible_agents)}
    for _ in range(most):
        if not table.agents:
            break
        seen, *rest, infos = table.step({a: last_legal(x) if x.any() else 0 for a, x in masks.items()})
        masks = {a: x["action_mask"] for a, x in infos.items()}
        shown.append(({a: x["observation"].tolist() for a, x in seen.items()}, rest))
    return shown


def play_tables(tables: Any, steps: int = 60) -> list[Any]:
    shown: list[Any] = []
    mask = tables._shown.legal if hasattr(tables, "_shown") else tables.tables._shown.legal
    for _ in range(steps):
        done = tables.step(mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))
        if isinstance(done, tuple):
            mask = done[-1]["action_mask"]
            shown.append([x.tolist() for x in done[:-1]])
        else:
            mask = done.legal
            shown.append([x.tolist() for x in vars(done).values()])
    return shown


def turns(name: str) -> Any:
    table = env(name)
    table.reset(seed=3)
    for _agent in table.agent_iter(4):
        seen, _, ended, _, _ = table.last()
        if ended:
            table.reset(seed=3)
            break
        table.step(last_legal(seen["action_mask"]))
    return table


def goes_on_alike(begun: Any, twin: Any, play: Callable[[Any], list[Any]]) -> None:
    end = play(twin)
    assert end
    assert play(begun) == end


@copied
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_environment_of_turns_goes_on_alike(name: str, duplicate: Callable[[Any], Any]) -> None:
    begun = turns(name)
    goes_on_alike(begun, duplicate(begun), play_turns)


@copied
@pytest.mark.parametrize("name", ["goofspiel", "four-cell", "stoppers"])
def test_a_copied_environment_of_moments_goes_on_alike(name: str, duplicate: Callable[[Any], Any]) -> None:
    begun = parallel_env(name)
    begun.reset(seed=3)
    goes_on_alike(begun, duplicate(begun), play_moments)


@copied
def test_copied_tables_go_on_alike(duplicate: Callable[[Any], Any]) -> None:
    for threads in (1, 2):
        begun = uc.vector_env("lama", 6, [None, "folding:A=17.5", "same-first"], threads=threads)
        begun.reset(seed=5)
        begun.step([int(x) for x in begun._shown.legal.argmax(axis=1)])
        twin = duplicate(begun)
        goes_on_alike(begun, twin, play_tables)
        twin.close()
        begun.close()
        with pytest.raises(Usage, match="the tables are closed"):
            duplicate(begun).reset()


@copied
def test_copied_tables_of_gymnasium_go_on_alike(duplicate: Callable[[Any], Any]) -> None:
    begun = vector_env("kuhn-poker", 6, [None, "equilibrium"])
    begun.reset(seed=5)
    twin = duplicate(begun)
    goes_on_alike(begun, twin, play_tables)
    (first, _), (second, _) = begun.reset(), twin.reset()
    assert first.tolist() == second.tolist()


def first_action(v: Any) -> int:
    return 0


def test_tables_with_a_function_of_ones_own_go_on_if_it_can_be_imported(monkeypatch) -> None:
    begun = uc.vector_env("kuhn-poker", 2, [None, first_action])
    begun.reset(seed=5)
    monkeypatch.setattr("upcard.simulation.lineup.function_pickler", lambda: pickle)
    goes_on_alike(begun, pickled(begun), play_tables)

    def local(v: Any) -> int:
        return 0

    with pytest.raises(Usage, match="a strategy cannot be sent to other processes"):
        pickle.dumps(uc.vector_env("kuhn-poker", 2, [None, local]))


def test_environments_go_on_in_processes_that_begin_anew() -> None:
    tables = uc.vector_env("lama", 3, [None, "same-first"])
    tables.reset(seed=5)
    moments = parallel_env("goofspiel")
    moments.reset(seed=5)
    match = uc.game("lama").match(seed=8)
    solution = uc.solve(uc.game("kuhn-poker"))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        far: list[Any] = [
            pool.apply(play_turns, (turns("lama"),)),
            pool.apply(play_moments, (moments,)),
            pool.apply(play_tables, (tables,)),
            pool.apply(match.choices),
            pool.apply(solution.certificate),
            *pool.map(partial(uc.simulate, strategies="random", games=50), [match.game]),
        ]
    near = [play_turns(turns("lama")), play_moments(moments), play_tables(tables), match.choices()]
    assert far[:4] == near
    assert far[4] == solution.certificate()
    assert far[5].seats == uc.simulate(match.game, "random", 50).seats
