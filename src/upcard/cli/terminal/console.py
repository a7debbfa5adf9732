"""Printing: rich text on standard output, progress and remarks on standard error."""

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TextIO

from upcard.cli.terminal.error_messages import STOPPED, print_fault, print_remark
from upcard.cli.terminal.eta import RemainingTime
from upcard.engine.source.user_errors import call_location, running_user_call
from upcard.engine.wording import counted, duration

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

PIPE_WIDTH = 120
"""Columns when the output is not a terminal, so that tables are not cut."""

TEXT_WIDTH = 92
"""Maximum width of a paragraph in columns; longer lines are hard to read."""

GRID_GAP = 3
"""Columns between two columns of a grid."""

PATIENCE = 0.5
"""Seconds before a progress bar appears."""

PLAIN_EVERY, PLAIN_SHARE = 10.0, 0.1
"""Without a terminal: seconds between lines of progress, and later this share of the time so far."""

BAR_FROM = 72
"""Minimum width in columns for a bar beside the numbers."""

LEAST_WIDTH = 20
"""Minimum width in columns, whatever ``COLUMNS`` says."""


def screen(stderr: bool = False) -> "Console":
    """Return a console for rich text, with colours only on a terminal and never with ``NO_COLOR``."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=_width(stream), highlight=False, markup=False, emoji=False)


def _width(stream: TextIO) -> int | None:
    """Return the width from ``COLUMNS``, or enough for a file; None means the width of the terminal."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal():
        return max(LEAST_WIDTH, int(columns))
    return None if stream.isatty() else PIPE_WIDTH


def show(*things: "RenderableType") -> None:
    """Print rich text on standard output."""
    console = screen()
    if console.is_terminal:
        console.print(*things, sep="\n")
        return
    with console.capture() as text:  # rich pads lines with spaces, which only a terminal needs
        console.print(*things, sep="\n")
    print("\n".join(line.rstrip() for line in text.get().split("\n")), end="")


def show_line(text: str) -> None:
    """Print a dim line that is never broken, so that it can be copied."""
    from rich.text import Text

    screen().print(Text(text, style="dim"), soft_wrap=True)


def show_json(content: dict[str, Any]) -> None:
    """Print one JSON document on standard output, with the versions and the machine that made it."""
    from upcard.report.provenance import with_provenance
    from upcard.report.result_files import json_text

    print(json_text(with_provenance(content)).rstrip("\n"))


def text_grid(
    *columns: str, rows: "Iterable[Sequence[str | Text]]" = (), named: bool = False, right: Sequence[int] = ()
) -> "Table":
    """Return a table without lines, with dim headings if any is not empty.

    With `named`, the first column holds names to type, which are never broken. `right` has the positions of
    the columns that are aligned right, from 0.
    """
    from rich.table import Table

    table = Table(
        box=None, show_header=any(columns), header_style="dim", pad_edge=False, padding=(0, GRID_GAP, 0, 0)
    )
    for i, name in enumerate(columns):
        justify: Literal["left", "right"] = "right" if i in right else "left"
        table.add_column(name, overflow="fold", no_wrap=named and i == 0, justify=justify)
    for row in rows:
        table.add_row(*row)
    return table


