"""What a form has for the options of a game."""

from typing import Any

from upcard.engine.game import Game


def option_fields(game: Game) -> list[dict[str, Any]]:
    """The options of a game for a form: name, words, value, and values or bounds."""
    chosen = game.option_words()
    return [
        {
            "name": o.name,
            "words": o.words,
            "value": chosen[o.name],
            "values": o.values,
            "low": o.low,
            "high": o.high,
            "is_text": o.read is not None,
        }
        for o in game.rules.OPTIONS
    ]
