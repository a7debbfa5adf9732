"""A match: the table as the seat sees it that is to act, what it can do, and what was done."""

from upcard.engine.game import Match
from upcard.engine.text_views import said
from upcard.engine.wording import counted
from upcard.play.scene import Scene, make_scene
from upcard.report.document import Sheet
from upcard.report.notebooks.state_view import drawing
from upcard.report.scene_svg import scene_svg

MOST_ACTIONS = 8


def sheet(match: Match) -> Sheet:
    """What is shown of a match: after its end everything, before it what one seat sees."""
    game, names, scene = match.game, match.seats, _scene(match)
    facts = "over, all cards open" if match.is_over else f"as {names[match.player]} sees it"
    says = [f"{names[match.player]} can: {', '.join(match.choices())}."] if scene.choices else []
    return Sheet(game.heading(), facts, says, [drawing(scene, game)], [_done(match)])


def picture(match: Match) -> str:
    """The table alone."""
    return scene_svg(_scene(match), match.game)


def _scene(match: Match) -> Scene:
    """All of a match that is over, else what the seat sees that is to act."""
    if match.is_over:
        return make_scene(match.game, match.state, None, match.seats, match.scores())
    return make_scene(match.game, match.view(match.player), match.player, match.seats)


def _done(match: Match) -> str:
    """What was done last."""
    told = [f"{match.seats[p]} {words}" for p, words in said(match)]
    more = "… " if len(told) > MOST_ACTIONS else ""
    last = f": {more}{', '.join(told[-MOST_ACTIONS:])}" if told else ""
    return f"{counted(len(told), 'action')}{last}."
