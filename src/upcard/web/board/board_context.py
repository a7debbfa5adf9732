"""What a table tells besides its scene: who sits there, what was done, where actions go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from upcard.engine.game import Game
from upcard.play.choices import Touch
from upcard.play.move_log import Move
from upcard.report.card_faces import CLASSIC


@dataclass(frozen=True)
class Caption:
    """What is said of a seat.

    Parameters
    ----------
    kind : str
        ``person``, ``bot``, or ``open`` where nobody sits yet.
    is_thinking : bool
        Whether its choice is waited for; several seats at once where choices are simultaneous.
    has_left : bool
        Whether it is not connected.
    clock : str
        How much time it has left, such as ``1:30`` or ``2 days``.
    note : str
        Anything else in a few words.
    """

    kind: str = "person"
    is_thinking: bool = False
    has_left: bool = False
    clock: str = ""
    note: str = ""


@dataclass(frozen=True)
class Told:
    """What a table tells besides the scene.

    Parameters
    ----------
    game : Game
        What is played, with its options.
    captions : sequence of Caption
        One for each seat; may be left out.
    moves : sequence of Move
        What was done of late, as who looks may know it, the latest last.
    begun_after : int
        How many actions were done before the round that goes on; of them none stands beside a seat.
    act_url : str
        Where actions are posted.
    csrf : str
        The token of the form.
    turn : int or None
        The number of the turn that an action answers; that of the scene if not given.
    style : str
        One of :data:`upcard.report.card_faces.STYLES`.
    confirm : bool
        Whether an action is first chosen and then confirmed.
    chosen : int or None
        The action that was chosen and is to be confirmed.
    view_url : str
        The page of this table, to which a choice is taken back.
    ending : str
        How the match ended, where the rules did not end it.
    own : int or None
        The seat of who looks, also where the scene lays everything open.
    below : int or None
        The seat that lies below, where it is not that of who looks.
    acting : str
        From which of his seats who looks does so, where he has several.
    halted : str
        Why the table does not go on, as a sentence; empty where it does.
    reasons : mapping
        Why cards cannot be played that lie in a hand, or among others which can, see
        :func:`upcard.play.choices.reasons_of`.
    cards_url, art_url : str
        Where the drawings are.
    """

    game: Game
    captions: Sequence[Caption] = ()
    moves: Sequence[Move] = ()
    begun_after: int = 0
    act_url: str = ""
    csrf: str = ""
    turn: int | None = None
    style: str = CLASSIC
    confirm: bool = False
    chosen: int | None = None
    view_url: str = ""
    ending: str = ""
    own: int | None = None
    below: int | None = None
    acting: str = ""
    halted: str = ""
    reasons: Mapping[Touch, str] = field(default_factory=dict)
    cards_url: str = "/cards"
    art_url: str = "/art"
