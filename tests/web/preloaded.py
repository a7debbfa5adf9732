"""What processes beside a server load first of all, loaded once for all processes of the tests."""

from upcard.classroom.activity_registry import activities
from upcard.engine.registry import valid_games
from upcard.games.beat_it_or_eat_it.players import tablebase_player as beat_it_player
from upcard.games.smallsum import match_player as smallsum_player
from upcard.games.stoppers import match_player as stoppers_player
from upcard.report import position_insight as insight
from upcard.report import position_report as position
from upcard.report import review_progress as progress
from upcard.report import review_report as review
from upcard.review import against_opponents as faced
from upcard.review import evaluator_registry as find
from upcard.review import match_review as ledger
from upcard.review import opponents
from upcard.review import staged_review as staged
from upcard.web.http import review_pieces as pieces

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
    progress,
    staged,
    pieces,
)

activities()
valid_games()
