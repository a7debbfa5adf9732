"""A match: the table as the seat to act sees it, its choices, and the latest actions."""

from upcard.engine.game import Match
from upcard.engine.text_views import actions_in_words
from upcard.engine.wording import counted
from upcard.report.notebook_sheet import Sheet
from upcard.report.notebooks.state_view import drawing
from upcard.report.scene_svg import scene_of, scene_svg

MOST_ACTIONS = 8


def sheet(match: Match) -> Sheet:
    """Return the sheet of a match: all cards if it is over, else what the seat to act sees."""
    game, names = match.game, match.seats
    scene = scene_of(match, names)
    facts = "over, all cards open" if match.is_over else f"as {names[match.player]} sees it"
    says = [f"{names[match.player]} can: {', '.join(match.choices())}."] if scene.choices else []
    return Sheet(game.heading(), facts, says, [drawing(scene, game)], [_done(match)])


def picture(match: Match) -> str:
    """Return the table alone."""
    return scene_svg(scene_of(match, match.seats), match.game)


def _done(match: Match) -> str:
    """Return the latest actions."""
    done = [f"{match.seats[p]} {words}" for p, words in actions_in_words(match)]
    more = "… " if len(done) > MOST_ACTIONS else ""
    last = f": {more}{', '.join(done[-MOST_ACTIONS:])}" if done else ""
    return f"{counted(len(done), 'action')}{last}."
