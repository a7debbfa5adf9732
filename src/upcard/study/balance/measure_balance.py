"""``uc.balance``: is a game good? Seats, length, and more from thousands of games."""

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from upcard.engine.errors import Usage, unknown_name
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.option_values import settings_of, whole_number
from upcard.study.balance import (
    action_choice,
    card_effects,
    decided_when,
    game_ends,
    game_length,
    luck_and_skill,
    seat_shares,
)
from upcard.study.balance.balance_report import BalanceReport, BalanceSection
from upcard.study.balance.game_bank import GameBank, OnBalanceStep
from upcard.study.balance.play_levels import PlayLevel

MOST_EFFORT, USUAL_SEED = 1000.0, 1
MOST_BANKS = 2
"""Maximum number of games whose matches one process keeps for further sections."""

MakeSection = Callable[[GameBank], BalanceSection]


def _seats(bank: GameBank) -> BalanceSection:
    commands = [simulate_command(bank.game, x, bank.seed) for x in bank.levels]
    tallies = [bank.tallies_of(x) for x in bank.levels]
    return seat_shares.seats_section(bank.game, bank.levels, tallies, bank.seed, commands)


def _length(bank: GameBank) -> BalanceSection:
    return game_length.length_section(bank.levels, [bank.tallies_of(x) for x in bank.levels])


def _choice(bank: GameBank) -> BalanceSection:
    tallies = [bank.tallies_of(x) for x in bank.levels]
    return action_choice.choice_section(bank.levels, tallies, bank.action_words, bank.game.rules.ACTIONS)


def _cards(bank: GameBank) -> BalanceSection:
    return card_effects.cards_section(bank, bank.action_words)


def _ends(bank: GameBank) -> BalanceSection:
    tallies = [bank.tallies_of(x) for x in bank.levels]
    return game_ends.ends_section(bank.game, bank.levels, tallies, bank.action_words)


SECTIONS: Mapping[str, MakeSection] = {
    seat_shares.NAME: _seats,
    game_length.NAME: _length,
    action_choice.NAME: _choice,
    luck_and_skill.NAME: luck_and_skill.luck_section,
    decided_when.NAME: decided_when.tension_section,
    card_effects.NAME: _cards,
    game_ends.NAME: _ends,
}
"""The sections in the order of the report."""


def balance(
    game: Game | str,
    *,
    players: int | None = None,
    preset: str | None = None,
    strategies: Sequence[str] = (),
    sections: Sequence[str] = (),
    seed: int = USUAL_SEED,
    effort: float = 1.0,
    threads: int | None = None,
    on_part: OnBalanceStep | None = None,
    on_compile: Callable[[], None] | None = None,
) -> BalanceReport:
    """Play a game at several levels of play and report whether it is fair, how long it takes, and more.

    The numbers depend only on the game, the strategies, the seed and the effort: not on threads or machines.

    Parameters
    ----------
    game : Game or str
        The game, or its name.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``.
    strategies : sequence of str
        The levels of play, the weakest first; by default random play and the levels of computer opponents.
    sections : sequence of str
        The sections to compute; all by default.
    seed : int
        Seed of all games, from 0.
    effort : float
        How many times the usual number of games is played; intervals shrink with its square root.
    threads : int, optional
        Number of threads; all cores by default.
    on_part : function, optional
        Called with the name of each part of the work.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    BalanceReport
        The sections with their numbers and intervals.

    Raises
    ------
    Usage
        If a game, strategy or section does not exist, or a number is out of range.
    Failure
        If a strategy chose an illegal action, or a game does not end.
    """
    began = time.perf_counter()
    chosen = game_from(game, players, preset)
    names = _checked(sections)
    bank = GameBank(chosen, strategies, _seed(seed), _effort(effort), threads, on_part, on_compile)
    command = balance_command(chosen, strategies, seed, effort)
    made = [balance_section(bank, name) for name in names]
    return BalanceReport(
        chosen.name, chosen.heading(), chosen.players, chosen.option_words(), seed, effort, bank.levels,
        made,
        " ".join([command, *(f"--section {x}" for x in sections)]),
        time.perf_counter() - began,
    )  # fmt: skip


@lru_cache(maxsize=MOST_BANKS)
def shared_bank(name: str, players: int, preset: str, effort: float) -> GameBank:
    """Return the bank of a game, which all sections share that one process computes, each with one thread.

    Raises Usage if there is no such game.
    """
    return GameBank(game_from(name, players, preset or None), (), USUAL_SEED, effort, threads=1)


def balance_section(bank: GameBank, name: str) -> BalanceSection:
    """Return a section of the report on the games of a bank, which later sections share.

    Raises what :func:`balance` raises.
    """
    x = SECTIONS[name](bank)
    command = balance_command(bank.game, bank.strategies, bank.seed, bank.effort)
    repeat = f"{command} --section {x.name}"
    text = [*x.document.text, f"Repeat: {repeat}"]
    return replace(x, command=repeat, document=replace(x.document, text=text))


def _checked(sections: Sequence[str]) -> list[str]:
    for name in sections:
        if name not in SECTIONS:
            raise unknown_name("section", name, SECTIONS)
    return [x for x in SECTIONS if x in sections] if sections else list(SECTIONS)


def _seed(seed: int) -> int:
    seed = whole_number("seed", seed)
    if not 0 <= seed < 2**63:
        raise Usage(f"the seed is {seed}; expected a whole number from 0 to 2^63 - 1")
    return seed


def _effort(effort: float) -> float:
    if not 0 < effort <= MOST_EFFORT:
        raise Usage(f"the effort is {effort:g}; expected a number above 0, up to {MOST_EFFORT:g}")
    return float(effort)


def game_words(game: Game) -> list[str]:
    """Return the words that name a game, with the options that are not as usual."""
    usual = settings_of(game.rules.OPTIONS, {})
    chosen = {k: x for k, x in game.option_words().items() if game.options[k] != usual[k]}
    options = [word for k, x in chosen.items() for word in ("--option", f"{k}={x}")]
    return [game.name, "--players", str(game.players), *options]


def balance_command(game: Game, strategies: Sequence[str], seed: int, effort: float) -> str:
    """Return the command that makes the same report."""
    words = ["upcard", "balance", *game_words(game)]
    words += [word for x in strategies for word in ("--strategy", x)]
    short = f"{effort:g}"
    exact = short if float(short) == effort else repr(float(effort))
    words += ["--effort", exact] if effort != 1 else []
    return shlex.join([*words, "--seed", str(seed)])


def simulate_command(game: Game, level: PlayLevel, seed: int) -> str:
    """Return the command that simulates the games of a level."""
    words = ["upcard", "simulate", *game_words(game), "--strategy", level.strategy]
    return shlex.join([*words, "--games", str(level.games), "--seed", str(seed)])
