"""Errors with a message for people: one sentence that says what is wrong and what to do."""

import difflib
from collections.abc import Iterable, Mapping


class UpcardError(Exception):
    """An error whose message is a sentence for people; it is never shown with a traceback."""


class Unreadable(UpcardError):
    """An input cannot be understood."""


class Illegal(UpcardError):
    """An input is understood, but the rules do not allow it."""


class Ambiguous(UpcardError):
    """An input can mean more than one thing."""


class Usage(UpcardError):
    """A command or call names something that does not exist or is out of range."""


class Unknown(Usage):
    """An address names a table, class, game or picture that does not exist."""


class Failure(UpcardError):
    """Something outside Upcard went wrong: a disk, a file, a missing package."""


class Refused(Failure):
    """A certificate breaks a condition; the message has the first one, what is stated and what holds."""


class BrokenRules(UpcardError):
    """A rules, strategy or study file breaks its contract."""


def fault_text(fault: BaseException) -> str:
    """Return an error in words: its message for people, or else its type and Python's message."""
    return str(fault) if isinstance(fault, UpcardError) else f"{type(fault).__name__}: {fault}"


def unknown_name(
    kind: str, name: str, known: Iterable[str], titles: Mapping[str, str] | None = None, owner: str = ""
) -> Usage:
    """Return a ``Usage`` error for a name that does not exist, with a suggestion.

    Parameters
    ----------
    kind : str
        The kind of thing, such as ``"game"``.
    titles : mapping, optional
        Other names that people may use, with the known names that they mean.
    owner : str
        The game or strategy to which the known names belong.
    """
    names = sorted(known)
    hint = suggestion(name, {x: x for x in names} | dict(titles or {}))
    lack = f"{owner} has no" if owner else "there is no"
    return Usage(f"{lack} {kind} {name!r}; {hint}known: {', '.join(names) if names else 'none'}")


def suggestion(name: str, known: Mapping[str, str]) -> str:
    """Return ``did you mean 'lama'?`` and a space for a name; empty if no known name is similar.

    The values of `known` are the names to suggest for its keys, such as titles.
    """
    names = {normalized_name(k): x for k, x in known.items()}
    close = difflib.get_close_matches(normalized_name(name), names, n=1, cutoff=0.5)
    return f"did you mean {names[close[0]]!r}? " if close else ""


def normalized_name(name: str) -> str:
    """Return a name without capitals, dots, hyphens and spaces, which people forget."""
    return "".join(c for c in name.casefold() if c.isalnum())