class ProgressLine:
    """A progress bar with rate and remaining time on standard error, after a moment; plain lines in a log.

    Use it as a context; :meth:`games` and :meth:`step` are the callbacks of simulations and studies. Before
    the first games are done, there is no result to save, so Ctrl-C ends the program at once: an exception
    could be lost inside the compiler. A study compiles again and again, so Ctrl-C is raised at its next step;
    a second Ctrl-C ends the program. `label` names the work; `outcome` ends the message after Ctrl-C: what
    happens to the result so far.
    """

    def __init__(self, label: str, outcome: str = "; the report uses the results so far") -> None:
        self.label, self.outcome = label, outcome
        self.bar: Progress | None = None
        self.began: float | None = None
        self.remaining = RemainingTime()
        self.is_bar = sys.stderr.isatty()
        self.next_line = PLAIN_EVERY
        self.usual_interrupt: Any = None
        self.has_stepped = self.is_interrupted = self.has_explained = False

    def __enter__(self) -> Self:
        """Begin; nothing is shown yet."""
        is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if is_ours and threading.current_thread() is threading.main_thread():
            self.usual_interrupt = signal.signal(signal.SIGINT, self._leave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the bar."""
        self._let_interrupt()
        if self.bar is not None:
            self.bar.stop()

    def games(self, done: int, total: int) -> None:
        """Show how many games are done; from the first call on, Ctrl-C keeps the result so far."""
        self._let_interrupt()
        if self._is_time():
            rate = done / max(self._seconds(), 1e-9)
            left = (total - done) / rate if rate else math.inf
            words = f"{done:,} of {counted(total, 'game')}, {rate:,.0f} games/s"
            self._move(self.label, done / total, words, left)

    def step(self, what: str, fraction: float) -> None:
        """Show the step and the fraction that is done; after Ctrl-C, raise ``KeyboardInterrupt`` once."""
        if self.is_interrupted and self.has_stepped:
            self.has_stepped = False
            raise KeyboardInterrupt
        self.has_stepped = not self.is_interrupted
        left = self.remaining.left(self._seconds(), fraction)
        if self._is_time():
            self._move(
                what if self.is_bar else f"{self.label}: {what}", fraction, f"{100 * fraction:.0f} %", left
            )

    def part(self, what: str) -> None:
        """Show the part of the work that begins, where nobody knows how long the whole takes."""
        if self._is_time():
            self._move(what if self.is_bar else f"{self.label}: {what}", 0.0, "", 0.0)

    def remark(self, text: str) -> None:
        """Print a line above the bar."""
        if self.bar is not None:
            with suppress(RuntimeError):  # Ctrl-C came while the bar was being drawn
                self.bar.console.print(text, markup=False)
                return
        print_remark(text)

    def compiling(self, what: str, length: str = "a few seconds") -> None:
        """Report that programs compile, and how long it takes; if nothing can be cached, say once why."""
        from upcard.cli.terminal.output_paths import is_writable
        from upcard.engine.compile.cache import cache_folder

        folder = cache_folder()
        if is_writable(folder):
            self.remark(f"compiling {what} (first time on this machine, {length})")
            return
        why = "" if self.has_explained else f": {folder} cannot be written, see upcard doctor"
        self.has_explained = True
        self.remark(f"compiling {what} (at every start, {length}{why})")

    def _let_interrupt(self) -> None:
        if self.usual_interrupt is not None:
            signal.signal(signal.SIGINT, self.usual_interrupt)
            self.usual_interrupt = None

    def _leave(self, number: int, frame: FrameType | None) -> None:
        call = running_user_call(frame)
        place = "" if call is None else f"; it was in {call_location(call)}"
        if self.has_stepped and not self.is_interrupted:
            self.is_interrupted = True
            self.remark(f"stopping{self.outcome} (press Ctrl-C again to quit at once{place})")
            return
        with suppress(RuntimeError):  # the bar was just writing a line
            if self.bar is not None:
                self.bar.stop()
        print_fault(f"stopped{place}")
        os._exit(STOPPED)

    def _seconds(self) -> float:
        """Return the seconds since the first call, which comes after compiling."""
        self.began = self.began or time.perf_counter()
        return time.perf_counter() - self.began

    def _is_time(self) -> bool:
        """Return whether it is time to show progress."""
        return self._seconds() > (PATIENCE if self.is_bar else self.next_line)

    def _move(self, label: str, fraction: float, amount: str, left: float) -> None:
        rest = duration(left) if 0 < left < math.inf else ""
        if not self.is_bar:
            self.next_line = self._seconds() + max(PLAIN_EVERY, PLAIN_SHARE * self._seconds())
            print_remark(f"{label}: {amount}" + (f", about {rest} left" if rest else ""))
            return
        if self.bar is None:
            self.bar = _bar()
            self.bar.add_task(label, total=1.0, amount=amount, rest="")
            self.bar.start()
        self.bar.update(
            self.bar.task_ids[0], description=label, completed=fraction, amount=amount,
            rest=f"~{rest}" if rest else "",
        )  # fmt: skip


def _bar() -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn

    console = screen(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        *([BarColumn(bar_width=None)] if console.width >= BAR_FROM else []),
        TextColumn("{task.fields[amount]}", markup=False),
        TextColumn("{task.fields[rest]}", markup=False),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
