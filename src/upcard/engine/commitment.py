"""Fair deals by commitment: the hashes, and the seed that results from them.

1. Before the deal, when it is settled who sits where, the server draws a secret, and shows every player the
   table's terms and the :func:`commitment`, a hash of secret and terms. A player notes it.
2. Each player adds a text, from their browser or typed by hand. A bot adds nothing. From then on no player
   changes seats.
3. The server deals from :func:`match_seed` of the secret and the added texts, and keeps the secret.
4. When the match has ended, its record contains the secret and all added texts. Everybody can compare the
   commitment with their note, check their text, and deal and play again: `upcard verify`.

This proves to a player who noted the commitment before adding a text: the server's part was fixed before it
knew the text, under SHA-256 (FIPS 180-4) as a hash without known collisions, so the server did not choose the
deal. Neither did any player who did not know the secret.

This does not prove that the server kept the secret from the player who added the last text: those two
together can try texts until they like the deal. Nor does it prove that the server revealed no hidden cards
during play, or that nobody computed the seed: it has 128 bits, too many to try, but cards come from a
generator that is fast and not designed to hide its seed (:mod:`upcard.engine.seeds`). If no text was added,
the server alone chose the deal.

There are two versions of the method. Deals of version 1, before the first release, joined the options with
spaces, and their seeds had 63 bits. Their records can still be checked.

Parts are hashed as netstrings (D. J. Bernstein, 1997): the length in bytes of UTF-8, a colon, the bytes, a
comma; so no two different lists of parts are hashed as the same bytes. The first part names the purpose.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.option_values import OptionValue
from upcard.engine.wording import counted

FIRST, PRESENT = 1, 2
"""Versions of the method."""
COMMITMENT, SEED = "upcard commitment", "upcard seed"
"""The first parts of the hashed lists, with the version of the method."""

LONGEST = 64
"""Maximum number of characters of an added text and of the name of a table."""

HASH = re.compile(r"[0-9a-f]{64}")
SEED_BITS = {FIRST: 63, PRESENT: 128}


@dataclass(frozen=True)
class DealTerms:
    """The terms of a table, fixed before the deal."""

    table: str
    """The name of the table, 1 to 64 printable characters."""
    game: str
    """The name of the game."""
    version: int
    """The version of its rules."""
    players: int
    """The number of players."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """All options as people write them."""


@dataclass(frozen=True)
class Fairness:
    """The proof of a deal, published after the end of a match."""

    table: str
    """The name of the table."""
    commitment: str
    """The hash that the server published before the deal, 64 hexadecimal digits."""
    secret: str
    """The secret that the server published at the end, 64 hexadecimal digits."""
    added: tuple[str, ...]
    """For every seat in order the text that was added; empty where none was."""


def terms_of(table: str, game: Game) -> DealTerms:
    """Return the terms of a table for a game."""
    return DealTerms(table, game.name, game.rules.GAME.version, game.players, game.option_words())


def check_hashed_text(what: str, text: str) -> None:
    """Check that a text can be written in one line exactly as it is hashed; `what` names it in the error.

    Raises ``Unreadable`` if it is not 1 to 64 printable characters, with single spaces between them if any.
    """
    if 1 <= len(text) <= LONGEST and text.isprintable() and text == " ".join(text.split()):
        return
    start = repr(text[: LONGEST // 2]) + ("…" if len(text) > LONGEST // 2 else "")
    raise Unreadable(
        f"{what} is {start}, {counted(len(text), 'character')} long; expected 1 to {LONGEST} printable "
        "characters without double spaces or spaces at the ends"
    )


def check_contribution(text: str) -> None:
    """Raise ``Unreadable`` if a player may not add a text to the deal; see :func:`check_hashed_text`."""
    check_hashed_text("the text that a player adds to the deal", text)


def is_hash(text: str) -> bool:
    """Whether a text consists of 64 hexadecimal digits in lower case, like secrets and commitments."""
    return HASH.fullmatch(text) is not None


def commitment(secret: str, terms: DealTerms, method: int = PRESENT) -> str:
    """Return the hash that the server publishes before players add texts: 64 hexadecimal digits.

    It is SHA-256 of seven parts: ``upcard commitment 2``, the table, the game, the version of its rules, the
    number of players, the options, and the secret. So neither the secret nor any of the terms can be changed
    afterwards. The options are a JSON object of texts in the order of their names, in ASCII without spaces
    between its parts. In version 1 of the `method` they are ``name=value`` with a space between them.

    Raises ``Usage`` if the secret is not 64 hexadecimal digits, and ``Unreadable`` if the name of the table
    is not 1 to 64 printable characters.
    """
    _check_secret(secret)
    check_hashed_text("the name of the table", terms.table)
    texts = {k: str(v) for k, v in sorted(terms.options.items())}
    options = json.dumps(texts, separators=(",", ":"))
    if method == FIRST:
        options = " ".join(f"{k}={v}" for k, v in texts.items())
    parts = (terms.table, terms.game, str(terms.version), str(terms.players), options, secret)
    return _digest(f"{COMMITMENT} {method}", *parts).hex()


def method_of(published: str, secret: str, terms: DealTerms) -> int:
    """Return the version of the method of a published commitment; 0 if it does not fit the secret and terms.

    Raises what :func:`commitment` raises.
    """
    return next((x for x in (PRESENT, FIRST) if commitment(secret, terms, x) == published), 0)


def match_seed(secret: str, added: Sequence[str], method: int = PRESENT) -> int:
    """Return the seed of the match, from 0 to 2^128 - 1.

    It is the first 128 bits of SHA-256 of these parts: ``upcard seed 2``, the server's secret, and for every
    seat in order what was added there, an empty part where nothing was, as for a bot. In version 1 of the
    `method` it has 63 bits.

    Raises ``Usage`` if the secret is not 64 hexadecimal digits, and ``Unreadable`` if an added text is not 1
    to 64 printable characters.
    """
    _check_secret(secret)
    for text in filter(None, added):
        check_contribution(text)
    digest = _digest(f"{SEED} {method}", secret, *added)
    return int.from_bytes(digest) >> (8 * len(digest) - SEED_BITS[method])


def _check_secret(secret: str) -> None:
    if not is_hash(secret):
        raise Usage(
            f"the secret, {counted(len(secret), 'character')} long, is wrong; expected 64 of 0-9 and a-f"
        )


def _digest(*parts: str) -> bytes:
    coded = [part.encode() for part in parts]
    return sha256(b"".join(b"%d:%b," % (len(x), x) for x in coded)).digest()
