"""What a table tells besides its scene: who sits there, what was done, where actions go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from upcard.engine.game import Game
from upcard.play.choices import Touch
from upcard.play.move_log import Move
from upcard.report.card_faces import CLASSIC


@dataclass(frozen=True)
class SeatCaption:
    """What is said of a seat."""

    kind: str = "person"
    """``person``, ``bot``, or ``open`` where nobody sits yet."""
    is_thinking: bool = False
    """Whether its choice is waited for; several seats at once where choices are simultaneous."""
    has_left: bool = False
    """Whether it is not connected."""
    clock: str = ""
    """How much time it has left, such as ``1:30`` or ``2 days``."""
    note: str = ""
    """Anything else in a few words."""


@dataclass(frozen=True)
class BoardContext:
    """What a table tells besides the scene."""

    game: Game
    """What is played, with its options."""
    captions: Sequence[SeatCaption] = ()
    """One for each seat; may be left out."""
    moves: Sequence[Move] = ()
    """What was done of late, as who looks may know it, the latest last."""
    begun_after: int = 0
    """How many actions were done before the round that goes on; of them none stands beside a seat."""
    act_url: str = ""
    """Where actions are posted."""
    csrf: str = ""
    """The token of the form."""
    turn: int | None = None
    """The number of the turn that an action answers; that of the scene if not given."""
    style: str = CLASSIC
    """One of :data:`upcard.report.card_faces.STYLES`."""
    confirm: bool = False
    """Whether an action is first chosen and then confirmed."""
    chosen: int | None = None
    """The action that was chosen and is to be confirmed."""
    view_url: str = ""
    """The page of this table, to which a choice is taken back."""
    ending: str = ""
    """How the match ended, where the rules did not end it."""
    own: int | None = None
    """The seat of who looks, also where the scene lays everything open."""
    below: int | None = None
    """The seat that lies below, where it is not that of who looks."""
    acting: str = ""
    """From which of his seats who looks does so, where he has several."""
    halted: str = ""
    """Why the table does not go on, as a sentence; empty where it does."""
    reasons: Mapping[Touch, str] = field(default_factory=dict)
    """Why cards cannot be played that lie in a hand, or among others which can, see
    :func:`upcard.play.choices.reasons_of`."""
    cards_url: str = "/cards"
    art_url: str = "/art"
    """Where the drawings are."""
