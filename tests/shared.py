"""What many tests share: games to test, positions by random play, modules from text, other processes."""

import importlib.util
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import upcard
from upcard.adapters.gambit_rules import import_efg
from upcard.certificates.certificate import certificate_text
from upcard.certificates.verify_file import verify
from upcard.engine import program, seeds
from upcard.engine.determinization import World
from upcard.engine.discovery import forget
from upcard.engine.game import Game, Match, make_game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.registry import game_modules
from upcard.engine.state import PlainState
from upcard.simulation import simulator as at_work
from upcard.simulation.kernel import Sums
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.strategies.equilibrium import CERTIFICATES

GAMES_FOLDER = Path(__file__).parent / "example_games"


def module_from(file: Path, name: str = "") -> ModuleType:
    """Import a file."""
    spec = importlib.util.spec_from_file_location(name or file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shipped_certificate(file: str) -> Path:
    """Return the path of a certificate that ships, such as ``"kuhn-poker.json"``."""
    return next(CERTIFICATES.glob(f"*/solutions/{file}"))


def shipped_games() -> dict[str, Game]:
    """Every game with its defaults and every other preset, and L.A.M.A. with fewest and most players."""
    found = {name: make_game(name) for name in sorted(game_modules())}
    for name, game in list(found.items()):
        presets = {
            f"{name}-{preset}": make_game(name, preset=preset) for preset in sorted(game.rules.PRESETS)
        }
        found |= {k: g for k, g in presets.items() if g.options != game.options}
    return found | {f"lama-{n}": make_game("lama", n) for n in (2, 8)}


EVERY_FIELD = module_from(GAMES_FOLDER / "every_field.py")
TOGETHER = (GAMES_FOLDER / "together.py").read_text()
"""The rules of a game for one to three: everybody keeps a card or changes it, and the sum counts for all."""
EVERYONE_ALONE = TOGETHER.replace("for q in range(s.seats):\n        total += s.card[q]", "total = s.card[p]")
"""The same rules, but everybody scores their own card."""


@pytest.fixture(scope="session")
def every_field() -> ModuleType:
    """The rules of the game that has a field of every kind."""
    return EVERY_FIELD


@pytest.fixture(scope="session")
def new_game():
    """A game of a rules file that is not in the catalog."""

    def make(rules: ModuleType, players: int = 0) -> Game:
        return Game(rules, players or rules.GAME.usual, {o.name: o.default for o in rules.OPTIONS})

    return make


SHIPPED = shipped_games()
ANY = SHIPPED | {"every-field": Game(EVERY_FIELD, 3, {"tone": 1, "bonus": 3})}


@pytest.fixture(scope="session", params=SHIPPED)
def shipped_game(request) -> Game:
    """Every shipped game in turn."""
    return SHIPPED[request.param]


@pytest.fixture(scope="session", params=ANY)
def any_game(request) -> Game:
    """Every shipped game in turn, and the game that has a field of every kind."""
    return ANY[request.param]


@pytest.fixture(scope="session")
def position():
    """``position(game, seed, steps)``: a match after so many random actions, or at its end."""

    def play(game: Game, seed: int, steps: int) -> Match:
        match, rng = game.match(seed), random.Random(seed)
        for _ in range(steps):
            if match.is_over:
                break
            match.do(rng.choice(match.legal()))
        return match

    return play


@pytest.fixture(scope="session")
def imagined():
    """``imagined(match, seat, number)``: so many states as a searching strategy of a seat imagines them."""

    def states(match: Match, seat: int, number: int) -> Iterator[Any]:
        world, v = World(match.game.rules), match.view(seat)
        for stream in range(number):
            seeds.open_stream(v, 7, stream)
            world.imagine(v)
            yield world.state

    return states


def plain(sums: Sums) -> list[Any]:
    """Sums as nested lists, for comparison."""
    return [sums.entrants.tolist(), sums.games.tolist(), sums.pairs.tolist()]


@pytest.fixture(scope="session")
def sums_of():
    """``sums_of(game, strategies, way)``: sums of some games, ``masked``, ``copied`` or ``interpreted``."""

    def play(
        game: Game,
        strategies: Any,
        way: str = "masked",
        games: int = 24,
        seed: int = 5,
        seating: str = "fixed",
        duplicate: bool = False,
    ) -> list[Any]:
        lineup = strategies if isinstance(strategies, LineUp) else line_up(game, strategies)
        plan = make_plan(games, seed, game.players, seating, duplicate)
        with pytest.MonkeyPatch.context() as patch:
            if way == "copied":
                patch.setattr(program, "mask_strategies", lambda rules, choosers: None)
            simulator = at_work.Simulator(lineup, interpreted=way == "interpreted")
        assert way == "interpreted" or simulator.is_compiled
        return plain(simulator.play(plan, 0, plan.blocks))

    return play


@pytest.fixture
def module(tmp_path):
    """``module(name, text)``: a module from a file with this text."""

    def write(name: str, text: str) -> ModuleType:
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        return module_from(file)

    return write


@pytest.fixture
def checked(tmp_path):
    """``checked(stated)``: write these entries as a certificate and check it."""

    def check(stated):
        (tmp_path / "it.json").write_text(certificate_text(stated))
        return verify(tmp_path / "it.json")

    return check


@pytest.fixture
def efg(tmp_path, monkeypatch):
    """Gives the game of a text in the format of Gambit, as ``upcard import`` makes it."""
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "home"))
    forget()
    yield lambda text, name="a-tree": import_efg(text, name)
    forget()


