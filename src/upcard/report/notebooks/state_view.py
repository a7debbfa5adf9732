"""A view: the table as its seat sees it, with its own cards only. A state shows all cards."""

from upcard.document.model import Figure
from upcard.engine.game import Game
from upcard.engine.state import CheckedRow, PlainState
from upcard.play.scene import Scene, make_scene
from upcard.report.notebook_sheet import Sheet
from upcard.report.scene_svg import scene_svg
from upcard.report.terminal.text_scenes import plain_text


def sheet(s: PlainState) -> Sheet:
    """Return the sheet of a view or a state."""
    game, me = game_of(s), _viewer(s)
    who = "a spectator" if me == -1 else "all cards open" if me is None else f"player {me + 1}"
    facts = who if me is None else f"as {who} sees it"
    return Sheet(game.heading(), facts, parts=[drawing(make_scene(game, s, me), game)])


def picture(s: PlainState) -> str:
    """Return the table alone."""
    game = game_of(s)
    return scene_svg(make_scene(game, s, _viewer(s)), game)


def game_of(s: PlainState) -> Game:
    """Return the game of a state, with its options."""
    rules = s.chance.rules
    return Game(rules, s.seats, {o.name: _setting(getattr(s, o.name)) for o in rules.OPTIONS})


def _viewer(s: PlainState) -> int | None:
    """Return the seat whose view it is; None for a state."""
    return int(s.me) if getattr(s.chance, "state", None) is not None else None


def drawing(scene: Scene, game: Game) -> Figure:
    """Return a scene as a figure, with the same scene as text."""
    return Figure(scene_svg(scene, game), words=plain_text(scene, ()).strip())


def _setting(x: int | CheckedRow) -> int | tuple[int, ...]:
    return tuple(x.cells) if isinstance(x, CheckedRow) else int(x)
