"""A game: its options, and what the rules file says it is."""

from upcard.document.model import Table
from upcard.engine.game import Game
from upcard.engine.registry import strategies_for
from upcard.engine.wording import counted, paragraphs, sizes_text
from upcard.report.notebook_sheet import Sheet


def sheet(game: Game) -> Sheet:
    """Return the sheet of a game."""
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


def _options(game: Game, words: dict[str, str | int]) -> Table:
    declared = {o.name: o for o in game.rules.OPTIONS}
    rows = [[name, str(x), declared[name].words] for name, x in words.items()]
    return Table("Options", ["option", "value", "what it is"], rows)
