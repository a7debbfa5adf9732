"""Write every golden playthrough anew: .venv/bin/python -m tests.golden.rewrite.

Read what has changed before you commit it: a golden file is right because a person has checked it against
the rules, not because a program wrote it.
"""

from pathlib import Path

from upcard.engine.game import make_game
from upcard.testing import game_modules, playthrough
from upcard.testing.playthrough import telling_game

FOLDER = Path(__file__).parent
SEED, TRIES = 1, 50


def wanted():
    """The file of every game of Upcard's own, by its name, under its default options and every preset."""
    own = [name for name, rules in sorted(game_modules().items()) if rules.__name__.startswith("upcard.")]
    return {
        f"{name}.{preset or 'default'}.txt": (name, preset)
        for name in own
        for preset in (None, *game_modules()[name].PRESETS)
    }


def telling(file):
    """A playthrough that tells much; another one for every preset, even if two have the same options."""
    name, preset = wanted()[file]
    first = TRIES * [None, *game_modules()[name].PRESETS].index(preset)
    game = make_game(name, None, preset)
    return playthrough(game, SEED, telling_game(game, SEED, range(first, first + TRIES)))


def main():
    """Write the files, and remove those that are no longer wanted."""
    for old in FOLDER.glob("*.txt"):
        if old.name not in wanted():
            old.unlink()
    for file in wanted():
        (FOLDER / file).write_text(telling(file), encoding="utf-8")


if __name__ == "__main__":
    main()
