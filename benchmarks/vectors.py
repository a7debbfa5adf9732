"""Many tables stepped together: Upcard's vector environment compared with others, in one run.

The game is Leduc poker, which all have. Random legal actions are chosen outside the time; what counts is CPU
time of the whole process for a step: doing the action, starting again where a game ended, and laying out
what the next player sees and may do. PettingZoo has one table; OpenSpiel's ``SyncVectorEnv`` and Pgx have as
many as serve them well.
"""

import importlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from claims import SEED, Line, missed, paired, show_lines

import upcard as uc

SLICES, SLICE_SECONDS = 7, 0.2
TABLES, TABLES_OF_OPENSPIEL = 4096, 64
LEAST_TIMES = {"OpenSpiel": 20, "PettingZoo": 100, "Pgx": 0}
MISSING = "{} is not installed and not compared with: make bench-peers"

Draw = Callable[[np.ndarray], np.ndarray]
Drive = Callable[[], int]
"""Choose actions, step all tables, and return their number."""


class Watch:
    """Return the CPU time of the process during steps."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._began = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.process_time() - self._began


@dataclass
class Peer:
    """A library, and how its tables are stepped.

    Parameters
    ----------
    name : str
        The name of the package.
    needs : tuple of str
        The modules that it needs.
    begin : function
        ``begin(watch)``: gives what does a step.
    """

    name: str
    needs: tuple[str, ...]
    begin: Callable[[Watch], Drive]

    @property
    def is_installed(self) -> bool:
        return all(importlib.util.find_spec(x) is not None for x in self.needs)

    def paced(self) -> Callable[[int], float]:
        """CPU nanoseconds per step of a table, in slice number i."""
        watch = Watch()
        drive = self.begin(watch)
        for _ in range(5):
            drive()

        def slice_(i: int) -> float:
            watch.seconds, steps = 0.0, 0
            while watch.seconds < SLICE_SECONDS:
                steps += drive()
            return watch.seconds / steps * 1e9

        return slice_


def one_legal(legal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return one of the legal actions of every table."""
    return (rng.random(legal.shape, dtype=np.float32) * legal).argmax(1)


def ours(watch: Watch) -> Drive:
    env = uc.vector_env("leduc-poker", TABLES, threads=1)
    rng = np.random.default_rng(SEED)
    shown = env.reset(seed=SEED)

    def drive() -> int:
        nonlocal shown
        actions = one_legal(shown.legal, rng)
        with watch:
            shown = env.step(actions)
        return TABLES

    return drive


def openspiel(watch: Watch) -> Drive:
    rl = importlib.import_module("open_spiel.python.rl_environment")
    agent = importlib.import_module("open_spiel.python.rl_agent")
    vector = importlib.import_module("open_spiel.python.vector_env")
    env = vector.SyncVectorEnv(
        [
            rl.Environment("leduc_poker", chance_event_sampler=rl.ChanceEventSampler(seed=SEED + i))
            for i in range(TABLES_OF_OPENSPIEL)
        ]
    )
    shown, rng = env.reset(), np.random.default_rng(SEED)

    def drive() -> int:
        nonlocal shown
        able = [x.observations["legal_actions"][x.observations["current_player"]] for x in shown]
        actions = [agent.StepOutput(action=int(rng.choice(x)), probs=1.0) for x in able]
        with watch:
            shown = env.step(actions, reset_if_done=True)[0]
        return TABLES_OF_OPENSPIEL

    return drive


def pettingzoo(watch: Watch) -> Drive:
    env = importlib.import_module("pettingzoo.classic.leduc_holdem_v4").env()
    rng = np.random.default_rng(SEED)
    env.reset(seed=SEED)
    last = env.last()

    def drive() -> int:
        nonlocal last
        mask = last[0]["action_mask"].astype(bool)
        action = int(rng.choice(np.flatnonzero(mask)))
        with watch:
            env.step(action)
            last = env.last()
            if last[2] or last[3]:
                env.reset()
                last = env.last()
        return 1

    return drive


def pgx(watch: Watch) -> Drive:
    jax = importlib.import_module("jax")
    games = importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = games.make("leduc_holdem")
    keys = jax.random.split(jax.random.PRNGKey(SEED), TABLES)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    shown, rng = jax.jit(jax.vmap(env.init))(keys), np.random.default_rng(SEED)

    def drive() -> int:
        nonlocal shown, keys
        actions = one_legal(np.asarray(shown.legal_action_mask), rng)
        keys = jax.random.split(keys[0], TABLES)
        with watch:
            shown = jax.block_until_ready(step(shown, actions, keys))
        return TABLES

    return drive


PEERS = (
    Peer("OpenSpiel", ("pyspiel",), openspiel),
    Peer("PettingZoo", ("pettingzoo", "rlcard", "pygame"), pettingzoo),
    Peer("Pgx", ("pgx", "jax"), pgx),
)


def lines() -> list[Line]:
    """Return the cost of a step here, and how many times as long it takes elsewhere."""
    mine = Peer("Upcard", (), ours).paced()
    cost = mine(0)
    return [
        Line("a step of a vector environment, Leduc", cost, "ns", "", True),
        _rate("Upcard", cost),
        *_against(mine),
    ]


def _rate(name: str, cost: float) -> Line:
    """Return the steps of a table per CPU second, given the nanoseconds of one."""
    return Line(f"steps of {name}, Leduc", 1e9 / cost, "steps/s", "", True)


def _against(mine: Callable[[int], float]) -> Iterator[Line]:
    for peer in PEERS:
        if not peer.is_installed:
            print(MISSING.format(peer.name), file=sys.stderr)
            continue
        (cost, ratio), least = paired(peer.paced(), mine, SLICES), LEAST_TIMES[peer.name]
        mark = f"at least {least}" if least else ""
        yield _rate(peer.name, cost)
        yield Line(f"the same of {peer.name} / ours", ratio, "times the time", mark, ratio >= least)


def main() -> None:
    """Print the lines as a table; report a missed mark, and exit with 1 then."""
    found = lines()
    show_lines(found)
    told = missed(found)
    if told:
        raise SystemExit(told)


if __name__ == "__main__":
    main()
