"""A pupil's best score in the earlier matches of a class, to be beaten in the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.classroom.class_repository import Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.recording import counting_seats
from upcard.engine.wording import minus
from upcard.language.messages import gettext as _
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService

NO_POSITION = "none"


@dataclass(frozen=True)
class BestScore:
    """A pupil's best score in earlier matches, and that of a match; None where there is none."""

    before: int | None
    now: int | None = None

    @property
    def sentence(self) -> str:
        """Both scores as sentences, with the remark that this is a new best; empty if there is none."""
        before, now = (minus(str(x)) for x in (self.before, self.now))
        if self.now is None:
            return "" if self.before is None else _("Your best so far: {before}.", before=before)
        if self.before is None:
            return _("This match: {now}, your first score here.", now=now)
        if self.now > self.before:
            return _("Your best so far: {before}. This match: {now}, a new best!", before=before, now=now)
        return _("Your best so far: {before}. This match: {now}.", before=before, now=now)


def seat_score(live: LiveTable, seat: int) -> int | None:
    """Return the score of a seat in a match that the rules ended; None for any other match."""
    if not (live.is_dealt and live.match.is_over and live.game.has_personal_best):
        return None
    return int(live.match.scores()[seat])


async def best_score(
    service: TableService, room: LiveRoom, pupil: int, sitting: Sitting, live: LiveTable
) -> BestScore:
    """Return the best earlier score of a pupil in matches like one of the room, and the score of that match.

    Only matches with the same options and of the same length are compared, and only those that count for the
    pupil. The pupil's best is None if there is none.
    """
    if pupil not in sitting.seats or not live.game.has_personal_best:
        return BestScore(None)
    earlier = []
    for x in room.snapshot.sittings:
        if x.number < sitting.number and pupil in x.seats:
            other = await service.find(x.table_id)
            if _likeness(other) == _likeness(live) and _counts(x, other, pupil):
                earlier.append(seat_score(other, x.seats.index(pupil)))
    scores: Sequence[int] = [x for x in earlier if x is not None]
    now = seat_score(live, sitting.seats.index(pupil)) if _counts(sitting, live, pupil) else None
    return BestScore(max(scores, default=None), now)


def _counts(sitting: Sitting, live: LiveTable, pupil: int) -> bool:
    return live.is_dealt and counting_seats(sitting, live)[sitting.seats.index(pupil)]


def _likeness(live: LiveTable) -> tuple[object, ...]:
    """Return what two matches have in common whose scores can be compared."""
    words = live.game.option_words()
    is_short = words.pop("position", NO_POSITION) != NO_POSITION
    return live.game.name, live.game.players, is_short, tuple(sorted(words.items()))
