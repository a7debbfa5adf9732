"""Example positions of L.A.M.A., and positions placed by hand."""

from upcard.engine.state import PlainState
from upcard.games.lama.rules import KINDS
from upcard.kit.cards import EMPTY
from upcard.language.messages import marked
from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "Nothing fits: draw or quit?",
        "Two llamas count ten once, and you cannot play a card.",
        {"players": "2", "dealt": "1.2.2.6.llama.llama.3.3.4.5.6.1.4"},
    ),
    ExamplePosition(
        "A cheap hand",
        "Only ones and twos, three points, and none fits. Quitting costs little; drawing may cost more.",
        {"players": "2", "dealt": "1.1.2.2.1.2.3.3.4.5.6.llama.5"},
    ),
)
SETTABLE = {"points": (0, 9_999), "out": (0, 1), "won": (0, 99)}


def settle(s: PlainState) -> None:
    """Compute the sizes of hands and the players in the round; modifies `s`.

    Nobody has drawn or passed in a placed position: what players did before is unknown.
    """
    s.active = 0
    for p in range(s.seats):
        s.size[p] = sum(s.hand[p])
        s.active += 1 - s.out[p]
        s.drawn[p] = 0
        for k in range(KINDS):
            s.passed[p, k] = 0


def misfit(s: PlainState) -> str:
    """Return why a placed position is not valid; empty if it is."""
    if s.top == EMPTY:
        return marked("no card lies on top of the pile")
    if s.out[s.player]:
        return marked("{0} is to move but has quit the round").format(f"player {s.player + 1}")
    for p in range(s.seats):
        if s.size[p] == 0:
            return marked("{0} holds no card, which ends the round").format(f"player {p + 1}")
        if s.points[p] >= s.target:
            message = marked("{0} has {1} points, and {2} end the game")
            return message.format(f"player {p + 1}", s.points[p], s.target)
    return ""
