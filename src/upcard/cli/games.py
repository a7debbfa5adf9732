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

    low, high = rules.GAME.players
    return {
        "name": rules.GAME.name,
        "title": rules.GAME.title,
        "players": [low, high],
        "usual": rules.GAME.usual,
        "presets": list(rules.PRESETS),
        "strategies": sorted(strategies_for(rules)),
    }


def players_text(low: int, high: int) -> str:
    """A range of players in words: ``2``, ``2 to 8``."""
    return str(low) if low == high else f"{low} to {high}"


def _show(games: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from upcard.cli.terminal import grid, show

    table = grid("name", "title", "players", "presets", "strategies")
    table.columns[2].no_wrap = True
    for game in games:
        table.add_row(
            Text(game["name"], style="bold"),
            game["title"],
            players_text(*game["players"]),
            ", ".join(game["presets"]) or "–",
            ", ".join(game["strategies"]),
        )
    count = "1 game" if len(games) == 1 else f"{len(games)} games"
    show(table, "", f"{count}; 'upcard rules NAME' tells how one is played.")
