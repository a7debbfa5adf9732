"""Stoppers: which card a swap may bring, and how likely keeping or swapping costs a life."""

from upcard.document.model import Table
from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match
from upcard.engine.state import PlainState
from upcard.engine.wording import counted
from upcard.games.stoppers.rules import DEALT, KEPT, NOBODY_LOSES, NONE, VOID, living, next_living
from upcard.games.stoppers.solvers import swap_odds
from upcard.games.stoppers.solvers.swap_odds import SeatKnowledge, SwapOdds, odds_of_swap, simple_plan
from upcard.kit.ranks import CARDS, RANKS, card_text
from upcard.report.number_text import fixed
from upcard.report.position_insight import Assumption, Insight, columns_chart

DID = ("kept", "swapped", "was stopped by a King")
SOLVED, USUAL_MOST = "solved", 5
NAMES = tuple(map(card_text, range(RANKS)))


def insight(match: Match, assumed: str) -> Insight | None:
    """Return the odds of a swap for the player to move; None if they must answer a request to swap."""
    v = match.view(match.player)
    if v.asker != NONE:
        return None
    at = place_of(match.game, v)
    value = assumed or (SOLVED if at.seats <= swap_odds.MOST_SOLVED else str(USUAL_MOST))
    choice = Assumption("The others swap", value, _options(at.seats))
    if value not in dict(choice.options):
        words = ", ".join(x for x, _ in choice.options)
        raise Usage(f"assumed is {value[:20]!r}; choose one of {words}")
    nobody = simple_plan(at.seats)
    if value == SOLVED:
        plan = swap_odds.solved_plan(at.seats, at.is_king_void, at.is_tie_free)
    else:
        plan = simple_plan(at.seats, int(value))
    odds = {
        "fresh deck": odds_of_swap(at.fresh(), nobody, False),
        "cards seen": odds_of_swap(at, nobody, False),
        "and what they did": odds_of_swap(at, plan),
    }
    known = {name: x for name, x in odds.items() if x is not None}
    whom = "the deck gives" if at.is_dealer else "the next player gives"
    title = f"How likely {whom} each card for your {NAMES[at.held]}"
    return Insight(
        "What may come back if you swap?",
        [_history(v, at), *_sentences(at, known, dict(choice.options)[value])],
        [columns_chart(title, NAMES, {name: x.ranks for name, x in known.items()})],
        _tables(known),
        choice,
    )


def place_of(game: Game, v: PlainState) -> SeatKnowledge:
    """Return the knowledge of the player to move, for :func:`odds_of_swap`."""
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
    """Return the seats with lives in the order of action."""
    order = [next_living(v, v.dealer)]
    while len(order) < living(v):
        order.append(next_living(v, order[-1]))
    return order


def _options(seats: int) -> list[tuple[str, str]]:
    """List the ways to play that can be assumed of the others, each with its words."""
    solved = [(SOLVED, "as a round is solved")]
    cards = [(str(x), f"every card up to {NAMES[x - 1]}") for x in range(1, RANKS + 1)]
    return [*(solved if seats <= swap_odds.MOST_SOLVED else []), ("0", "never"), *cards]


def _sentences(at: SeatKnowledge, known: dict[str, SwapOdds], plays: str) -> list[str]:
    """Return the odds as sentences; `plays` says how the others are assumed to play."""
    whom = "the deck" if at.is_dealer else "the next player"
    name = NAMES[at.held]
    article = "an" if name in ("A", "8") else "a"
    sentences = [
        f"You hold {article} {name} and can swap with {whom}. The last column uses the actions of the "
        f"others to work out what they may hold. It assumes how they swap: {plays}. In the other columns, "
        "nobody else swaps, and past actions are ignored."
    ]
    last = known.get("and what they did")
    if last is None:
        sentences.append("Such players would have acted differently; choose another way to play.")
        return sentences
    better = "swap" if last.swapping < last.keeping else "keep"
    sentences.append(
        f"Then the chance of a higher card is {_percent(last.higher)}. The chance to lose "
        f"a life is {_percent(last.keeping)} if you keep and {_percent(last.swapping)} if you swap: {better}."
    )
    sentences.append(
        f"Deals were drawn at random: the last column has a margin of error of {_percent(last.margin)}."
        if last.margin
        else "All possible deals were counted: the numbers are exact."
    )
    return sentences


def _history(v: PlainState, at: SeatKnowledge) -> str:
    """Describe what the seats before did in this round, and how many used cards are visible."""
    moves = [f"seat {q + 1} {DID[x]}" for q, x in zip(_order(v), at.did, strict=False)]
    before = ", ".join(moves) or "nobody had a turn before you"
    used = counted(sum(at.used), "used card lies", "used cards lie")
    return f"In this round {before}; {used} open under the deck."


def _tables(known: dict[str, SwapOdds]) -> list[Table]:
    outcomes = [
        ("a higher card", "higher"),
        ("an equal card", "equal"),
        ("a lower card", "lower"),
        ("a King stops you", "stopped"),
        ("a life is lost if you keep", "keeping"),
        ("a life is lost if you swap", "swapping"),
    ]
    head = list(known)
    return [
        Table(
            "Possible results, by what you take into account",
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
