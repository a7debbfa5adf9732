"""Faults as people see them: one sentence on standard error and an exit code, never a traceback."""

import contextlib
import difflib
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TextIO

import click

from upcard.engine.atomic_files import ADRIFT, is_adrift
from upcard.engine.errors import Failure, Unreadable, UpcardError, Usage
from upcard.engine.source.user_errors import interrupted_at

FAILED, MISUSED, MISSED, STOPPED = 1, 2, 3, 130
"""Exit codes: something went wrong; the command line was wrong; what was asked for is not reached; Ctrl-C."""

STANDARD_ERROR = 2
"""Its number, for where the stream that Python has of it cannot be used."""

DEBUG = "UPCARD_DEBUG"
LONGEST, BEGINNING, ENDING = 1_000, 600, 300
"""A line that is longer is told by its beginning and its end, which says what was expected."""

MOST_COLUMNS = "10000"
"""What takes the place of a width of more columns."""

NO_LETTER = re.compile("[\udc80-\udcff]")
"""A byte of the command line, or of the name of a file, that was no text in UTF-8, as Python keeps it."""

QUOTED_NO_LETTER = re.compile(r"(?<!\\)\\udc(?=[89a-f][0-9a-f])")
"""The same where it was quoted."""

DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def run_guarded(act: Callable[[], Any]) -> int:
    """Run something and give its exit code; what goes wrong is told in a sentence.

    Parameters
    ----------
    act : function
        Returns an exit code, or anything else for success.
    """
    _prepare_streams()
    try:
        code = act()
        sys.stdout.flush()
    except BrokenPipeError:  # who read our output has gone, as in: upcard rules lama | head -3
        silence(sys.stdout)
        return FAILED
    except (click.Abort, KeyboardInterrupt) as stop:
        fault = stop.__cause__ or stop  # click makes one of the other
        place = interrupted_at(fault)
        print_fault("; ".join(["stopped", *map(str, fault.args), *([f"it was at {place}"] if place else [])]))
        return STOPPED
    except Exception as fault:  # noqa: BLE001 - this is the last line; whoever asks gets the traceback
        return _told(fault)
    return code if isinstance(code, int) else 0


@contextlib.contextmanager
def read_arguments() -> Iterator[None]:
    """Read in it what stands on the command line: what cannot be understood is a ``Usage`` fault there."""
    try:
        yield
    except Unreadable as fault:
        raise Usage(str(fault)) from fault


def print_fault(sentence: str) -> None:
    """Write a sentence to standard error."""
    print_remark(f"upcard: {sentence}")


