"""The server's side of a provably fair deal; the protocol is described in :mod:`upcard.engine.commitment`.

In this order: store a :func:`new_secret`; publish the :func:`~upcard.engine.commitment.commitment` of it to
the terms of the table; take one text from each person, if
:func:`~upcard.engine.commitment.check_contribution` does not refuse it; then :func:`revealed` and
:func:`fair_match`. The secret, the seed and the record stay on the server until the match has ended.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from upcard.engine.commitment import Fairness, check_contribution, commitment, match_seed, terms_of
from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match
from upcard.engine.wording import counted
from upcard.server.clock import due
from upcard.server.repository import StoredSeat, StoredTable

SECRET_BYTES = 32


def new_secret() -> str:
    """Return a secret that nobody can guess: 64 hexadecimal digits from the system's source of randomness."""
    return secrets.token_hex(SECRET_BYTES)


def revealed(table: str, game: Game, secret: str, added: Sequence[str]) -> Fairness:
    """Return what the record of a match reveals about its deal after the end.

    `added` has the text of every seat; empty if the player added none, as for a bot. Raises Usage if there is
    not one text for each seat, or the secret is not 64 hexadecimal digits. Raises Unreadable if an added text
    or the name of the table is not 1 to 64 printable characters.
    """
    if len(added) != game.players:
        texts = counted(len(added), "text was", "texts were")
        raise Usage(f"{texts} added for {counted(game.players, 'seat')}; give one for each, or an empty text")
    for text in filter(None, added):
        check_contribution(text)
    return Fairness(table, commitment(secret, terms_of(table, game)), secret, tuple(added))


def fair_match(game: Game, fairness: Fairness, seats: Sequence[str] = ()) -> Match:
    """Return a match dealt from the secret and all added texts; `fairness` is that of :func:`revealed`."""
    return game.match(match_seed(fairness.secret, fairness.added), seats=seats)


def deal_columns(row: StoredTable, seats: Sequence[StoredSeat]) -> dict[str, Any]:
    """Return the columns that change with the deal; empty while a player still has to add a text."""
    if any(x.person and x.added is None for x in seats):
        return {}
    seed = match_seed(row.secret, [x.added or "" for x in seats])
    return {"seed": seed, "due_at": due(row.clock)}
