"""Words for the actions of a game, gathered from positions of recorded games."""

from upcard.engine.game import Game
from upcard.engine.seeds import open_match
from upcard.engine.state import apply_action
from upcard.simulation.game_recorder import SAME_STREAM, RecordedGames

MOST_POSITIONS = 1_500
"""Maximum number of positions in which actions are put into words."""

MOST_WORDS = 2
"""Maximum number of different words for one action, such as check and fold."""


def words_of_actions(games: RecordedGames) -> dict[int, str]:
    """Return the words of every action that was legal in some of the first positions of recorded games.

    The words of an action may depend on the position; then the first two are joined: ``check / fold``.
    """
    words: dict[int, dict[str, None]] = {}
    positions = 0
    for i in range(games.plans.games):
        if games.plans.later[i] != SAME_STREAM or positions >= MOST_POSITIONS:
            break
        positions += _gather(games, i, words, MOST_POSITIONS - positions)
    return {a: " / ".join(list(x)[:MOST_WORDS]) for a, x in sorted(words.items())}


def _gather(games: RecordedGames, i: int, words: dict[int, dict[str, None]], most: int) -> int:
    """Add the words of the positions of game `i` to `words`; return their number, at most `most`."""
    game: Game = games.game
    s = game.blank()
    open_match(s, games.plans.seed, int(games.plans.deals[i]))
    game.rules.start(s)
    begun = int(games.ends[i - 1]) if i else 0
    moves = games.moves[begun : int(games.ends[i])][:most]
    for a in moves:
        view = game.view(s, s.player)
        for x, text in game.words(view, game.legal_actions(s)).items():
            words.setdefault(x, {})[text] = None
        apply_action(game.rules, s, int(a))
    return len(moves)
