"""The pages that ``?`` shows during a game: its rules, the names on the screen, the commands."""

import re
from collections.abc import Sequence

from rich.text import Text

from upcard.engine.game import Game
from upcard.play.choices import FEW_ACTIONS
from upcard.report.terminal.text_cards import CardPaper, wrapped


def rulebook(game: Game, commands: Sequence[tuple[str, str]], paper: CardPaper) -> list[Text]:
    """Return the rules of a game as lines; `commands` are further words to type, with their descriptions."""
    out: list[Text] = []
    for block in re.split(r"\n\s*\n", (game.rules.__doc__ or "").replace("``", "").strip()):
        lines = block.split("\n")
        if any(re.match(r"\s|[-*=]", line) for line in lines):  # a list or a table
            out += [paper.cut(Text(line), paper.width) for line in lines]
        else:
            out += wrapped(block, paper.width)
        out.append(Text())
    values = game.option_words()
    chosen = [(f"{o.name}={values[o.name]}", o.words) for o in game.rules.OPTIONS]
    names = [(f.name.replace("_", " "), f.words) for f in game.rules.STATE]
    is_fixed = game.rules.ACTIONS <= FEW_ACTIONS
    number = "does the action beside it; on a card, it is at the lower edge"
    typing = [
        ("a number", number if is_fixed else f"{number}; numbers may change from turn to turn, words do not"),
        ("words", "do the same, and may be shortened while they mean one thing"),
        *commands,
    ]
    parts = (("Options of this game", chosen), ("On the screen", names), ("What can be typed", typing))
    for heading, pairs in parts:
        if pairs:
            out += [Text(heading, style="bold"), *_listed(pairs, paper), Text()]
    return out[:-1]


def _listed(pairs: Sequence[tuple[str, str]], paper: CardPaper) -> list[Text]:
    wide = max(len(name) for name, _ in pairs) + 2
    out = []
    for name, words in pairs:
        for i, line in enumerate(wrapped(words, paper.width - wide - 2)):
            out.append(Text.assemble("  ", (f"{'' if i else name:<{wide}}", "cyan"), line))
    return out


def next_page(lines: Sequence[Text], size: int) -> tuple[list[Text], list[Text]]:
    """Return the lines of the next page, which ends at an empty line if one is near, and the rest."""
    if len(lines) <= size:
        return list(lines), []
    empty = [i for i in range(size // 2, size + 1) if not lines[i].plain]
    end = empty[-1] if empty else size
    return list(lines[:end]), list(lines[end + (1 if empty else 0) :])