def print_remark(text: str) -> None:
    """Say something on standard error that is no part of the output; where nobody can hear it, it is lost.

    What would steer a terminal, and the middle of a long line, is left out: a name may hold anything. A byte
    of it that is no text is told as a shell writes it.
    """
    text = QUOTED_NO_LETTER.sub(r"\\x", NO_LETTER.sub(lambda x: f"\\x{ord(x[0]) - 0xDC00:02x}", text))
    lines = ("".join(c if c.isprintable() else "?" for c in line) for line in text.split("\n"))
    said = "\n".join(x if len(x) <= LONGEST else f"{x[:BEGINNING]} … {x[-ENDING:]}" for x in lines)
    try:
        print(said, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
    except RuntimeError:  # Ctrl-C came while a line was being written, and what answers it may write no other
        with contextlib.suppress(OSError):
            os.write(STANDARD_ERROR, f"{said}\n".encode(sys.stderr.encoding or "utf-8", "replace"))


def _told(fault: Exception) -> int:
    expected = isinstance(fault, (UpcardError, click.ClickException, OSError))
    if not expected and os.environ.get(DEBUG):
        raise fault
    if isinstance(fault, OSError):
        silence(sys.stdout)
    print_fault(sentence_of(fault))
    return MISUSED if isinstance(fault, (Usage, click.UsageError)) else FAILED


def sentence_of(fault: Exception) -> str:
    """A fault in one sentence: what is wrong, and what to do about it."""
    if isinstance(fault, UpcardError):
        return str(fault)
    if isinstance(fault, click.UsageError):
        return _usage_sentence(fault)
    if isinstance(fault, click.ClickException):
        return _lower(fault.format_message())
    if isinstance(fault, OSError):
        return _system_sentence(fault)
    return _own_file_sentence(fault) or (
        f"something went wrong inside Upcard ({type(fault).__name__}: {' '.join(str(fault).split())[:200]}); "
        f"please report it with the command you gave; {DEBUG}=1 shows where it happened"
    )


def _own_file_sentence(fault: Exception) -> str | None:
    """What is said of a fault inside a game, strategy or solver of somebody's own; None of any other."""
    from upcard.engine.source.user_errors import user_code_location

    place = user_code_location(fault)
    if not place:
        return None
    return f"{place}: {type(fault).__name__}: {' '.join(str(fault).split())[:200]}; mend the file there"


def _usage_sentence(fault: click.UsageError) -> str:
    see = f"; see {fault.ctx.command_path} --help" if fault.ctx else ""
    if isinstance(fault, click.NoSuchOption):
        return _option_sentence(fault, see)
    if isinstance(fault, click.MissingParameter) and fault.param is not None:
        return f"{fault.param.human_readable_name} is missing{see}"
    if isinstance(fault, click.BadOptionUsage) and "requires an argument" in fault.message:
        return f"{fault.option_name} was given without its value{see}"
    surplus = re.match(r"Got unexpected extra arguments? \((.*)\)", fault.message)
    if surplus and fault.ctx:
        return f"{surplus[1]!r} is more than is understood; expected {_usage(fault.ctx)}{see}"
    return f"{_lower(fault.format_message())}{see}"


def _option_sentence(fault: click.NoSuchOption, see: str) -> str:
    """What is said of an option that does not exist, perhaps since it is a word that needs none."""
    parameters = fault.ctx.command.params if fault.ctx else []
    words = {f"--{p.name}" for p in parameters if isinstance(p, click.Argument)}
    known = {name for p in parameters if isinstance(p, click.Option) for name in p.opts}
    known.update(fault.possibilities or ())
    begun = sorted(name for name in known if name.startswith(fault.option_name))
    close = begun or difflib.get_close_matches(fault.option_name, sorted(known | words), n=1)
    said = f"there is no option {fault.option_name!r}"
    if fault.ctx and close and close[0] in words:
        return f"{said}; leave it out, and write {_usage(fault.ctx)}"
    return said + (f"; did you mean {close[0]!r}?" if close else see)


def _usage(ctx: click.Context) -> str:
    """How a command is written, such as ``upcard tournament [OPTIONS] GAME STRATEGY STRATEGY ...``."""
    return " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])


def _system_sentence(fault: OSError) -> str:
    reason = fault.strerror or str(fault)
    if fault.filename is not None:
        return f"{fault.filename}: {reason}"
    if fault.errno == errno.ENOENT and is_adrift():
        return ADRIFT
    return f"the output could not be written: {reason}" if fault.errno in DISK else reason


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _prepare_streams() -> None:
    """A closed stream is told where it matters; a letter that a terminal cannot show becomes a question mark.

    A width of 0 columns, as some programs pass it on, means that it is not known; one that no screen has,
    that no line is to be broken.
    """
    columns = os.environ.get("COLUMNS", "unset")
    if not columns.strip("0"):
        del os.environ["COLUMNS"]
    elif columns.isdecimal() and len(columns.lstrip("0")) >= len(MOST_COLUMNS):
        os.environ["COLUMNS"] = MOST_COLUMNS
    if sys.stdin is None:
        sys.stdin = ClosedInput()
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = io.StringIO()  # nobody is left who could be told
    for name in ("stdout", "stderr"):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            getattr(sys, name).reconfigure(errors="replace")


class ClosedInput(io.TextIOBase):
    """Standard input where there is none, as after ``<&-``: nobody types, and nothing can be sent."""

    @property
    def buffer(self) -> NoReturn:
        """Refused, since a record or a letter was to come from it."""
        raise Failure("standard input is closed; name a file, or send there what is to be read")

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as of text, which it is for
        """The end, as where nobody types any more."""
        return ""


class ClosedOutput(io.TextIOBase):
    """Standard output where there is none, as after ``>&-``: what cannot be written is not lost silently."""

    def write(self, text: str) -> int:
        """Refuse anything that is not empty."""
        if text:
            raise Failure("the output could not be written: standard output is closed")
        return 0


def silence(stream: TextIO) -> None:
    """Let what is still waiting to be written vanish, so that Python does not complain at its end."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
