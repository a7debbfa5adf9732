"""Certificates: files that state what was solved, with all that is needed to check it.

A certificate is one JSON object in a text file. Its ``format`` is ``FORMAT``; ``kind`` says which checker
reads the rest. Game, number of players, options and version of the rules make the game again, so a
certificate of other rules is refused before anything is computed.

A certificate of kind ``equilibrium`` holds the ``strategy``: for each information set, in the order in which
the unrolled tree numbers them, the probabilities of its actions, as numbers or as fractions in quotes.
``value``, ``value_exact``, ``bounds`` and ``gaps`` are what it claims.
"""

import json
import re
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from upcard.checking.equilibrium import Stated, check_equilibrium
from upcard.checking.refused import Refused
from upcard.engine.errors import Failure, Unreadable, UpcardError
from upcard.engine.game import Game, make_game
from upcard.engine.tree import GameTree, unroll

FORMAT = "upcard certificate 1"
EQUILIBRIUM = "equilibrium"
MOST_NODES, MOST_PLAYERS = 100_000_000, 1_000
FRACTION = re.compile(r"-?\d{1,4000}(/\d{1,4000})?", re.ASCII)
METHOD = re.compile(r"[a-z0-9+ -]{1,40}", re.ASCII)


def head(game: Game, kind: str) -> dict[str, Any]:
    """The entries that every certificate begins with."""
    return {
        "format": FORMAT,
        "kind": kind,
        "game": game.name,
        "players": game.players,
        "options": game.option_words(),
        "rules_version": game.rules.GAME.version,
    }


def certificate_text(stated: dict[str, Any]) -> str:
    """The text of a certificate, to be written into a file."""
    return json.dumps(stated, indent=1) + "\n"


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


def verify(path: str | Path) -> list[str]:
    """Check a certificate.

    Parameters
    ----------
    path : str or Path
        The file.

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
    stated = read_certificate(Path(path))
    if stated.get("kind") != EQUILIBRIUM:
        raise Unreadable(f"{path} is a certificate of kind {stated.get('kind')!r}; expected {EQUILIBRIUM!r}")
    method = stated.get("method")
    if not isinstance(method, str) or not METHOD.fullmatch(method):
        raise Refused("method is missing or no name of a solver")
    game = _game(stated)
    claims = _claims(stated, game.players)
    tree = _tree(stated, game)
    options = ", ".join(f"{k}={v}" for k, v in game.option_words().items())
    title = f"{game.title} for {game.players}" + (f" ({options})" if options else "")
    return [
        f"{title}, {tree.nodes:,} nodes; it says that {method} solved it",
        *check_equilibrium(tree, claims),
    ]


def _game(stated: dict[str, Any]) -> Game:
    """The game of a certificate, made again."""
    name, options = stated.get("game"), stated.get("options")
    if not isinstance(name, str) or not isinstance(options, dict):
        raise Refused("game or options are missing or of the wrong kind")
    players = _whole(stated, "players", MOST_PLAYERS)
    version = _whole(stated, "rules_version", 10**9)
    try:
        game = make_game(name, players, **options)
    except (UpcardError, TypeError) as fault:
        raise Refused(f"the game of the certificate cannot be made: {fault}") from None
    if game.rules.GAME.version != version:
        raise Refused(
            f"the certificate is of version {version} of the rules; here is {game.rules.GAME.version}"
        )
    return game


def _tree(stated: dict[str, Any], game: Game) -> GameTree:
    """The tree of the game, of the size that is stated."""
    nodes = _whole(stated, "nodes", MOST_NODES)
    sets = _whole(stated, "information_sets", MOST_NODES)
    try:
        tree = unroll(game, nodes)
    except Failure:
        raise Refused(f"nodes is {nodes:,}; the tree of the game has more") from None
    for name, number, found in (("nodes", nodes, tree.nodes), ("information_sets", sets, tree.infosets)):
        if number != found:
            raise Refused(f"{name} is {number:,}; the tree of the game has {found:,}")
    return tree


def _claims(stated: dict[str, Any], players: int) -> Stated:
    """What a certificate claims, every number of it a fraction."""
    strategy = stated.get("strategy")
    if not isinstance(strategy, list) or not all(isinstance(x, list) for x in strategy):
        raise Refused("strategy is missing or of the wrong kind; expected a list of lists")
    exact = stated.get("value_exact")
    return Stated(
        tuple(
            tuple(_number(x, f"information set {i}") for x in chances)
            for i, chances in enumerate(strategy, 1)
        ),
        tuple(all(isinstance(x, str) for x in chances) for chances in strategy),
        _number(stated.get("value"), "value"),
        None if exact is None else _number(exact, "value_exact"),
        _numbers(stated, "bounds", 2),
        _numbers(stated, "gaps", players),
    )


def _whole(stated: dict[str, Any], name: str, most: int) -> int:
    x = stated.get(name)
    if not isinstance(x, int) or isinstance(x, bool) or not 0 <= x <= most:
        raise Refused(f"{name} is missing or no whole number from 0 to {most:,}")
    return x


def _numbers(stated: dict[str, Any], name: str, length: int) -> tuple[Fraction, ...]:
    given = stated.get(name)
    if not isinstance(given, list) or len(given) != length:
        raise Refused(f"{name} is missing or of the wrong kind; expected {length} numbers")
    return tuple(_number(x, name) for x in given)


def _number(x: object, where: str) -> Fraction:
    """A number of the file as a fraction: a finite float, or a text such as ``1/3``."""
    if isinstance(x, float) and isfinite(x):
        return Fraction(x)
    if isinstance(x, int) and not isinstance(x, bool) and abs(x) < 10**15:
        return Fraction(x)
    if isinstance(x, str) and FRACTION.fullmatch(x):
        top, _, bottom = x.partition("/")
        if int(bottom or 1) != 0:
            return Fraction(int(top), int(bottom or 1))
    raise Refused(f'{where} has {repr(x)[:40]}; expected a number or a fraction such as "1/3"')
