"""Certificates: files that state what was solved, with all that is needed to check it.

A certificate is one JSON object in a text file. Its ``format`` is ``FORMAT``; ``kind`` says which checker
reads the rest. Game, number of players, options and version of the rules make the game again, so a
certificate of other rules is refused before anything is computed.

A certificate of kind ``equilibrium`` holds the ``strategy``: for each information set, in the order in
which the unrolled tree numbers them, the probabilities of its actions, as numbers or as fractions in
quotes. ``value``, ``value_exact``, ``bounds`` and ``gaps`` are what it claims.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from upcard.engine.errors import Unreadable, UpcardError, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.tree import unroll
from upcard.verify.equilibrium import check_equilibrium
from upcard.verify.refused import Refused

FORMAT = "upcard certificate 1"
EQUILIBRIUM = "equilibrium"
MOST_NODES = 5_000_000

ENTRIES: dict[str, type | tuple[type, ...]] = {
    "game": str, "players": int, "options": dict, "rules_version": int, "method": str, "nodes": int,
    "information_sets": int, "strategy": list, "value": (int, float), "bounds": list, "gaps": list,
}  # fmt: skip
"""What a certificate of an equilibrium holds beside ``value_exact``, and of which kind it is."""


def head(game: Game, kind: str) -> dict[str, Any]:
    """The entries that every certificate begins with."""
    return {
        "format": FORMAT,
        "kind": kind,
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "rules_version": game.rules.GAME.version,
    }


def write_certificate(stated: dict[str, Any], path: Path) -> None:
    """Write a certificate; the file that was there stays until the new one is whole.

    Raises
    ------
    Usage
        If it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(stated, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as fault:
        raise Usage(f"the certificate cannot be written to {path}: {fault.strerror}") from None


def read_certificate(path: Path) -> dict[str, Any]:
    """Read a certificate.

    Raises
    ------
    Unreadable
        If the file is none.
    """
    try:
        stated = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise Unreadable(f"{path} cannot be read: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise Unreadable(
            f"{path} is no certificate: {fault}; name what `upcard solve --save` wrote"
        ) from None
    if not isinstance(stated, dict) or stated.get("format") != FORMAT:
        raise Unreadable(f"{path} is no certificate: expected a JSON object with the format {FORMAT!r}")
    return stated


def verify(path: Path) -> list[str]:
    """Check a certificate.

    Returns
    -------
    list of str
        What was proved, as sentences; the first names the game.

    Raises
    ------
    Unreadable
        If the file is no certificate.
    Refused
        With the first condition that does not hold.
    """
    stated = read_certificate(path)
    if stated.get("kind") != EQUILIBRIUM:
        raise Unreadable(f"{path} is a certificate of kind {stated.get('kind')!r}; expected {EQUILIBRIUM!r}")
    _check_entries(stated)
    game = _game(stated)
    tree = unroll(game, MOST_NODES)
    for name, found in (("nodes", tree.nodes), ("information_sets", tree.infosets)):
        if stated[name] != found:
            raise Refused(f"{name} is {stated[name]:,}; the tree of the game has {found:,}")
    options = ", ".join(f"{k}={v}" for k, v in stated["options"].items())
    title = f"{game.title} for {game.players}" + (f" ({options})" if options else "")
    return [f"{title}, {tree.nodes:,} nodes, solved by {stated['method']}", *check_equilibrium(tree, stated)]


def _check_entries(stated: dict[str, Any]) -> None:
    for name, kind in ENTRIES.items():
        if not isinstance(stated.get(name), kind) or isinstance(stated[name], bool):
            raise Refused(f"{name} is missing or of the wrong kind in the certificate")
    if not isinstance(stated.get("value_exact"), str | None):
        raise Refused("value_exact is of the wrong kind; expected a fraction in quotes, or null")
    for name, length in (("bounds", 2), ("gaps", stated["players"])):
        if len(stated[name]) != length or not _are_numbers(stated[name]):
            raise Refused(f"{name} is {stated[name]!r}; expected {length} numbers")
    if not all(isinstance(x, list) for x in stated["strategy"]):
        raise Refused("strategy is of the wrong kind; expected a list of lists")


def _are_numbers(entries: Sequence[Any]) -> bool:
    return all(isinstance(x, int | float) and not isinstance(x, bool) for x in entries)


def _game(stated: dict[str, Any]) -> Game:
    try:
        game = make_game(stated["game"], stated["players"], **stated["options"])
    except (UpcardError, TypeError) as fault:
        raise Refused(f"the game of the certificate cannot be made: {fault}") from None
    version = game.rules.GAME.version
    if version != stated["rules_version"]:
        raise Refused(
            f"the certificate is of version {stated['rules_version']} of the rules; here is {version}"
        )
    return game
