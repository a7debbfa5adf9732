"""Form fields for the options of a game."""

from collections.abc import Mapping
from typing import Any

from upcard.engine.game import Game

NOTHING: Mapping[str, str] = {}


def option_fields(game: Game, form: Mapping[str, str] = NOTHING) -> list[dict[str, Any]]:
    """Return the options of a game for a form: name, words, value, and values or bounds.

    Entries of `form` remain unless another preset is shown now.
    """
    chosen = game.option_words()
    is_shown = form.get("shown") == form.get("preset", "")
    return [
        {
            "name": o.name,
            "words": o.words,
            "value": form.get(f"option-{o.name}", chosen[o.name]) if is_shown else chosen[o.name],
            "is_usual": not is_shown or form.get(f"option-{o.name}", chosen[o.name]) == str(chosen[o.name]),
            "values": o.values,
            "low": o.low,
            "high": o.high,
            "is_text": o.read is not None,
        }
        for o in game.rules.OPTIONS
    ]
