"""Stoppers: what may come back in a trade, and what it costs to keep or to trade."""

from upcard.document.model import Table
from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match
from upcard.engine.state import PlainState
from upcard.engine.wording import counted
from upcard.games.stoppers.rules import DEALT, KEPT, NOBODY_LOSES, NONE, VOID, living, next_living
from upcard.games.stoppers.solvers.swap_odds import (
    MOST_SOLVED,
    SeatKnowledge,
    SwapOdds,
    keeping_plan,
    simple_plan,
    solved_plan,
    trade,
)
from upcard.kit.ranks import CARDS, RANKS, card_text
from upcard.report.number_text import fixed
from upcard.report.position_insight import Choice, Insight, columns_chart

DID = ("kept", "traded", "was stopped by a King")
SOLVED, USUAL_MOST = "solved", 5
NAMES = tuple(map(card_text, range(RANKS)))


def insight(match: Match, assumed: str) -> Insight | None:
    """What may come back to who is to keep or to trade; None for who is to answer."""
    v = match.view(match.player)
    if v.asker != NONE:
        return None
    at = place_of(match.game, v)
    value = assumed or (SOLVED if at.seats <= MOST_SOLVED else str(USUAL_MOST))
    choice = Choice("The others trade", value, _options(at.seats))
    if value not in dict(choice.options):
        words = ", ".join(x for x, _ in choice.options)
        raise Usage(f"assumed was given as {value[:20]!r}; choose one of {words}")
    nobody = keeping_plan(at.seats)
    plan = solved_plan(at.seats, at.is_king_void, at.is_tie_free) if value == SOLVED else (
        simple_plan(at.seats, int(value))
    )  # fmt: skip
    found = {
        "fresh deck": trade(at.fresh(), nobody, False),
        "cards seen": trade(at, nobody, False),
        "and what they did": trade(at, plan),
    }
    known = {name: x for name, x in found.items() if x is not None}
    return Insight(
        "What may come back if you trade?",
        [_history(v, at), *_says(at, known, dict(choice.options)[value])],
        [columns_chart(_title(at), NAMES, {name: x.ranks for name, x in known.items()})],
        _tables(known),
        choice,
    )


def place_of(game: Game, v: PlainState) -> SeatKnowledge:
    """What who is to act knows, as the solver reads it."""
    order = _order(v)
    p, used = int(v.player), tuple(int(x) for x in v.used)
    before = order[: order.index(p)]
    return SeatKnowledge(
        seats=len(order),
        seat=order.index(p),
        dealt=int(v.dealt[p]) - 1,
        held=int(v.card[p]),
        did=tuple(int(v.did[q]) - KEPT for q in before),
        used=used,
        known={i: int(v.known[p, q]) - 1 for i, q in enumerate(order) if q != p and v.known[p, q] > 0},
        is_deck_empty=CARDS - sum(used) == len(order),
        is_dealt_king=v.king == DEALT,
        is_king_void=v.dealer_king == VOID,
        is_tie_free=v.all_tie == NOBODY_LOSES,
    )


def _order(v: PlainState) -> list[int]:
    """The seats with lives in the order of action."""
    order = [next_living(v, v.dealer)]
    while len(order) < living(v):
        order.append(next_living(v, order[-1]))
    return order


def _options(seats: int) -> list[tuple[str, str]]:
    """How the others may be assumed to play."""
    solved = [(SOLVED, "as a round is solved")]
    cards = [(str(x), f"every card up to {NAMES[x - 1]}") for x in range(1, RANKS + 1)]
    return [*(solved if seats <= MOST_SOLVED else []), ("0", "never"), *cards]


def _title(at: SeatKnowledge) -> str:
    whom = "the deck gives" if at.is_dealer else "the next player gives"
    return f"How likely {whom} each card for your {NAMES[at.held]}"


def _says(at: SeatKnowledge, known: dict[str, SwapOdds], plays: str) -> list[str]:
    """The figures in sentences."""
    whom = "the deck" if at.is_dealer else "the next player"
    name = NAMES[at.held]
    said = [
        f"You hold {_article(name)} {name} and would trade with {whom}. The last column concludes from what "
        f"the others did what they may hold, if they trade {plays}. In the others nobody else trades, and "
        "nothing is concluded."
    ]
    last = known.get("and what they did")
    if last is None:
        said.append("Nobody who plays so would have done what was done: choose how they play instead.")
        return said
    better = "trade" if last.trading < last.keeping else "keep"
    said.append(
        f"Then a higher card comes with {_percent(last.higher)}, and you lose a life with "
        f"{_percent(last.keeping)} if you keep and with {_percent(last.trading)} if you trade: {better}."
    )
    said.append(
        f"Drawn at random: the last column may be off by {_percent(last.margin)} either way."
        if last.margin
        else "All ways are counted: the numbers are exact."
    )
    return said


def _history(v: PlainState, at: SeatKnowledge) -> str:
    """What the seats before did in this round, and what is seen of the cards."""
    told = [f"seat {q + 1} {DID[x]}" for q, x in zip(_order(v), at.did, strict=False)]
    before = ", ".join(told) or "nobody had a turn before you"
    used = counted(sum(at.used), "used card lies", "used cards lie")
    return f"In this round {before}; {used} open under the deck."


def _article(card: str) -> str:
    return "an" if card in ("A", "8") else "a"


def _tables(known: dict[str, SwapOdds]) -> list[Table]:
    outcomes = [
        ("a higher card", "higher"),
        ("an equal card", "equal"),
        ("a lower card", "lower"),
        ("a King stops you", "stopped"),
        ("a life is lost if you keep", "keeping"),
        ("a life is lost if you trade", "trading"),
    ]
    head = list(known)
    return [
        Table(
            "What comes of it, by what you take into account",
            ["", *head],
            [[words, *(_percent(getattr(x, name)) for x in known.values())] for words, name in outcomes],
        ),
        Table(
            "How likely each card comes back",
            ["card", *head],
            [[NAMES[k], *(_percent(x.ranks[k]) for x in known.values())] for k in range(RANKS)],
        ),
    ]


def _percent(x: float) -> str:
    return f"{fixed(100 * x, 1)} %"
