"""Error messages: one sentence on standard error and an exit code, never a traceback."""

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
"""Exit codes: an error; a wrong command line; a goal that was not reached; Ctrl-C."""

STANDARD_ERROR = 2
"""File number of standard error, used where the stream of Python cannot be used."""

DEBUG = "UPCARD_DEBUG"
LONGEST, BEGINNING, ENDING = 1_000, 600, 300
"""Maximum length of a line, and the lengths of the beginning and end that remain of a longer one."""

MOST_COLUMNS = "10000"
"""Maximum for ``COLUMNS``."""

NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""Bytes of the command line or of a file name that are not UTF-8, as Python represents them."""

QUOTED_NOT_UTF8 = re.compile(r"(?<!\\)\\udc(?=[89a-f][0-9a-f])")
"""The same bytes, as ``repr`` shows them."""

DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def run_guarded(act: Callable[[], Any]) -> int:
    """Run a function and return its exit code, 0 if it has none; an error prints one sentence."""
    _prepare_streams()
    try:
        code = act()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has stopped, as in: upcard rules lama | head -3
        silence(sys.stdout)
        return FAILED
    except (click.Abort, KeyboardInterrupt) as stop:
        fault = stop.__cause__ or stop  # click converts one into the other
        place = interrupted_at(fault)
        print_fault("; ".join(["stopped", *map(str, fault.args), *([f"it was in {place}"] if place else [])]))
        return STOPPED
    except Exception as fault:  # noqa: BLE001 - the last resort; UPCARD_DEBUG shows the traceback
        return _report(fault)
    return code if isinstance(code, int) else 0


@contextlib.contextmanager
def read_arguments() -> Iterator[None]:
    """Turn ``Unreadable`` into ``Usage`` inside this context, which reads the command line."""
    try:
        yield
    except Unreadable as fault:
        raise Usage(str(fault)) from fault


def print_fault(sentence: str) -> None:
    """Write a sentence to standard error."""
    print_remark(f"upcard: {sentence}")


def print_remark(text: str) -> None:
    """Print a line on standard error, if it is open.

    A name may contain anything: control characters become question marks, and a long line loses its middle.
    Bytes that are not UTF-8 appear as a shell writes them.
    """
    text = QUOTED_NOT_UTF8.sub(r"\\x", NOT_UTF8.sub(lambda x: f"\\x{ord(x[0]) - 0xDC00:02x}", text))
    lines = ("".join(c if c.isprintable() else "?" for c in line) for line in text.split("\n"))
    shown = "\n".join(x if len(x) <= LONGEST else f"{x[:BEGINNING]} … {x[-ENDING:]}" for x in lines)
    try:
        print(shown, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
    except RuntimeError:  # Ctrl-C interrupted a line, and its handler may not write another
        with contextlib.suppress(OSError):
            os.write(STANDARD_ERROR, f"{shown}\n".encode(sys.stderr.encoding or "utf-8", "replace"))


def _report(fault: Exception) -> int:
    is_expected = isinstance(fault, (UpcardError, click.ClickException, OSError))
    if not is_expected and os.environ.get(DEBUG):
        raise fault
    if isinstance(fault, OSError):
        silence(sys.stdout)
    print_fault(sentence_of(fault))
    return MISUSED if isinstance(fault, (Usage, click.UsageError)) else FAILED


def sentence_of(fault: Exception) -> str:
    """Return an error as one sentence: what is wrong, and what to do."""
    if isinstance(fault, UpcardError):
        return str(fault)
    if isinstance(fault, click.UsageError):
        return _usage_sentence(fault)
    if isinstance(fault, click.ClickException):
        return _lower(fault.format_message())
    if isinstance(fault, OSError):
        return _system_sentence(fault)
    return _user_file_sentence(fault) or (
        f"something went wrong inside Upcard ({type(fault).__name__}: {' '.join(str(fault).split())[:200]}); "
        f"please report it with your command; {DEBUG}=1 shows where it happened"
    )


def _user_file_sentence(fault: Exception) -> str | None:
    """Return a sentence for an error inside a user's own game, strategy or solver; None for other errors."""
    from upcard.engine.source.user_errors import user_code_location

    place = user_code_location(fault)
    if not place:
        return None
    return f"{place}: {type(fault).__name__}: {' '.join(str(fault).split())[:200]}; fix that file"


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
        return f"{surplus[1]!r} is one argument too many; expected {_usage(fault.ctx)}{see}"
    return f"{_lower(fault.format_message())}{see}"


def _option_sentence(fault: click.NoSuchOption, see: str) -> str:
    """Return a sentence for an unknown option; perhaps it is an argument that needs no option."""
    parameters = fault.ctx.command.params if fault.ctx else []
    words = {f"--{p.name}" for p in parameters if isinstance(p, click.Argument)}
    known = {name for p in parameters if isinstance(p, click.Option) for name in p.opts}
    known.update(fault.possibilities or ())
    similar = sorted(name for name in known if name.startswith(fault.option_name))
    close = similar or difflib.get_close_matches(fault.option_name, sorted(known | words), n=1)
    problem = f"there is no option {fault.option_name!r}"
    if fault.ctx and close and close[0] in words:
        return f"{problem}; leave it out, and write {_usage(fault.ctx)}"
    return problem + (f"; did you mean {close[0]!r}?" if close else see)


def _usage(ctx: click.Context) -> str:
    """Return the usage of a command, such as ``upcard tournament [OPTIONS] GAME STRATEGY STRATEGY ...``."""
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
    """Replace closed streams, and let characters that a terminal cannot show become question marks.

    A width of 0 columns, as some programs set it, means an unknown width. A huge width means unbroken lines.
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
        sys.stderr = io.StringIO()  # nobody can read it
    for name in ("stdout", "stderr"):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            getattr(sys, name).reconfigure(errors="replace")


class ClosedInput(io.TextIOBase):
    """Replacement for a closed standard input, as after ``<&-``."""

    @property
    def buffer(self) -> NoReturn:
        """Refuse to read a record or an email."""
        raise Failure("standard input is closed; give the name of a file, or send the text to standard input")

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Return the end of input."""
        return ""


class ClosedOutput(io.TextIOBase):
    """Replacement for a closed standard output, as after ``>&-``: writing is an error, not silence."""

    def write(self, text: str) -> int:
        """Refuse anything that is not empty."""
        if text:
            raise Failure("the output could not be written: standard output is closed")
        return 0


def silence(stream: TextIO) -> None:
    """Discard unwritten output, so that Python does not complain at exit."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
