"""Write every golden playthrough anew: .venv/bin/python -m tests.golden.rewrite.

Read what has changed before you commit it: a golden file is right because a person has checked it against
the rules, not because a program wrote it.
"""

from pathlib import Path

from upcard.engine.game import make_game
from upcard.testing import game_modules, playthrough
from upcard.testing.playthrough import played

FOLDER = Path(__file__).parent
SEED, TRIES, FIT_TO_READ = 1, 50, 50


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

    def worth(number):
        """A game that shows many different actions, and is long but can still be read."""
        done = played(game, SEED, number).actions
        short = len(done) <= FIT_TO_READ
        return short, len(set(done)), len(done) if short else -len(done)

    return playthrough(game, SEED, max(range(first, first + TRIES), key=worth))


def main():
    """Write the files, and remove those that are no longer wanted."""
    for old in FOLDER.glob("*.txt"):
        if old.name not in wanted():
            old.unlink()
    for file in wanted():
        (FOLDER / file).write_text(telling(file), encoding="utf-8")


if __name__ == "__main__":
    main()
