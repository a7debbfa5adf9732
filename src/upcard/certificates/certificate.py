"""Certificates: files with the solution of a game and all that is needed to check it.

A certificate is one JSON object in a text file. Its ``format`` is ``FORMAT``; its ``kind`` says which checker
reads the rest. The file names the game, the number of players, the options and the version of the rules, so a
certificate for other rules is refused before anything is computed.

Each kind has its own file in this folder, which :func:`upcard.certificates.verify_file.verify` finds.
"""

import json
import re
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from upcard.engine.atomic_files import write_text
from upcard.engine.errors import Refused, Unreadable, UpcardError
from upcard.engine.game import Game, make_game
from upcard.engine.solution_provider import tree_reader

FORMAT = "upcard certificate 1"
MOST_PLAYERS = 1_000
TREE = "efg"
"""Entry with the text of the tree file that was solved, if there is no rules file of the game."""

LOOKED_AT, MOST_BYTES = 4096, 1 << 29
EXPECTED = "name a file that `upcard solve --save` wrote"
FRACTION = re.compile(r"-?\d{1,4000}(/\d{1,4000})?", re.ASCII)


def common_entries(game: Game, kind: str) -> dict[str, Any]:
    """Return the entries at the beginning of every certificate."""
    return {
        "format": FORMAT,
        "kind": kind,
        "game": game.name,
        "players": game.players,
        "options": game.option_words(),
        "rules_version": game.rules.GAME.version,
        **({} if game.tree_text is None else {TREE: game.tree_text}),
    }


def certificate_text(stated: dict[str, Any]) -> str:
    """Return the text of a certificate file."""
    return json.dumps(stated, indent=1) + "\n"


def write_certificate(path: Path, stated: dict[str, Any]) -> None:
    """Write a certificate into a file, completely or not at all; raise ``Failure`` if that fails."""
    write_text(path, certificate_text(stated))


def read_certificate(path: Path) -> dict[str, Any]:
    """Read a certificate; raise ``Unreadable`` if the file is not a certificate."""
    try:
        stated = json.loads(_text(path))
    except RecursionError:
        raise Unreadable(
            f"{path} is not a certificate: its lists are nested too deeply; {EXPECTED}"
        ) from None
    except ValueError:
        raise Unreadable(f"{path} is not a certificate: it is not complete JSON; {EXPECTED}") from None
    if not isinstance(stated, dict) or stated.get("format") != FORMAT:
        raise Unreadable(f"{path} is not a certificate: expected a JSON object with the format {FORMAT!r}")
    return stated


def unreadable_file(path: Path, fault: OSError) -> Unreadable:
    """Return the error for a file that the operating system cannot or will not open."""
    return Unreadable(f"{path} cannot be read: {(fault.strerror or str(fault)).lower()}; {EXPECTED}")


def _text(path: Path) -> str:
    """Return the text of a file that may be a certificate; raise ``Unreadable`` if it cannot be one."""
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
        raise Unreadable(f"{path} is not a certificate: it is not text in UTF-8; {EXPECTED}")
    return text


def game_of_certificate(stated: dict[str, Any]) -> Game:
    """Make the game of a certificate; raise ``Refused`` if it cannot be made or its rules have changed."""
    name, options = stated.get("game"), stated.get("options")
    if not isinstance(name, str) or not isinstance(options, dict):
        raise Refused("game or options are missing or of the wrong kind")
    missing = [k for k, x in options.items() if x is None]
    if missing:
        raise Refused(f"the option {missing[0]} has no value")
    players = read_whole(stated, "players", MOST_PLAYERS)
    version = read_whole(stated, "rules_version", 10**9)
    try:
        game = _tree_game(stated, name) if TREE in stated else make_game(name, players, **options)
    except (UpcardError, TypeError) as fault:
        raise Refused(f"the game of the certificate cannot be made: {fault}") from None
    if game.players != players:
        raise Refused(f"players is {players}, but the tree of the certificate has {game.players}")
    if game.rules.GAME.version != version:
        raise Refused(
            f"the certificate was made with version {version} of the rules, but this Upcard has version "
            f"{game.rules.GAME.version}; solve the game again"
        )
    return game


def _tree_game(stated: dict[str, Any], name: str) -> Game:
    """Make the game of the tree file in a certificate; raise ``UpcardError`` if the text is not a tree."""
    text = stated[TREE]
    if not isinstance(text, str):
        raise Refused(f"{TREE} is of the wrong kind; expected the text of an .efg file")
    game: Game = tree_reader().tree_game(text, name)
    return game


def read_whole(stated: dict[str, Any], name: str, most: int) -> int:
    """Read the entry `name`, a whole number from 0 to `most`; raise ``Refused`` for anything else."""
    x = stated.get(name)
    if not isinstance(x, int) or isinstance(x, bool) or not 0 <= x <= most:
        raise Refused(f"{name} is missing or is not a whole number from 0 to {most:,}")
    return x


def read_fractions(stated: dict[str, Any], name: str, length: int) -> tuple[Fraction, ...]:
    """Read the entry `name`, a list of `length` numbers, as fractions; raise ``Refused`` otherwise."""
    numbers = stated.get(name)
    if not isinstance(numbers, list) or len(numbers) != length:
        raise Refused(f"{name} is missing or of the wrong kind; expected {length} numbers")
    return tuple(read_fraction(x, name) for x in numbers)


def read_fraction(x: object, where: str) -> Fraction:
    """Read a number, or a text such as ``1/3``, as a fraction; raise ``Refused`` for anything else."""
    if isinstance(x, float) and isfinite(x):
        return Fraction(x)
    if isinstance(x, int) and not isinstance(x, bool) and abs(x) < 10**15:
        return Fraction(x)
    if isinstance(x, str) and FRACTION.fullmatch(x):
        top, _, bottom = x.partition("/")
        if int(bottom or 1) != 0:
            return Fraction(int(top), int(bottom or 1))
    raise Refused(f'{where} has {repr(x)[:40]}; expected a number or a fraction such as "1/3"')
