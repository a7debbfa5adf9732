"""The cost of a decision in random play, for every game of Upcard and for games of OpenSpiel.

The peer is L.A.M.A., preset official with four players, in slices that alternate with those of the game. All
seats play at random, so a figure holds the rules, the choice of one legal action and what chance does.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import openspiel
from claims import SEED, Line, cpu_per_decision, paired

from upcard.engine.game import Game, make_game
from upcard.engine.registry import game_modules, is_shipped
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

SLICES, SLICE_SECONDS = 7, 0.05
FIRST_GAMES = 50
MOST = 3.0

Slice = Callable[[int], float]
"""CPU nanoseconds per decision in slice number i."""


@dataclass(frozen=True)
class Pace:
    """Cost of a decision of a game: nanoseconds, and the ratio to L.A.M.A.

    Parameters
    ----------
    game, variant : str
        The game, and its preset or how it is driven.
    players : int
        Number of players.
    nanoseconds : float
        CPU time per decision, the median of the slices.
    ratio : float
        The median of game / L.A.M.A., slice by slice.
    reached : bool, optional
        Whether the ratio is at most ``MOST``; None for a game of which nothing is claimed.
    """

    game: str
    variant: str
    players: int
    nanoseconds: float
    ratio: float
    reached: bool | None

    @property
    def claim(self) -> Line:
        """The ratio as a claim like others."""
        what = f"{self.game} ({self.variant}) / L.A.M.A."
        return Line(what, self.ratio, "times the time", f"at most {MOST:g}", self.reached is not False)


def variants() -> Iterator[tuple[str, Game]]:
    """Yield every game under every preset, with the usual number of players."""
    for name, rules in sorted(game_modules().items()):
        games: dict[str, tuple[str, Game]] = {}
        for preset in (*rules.PRESETS, None):
            game = make_game(name, None, preset)
            games.setdefault(repr(game), (preset or "–", game))
        if is_shipped(rules):
            yield from games.values()


def at_random(game: Game) -> Slice:
    """The game in slices of at least ``SLICE_SECONDS``, all seats at random."""
    simulator = Simulator(line_up(game, "random"))
    games = FIRST_GAMES
    while cpu_seconds(simulator, games) < SLICE_SECONDS:
        games *= 2
    return lambda i: cpu_per_decision(simulator, i * games, (i + 1) * games)


def cpu_seconds(simulator: Simulator, games: int) -> float:
    """Return the time of some games."""
    plan = make_plan(games, SEED, simulator.lineup.game.players)
    began = time.thread_time()
    simulator.play(plan, 0, games)
    return time.thread_time() - began


def paces() -> list[Pace]:
    """Every game of Upcard, then those of OpenSpiel where it is installed."""
    lama = at_random(make_game("lama", 4, "official"))
    found = []
    for preset, game in variants():
        figure, ratio = paired(at_random(game), lama, SLICES)
        found.append(Pace(game.name, preset, game.players, figure, ratio, ratio <= MOST))
    for name in openspiel.GAMES if openspiel.is_installed() else ():
        for how, drive in openspiel.DRIVES.items():
            figure, ratio = paired(drive(name), lama, SLICES)
            players = openspiel.players(name)
            found.append(Pace(f"OpenSpiel {name}", how, players, figure, ratio, None))
    return found


def against_openspiel() -> list[Line]:
    """Leduc poker of both, each played at random; one line on standard error where there is no OpenSpiel."""
    if not openspiel.is_installed():
        print(openspiel.MISSING, file=sys.stderr)
        return []
    ours = at_random(make_game("leduc-poker"))
    ratios = {how: paired(drive("leduc_poker"), ours, SLICES)[1] for how, drive in openspiel.DRIVES.items()}
    return [
        Line(f"leduc_poker of OpenSpiel, {how} / ours", ratio, "times the time", "", True)
        for how, ratio in ratios.items()
    ]


def show_paces(found: list[Pace]) -> None:
    """Print the cost of decisions as a table."""
    print("\nRandom play at all seats, compared with L.A.M.A. (official, 4 players) in the same slices")
    print(f"{'game':24} {'preset':20} {'players':>7} {'ns/decision':>12} {'times L.A.M.A.':>15}")
    for x in found:
        verdict = "" if x.reached is None else f"at most {MOST:g}: {'yes' if x.reached else 'NO'}"
        print(f"{x.game:24} {x.variant:20} {x.players:7} {x.nanoseconds:12,.1f} {x.ratio:15,.2f}  {verdict}")
    if openspiel.is_installed():
        print(openspiel.words())
