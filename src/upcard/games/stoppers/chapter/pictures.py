"""The pictures of the chapter on Stoppers."""

from upcard.games.stoppers.chapter.trade_odds import TradeCounts, duel, lowest
from upcard.kit.ranks import RANKS, card_text
from upcard.lessons.chapter_drawing import Axis, Line, Row, bars, intervals, lines
from upcard.lessons.chapter_registry import ChapterPicture
from upcard.simulation.estimate import Estimate

CARDS = [(float(v), card_text(v - 1)) for v in range(1, RANKS + 1)]
SHARES = [(k / 4, f"{25 * k} %") for k in range(5)]


def comes_back(found: TradeCounts, card: str) -> ChapterPicture:
    """What may come back for a card from a neighbour, with a fresh deck."""
    some = (
        ("a higher card", found.higher),
        ("an equal one", found.equal),
        ("a lower one", found.lower),
        ("a King stops", found.stops),
    )
    rows = [Row(name, n, f"{n} of {found.unseen}") for name, n in some]
    caption = f"What you may get for a {card}: all unseen cards are equally likely."
    return ChapterPicture(bars(f"What you may get for a {card}", rows, found.unseen * 0.7), caption)


def lowest_lines(sizes: tuple[int, ...]) -> ChapterPicture:
    """How likely each card is the lowest if nobody trades, by the number of players."""
    some = [
        Line(f"{n} players", [(float(v), float(lowest(v, n))) for v in range(1, RANKS + 1)]) for n in sizes
    ]
    svg = lines(
        "How likely each card is to be the lowest if nobody swaps",
        some,
        Axis("your card", 1, RANKS, CARDS),
        Axis("chance to hold the lowest card", 0, 1, SHARES),
    )
    return ChapterPicture(svg, "The more players there are, the lower a card must be to be in danger.")


def duel_lines() -> ChapterPicture:
    """Keeping and trading in a duel, by one's own card."""
    values = range(1, RANKS + 1)
    some = [
        Line("you keep", [(float(v), float(duel(v).keeping)) for v in values]),
        Line("you swap", [(float(v), float(duel(v).trading)) for v in values]),
    ]
    svg = lines(
        "The chance to lose a life against a dealer who keeps their card",
        some,
        Axis("your card", 1, RANKS, CARDS),
        Axis("chance to lose a life", 0, 1, SHARES),
    )
    return ChapterPicture(svg, "Where the lines cross, keeping becomes better than swapping.")


def played(rows: list[tuple[str, Estimate]]) -> ChapterPicture:
    """What was played, in games won of a hundred."""
    found = [Row(name, 100 * e.value, "", 100 * e.low, 100 * e.high) for name, e in rows]
    ticks = [(float(x), f"{x:+d}".replace("-", "−").replace("+0", "0")) for x in range(-15, 6, 5)]
    svg = intervals(
        "What counting adds and a grudge costs",
        found,
        Axis("wins in a hundred games, more or fewer", -15, 5, ticks),
        at=0,
    )
    return ChapterPicture(svg, "Simulated with four players. At the dashed line, zero, nothing changes.")
