"""Contents of the drawn table besides its scene: players, recent moves, and the address for actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from upcard.engine.game import Game
from upcard.play.choices import Touch
from upcard.play.move_log import Move
from upcard.play.scene import RoundEnd
from upcard.report.card_faces import CLASSIC


@dataclass(frozen=True)
class SeatCaption:
    """Caption of a seat."""

    kind: str = "person"
    """``person``, ``bot``, or ``open`` for a free seat."""
    is_thinking: bool = False
    """Whether the table waits for this seat; true for several seats if choices are simultaneous."""
    has_left: bool = False
    """Whether its player is away."""
    clock: str = ""
    """Remaining time, such as ``1:30`` or ``2 days``."""
    clock_runs: bool = True
    """Whether it runs now."""
    note: str = ""
    """Anything else, in a few words."""
    level: str = ""
    """Level of a computer opponent; empty for a person, and for a strategy of no level."""
    face: str = ""
    """Address of the image of a computer opponent's face; empty for a person."""


@dataclass(frozen=True)
class BoardContext:
    """Everything that the drawn table shows besides the scene."""

    game: Game
    captions: Sequence[SeatCaption] = ()
    """One for each seat; empty for default captions."""
    moves: Sequence[Move] = ()
    """Recent moves as the viewer may see them, the latest last."""
    remarks: Mapping[int, str] = field(default_factory=dict)
    """Remarks on moves by their numbers, such as that the time was up."""
    earlier_url: str = ""
    """Page with the moves before these; empty if there are none."""
    ends: Sequence[tuple[int, RoundEnd]] = ()
    """Finished rounds, each with the index of the action that ended it, see
    :attr:`upcard.play.round_summary.Rounds.ends`."""
    begun_after: int = 0
    """Number of actions before the current round; they are not shown beside seats."""
    act_url: str = ""
    csrf: str = ""
    turn: int | None = None
    """Number of the turn that an action answers; None for that of the scene."""
    since: int | None = None
    """Number of actions that the viewer's screen shows; its cards move from there. None if it shows none."""
    style: str = CLASSIC
    """One of :data:`upcard.report.card_faces.STYLES`."""
    confirm: bool = False
    chosen: int | None = None
    """The chosen action, which the viewer has to confirm; None if there is none."""
    view_url: str = ""
    """Page of this table, for the link that cancels a choice."""
    ending: str = ""
    """How the match ended, if not by the rules, as a sentence; else empty."""
    finale: str | Markup = ""
    """Links and buttons after the match, for the result over the table; empty to show only the scores."""
    hand: str = ""
    """Which hand of a series this is, such as ``hand 3 of 10``; empty for a single match."""
    headline: str = ""
    """How a series ended for the viewer; empty for the result of this match."""
    standing: str | Markup = ""
    """The standing of a series, for the side and in place of the scores; empty for a single match."""
    hint_url: str = ""
    """Page of a hint for the viewer's move; empty if they get none."""
    viewer: int | None = None
    """The viewer's seat, even if the scene shows all cards; None for a watcher."""
    below: int | None = None
    """Seat at the bottom of the drawing; None for the viewer's."""
    plays_all: bool = False
    """Whether the viewer plays every seat; the heading then names the seat whose turn it is."""
    acting: str = ""
    """A sentence on the viewer's active seat, if they have several; else empty."""
    halted: str = ""
    """Why the table has stopped, as a sentence; empty while it runs."""
    reasons: Mapping[Touch, str] = field(default_factory=dict)
    """Why some cards cannot be played, see :func:`upcard.play.choices.reasons_of`."""
    marks: Mapping[Touch, str] = field(default_factory=dict)
    """Cards and zones of reviewed moves: ``played``, ``better``, or ``best`` if the best move was played."""
    pointed: frozenset[str] = frozenset()
    """Subjects of a coach's text: zones and numbers by name, with their seat if any (``top``, ``hand:0``)."""
