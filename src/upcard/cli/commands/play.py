"""``upcard play``: play a game in the terminal, against strategies or with others at one keyboard."""

import contextlib
import math
import secrets
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal import shell_completion as complete
from upcard.cli.terminal.command_options import (
    DEAL_SEED,
    SEATS,
    FileName,
    game_spec,
    make_command,
    players_option,
    rules_options,
)
from upcard.cli.terminal.error_messages import STOPPED
from upcard.engine.errors import UpcardError, Usage

if TYPE_CHECKING:
    from upcard.cli.terminal.terminal_series import TerminalSeries
    from upcard.cli.terminal.terminal_session import TerminalScreen
    from upcard.engine.game import Game
    from upcard.play.session import MatchSession, SeatPlayer

FOLDER = "upcard-games"
SEEDS = 1_000_000
"""A random seed is below this, so that it is short enough to type."""

FIXED = ("players", "preset", "options", "seed")


@make_command(
    "play",
    "upcard play lama --against folding --hints",
    "upcard play kuhn-poker --seat 2 --against random",
    "upcard play kuhn-poker --against equilibrium --hands 10",
    "upcard play --resume upcard-games/lama-1.txt",
)
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete.games)
@click.option(
    "--seat", "seats", type=SEATS, multiple=True,
    help="Your seat; repeat for several people at this keyboard.  [default: 1 with --against, else all]",
)  # fmt: skip
@click.option(
    "--against", metavar="NAME[:key=value,...]", multiple=True, shell_complete=complete.strategies,
    help="Strategy of the other seats: once for all, or once for each.",
)  # fmt: skip
@players_option()
@rules_options
@click.option("--seed", type=DEAL_SEED, help="Seed of the cards.  [default: random]")
@click.option(
    "--hands", type=click.IntRange(1, 100), default=1,
    help="Play several hands in a row, one seat further on each time, and add up the scores.",
)  # fmt: skip
@click.option("--hints", is_flag=True, help="Show at every turn what the strategies would do.")
@click.option("--resume", type=FileName(), help="Resume a saved game; its record says who plays.")
def command(game: str | None, resume: Path | None, hints: bool, hands: int, **options: Any) -> int:
    """Play a game against strategies, or share the keyboard.

    If several people share the keyboard, their hands stay hidden from each other. If you leave a game, also
    with Ctrl-C, it is saved and you can resume it.
    """
    from upcard.cli.terminal.terminal_series import TerminalSeries
    from upcard.cli.terminal.terminal_session import TerminalScreen
    from upcard.play.series import check_hands

    if resume is not None and hands > 1:
        raise Usage("--hands cannot be combined with --resume; leave it out, since the record is one hand")
    first = _resumed(game, resume, options) if resume is not None else _new(game, options)
    check_hands(first.match.game, hands)
    series, terminal = TerminalSeries(first, hands), TerminalScreen()
    with _hangup_as_interrupt():
        try:
            return _play(series, hints, terminal)
        finally:
            try:
                _ignore_signals()  # a second Ctrl-C must not prevent saving
            except KeyboardInterrupt:  # input ended, then came the signal of the closed terminal
                _ignore_signals()
            with contextlib.suppress(OSError):
                terminal.close()
            _leave(series, _repeat_command(first), resume)


def _play(series: "TerminalSeries", hints: bool, terminal: "TerminalScreen") -> int:
    """Play until the end of the last hand, and return the exit code."""
    from upcard.cli.terminal.terminal_session import TerminalSession

    try:
        terminal.open()
        while True:
            session = TerminalSession(series, hints, terminal)
            session.run()
            if session.is_left or not series.next_hand:
                return 0
            if terminal.is_typed_at:
                _save(series.table.record(), None)
            series.deal_next()
    except EOFError:
        return 0
    except KeyboardInterrupt:
        return STOPPED


# --- the players


def _new(game: str | None, options: dict[str, Any]) -> "MatchSession":
    """Return a table for a new game."""
    from upcard.play.session import MatchSession

    if game is None:
        raise Usage(
            "GAME is missing; 'upcard games' lists the games, and --resume FILE continues a saved one"
        )
    against, seats, players = options["against"], options["seats"], options["players"]
    if players is None and len(against) > 1:
        players = len(against) + max(1, len(seats))
    chosen = game_spec(game, players, options["preset"], options["options"]).game()
    seed = secrets.randbelow(SEEDS) if options["seed"] is None else options["seed"]
    return MatchSession(chosen.match(seed), _players_of_seats(chosen, seats, against))


def _players_of_seats(game: "Game", seats: Sequence[int], against: Sequence[str]) -> "list[SeatPlayer]":
    """Return the players of all seats, from ``--seat`` and ``--against``."""
    from upcard.engine.wording import counted, times_text
    from upcard.play.session import seat_players

    people = _people(game, seats) or ([0] if against else list(range(game.players)))
    others = game.players - len(people)
    strategies = list(against) or ["random"] * min(others, 1)
    if against and not others:
        raise Usage(
            f"--against was given, but people play all {game.players} seats; "
            "leave it out, or give fewer seats with --seat"
        )
    if others and len(strategies) not in {others, 1}:
        raise Usage(
            f"--against was given {times_text(len(against))} for {counted(others, 'other seat')}; "
            "give one for all of them, or one for each"
        )
    return seat_players(game, people, strategies)


