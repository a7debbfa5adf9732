"""Example positions of Smallsum, and positions with any distribution of the pennies."""

from collections.abc import Mapping

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.engine.state import PlainState
from upcard.games.smallsum.rules import (
    A_PUTS,
    ALTERNATE,
    B_PUTS,
    BASIC,
    MATCH,
    MOST,
    MOST_BASIC,
    PENNIES,
    SEATS,
    purse_of,
)
from upcard.kit.cards import EMPTY
from upcard.language.messages import marked
from upcard.play.example_positions import ExamplePosition
from upcard.play.input_field import InputField

EXAMPLES = (
    ExamplePosition(
        "To bluff with a bad card",
        "Alternate: A shows four and five, B shows two and six, and A hides a queen. With which hidden cards "
        "should A bet, and how often with a bad one?",
        {"option-variant": "alternate", "dealt": "5.4.Q.6.2.K"},
    ),
    ExamplePosition(
        "To answer a bet of three",
        "Alternate: B shows three and six and hides a ten. A shows five and seven and bets three.",
        {"option-variant": "alternate", "dealt": "7.5.A.6.3.10", "do": "3"},
    ),
)
NUMBERS = (InputField("pennies", "pennies of player 1; player 2 has the rest", 8, 1, 199),)
SMALL, LARGE = ("A", "2", "3"), ("J", "Q", "K")
IN_A_ROUND = 6


def reached(match: Match, numbers: Mapping[str, int]) -> Match:
    """Return a match with the cards of the first round of `match`, in which player 1 has ``pennies`` pennies.

    The number of pennies is in `numbers`. Earlier rounds are added, which the player who needs pennies wins.
    Raises Usage if there are fewer pennies, if the match would be over, and in the cash game, where their
    number is fixed.
    """
    game, wanted, all_of_them = match.game, numbers["pennies"], 2 * purse_of(match.state)
    if game.options["objective"] == PENNIES:
        raise Usage(marked("in the cash game the number of pennies is fixed; choose a match instead"))
    if not 0 < wanted < all_of_them:
        message = marked("pennies was given as {0}; expected {1} to {2}: both players need some")
        raise Usage(message.format(wanted, 1, all_of_them - 1))
    cards = [str(game.rules.card_text(k)) for _, k in match.chance.history[:IN_A_ROUND]]
    dealt: list[str] = []
    actions: list[int] = []
    now = game.match(match.seed or 0)
    while now.state.pennies[0] + now.state.pot // 2 != wanted:
        missing = wanted - int(now.state.pennies[0] + now.state.pot // 2)
        dealt += [*SMALL, *LARGE] if missing > 0 else [*LARGE, *SMALL]
        actions += _round(now, abs(missing))
        now = _played(match, dealt, actions)
        if now.is_over:
            message = marked(
                "after the {0} rounds that lead to {1} pennies the match is over; "
                "choose more rounds, or a number of pennies nearer to the purse"
            )
            raise Usage(message.format(now.state.round, wanted))
    return _played(match, [*dealt, *cards], actions)


def _round(now: Match, missing: int) -> list[int]:
    """Return the actions of a round that moves as many of the missing pennies as possible."""
    s = now.state
    ante = s.pot // 2
    most = min(MOST_BASIC if s.variant == BASIC else MOST, *map(int, s.pennies))
    if s.variant != ALTERNATE:
        return [min(missing, most), 0]
    bet = min(missing - ante, most)
    return [bet, MATCH, 0] if bet else [0, 0]


def _played(match: Match, dealt: list[str], actions: list[int]) -> Match:
    """Return a match with these cards after these actions."""
    now = Match(match.game, match.seed, match.number, tuple(dealt), ())
    for a in actions:
        now.do(a)
    return now


SETTABLE = {"pennies": (0, 199), "fist": (0, MOST), "seat_a": (0, 1)}


def settle(s: PlainState) -> None:
    """Let A act first, and B after a closed fist or a check; modifies `s`. Nobody has bet openly."""
    s.stage = A_PUTS if s.player == s.seat_a else B_PUTS
    s.pot = 2 if s.variant == ALTERNATE else 0
    for p in range(SEATS):
        s.bet[p] = 0
        if s.stage == A_PUTS or p == s.player or s.variant == ALTERNATE:
            s.fist[p] = 0
        if s.up[p, 0] == 2:
            s.up[p, 1], s.up[p, 2] = sorted((s.up[p, 1], s.up[p, 2]))


def misfit(s: PlainState) -> str:
    """Return why a placed position is not valid; empty if it is."""
    total = 2 * purse_of(s)
    if sum(s.pennies[p] for p in range(SEATS)) + s.pot != total:
        return marked("the pennies of both players and the pot are not {0} together").format(total)
    for p in range(SEATS):
        if s.up[p, 0] != 2 or s.down[p] == EMPTY:
            return marked("{0} needs two open cards and a hidden one").format(f"player {p + 1}")
        most = min(MOST_BASIC if s.variant == BASIC else MOST, s.pennies[p])
        if s.pennies[p] == 0 or s.fist[p] > most:
            message = marked("{0} has {1} pennies, with {2} in the fist")
            return message.format(f"player {p + 1}", s.pennies[p], s.fist[p])
    return ""
