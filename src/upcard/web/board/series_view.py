"""A series of hands as the visitor sees it: the totals, the value of the hands, and what comes next."""

from typing import NamedTuple

from upcard.engine.result_words import has_common_score, outcome_sentence
from upcard.language.messages import game_words, local_number, word_phrase
from upcard.language.messages import gettext as _
from upcard.play.series import SeriesStanding, total_text, value_text, values_by_seat
from upcard.server.live_table import ABORTED, LiveTable
from upcard.server.series_tables import (
    hand_text,
    has_next_hand,
    is_series,
    played_hands,
    series_winners,
    standings_of,
)


class SeriesLine(NamedTuple):
    """The line of one player; the numbers are texts."""

    name: str
    is_me: bool
    has_won: bool
    last: str
    """The score of the hand at this table; empty before its end."""
    total: str
    value: str
    """The average that perfect play brings in the same seats; empty if nobody knows it."""


class SeriesView(NamedTuple):
    """Everything that a page shows of a series."""

    hand: str
    """Which hand this is: ``hand 3 of 10``."""
    this_hand: str
    """Heading of the last scores: ``this hand``."""
    lines: list[SeriesLine]
    headline: str
    """How the series ended for the visitor; empty before its end."""
    worth: str
    """A sentence on the value of this hand, or of all hands after its end; empty if nobody knows it."""


def series_view(live: LiveTable, seat: int | None) -> SeriesView | None:
    """Return the series of a table as a player or a watcher sees it; None for a single match."""
    if not is_series(live):
        return None
    table, winners = standings_of(live), series_winners(live)
    has_last = live.is_over and len(played_hands(live)) > len(live.row.earlier)
    order = [((seat or 0) + i) % len(table) for i in range(len(table))]
    if winners:
        order.sort(key=lambda p: -table[p].total)
    lines = [
        SeriesLine(
            live.seats[p].name or _("seat {n}", n=p + 1),
            p == seat,
            p in winners,
            local_number(total_text(table[p].scores[-1], live.game)) if has_last else "",
            local_number(total_text(table[p].total, live.game)),
            local_number(value_text(table[p].value)),
        )
        for p in order
    ]
    headline = "" if not live.is_over or has_next_hand(live) else _headline(live, seat, table, winners)
    return SeriesView(
        hand_text(live),
        word_phrase(live.game.rules.GAME.played_in[0], "this {word}"),
        lines,
        headline,
        _worth(live, has_last),
    )


def next_hand_text(live: LiveTable) -> str:
    """Return the words of the button that leads from a finished match to the next one."""
    if not has_next_hand(live):
        if live.row.followed:
            return _("Go to the next match")
        return _("Rematch (a new series)") if is_series(live) else _("Rematch (seats rotate)")
    word = live.game.rules.GAME.played_in[0]
    if live.row.followed:
        return word_phrase(word, "Go to {word} {n}", n=live.row.hand + 1)
    return word_phrase(word, "Next {word}")


def totals_of(live: LiveTable) -> list[str]:
    """Return the running total of each seat in a few words; empty after the end, and in a first hand."""
    if live.is_over or not live.row.earlier:
        return [""] * live.row.players
    totals = [local_number(total_text(x.total, live.game)) for x in standings_of(live)]
    return [_("total {n}", n=n) for n in totals]


def _headline(live: LiveTable, seat: int | None, table: list[SeriesStanding], winners: list[int]) -> str:
    """Return how a series ended, for a visitor."""
    if live.row.ending == ABORTED:
        return _("The series was aborted; it does not count.")
    if len(table) == 1 or has_common_score(live.game.rules):
        total = local_number(total_text(table[0].total, live.game))
        return _("The series ends with {n}.", n=total)
    place = 1 if seat is None else 1 + sum(x.total > table[seat].total for x in table)
    return outcome_sentence([x.name for x in live.seats], winners, seat, place, "series")


def _worth(live: LiveTable, has_ended: bool) -> str:
    """Return a sentence on the value of this hand, or of the hands that have ended."""
    values, (word, words) = values_by_seat(live.game), live.game.rules.GAME.played_in
    if not values:
        return ""
    if has_ended:
        return _(
            "Value: what perfect play brings on average in the same seats, over the same {words}.",
            words=game_words(words),
        )
    first, second = (x.name or _("seat {n}", n=x.number + 1) for x in live.seats)
    one, other = (local_number(value_text(x)) for x in values)
    return word_phrase(
        word,
        "With perfect play, {first} expects {one} and {second} {other} from this {word}.",
        first=first,
        one=one,
        second=second,
        other=other,
    )
