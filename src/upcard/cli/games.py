"""``upcard games``: the games there are."""

from types import ModuleType
from typing import Any

from upcard.cli.options import define, json_option


@define("games", "upcard games", "upcard games --json")
@json_option
def command(as_json: bool) -> None:
    """List the games: players, presets, strategies."""
    from upcard.cli.terminal import show_json
    from upcard.engine.catalog import game_modules

    games = [summary(rules) for _, rules in sorted(game_modules().items())]
    if as_json:
        show_json({"games": games})
    else:
        _show(games)


def summary(rules: ModuleType) -> dict[str, Any]:
    """A game in a few words."""
    from upcard.engine.catalog import strategies_for

    return {
        "name": rules.GAME.name,
        "title": rules.GAME.title,
        "players": list(rules.GAME.players),
        "sizes": list(rules.GAME.table_sizes),
        "usual": rules.GAME.usual,
        "presets": list(rules.PRESETS),
        "strategies": sorted(strategies_for(rules)),
    }


def _show(games: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from upcard.cli.terminal import grid, show
    from upcard.engine.game import sizes_text

    table = grid("name", "title", "players", "presets", "strategies")
    table.columns[2].no_wrap = True
    for game in games:
        table.add_row(
            Text(game["name"], style="bold"),
            game["title"],
            sizes_text(game["sizes"]),
            ", ".join(game["presets"]) or "–",
            ", ".join(game["strategies"]),
        )
    count = "1 game" if len(games) == 1 else f"{len(games)} games"
    show(table, "", f"{count}; 'upcard rules NAME' tells how one is played.")
