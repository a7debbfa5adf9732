"""The server's side of a provably fair deal; the protocol is told in :mod:`upcard.engine.commitment`.

In this order: take :func:`new_secret` and keep it; publish the :func:`~upcard.engine.commitment.commitment`
of it to the terms of the table; take one text from each person, if
:func:`~upcard.engine.commitment.check_contribution` does not refuse it; then :func:`told` and
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
from upcard.server.repository import KeptSeat, KeptTable

SECRET_BYTES = 32


def new_secret() -> str:
    """A secret that nobody can guess, from the system's source of chance: 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def told(table: str, game: Game, secret: str, added: Sequence[str]) -> Fairness:
    """What the record of a match tells of its deal after the end.

    Parameters
    ----------
    table : str
        The name of the table.
    game : Game
        What is played.
    secret : str
        The server's secret.
    added : sequence of str
        For every seat in order the text that was added; empty where none was, as for a bot.

    Raises
    ------
    Usage
        If there is not one text for each seat, or the secret is not 64 hexadecimal digits.
    Unreadable
        If the name of the table or an added text is not 1 to 64 printable characters.
    """
    if len(added) != game.players:
        given = counted(len(added), "text was", "texts were")
        raise Usage(f"{given} added for {counted(game.players, 'seat')}; give one for each, empty for none")
    for text in filter(None, added):
        check_contribution(text)
    return Fairness(table, commitment(secret, terms_of(table, game)), secret, tuple(added))


def fair_match(game: Game, fairness: Fairness, seats: Sequence[str] = ()) -> Match:
    """Deal from the secret and all that was added.

    Parameters
    ----------
    game : Game
        What is played, as it was committed to.
    fairness : Fairness
        What :func:`told` gave for this game.
    seats : sequence of str
        Who sits where, for the record.
    """
    return game.match(match_seed(fairness.secret, fairness.added), seats=seats)


def deal_columns(row: KeptTable, seats: Sequence[KeptSeat]) -> dict[str, Any]:
    """The columns that change with the deal; none as long as somebody has added nothing."""
    if any(x.person and x.added is None for x in seats):
        return {}
    seed = match_seed(row.secret, [x.added or "" for x in seats])
    return {"seed": seed, "due_at": due(row.clock)}
