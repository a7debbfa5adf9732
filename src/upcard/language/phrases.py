"""Numbers of players and times in words, in the language of the current request."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from upcard.language.messages import LANGUAGE, SOURCE, ngettext
from upcard.language.messages import gettext as _

DAY, HOUR, MINUTE = 86_400.0, 3600.0, 60.0
MONTH = 31 * DAY


def players_in_words(sizes: Sequence[int]) -> str:
    """Return numbers of players in words: ``1 player``, ``2 to 8 players``, ``2 or 4 players``."""
    low, high = sizes[0], sizes[-1]
    if low == high:
        return ngettext("{n} player", "{n} players", low)
    if len(sizes) == high - low + 1:
        return _("{low} to {high} players", low=low, high=high)
    return _("{numbers} or {last} players", numbers=", ".join(map(str, sizes[:-1])), last=high)


def time_ago(then: float, now: float) -> str:
    """Return how long ago something was; after a month the date in UTC."""
    seconds = max(0.0, now - then)
    if seconds >= MONTH:
        return date_in_words(then)
    if seconds >= DAY:
        return ngettext("{n} day ago", "{n} days ago", int(seconds // DAY))
    if seconds >= HOUR:
        return ngettext("{n} hour ago", "{n} hours ago", int(seconds // HOUR))
    if seconds >= MINUTE:
        return ngettext("{n} minute ago", "{n} minutes ago", int(seconds // MINUTE))
    return _("just now")


def date_in_words(then: float) -> str:
    """Return the date of a time in UTC: ``28 Nov 2026``."""
    return local_date(datetime.fromtimestamp(then, UTC), "d MMM y", "medium")


def local_date(day: datetime, english: str, width: Literal["medium", "long"]) -> str:
    """Return a day as the language of the request writes it; in English as a pattern, such as ``d MMM y``."""
    from babel.dates import format_date

    language = LANGUAGE.get()
    return format_date(day, english if language == SOURCE else width, locale=language.replace("-", "_"))
