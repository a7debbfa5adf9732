"""A game session at a terminal: draw the screen, read a line, carry it out."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from upcard.cli.terminal.console import screen
from upcard.cli.terminal.rulebook import next_page, rulebook
from upcard.cli.terminal.terminal_series import TerminalSeries
from upcard.engine.card_notation import with_suits
from upcard.engine.errors import Unreadable, UpcardError
from upcard.kit.cards import PRIVATE
from upcard.play.session import save
from upcard.report.terminal.text_cards import CardPaper, flow, wrapped
from upcard.report.terminal.text_scenes import Drawing, draw, hint_lines

MOST_WIDTH, PIPE_WIDTH, PIPE_HEIGHT = 100, 80, 40
LEAST_PUSHED = 60
"""Minimum number of empty lines that scroll a hand out of view if the screen cannot be cleared."""
PATIENCE = 1.0
"""Seconds to wait for another line from a program after the last action."""
MOST_ECHOED = 400
"""Maximum number of characters of a line that are repeated in a pipe."""

PROMPT = "> "
COMMAND_SIGNS = (":", "/")
QUOTES = ("'", '"')
"""Quotes around a file name, which people type as in a shell."""

LEAVING = ("q", "exit")
"""Other words for leaving; words of the game come first."""


@dataclass(frozen=True)
class SessionCommand:
    """A command that is not an action of the game."""

    name: str
    """The word to type."""
    shown: str
    """How the footer shows it."""
    words: str
    """Its description."""


COMMANDS = (
    SessionCommand("?", "? rules", "how the game is played, and what the names on the screen mean"),
    SessionCommand("why", "why", "what each strategy would do in your place"),
    SessionCommand("undo", "undo", "take back your last action and everything after it, if you play alone"),
    SessionCommand("save", "save FILE", "write the game so far to a file, and continue"),
    SessionCommand("quit", "quit", "leave; the game is saved, and you can resume it"),
)


class TerminalScreen:
    """The output of a session: a terminal, which is cleared, or a pipe, where lines follow each other."""

    def __init__(self) -> None:
        self.console: Console = screen()
        self.is_typed_at = sys.stdin.isatty()
        self.is_live = self.is_typed_at and self.console.is_terminal and not self.console.is_dumb_terminal

    @property
    def paper(self) -> CardPaper:
        """The current size of the screen."""
        is_plain = not self.console.encoding.startswith("utf")
        if not self.is_live:
            return CardPaper(PIPE_WIDTH, PIPE_HEIGHT, is_plain)
        width, height = self.console.size
        return CardPaper(min(width, MOST_WIDTH), height, is_plain)

    def open(self) -> None:
        """Switch to a separate screen, so that nobody can scroll back to the game."""
        if self.is_live:
            self.console.set_alt_screen(True)

    def close(self) -> None:
        """Switch back to the usual screen."""
        if self.is_live:
            self.console.set_alt_screen(False)

    def show(self, lines: Sequence[Text]) -> None:
        """Show lines on a cleared screen, or after an empty line in a pipe."""
        if self.is_live:
            self.console.clear()
        text = Text("\n").join(list(lines))
        if not self.is_live:
            text = Text("\n".join(line.plain.rstrip() for line in lines) + "\n")
        self.console.print(text, soft_wrap=True)

    def push_away(self) -> None:
        """Scroll the screen out of view if it cannot be cleared."""
        if not self.is_live:
            self.console.print("\n" * max(LEAST_PUSHED, _height_typed_at()), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the next line, and print it in a pipe, where nobody types it; ``EOFError`` at the end."""
        self.console.print(Text(prompt), end="", soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline()  # without the line editor, whose history would show what others typed
        if not self.is_live:
            self.console.print(Text(_beginning(line.rstrip())), soft_wrap=True)
        if not line:
            raise EOFError
        return " ".join(line.split())

    def read_on(self) -> str:
        """Return the next line of a pipe that is not blank, and repeat it; empty if none comes soon."""
        line = next((x for x in iter(_line_soon, "") if x.strip()), "")
        if line:
            self.console.print(Text(PROMPT + _beginning(line.rstrip())), soft_wrap=True)
        return " ".join(line.split())


def _line_soon() -> str:
    """Return the next line of a pipe; empty at its end, or if none comes soon: its writer may be waiting."""
    try:
        pipe = sys.stdin.fileno()
        os.set_blocking(pipe, False)
    except (OSError, ValueError, AttributeError):  # not a pipe of the system, or a system without such pipes
        return sys.stdin.readline()
    try:
        return _line_there() or (_line_there() if select.select([pipe], [], [], PATIENCE)[0] else "")
    finally:
        os.set_blocking(pipe, True)


def _line_there() -> str:
    """Return the next line of a pipe without waiting; empty if there is none."""
    try:
        return sys.stdin.readline()
    except (TypeError, BlockingIOError):  # how Python reports an empty pipe: until 3.13, and from 3.14
        return ""


def _beginning(line: str) -> str:
    """Return the part of a line that is repeated."""
    return line if len(line) <= MOST_ECHOED else f"{line[:MOST_ECHOED]}…"


def _height_typed_at() -> int:
    """Return the height of the terminal in lines; 0 if it is unknown."""
    try:
        return os.get_terminal_size(sys.stdin.fileno()).lines
    except (OSError, ValueError):
        return 0


class TerminalSession:
    """People at one terminal, playing at a table; with `hints`, every turn shows what strategies would do.

    `series` is the series of which the table is the present hand.
    """

    def __init__(self, series: TerminalSeries, hints: bool, terminal: TerminalScreen) -> None:
        table = series.table
        self.series, self.table, self.hints, self.terminal = series, table, hints, terminal
        self.note: list[Text] = []
        self.viewer: int | None = None
        self.is_left = False
        game = table.match.game
        has_secrets = any(f.sight in PRIVATE for f in game.rules.STATE)
        self.hides = terminal.is_typed_at and has_secrets and len(table.people) > 1
        self.does: dict[str, Callable[[str], None]] = {
            "?": self._rules,
            "help": self._rules,
            "why": self._why,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over or somebody leaves; ``EOFError`` at the end of input."""
        while not self.is_left:
            self.table.advance()
            if self.table.match.is_over:
                if self._after_end():
                    return
                continue
            seat = self.table.turn
            if self.hides and seat != self.viewer:
                self._hand_over(seat)
            self.viewer = seat
            self._turn()

    def _turn(self) -> None:
        """Show the scene, read one line, carry it out."""
        seat = self.table.turn
        hints = (self.table.advice(), self.table.searching) if self.hints else ()
        self._show(Drawing(self.table.scene(seat), self.table.moves(seat), *hints))
        self._obey(self.terminal.ask(PROMPT))

    def _show(self, drawing: Drawing) -> None:
        paper = self.terminal.paper
        below = [Text(), *self.note, *self._footer(paper)]
        lines = draw(drawing, replace(paper, height=paper.height - len(below) - 1))
        self.note = []
        self.terminal.show([*lines, *below])

    def _footer(self, paper: CardPaper) -> list[Text]:
        """Return the commands for this table and game."""
        pointless = ["undo"] * (not self.table.is_alone) + ["why", "quit"] * self.table.match.is_over
        shown = [c for c in COMMANDS if c.name not in pointless]
        return flow([[Text(self._typed(c.shown), style="dim")] for c in shown], paper.width)

    def _typed(self, command: str) -> str:
        """Return a command as it must be typed: after a colon if the game has an action of that name."""
        return f":{command}" if self._is_action(command.split(maxsplit=1)[0]) else command

    def _is_action(self, words: str) -> bool:
        match = self.table.match
        rules, v = match.game.rules, match.view(max(match.state.player, 0))
        is_alias = any(words.lower() in also for also in match.game.aliases.values())
        return is_alias or any(
            str(rules.action_text(v, a)).lower() == words.lower() for a in range(rules.ACTIONS)
        )

    def _obey(self, line: str) -> None:
        """Carry out a line; an error is shown below the next scene."""
        command, rest = self._command_in(line)
        try:
            if command:
                self.does[command](rest)
            elif line:
                self.table.push(self.table.read(line))
        except UpcardError as fault:
            if isinstance(fault, Unreadable) and line.lower() in LEAVING:
                self._quit("")
            else:
                self._note(str(fault))

    def _command_in(self, line: str) -> tuple[str, str]:
        """Return the command of a line, and the text after it; empty if the line is not a command."""
        word, _, rest = line.removeprefix(":").removeprefix("/").partition(" ")
        word, is_marked = word.lower(), line.startswith(COMMAND_SIGNS)
        is_one = word in self.does and (not rest or word == "save")
        return (word, rest) if is_one and (is_marked or not self._is_action(line)) else ("", "")

    def _note(self, sentence: str) -> None:
        text = sentence if self.terminal.paper.is_plain else with_suits(sentence, self.table.match.game.rules)
        self.note = wrapped(text, self.terminal.paper.width - 2, style="yellow")

    # --- commands

    def _rules(self, _: str) -> None:
        """Show the rules, a screen at a time."""
        paper = self.terminal.paper
        lines = rulebook(self.table.match.game, [(self._typed(c.shown), c.words) for c in COMMANDS], paper)
        size = paper.height - 2 if self.terminal.is_live else len(lines)
        while lines:
            page, lines = next_page(lines, size)
            self.terminal.show(page)
            if self.terminal.is_live:
                more = "Enter for more, q to go back: " if lines else "Enter to go back: "
                if self.terminal.ask(more):
                    return

    def _why(self, _: str) -> None:
        head = Text("How the strategies would play here", style="bold")
        hints = hint_lines(self.table.advice(), self.table.searching, self.terminal.paper)
        self.note = [head, *hints, Text()]

    def _undo(self, _: str) -> None:
        self.table.pop()
        self._note("Your last action was taken back.")

    def _save(self, name: str) -> None:
        if name[:1] in QUOTES and name[1:].endswith(name[0]):
            name = name[1:-1].strip()
        if not name:
            self._note("save needs a file name, such as: save evening.txt")
            return
        self.table.check_open()
        save(self.table.record(), Path(name).expanduser())
        self._note(f"The game so far was saved in {name}.")

    def _quit(self, _: str) -> None:
        self.is_left = True

    # --- between the turns

    def _hand_over(self, seat: int) -> None:
        """Show an empty screen while the keyboard goes to another player."""
        name = self.table.match.seats[seat]
        lines = [
            Text(self.table.match.game.title, style="bold"),
            Text(),
            Text(f"It is {name}'s turn."),
            Text(),
            Text(f"Hand the keyboard over to {name}."),
            Text(f"{name}: press Enter when nobody else can see the screen."),
        ]
        if not self.terminal.is_live:
            lines.append(Text("This screen cannot be cleared, so please do not scroll back."))
        self.terminal.push_away()
        above = [Text() for _ in range(max((self.terminal.paper.height - 12) // 2, 0))]
        self.terminal.show([*above, *(Text.assemble(" " * 8, line) for line in [*lines, Text()])])
        self.terminal.ask(" " * 8)

    def _after_end(self) -> bool:
        """Show the finished game, and carry out commands after it; return whether to leave."""
        terminal, coming = self.terminal, self.series.next_hand
        self.series.count()
        self.note += [Text(), *map(Text, self.series.lines())] if coming or self.series.hands > 1 else []
        self._show(Drawing(self.table.scene(None), self.table.moves(self.viewer)))
        if not terminal.is_live and (terminal.is_typed_at or coming):
            return True
        question = f"Enter for {coming}, q to leave: " if coming else "Enter to leave: "
        line = terminal.ask(question) if terminal.is_live else terminal.read_on()
        if not line or line.lower() in LEAVING:
            self.is_left = bool(line)
            return True
        if self._command_in(line)[0]:
            self._obey(line)
            return False
        refusal = f"The game is over; {_beginning(line)!r} was ignored"
        if terminal.is_live:
            self._note(f"{refusal}.")
            return False
        terminal.show(wrapped(f"{refusal}, like all that follows.", terminal.paper.width - 2, style="yellow"))
        return True  # a program that sends lines forever gets no answers
