"""The deal that nobody chose: what is hashed, and how a seed comes of it.

1. Before the deal, when it is settled who sits where, the server draws a secret, and shows every player the
   table's terms and the :func:`commitment`, a hash of secret and terms. A player notes it.
2. Each player adds a text of his own, his browser's or one that he types. A bot adds nothing. From then on
   nobody changes seats.
3. The server deals from :func:`match_seed` of the secret and the added texts, and keeps the secret.
4. When the match has ended the secret and all added texts are told, in its record. Everybody can compare the
   commitment with the one that he noted, find his own text, and deal and play again: `upcard verify`.

What is proved to a player who noted the commitment before he added his text: the server's part was fixed
before it knew his, under SHA-256 (FIPS 180-4) as a hash without known collisions, and so it did not choose
the deal. A player did not choose it either, as long as he did not know the secret.

What is not proved: that the server did not tell the secret to whoever added the last text. Those two
together can try texts until they like the deal. Nor that the server told nobody of hidden cards during play,
nor that nobody found the seed by trying: it has 63 bits, and cards come from a generator that is fast and not
made to keep its seed secret (:mod:`upcard.engine.seeds`). And where no text was added, the server alone chose
the deal.

Parts are hashed as netstrings (D. J. Bernstein, 1997): the length in bytes of UTF-8, a colon, the bytes, a
comma; so no two different lists of parts are hashed as the same bytes. The first part names the purpose.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.option_values import OptionValue

COMMITMENT, SEED = "upcard commitment 1", "upcard seed 1"
"""The first parts of what is hashed; the number is that of the way to do it."""

LONGEST = 64
"""Characters of an added text and of the name of a table."""

HASH = re.compile(r"[0-9a-f]{64}")
SEED_BITS = 63


@dataclass(frozen=True)
class DealTerms:
    """What is settled about a table before the deal."""

    table: str
    """The name of the table, 1 to 64 printable characters."""
    game: str
    """The name of the game."""
    version: int
    """The version of its rules."""
    players: int
    """How many play."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """All options as people write them."""


@dataclass(frozen=True)
class Fairness:
    """What is told after the end of a match, so that its deal can be checked."""

    table: str
    """The name of the table."""
    commitment: str
    """What the server published before the deal, 64 hexadecimal digits."""
    secret: str
    """What it kept until the end, 64 hexadecimal digits."""
    added: tuple[str, ...]
    """For every seat in order the text that was added; empty where none was."""


def terms_of(table: str, game: Game) -> DealTerms:
    """The terms of a table at which `game` is to be played."""
    return DealTerms(table, game.name, game.rules.GAME.version, game.players, game.option_words())


def check_hashed_text(what: str, text: str) -> None:
    """Refuse what cannot be told in one line exactly as it was hashed.

    Parameters
    ----------
    what : str
        What the text is, for the sentence.
    text : str
        The text.

    Raises
    ------
    Unreadable
        If it is not 1 to 64 printable characters, with single spaces between them if any.
    """
    if 1 <= len(text) <= LONGEST and text.isprintable() and text == " ".join(text.split()):
        return
    given = repr(text[: LONGEST // 2]) + ("…" if len(text) > LONGEST // 2 else "")
    raise Unreadable(
        f"{what} was given as {given}, {len(text):,} long; expected 1 to {LONGEST} printable characters, "
        "with single spaces only between them"
    )


def check_contribution(text: str) -> None:
    """Refuse a text that no player can add to the deal.

    Raises
    ------
    Unreadable
        If it is not 1 to 64 printable characters, with single spaces between them if any.
    """
    check_hashed_text("what a player adds to the deal", text)


def is_hash(text: str) -> bool:
    """Whether a text is 64 hexadecimal digits in small letters, as secrets and commitments are."""
    return HASH.fullmatch(text) is not None


def commitment(secret: str, terms: DealTerms) -> str:
    """What the server publishes before anybody adds anything: 64 hexadecimal digits.

    It is SHA-256 of seven parts: ``upcard commitment 1``, the table, the game, the version of its rules, the
    number of players, the options as ``name=value`` in the order of their names with a space between them,
    and the secret. So neither the secret nor any of the terms can be changed afterwards.

    Raises
    ------
    Usage
        If the secret is not 64 hexadecimal digits.
    Unreadable
        If the name of the table is not 1 to 64 printable characters.
    """
    _check_secret(secret)
    check_hashed_text("the name of the table", terms.table)
    options = " ".join(f"{k}={v}" for k, v in sorted(terms.options.items()))
    parts = (terms.table, terms.game, str(terms.version), str(terms.players), options, secret)
    return _digest(COMMITMENT, *parts).hex()


def match_seed(secret: str, added: Sequence[str]) -> int:
    """The seed of the match, from 0 to 2^63 - 1.

    It is the first 63 bits of SHA-256 of these parts: ``upcard seed 1``, the secret, and for every seat in
    order what was added there, an empty part where nothing was.

    Parameters
    ----------
    secret : str
        The server's.
    added : sequence of str
        For every seat in order the text that was added; empty where none was, as for a bot.

    Raises
    ------
    Usage
        If the secret is not 64 hexadecimal digits.
    Unreadable
        If an added text is not 1 to 64 printable characters.
    """
    _check_secret(secret)
    for text in filter(None, added):
        check_contribution(text)
    digest = _digest(SEED, secret, *added)
    return int.from_bytes(digest) >> (8 * len(digest) - SEED_BITS)


def _check_secret(secret: str) -> None:
    if not is_hash(secret):
        raise Usage(f"the secret has {len(secret):,} characters or others than expected: 64 of 0-9 and a-f")


def _digest(*parts: str) -> bytes:
    coded = [part.encode() for part in parts]
    return sha256(b"".join(b"%d:%b," % (len(x), x) for x in coded)).digest()
