"""What processes beside a server load first of all, loaded once for all processes of the tests."""

from upcard.classroom.find import activities
from upcard.engine.catalog import sound_games
from upcard.games.beat_it_or_eat_it.solvers import table_player as beat_it_player
from upcard.games.smallsum import match_player as smallsum_player
from upcard.games.stoppers import match_player as stoppers_player
from upcard.report import insight, position, review
from upcard.review import faced, find, ledger, opponents
from upcard.web import reviewer

LOADED = (
    insight,
    position,
    review,
    faced,
    find,
    ledger,
    opponents,
    beat_it_player,
    smallsum_player,
    stoppers_player,
    reviewer,
)

activities()
sound_games()
