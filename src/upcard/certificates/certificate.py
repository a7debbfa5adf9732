"""Certificates: files that state what was solved, with all that is needed to check it.

A certificate is one JSON object in a text file. Its ``format`` is ``FORMAT``; ``kind`` says which checker
reads the rest. Game, number of players, options and version of the rules make the game again, so a
certificate of other rules is refused before anything is computed.

Each kind has a file of its own in this folder, which :func:`upcard.certificates.verify_file.verify` finds.
"""

import json
import re
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from upcard.certificates.refutation import Refused
from upcard.engine.atomic_files import write_text
from upcard.engine.errors import Unreadable, UpcardError
from upcard.engine.game import Game, make_game

FORMAT = "upcard certificate 1"
MOST_PLAYERS = 1_000
LOOKED_AT, MOST_BYTES = 4096, 1 << 29
EXPECTED = "name what `upcard solve --save` wrote"
FRACTION = re.compile(r"-?\d{1,4000}(/\d{1,4000})?", re.ASCII)


def common_entries(game: Game, kind: str) -> dict[str, Any]:
    """Return the entries that every certificate begins with."""
    return {
        "format": FORMAT,
        "kind": kind,
        "game": game.name,
        "players": game.players,
        "options": game.option_words(),
        "rules_version": game.rules.GAME.version,
    }


def certificate_text(stated: dict[str, Any]) -> str:
    """Return the text of a certificate file."""
    return json.dumps(stated, indent=1) + "\n"


def write_certificate(path: Path, stated: dict[str, Any]) -> None:
    """Write a certificate into a file, whole or not at all."""
    write_text(path, certificate_text(stated))


def read_certificate(path: Path) -> dict[str, Any]:
    """Read a certificate; raise ``Unreadable`` if the file is none."""
    try:
        stated = json.loads(_text(path))
    except RecursionError:
        raise Unreadable(f"{path} is no certificate: its lists are nested too deeply; {EXPECTED}") from None
    except ValueError:
        raise Unreadable(f"{path} is no certificate: it is no whole JSON text; {EXPECTED}") from None
    if not isinstance(stated, dict) or stated.get("format") != FORMAT:
        raise Unreadable(f"{path} is no certificate: expected a JSON object with the format {FORMAT!r}")
    return stated


def unreadable_file(path: Path, fault: OSError) -> Unreadable:
    """Return the error for a file that the system does not let us read."""
    return Unreadable(f"{path} cannot be read: {(fault.strerror or str(fault)).lower()}; {EXPECTED}")


def _text(path: Path) -> str:
    """Read a file that may be a certificate, and no more of it than a certificate has."""
    try:
        with path.open("rb") as file:
            content = file.read(LOOKED_AT)
            if b"\0" not in content:
                content += file.read(MOST_BYTES)
    except OSError as fault:
        raise unreadable_file(path, fault) from None
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{path} is larger than any certificate, {MOST_BYTES // 2**20} MiB; {EXPECTED}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Unreadable(f"{path} is no certificate: it is no text in UTF-8; {EXPECTED}")
    return text


def game_of_certificate(stated: dict[str, Any]) -> Game:
    """Make the game of a certificate; refuse it if its rules are of another version."""
    name, options = stated.get("game"), stated.get("options")
    if not isinstance(name, str) or not isinstance(options, dict):
        raise Refused("game or options are missing or of the wrong kind")
    missing = [k for k, x in options.items() if x is None]
    if missing:
        raise Refused(f"the option {missing[0]} has no value")
    players = read_whole(stated, "players", MOST_PLAYERS)
    version = read_whole(stated, "rules_version", 10**9)
    try:
        game = make_game(name, players, **options)
    except (UpcardError, TypeError) as fault:
        raise Refused(f"the game of the certificate cannot be made: {fault}") from None
    if game.rules.GAME.version != version:
        raise Refused(
            f"the certificate is of version {version} of the rules; here is {game.rules.GAME.version}"
        )
    return game


def read_whole(stated: dict[str, Any], name: str, most: int) -> int:
    """Read a whole number from 0 to `most`; refuse anything else."""
    x = stated.get(name)
    if not isinstance(x, int) or isinstance(x, bool) or not 0 <= x <= most:
        raise Refused(f"{name} is missing or no whole number from 0 to {most:,}")
    return x


def read_fractions(stated: dict[str, Any], name: str, length: int) -> tuple[Fraction, ...]:
    """Read a list of `length` numbers as fractions; refuse anything else."""
    numbers = stated.get(name)
    if not isinstance(numbers, list) or len(numbers) != length:
        raise Refused(f"{name} is missing or of the wrong kind; expected {length} numbers")
    return tuple(read_fraction(x, name) for x in numbers)


def read_fraction(x: object, where: str) -> Fraction:
    """Read a number of the file as a fraction: a finite float, or a text such as ``1/3``."""
    if isinstance(x, float) and isfinite(x):
        return Fraction(x)
    if isinstance(x, int) and not isinstance(x, bool) and abs(x) < 10**15:
        return Fraction(x)
    if isinstance(x, str) and FRACTION.fullmatch(x):
        top, _, bottom = x.partition("/")
        if int(bottom or 1) != 0:
            return Fraction(int(top), int(bottom or 1))
    raise Refused(f'{where} has {repr(x)[:40]}; expected a number or a fraction such as "1/3"')