@pytest.fixture
def in_process(tmp_path):
    """``in_process(code)``: start other Python processes that share one fresh cache of programs.

    The code prints one JSON value; calling what comes back waits for it. It can import files of `tmp_path`.
    """
    env = os.environ | {
        "UPCARD_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(upcard.__file__).parents[1])]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def start(code: str, **more: str):
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code],
            env=env | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

        def wait() -> Any:
            out, errors = process.communicate(timeout=120)
            assert process.returncode == 0, errors
            return json.loads(out)

        return wait

    return start


@pytest.fixture
def interrupted_at() -> Callable[[float], OnProgress]:
    """Make a progress callback that interrupts once, when that fraction is done."""

    def make(done: float) -> OnProgress:
        waiting = [done]

        def on_step(what: str, part: float) -> None:
            if waiting and part >= waiting[0]:
                waiting.clear()
                raise KeyboardInterrupt

        return on_step

    return make


@pytest.fixture(scope="session")
def lama_view():
    """``lama_view(hand, top)``: what seat 1 of three sees; cards are digits, L for a llama."""
    from upcard.games.lama.rules import KINDS, LLAMA

    def make(
        hand: str, top: str, others: tuple[int, int] = (6, 6), stock: int = 20, alone: bool = False
    ) -> PlainState:
        game = make_game("lama", 3)
        s = game.start(seed=1)
        kinds = [LLAMA if c == "L" else int(c) - 1 for c in hand + top]
        for k in range(KINDS):
            s.hand[1, k] = kinds[:-1].count(k)
        s.top, s.player = kinds[-1], 1
        s.size[0], s.size[1], s.size[2] = others[0], len(hand), others[1]
        s.stock[0], s.pile[0] = stock, 0
        if alone:
            s.active, s.out[0], s.out[2] = 1, 1, 1
        return game.view(s, 1)

    return make


def card_of(bit, suits, length):
    """The card of the rules that a bit of a hand stands for."""
    from upcard.games.beat_it_or_eat_it.rules import SUITS, lowest

    return (lowest(length) + bit // suits) * SUITS + bit % suits


def all_leads(suits, length, trumps="none"):
    """The game, and by the hand that leads, as a set of bits, a state with an empty table."""
    from upcard.games.beat_it_or_eat_it.rules import deal_to

    game = make_game(
        "beat-it-or-eat-it", suits=suits, length=length, deal="random", draw="never", trumps=trumps
    )
    states = {}
    for hand in range(1, (1 << suits * length) - 1):
        s = game.blank()
        s.leads = 1
        for bit in range(suits * length):
            deal_to(s, 1 - ((hand >> bit) & 1), card_of(bit, suits, length))
        states[hand] = s
    return game, states


@pytest.fixture(scope="session")
def leads():
    """``leads(suits, length)``: see :func:`all_leads`."""
    return all_leads
