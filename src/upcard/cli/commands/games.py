"""``upcard games``: list the games."""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import print_fault
from upcard.engine.wording import counted, sizes_text
from upcard.language.phrases import players_in_words

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

HEADS = ("name", "title", "players", "presets", "strategies")
LEAST_ROOM = 24  # columns for strategies; below this, lists are easier to read than a table


@make_command("games", "upcard games", "upcard games --json")
@json_option
def command(as_json: bool) -> None:
    """List the games: players, presets, strategies."""
    from upcard.cli.terminal.console import show_json
    from upcard.engine.registry import skipped_files, valid_games

    sound, wrong = valid_games()
    games = [summary(rules) for _, rules in sorted(sound.items())]
    if as_json:
        show_json({"games": games})
    else:
        _show(games)
    for why in (*skipped_files(), *wrong):
        print_fault(f"left out: {why}")


def summary(rules: ModuleType) -> dict[str, Any]:
    """Return a game as plain values, for a list."""
    from upcard.engine.registry import strategies_for

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
    from upcard.cli.terminal.console import screen, show
    from upcard.engine.registry import strategy_modules

    common = {name for name, module in strategy_modules().items() if not module.STRATEGY.games}
    listed = [{**g, "strategies": [s for s in g["strategies"] if s not in common]} for g in games]
    missing = {g["name"]: sorted(common.difference(g["strategies"])) for g in games}
    except_for = [f"; not for {name}: {', '.join(x)}" for name, x in missing.items() if x]
    table = _columns(listed, screen().width) or _blocks(listed)
    count = counted(len(games), "game")
    everywhere = f"Strategies for every game: {', '.join(sorted(common)) or 'none'}{''.join(except_for)}."
    show(table, "", everywhere, f"{count}; 'upcard rules NAME' explains how to play one.")


def _columns(games: list[dict[str, Any]], width: int) -> "Table | None":
    """Return a line per game, with lists wrapped between names; None if a name would be split."""
    from rich.text import Text

    from upcard.cli.terminal.console import GRID_GAP, text_grid

    rows = [(g["name"], g["title"], sizes_text(g["sizes"]), *_lists(g)) for g in games]
    full = [max(map(len, cells)) for cells in zip(HEADS, *rows, strict=True)]
    room = width - sum(full[:3]) - GRID_GAP * len(HEADS)
    least = [max(len(word) for row in (HEADS, *rows) for word in row[i].split()) for i in (3, 4)]
    presets = max(least[0], min(full[3], room // 3))
    if room - presets < max(least[1], LEAST_ROOM):
        return None
    table = text_grid(*HEADS)
    for column, size in zip(table.columns, (*full[:3], presets, room - presets), strict=True):
        column.width = size
    for name, *rest in rows:
        table.add_row(Text(name, style="bold"), *rest)
    return table


def _blocks(games: list[dict[str, Any]]) -> "Group":
    """Return a few lines per game, for narrow terminals."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[Text | Padding] = []
    for g in games:
        presets, strategies = _lists(g)
        lines = [f"{g['title']}, {players_in_words(g['sizes'])}"]
        lines += [f"presets: {presets}"] if g["presets"] else []
        lines += [f"strategies: {strategies}"] if g["strategies"] else []
        parts += [Text(g["name"], style="bold"), *(Padding(Text(x), (0, 0, 0, 2)) for x in lines)]
    return Group(*parts)


def _lists(game: dict[str, Any]) -> tuple[str, str]:
    return ", ".join(game["presets"]) or "–", ", ".join(game["strategies"]) or "–"
