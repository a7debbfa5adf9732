"""A tree file as a game that is solved as it is: with the information sets of the file, and without waits.

A tree need not be playable at a table. Its sequence form needs only players who remember what they knew and
did, so the order in which players act may differ from one way through the tree to another.
"""

import hashlib
from collections.abc import Hashable
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.adapters.gambit_infosets import player_called
from upcard.adapters.gambit_reader import read_efg
from upcard.adapters.gambit_rules import rules_text
from upcard.adapters.gambit_words import OnRead
from upcard.adapters.nfg_reader import as_efg
from upcard.engine.game import Game
from upcard.engine.picklable_rules import execute_rules
from upcard.engine.state import PlainState


class TreeGame(Game):
    """The game of an ``.efg`` file; :func:`upcard.engine.tree.game_tree.unroll` unrolls it as the file says.

    Parameters
    ----------
    text : str
        The text of the file.
    name : str
        The name of the game in results.
    on_read : function, optional
        Called from time to time with the fraction that has been read.

    Raises
    ------
    Unreadable
        If the text is not an ``.efg`` file, or a player forgets what they knew or did.
    """

    def __init__(self, text: str, name: str, on_read: OnRead | None = None) -> None:
        efg = read_efg(text, on_read)
        self.tree_text = text
        self.seat_names = tuple(player_called(x, p) for p, x in enumerate(efg.players))
        super().__init__(_module(rules_text(efg, name)), len(efg.players), {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the text of the file."""
        return TreeGame, (self.tree_text, self.name)

    def infoset_key(self, s: PlainState, history: int) -> Hashable:
        """Return the player to move and the number of their information set in the rules."""
        return s.player, s.known[s.player]


def tree_game(text: str, name: str, on_read: OnRead | None = None) -> TreeGame:
    """Return the game of an ``.efg`` or ``.nfg`` file as it is; arguments and errors as for `TreeGame`."""
    return TreeGame(as_efg(text), name, on_read)


def _module(rules: str) -> ModuleType:
    """Return rules that were written for a tree, loaded without a file."""
    digest = hashlib.sha256(rules.encode()).hexdigest()[:12]
    module = ModuleType(f"upcard_tree_{digest}")
    execute_rules(module, str(Path(f"<tree {digest}>") / "rules.py"), rules.encode())
    return module
