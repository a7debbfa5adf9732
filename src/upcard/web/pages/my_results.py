"""A visitor's results by game: matches played and won, the best score, mistakes, and luck.

Mistakes and luck come from the reviews of the matches, as far as these were computed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from upcard.document.model import Chart, Series
from upcard.language.messages import gettext as _
from upcard.language.messages import ngettext
from upcard.report.line_charts import chart_svg
from upcard.server.live_table import ABORTED, LiveTable
from upcard.server.review_summaries import ReviewedMatch, ReviewSummary
from upcard.server.series_tables import has_next_hand, is_series, series_winners
from upcard.web.value_text import change_text, is_chance, unit_name, value_text

LEAST_DRAWN, MOST_DRAWN = 2, 50
"""Numbers of reviewed matches that a chart shows; the latest ones if there are more."""

PLACES_OF_CHANCE, PLACES = 3, 2
"""Decimals of a mean value: a chance, which is at most 1, and any other value."""


@dataclass(frozen=True)
class ReviewTrend:
    """Mistakes and luck in a visitor's reviewed matches of one game, all in one unit."""

    sentences: str
    """The means in words: mistakes, what they cost, and luck."""
    charts: tuple[tuple[str, Markup], ...] = ()
    """Titles and charts of the mistakes, and of luck against losses, match by match."""


@dataclass
class GameRecord:
    """A visitor's results in one game."""

    title: str
    played: int = 0
    won: int = 0
    best: int | None = None
    """Best score; None where no score of one's own is counted."""
    trends: list[ReviewTrend] = field(default_factory=list)
    """Mistakes and luck by the unit of the values, which depends on the options."""


def results_by_game(
    tables: Iterable[LiveTable], persons: frozenset[str], reviews: Sequence[ReviewedMatch] = ()
) -> list[GameRecord]:
    """Return the results of the finished matches of a visitor, ordered by title."""
    records: dict[str, GameRecord] = {}
    for live in tables:
        mine = live.seats_of(persons)
        if not live.is_over or not live.is_dealt or not mine or has_next_hand(live):
            continue
        if live.row.ending == ABORTED:  # which does not count
            continue
        record = records.setdefault(live.game.name, GameRecord(live.game.title))
        record.played += 1
        winners = series_winners(live) if is_series(live) else live.winners
        record.won += not set(mine).isdisjoint(winners)
        if live.match.is_over and live.game.has_personal_best:
            scores = [int(live.match.scores()[p]) for p in mine]
            record.best = max(scores if record.best is None else [record.best, *scores])
    for (game, unit), matches in groupby(sorted(reviews, key=_kind), key=_kind):
        if game in records:
            records[game].trends.append(trend_of(unit, [x.summary for x in matches]))
    return sorted(records.values(), key=lambda x: x.title.lower())


def _kind(x: ReviewedMatch) -> tuple[str, str]:
    """Return the game and the unit of a reviewed match; sorting by it leaves the order of time."""
    return x.game, x.summary.unit


def trend_of(unit: str, reviews: Sequence[ReviewSummary]) -> ReviewTrend:
    """Return the trend of some reviews in one unit, the oldest match first; without charts of too few."""
    latest = reviews[-MOST_DRAWN:]
    is_drawn = len(latest) >= LEAST_DRAWN
    charts = _charts(unit, latest, len(reviews) - len(latest) + 1) if is_drawn else ()
    drawn = tuple((x.title, Markup(chart_svg(x))) for x in charts)  # noqa: S704 - our own drawing
    return ReviewTrend(_sentences(unit, reviews), drawn)


def _sentences(unit: str, reviews: Sequence[ReviewSummary]) -> str:
    """Return the means of some reviews in words."""
    n = len(reviews)
    mistakes, decisions = sum(x.mistakes for x in reviews), sum(x.decisions for x in reviews)
    places = PLACES_OF_CHANCE if is_chance(unit) else PLACES
    lost = sum(x.loss for x in reviews)
    luck = round(sum(x.luck for x in reviews) / n, places)
    made = _(
        "{mistakes} in {decisions}",
        mistakes=ngettext("{n} mistake", "{n} mistakes", mistakes),
        decisions=ngettext("{n} decision", "{n} decisions", decisions),
    )
    reviewed = ngettext("{n} match reviewed: {made}.", "{n} matches reviewed: {made}.", n, made=made)
    if is_chance(unit):  # those of a match add up to more than the whole
        amount = _amount(round(lost / max(1, decisions), places), unit)
        loss = _("On average, a decision lost {amount}", amount=amount)
    else:
        loss = _loss_text(_amount(round(lost / n, places), unit), n)
    return f"{reviewed} {loss}; {_luck_text(luck, unit)}."


def _amount(loss: float, unit: str) -> str:
    """Return a loss with what it is a part of."""
    text = value_text(loss, unit)
    if not is_chance(unit):
        return _("{amount} {unit}", amount=text, unit=unit_name(unit))
    if unit.startswith("share"):
        return _("{amount} {whole}", amount=text, whole=unit_name(unit.removeprefix("share ")))
    return _("{amount} of your winning chance", amount=text)


def _loss_text(amount: str, matches: int) -> str:
    """Return how much mistakes cost, in one match or in each of several."""
    if matches > 1:
        return _("You lose {amount} per match by mistakes", amount=amount)
    return _("You lose {amount} by mistakes", amount=amount)


def _luck_text(luck: float, unit: str) -> str:
    """Return how much luck gave or cost, as the end of a sentence."""
    if luck < 0:
        return _("bad luck cost you {amount}", amount=value_text(-luck, unit))
    return _("luck gave you {amount}", amount=change_text(luck, unit))


def _charts(unit: str, reviews: Sequence[ReviewSummary], first: int) -> tuple[Chart, ...]:
    """Return charts of some reviews, the first of which has this number."""
    numbers = range(first, first + len(reviews))
    factor, of = (100, _("per cent")) if is_chance(unit) else (1, unit_name(unit))
    rates = [100 * x.mistakes / max(1, x.decisions) for x in reviews]
    lines = {_("luck"): [x.luck for x in reviews], _("lost by mistakes"): [-x.loss for x in reviews]}
    number = _("number of the match")
    mistakes = [Series(_("mistakes in 100 decisions"), numbers, rates)]
    changes = [Series(label, numbers, [factor * y for y in ys]) for label, ys in lines.items()]
    return (
        Chart("mistakes", _("Mistakes over time"), number, _("mistakes"), mistakes),
        Chart("luck", _("Luck and mistakes over time"), number, of, changes),
    )