def _people(game: "Game", seats: Sequence[int]) -> list[int]:
    """Return the seats of people, as ``--seat`` names them."""
    from upcard.engine.wording import times_text

    wrong = [n for n in seats if n > game.players]
    if wrong:
        raise Usage(f"--seat was given {wrong[0]}; the seats are 1 to {game.players}")
    twice = [n for n in seats if seats.count(n) > 1]
    if twice:
        raise Usage(f"--seat {twice[0]} was given {times_text(seats.count(twice[0]))}; give each seat once")
    return sorted(n - 1 for n in seats)


def _resumed(game: str | None, file: Path, options: dict[str, Any]) -> "MatchSession":
    """Return the table of a record; ``--seat`` and ``--against`` may change who plays."""
    from upcard.cli.commands.replay import faults_of, text_of_record
    from upcard.play.session import MatchSession, resume

    conflicting = [name for name in FIXED if options[name] not in (None, ())]
    if conflicting:
        name = conflicting[0].rstrip("s")
        raise Usage(f"--{name} cannot be combined with --resume; leave it out, since the record sets it")
    text = text_of_record(str(file))
    with faults_of(str(file)):
        table = resume(text)
    if game is not None and table.match.game.name != game:
        raise Usage(f"{file} is a game of {table.match.game.name}, not of {game}")
    if options["seats"] or options["against"]:
        table = MatchSession(
            table.match, _players_of_seats(table.match.game, options["seats"], options["against"])
        )
    return table


# --- stopping and saving


TOGETHER = 1.0
"""Seconds in which several signals count as one."""

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]


@contextlib.contextmanager
def _hangup_as_interrupt() -> Iterator[None]:
    """Treat a closed terminal and a termination request as Ctrl-C.

    Signals that arrive together count once. If Python loses the exception, the next signal counts.
    """
    last = -math.inf

    def interrupt(number: int, frame: Any) -> None:
        nonlocal last
        if time.monotonic() - last < TOGETHER:
            return
        last = time.monotonic()
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in SIGNALS}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)


def _ignore_signals() -> None:
    """Ignore every further request to stop."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _leave(series: "TerminalSeries", again: str, file: Path | None) -> None:
    """Report how the game ended, save it if somebody typed, and say how to review or resume it.

    `again` is the command that plays the same cards again; empty if only the record has them.
    """
    from upcard.cli.terminal.console import show, show_line

    table = series.table
    if again and series.hands > 1:
        again += f" --hands {series.hands}"
    again = f"same cards again: {again}" if again else "its record holds the cards"
    if table.match.is_over:
        show(*_result(table), *series.lines())
        show_line(again)
        file = _save(table.record(), file) if sys.stdin.isatty() else None
        if file:
            show_line(f"review it: upcard review {shlex.quote(str(file))}")
    elif file is None and not table.has_begun:
        show(*series.lines(), "Nobody has acted yet, so nothing was saved.")
        show_line(again)
    else:
        file = _save(table.record(), file)
        ending = (
            f"The game is saved in {file}." if file else "The game could not be saved; this is its record:"
        )
        show(*series.lines(), ending)
        show_line(f"resume it: upcard play --resume {shlex.quote(str(file))}" if file else table.record())


def _save(text: str, file: Path | None) -> Path | None:
    """Write a record to `file`, or to a new file; return that, or None if neither can be written."""
    from upcard.play.session import save

    if file is not None:
        with contextlib.suppress(UpcardError):
            save(text, file, over_any=True)  # the players may have changed
            return file
    name = next(line.split()[1] for line in text.splitlines() if line.startswith("game "))
    for folder in (Path(FOLDER), Path(tempfile.gettempdir()) / FOLDER):
        with contextlib.suppress(UpcardError, OSError):
            folder.mkdir(parents=True, exist_ok=True)
            path = _free(folder, name)
            save(text, path)
            return path
    return None


def _free(folder: Path, name: str) -> Path:
    """Return the first free file name in a folder."""
    number = 1
    while (folder / f"{name}-{number}.txt").exists():
        number += 1
    return folder / f"{name}-{number}.txt"


def _result(table: "MatchSession") -> list[Any]:
    """Return the result, line by line."""
    from upcard.report.terminal.text_cards import CardPaper
    from upcard.report.terminal.text_seats import result_lines

    return [f"{table.match.game.title} is over.", *result_lines(table.scene(None), CardPaper())]


def _repeat_command(table: "MatchSession") -> str:
    """Return the command that plays the same cards again; empty if only the record has them."""
    from upcard.engine.option_values import required_options

    match = table.match
    if match.seed is None or match.number:
        return ""
    words = ["upcard", "play", match.game.name, "--players", str(match.game.players)]
    named = required_options(match.game.rules.OPTIONS, match.game.option_words())
    words += [w for k, v in named.items() for w in ("--option", f"{k}={v}")]
    others = [s.name for s in table.sitters if s.strategy is not None]
    if others:
        words += [w for p in table.people for w in ("--seat", str(p + 1))]
        words += [w for name in (others if len(set(others)) > 1 else others[:1]) for w in ("--against", name)]
    return shlex.join([*words, "--seed", str(match.seed)])
