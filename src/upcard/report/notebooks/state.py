"""A view: the table as its seat sees it, its own cards and nobody else's. A state shows all cards."""

from upcard.engine.game import Game
from upcard.engine.state import PlainState, Table
from upcard.play.scene import Scene, make_scene
from upcard.report.scene_picture import scene_svg
from upcard.report.sheet import Drawing, Sheet
from upcard.report.terminal.scenes import plain_text


def sheet(s: PlainState) -> Sheet:
    """What is shown of a view or a state."""
    rules = s.chance.rules
    settings = {o.name: _setting(getattr(s, o.name)) for o in rules.OPTIONS}
    game = Game(rules, s.seats, settings)
    is_view = getattr(s.chance, "state", None) is not None
    me = int(s.me) if is_view else None
    who = "who watches" if me == -1 else "all cards open" if me is None else f"player {me + 1}"
    facts = who if me is None else f"as {who} sees it"
    return Sheet(game.heading(), facts, parts=[drawing(make_scene(game, s, me), game)])


def drawing(scene: Scene, game: Game) -> Drawing:
    """A scene as a picture, and the same in letters."""
    return Drawing(scene_svg(scene, game), plain_text(scene, ()).strip())


def _setting(x: int | Table) -> int | tuple[int, ...]:
    return tuple(x.cells) if isinstance(x, Table) else int(x)
