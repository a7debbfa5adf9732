"""Example positions of Stoppers, and positions placed by hand."""

from upcard.engine.state import PlainState
from upcard.games.stoppers.rules import KEPT, NONE, SEATS, living, next_living
from upcard.kit.cards import EMPTY
from upcard.kit.ranks import value
from upcard.language.messages import marked
from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "A seven after a player who kept",
        "Player 1 kept their card, and you hold a seven. What does that tell you?",
        {"players": "4", "option-first_dealer": "4", "dealt": "9.7.3.J", "do": "0"},
    ),
    ExamplePosition(
        "A card that was taken",
        "Player 1 swapped their five for your nine, so you know what they hold.",
        {"players": "4", "option-first_dealer": "4", "dealt": "5.9.8.Q", "do": "1"},
    ),
)
SETTABLE = {"life": (0, 12), "dealer": (0, SEATS - 1)}


def settle(s: PlainState) -> None:
    """Let everybody before the player to move have kept their card, and know only it; modifies `s`.

    The card of a player without lives is a used card.
    """
    s.asker = NONE
    for p in range(s.seats):
        if s.life[p] == 0 and s.card[p] != EMPTY:
            s.used[s.card[p]] += 1
            s.card[p] = EMPTY
        s.did[p] = s.shown[p] = 0
        for q in range(SEATS):
            s.known[p, q] = s.received[p, q] = 0
        s.dealt[p] = s.known[p, p] = 0 if s.card[p] == EMPTY else value(s.card[p])
    if living(s) == 0 or s.dealer >= s.seats or s.life[s.player] == 0:
        return
    p = next_living(s, s.dealer)
    while p != s.player:
        s.did[p] = KEPT
        p = next_living(s, p)


def misfit(s: PlainState) -> str:
    """Return why a placed position is not valid; empty if it is."""
    if living(s) < 2:
        return marked("fewer than two players have lives")
    if s.dealer >= s.seats or s.life[s.dealer] == 0:
        return marked("{0} deals but has no lives").format(f"seat {s.dealer + 1}")
    if s.life[s.player] == 0:
        return marked("{0} is to move but has no lives").format(f"player {s.player + 1}")
    for p in range(s.seats):
        if s.life[p] > s.lives:
            message = marked("{0} has {1} lives; the game begins with {2}")
            return message.format(f"player {p + 1}", s.life[p], s.lives)
        if s.life[p] and s.card[p] == EMPTY:
            return marked("{0} has lives but no card").format(f"player {p + 1}")
    return ""
