"""The faults that Upcard tells people about: each is one sentence, what was given and what to do."""

import difflib
from collections.abc import Iterable, Mapping


class UpcardError(Exception):
    """Something that can be told in a sentence; never shown with a traceback."""


class Unreadable(UpcardError):
    """What was given cannot be understood."""


class Illegal(UpcardError):
    """What was given is understood, but the rules do not allow it."""


class Ambiguous(UpcardError):
    """What was given can mean more than one thing."""


class Usage(UpcardError):
    """A command or call was asked for something that does not exist or is out of range."""


class Failure(UpcardError):
    """Something outside Upcard went wrong: a disk, a file, a missing package."""


class BrokenRules(UpcardError):
    """A rules, strategy or study file breaks its contract."""


def fault_text(fault: BaseException) -> str:
    """A fault of somebody's code in words: its own sentence, or its kind and what Python says of it."""
    return str(fault) if isinstance(fault, UpcardError) else f"{type(fault).__name__}: {fault}"


def unknown_name(
    kind: str, given: str, known: Iterable[str], titles: Mapping[str, str] | None = None, owner: str = ""
) -> Usage:
    """A ``Usage`` fault for a name that does not exist, with a suggestion.

    Parameters
    ----------
    kind : str
        What was looked for, such as ``"game"``.
    given : str
        The name that was given.
    known : iterable of str
        The names there are.
    titles : mapping, optional
        What else people may call some of them, and the name that is then meant.
    owner : str
        The game or strategy that has some of that kind, and not this one.
    """
    names = sorted(known)
    hint = suggestion(given, {x: x for x in names} | dict(titles or {}))
    lack = f"{owner} has no" if owner else "there is no"
    return Usage(f"{lack} {kind} {given!r}; {hint}known: {', '.join(names) if names else 'none'}")


def suggestion(given: str, meant: Mapping[str, str]) -> str:
    """The beginning of what is expected: ``did you mean 'lama'?`` and a space; empty if nothing is close.

    Parameters
    ----------
    given : str
        What was given.
    meant : mapping
        What people may write, and the name that is then meant.
    """
    names = {normalized_name(k): x for k, x in meant.items()}
    close = difflib.get_close_matches(normalized_name(given), names, n=1, cutoff=0.5)
    return f"did you mean {names[close[0]]!r}? " if close else ""


def normalized_name(name: str) -> str:
    """A name without what people forget: capitals, dots, hyphens, spaces."""
    return "".join(c for c in name.casefold() if c.isalnum())
