"""Solutions for strategies that play them: shipped with Upcard, or computed once and cached.

A game that takes seconds is solved when its solution is played for the first time. The solution is stored in
the folder ``solved`` of the cache.
"""

import hashlib
import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

from upcard.certificates import play_match as match
from upcard.certificates.certificate import common_entries, read_certificate
from upcard.certificates.certificate_player import player_from, player_from_certificate, why_not_this_game
from upcard.engine.atomic_files import make_folder
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.game_folders import solution_files
from upcard.engine.registry import is_shipped, part
from upcard.engine.strategy_contract import certificate_files
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.solving.solve_game import solve

__all__ = ["player_for", "player_from"]

_uncached: dict[str, dict[str, Any]] = {}
"""Certificates of solutions whose files cannot be written, by the name of the file."""


def player_for(places: Path, game: Game) -> ChooseAction:
    """Return a function of a view that plays a solution of a game; raise ``Usage`` if there is no solution.

    `places` is a folder of certificates; names of files begin with the name of their game and a dot. The file
    ``limited_match`` of a game may play the matches without a certificate: its ``player(game)`` returns such
    a function, or raises ``Usage`` with the reason why it cannot. Its ``check(game)``, which is optional,
    raises the same without solving anything, and ``missing_time(game)`` returns the seconds of solving it.
    """
    path = shipped_certificate(places, game)
    if path is not None:
        return player_from(path, game)
    objective = solved_soon(game)
    if objective:
        return _solved_once(usual(game), objective, game)
    made: ChooseAction = _limited_match(game, "player")
    return made


def check_player(places: Path, game: Game) -> None:
    """Raise ``Usage`` as :func:`player_for` does, but solve nothing: servers only have to list players."""
    path = shipped_certificate(places, game)
    if path is not None:
        player_from(path, game)
    elif not solved_soon(game):
        _limited_match(game, "check")


def has_solution(places: Path, game: Game) -> bool:
    """Return whether :func:`player_for`, which can play a game, need not solve it first."""
    if shipped_certificate(places, game) is not None:
        return True
    objective = solved_soon(game)
    if objective:
        path = cached_path(usual(game), objective)
        return _is_stored(path) or path.name in _uncached
    missing = getattr(part(game.name, "limited_match"), "missing_time", None)
    return missing is None or not missing(game)


def preparation_seconds(places: Path, game: Game) -> float:
    """Return the estimated seconds to solve a game before :func:`player_for` can play it fast; 0 if few.

    A game's file ``limited_match`` tells it by ``preparation_seconds(game)``, which is optional. Raises
    ``Usage`` as :func:`check_player` does.
    """
    if shipped_certificate(places, game) is not None or solved_soon(game):
        return 0.0
    limited = part(game.name, "limited_match")
    return float(_limited_match(game, "preparation_seconds")) if hasattr(limited, "prepare") else 0.0


def prepare(game: Game) -> None:
    """Solve and store what :func:`preparation_seconds` is about; raise ``Usage`` as it does."""
    _limited_match(game, "prepare")


def unstored_solution(game: Game) -> tuple[str, dict[str, Any]] | None:
    """Return name and certificate of a computed solution that could not be stored; None for any other.

    Another process can remember it, so that it need not solve the game again.
    """
    objective = solved_soon(game)
    name = cached_path(usual(game), objective).name if objective else ""
    return (name, _uncached[name]) if name in _uncached else None


def remember_solution(name: str, certificate: dict[str, Any]) -> None:
    """Play a solution from memory that another process has computed and could not store."""
    _uncached[name] = certificate


def _is_stored(path: Path) -> bool:
    """Return whether a solution is in the cache; not if its folder cannot be read."""
    try:
        return path.is_file()
    except OSError:
        return False


def solved_soon(game: Game) -> str:
    """Return the objective for which a game is solved within seconds; empty if there is none."""
    rounds = match.rounds_player(game)
    return "" if rounds is None or rounds.why_not(game) else str(rounds.soon(game))


def _limited_match(game: Game, function: str) -> Any:
    """Return the result of a function of the game's file ``limited_match``; raise ``Usage`` without one."""
    rounds, limited, obstacle = match.rounds_player(game), part(game.name, "limited_match"), ""
    if limited is not None:
        try:
            return getattr(limited, function, limited.player)(game)
        except Usage as fault:
            obstacle = f", and {fault}"
    if rounds is not None and (why := rounds.why_not(game)):
        raise Usage(f"no solution can be played at {game.heading()}: {why}")
    raise Usage(
        f"no solution of {game.heading()} comes with Upcard{obstacle}; solve it with `{command(game)}`, "
        "and play with solved:FILE"
    )


def certificate_for(places: Path, game: Game) -> dict[str, Any]:
    """Return the certificate that :func:`player_for` plays; raise ``Usage`` if it plays none."""
    path = shipped_certificate(places, game)
    if path is None:
        player_for(places, game)
        path = cached_path(usual(game), solved_soon(game))
    if not _is_stored(path) and path.name not in _uncached:
        raise Usage(f"the solution of {game.heading()} is played without a certificate")
    return read_certificate(path) if _is_stored(path) else _uncached[path.name]


def cached_path(solved: Game, objective: str) -> Path:
    """Return the cache file for the solution of a game and objective."""
    entries = json.dumps(common_entries(solved, objective), sort_keys=True)
    digest = hashlib.sha256(entries.encode()).hexdigest()[:16]
    return cache_folder() / "solved" / f"{solved.name}.{digest}.json"


def shipped_certificate(places: Path, game: Game) -> Path | None:
    """Return the certificate of a game with its players and options; None if there is none.

    It is in a folder of certificates, or in the folder ``solutions`` of a game from outside Upcard.
    """
    outside = [] if is_shipped(game.rules) else solution_files(game.rules)
    for path in (*certificate_files(places, game.name), *outside):
        if not why_not_this_game(str(path), read_certificate(path), game):
            return path
    return None


def command(game: Game) -> str:
    """Return the command that solves a game with its options."""
    changed = game.option_words().items() - make_game(game.name, game.players).option_words().items()
    players = [f"--players {game.players}"] if game.players != game.rules.GAME.usual else []
    options = [f"--option {name}={x}" for name, x in sorted(changed)]
    objective = [] if match.rounds_player(game) is None else ["--objective match"]
    return " ".join(["upcard solve", game.name, *players, *options, *objective, "--save FILE"])


def usual(game: Game) -> Game:
    """Return the game with default values for the options that may differ from the solution's."""
    free = match.free(game)
    return make_game(
        game.name, game.players, None, **{k: x for k, x in game.option_words().items() if k not in free}
    )


def _solved_once(solved: Game, objective: str, game: Game) -> ChooseAction:
    """Play a cached solution; otherwise solve the game, and cache the solution if possible."""
    path = cached_path(solved, objective)
    if _is_stored(path):
        with suppress(Usage):  # the file is damaged, so the game is solved again
            return player_from(path, game)
    if path.name not in _uncached:
        logging.getLogger("upcard").warning(
            "solving %s (first time on this machine, a few seconds)", solved.heading()
        )
        solution: Any = solve(solved, objective=objective, exact=False)
        if not solution.is_whole:
            raise KeyboardInterrupt
        try:
            make_folder(path.parent)
            solution.save(path)
        except Failure as fault:
            logging.getLogger("upcard").warning(
                "the solution cannot be stored, so it is computed at every start: %s", fault
            )
            _uncached[path.name] = solution.certificate()
        else:
            return player_from(path, game)
    return player_from_certificate(_uncached[path.name], game, path.name)
