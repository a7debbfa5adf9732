"""A game: its options, and what the rules file says it is."""

from upcard.engine.game import Game
from upcard.engine.registry import strategies_for
from upcard.engine.wording import counted, paragraphs, sizes_text
from upcard.report.document import Grid, Sheet, Strip


def sheet(game: Game) -> Sheet:
    """What is shown of a game."""
    rules, words = game.rules, game.option_words()
    first, *_ = paragraphs(rules.__doc__ or game.title)
    strategies = ", ".join(sorted(strategies_for(rules)))
    return Sheet(
        game.title,
        f"{counted(game.players, 'player')}; {sizes_text(rules.GAME.table_sizes)} can play",
        [first],
        [_options(game, words)] if words else [],
        [f"Strategies: {strategies}.", f"Source: {rules.GAME.source}."],
    )


def _options(game: Game, words: dict[str, str | int]) -> Grid:
    declared = {o.name: o for o in game.rules.OPTIONS}
    return Grid(
        "Options",
        [
            Strip("option", list(words), True),
            Strip("value", [str(x) for x in words.values()]),
            Strip("what it is", [declared[name].words for name in words], is_text=True),
        ],
    )
