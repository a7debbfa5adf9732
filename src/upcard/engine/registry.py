"""The registry of all games, of the parts of each game, and of all strategies.

A game is a folder with ``rules.py`` in ``upcard/games`` or in the user's folder ``games``, or a package that
another distribution names in the entry-point group ``upcard.games``. A single rules file is enough to start:
in the user's folder, or named in the group ``upcard.rules``. :func:`part` returns any other file of a game. A
strategy is in the folder ``strategies`` of its game, in ``upcard/strategies`` if it plays any game, in the
user's folder ``strategies``, or named in the group ``upcard.strategies``.
"""

import importlib
import logging
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from upcard.engine.determinization import check_imagined
from upcard.engine.discovery import (
    Discovery,
    FileKind,
    cached_scan,
    discover,
    find_shipped_file,
    load_text,
)
from upcard.engine.errors import BrokenRules, Usage, fault_text, suggestion, unknown_name
from upcard.engine.game_folders import (
    RULES,
    SHIPPED,
    files_of,
    folder_of,
    part_files,
    part_name,
    shipped_files,
    shipped_folders,
    solution_files,
    text_file,
)
from upcard.engine.rules_contract import check_rules, check_shape, file_name
from upcard.engine.strategy_contract import (
    check_strategy,
    check_strategy_for,
    is_of_certificates,
    needs_imagined,
    unimagined_number,
)
from upcard.engine.user_folders import ClosedFolder, user_files
from upcard.language.messages import CATALOGUES_OF_GAMES


def in_sentence(check: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    """Return a check that raises ``BrokenRules`` with a sentence for every error of `check`."""

    def checked(module: ModuleType) -> None:
        try:
            check(module)
        except BrokenRules:
            raise
        except Exception as fault:
            raise BrokenRules(f"{file_name(module)} cannot be used: {fault_text(fault)}") from fault

    return checked


def _shipped_games() -> Iterator[tuple[str, str]]:
    return ((folder.rpartition(".")[2], f"{folder}.{RULES}") for folder in shipped_folders())


def _shipped_strategies() -> Iterator[tuple[str, str]]:
    yield from files_of("upcard.strategies")
    yield from shipped_files("strategies")


GAMES = FileKind("rules file", _shipped_games, "upcard.rules", "GAME", in_sentence(check_shape), "apply")
STRATEGIES = FileKind(
    "strategy file",
    _shipped_strategies,
    "upcard.strategies",
    "STRATEGY",
    in_sentence(check_strategy),
    "choose",
)

PACKAGES = "upcard.games"
"""The entry-point group in which other distributions name the packages of their games."""

USER_FOLDERS = {GAMES.group: "games", STRATEGIES.group: "strategies"}
"""The name of the user's folder for each kind of files."""

NO_USER_FILES = "your Upcard folder has no games: `upcard doctor` says where it is"
"""Hint for an unknown name, since ``UPCARD_HOME`` may not be set. It reveals no folder of a server."""

UNREADABLE_USER_FILES = "your Upcard folder cannot be read: `upcard doctor` says why"
"""Hint for an unknown name if the user's files cannot be read."""

STRATEGIES_FOLDER = "the folder strategies in your Upcard folder, which `upcard doctor` names"
GAMES_FOLDER = "the folder games in your Upcard folder, which `upcard doctor` names"


@dataclass(frozen=True)
class OutsideFile:
    """A file in the folder of a game from outside Upcard, with the attributes of an entry point."""

    name: str
    module: str
    words: str
    """Words for the file in messages."""

    def load(self) -> ModuleType:
        """Import the file."""
        return importlib.import_module(self.module)


@cached_scan
def _discovered(kind: FileKind) -> Discovery:
    users = user_files(USER_FOLDERS[kind.group])
    return discover(kind, [*_outside(kind), *entry_points(group=kind.group), *users])


def _outside(kind: FileKind) -> list[OutsideFile]:
    """Return the files of a kind in the folders of games from outside Upcard."""
    if kind is not GAMES:
        return outside_files("strategies")
    return [
        OutsideFile(x.name, f"{x.value}.{RULES}", f"the entry point {x.name} = {x.value}")
        for x in entry_points(group=PACKAGES)
    ]


def outside_files(part: str) -> list[OutsideFile]:
    """List the files of one part (such as ``studies``) of every game from outside Upcard.

    The result can be passed to :func:`upcard.engine.discovery.discover`.
    """
    folders = [folder_of(m) for m in game_modules().values() if not is_shipped(m)]
    files = (x for folder in folders for x in part_files(folder, part))
    return [OutsideFile(name, full, f"the file {full}") for name, full in files]


def part(game: str, name: str) -> ModuleType | None:
    """Return a part of a game, such as its ``evaluator``; None if the game lacks it.

    :mod:`upcard.engine.game_folders` lists the fixed names of parts. Raises ``BrokenRules`` if a part of a
    game from outside Upcard cannot be imported.
    """
    full = part_name(f"{SHIPPED}.{game.replace('-', '_')}", name)
    if not full and game in game_modules():
        full = part_name(folder_of(game_modules()[game]), name)
    return _import_part(full) if full else None


def parts(name: str) -> dict[str, ModuleType]:
    """Return one part of every game that has it, by the name of the game; broken ones are logged."""
    modules = {}
    for game in sorted(game_modules()):
        try:
            modules[game] = part(game, name)
        except BrokenRules as fault:
            _warn(str(fault))
    return {game: module for game, module in modules.items() if module is not None}


def part_modules(name: str) -> Iterator[ModuleType]:
    """Yield the modules of one part of all games, each file of a folder; broken ones are logged."""
    for rules in game_modules().values():
        for _, full in part_files(folder_of(rules), name):
            try:
                yield _import_part(full)
            except BrokenRules as fault:
                _warn(str(fault))


def _import_part(full: str) -> ModuleType:
    try:
        return importlib.import_module(full)
    except (Exception, SystemExit) as fault:
        if full.startswith(f"{SHIPPED}."):
            raise
        raise BrokenRules(f"the file {full} cannot be loaded: {load_text(fault)}") from fault


@lru_cache(maxsize=64)
def _warn(sentence: str) -> None:
    """Log a broken part, once; the other games must still work."""
    logging.getLogger("upcard").warning("%s", sentence)


@cached_scan
def _file_of(kind: FileKind, name: str) -> ModuleType | None:
    """Return a shipped file by name, cached: a study requests the same names a thousand times."""
    return find_shipped_file(kind, name)


def game_modules() -> dict[str, ModuleType]:
    """Return every usable rules file by the name of its game; :func:`skipped_files` lists the others.

    Whether its functions compile is checked later: by :func:`find_rules` for one file, or by
    :func:`valid_games` for all, which takes a fifth of a second.
    """
    return _discovered(GAMES).modules


def strategy_modules() -> dict[str, ModuleType]:
    """Return every usable strategy file by the name of its strategy."""
    return _discovered(STRATEGIES).modules


def catalogues_of_games(language: str) -> list[Path]:
    """Return the translations that games from outside Upcard bring: ``language/de.po`` in their folders."""
    games = (x for _, x in sorted(game_modules().items()) if not is_shipped(x))
    files = (text_file(x, f"language/{language}.po") for x in games)
    return [x for x in files if x is not None]


CATALOGUES_OF_GAMES.append(catalogues_of_games)


def skipped_files() -> tuple[str, ...]:
    """Return a sentence for each rules or strategy file that cannot be used."""
    return tuple(dict.fromkeys(x.why for kind in (GAMES, STRATEGIES) for x in _discovered(kind).left_out))


def valid_games() -> tuple[dict[str, ModuleType], list[str]]:
    """Return the games whose functions compile, by name, and a sentence for each of the others."""
    sound: dict[str, ModuleType] = {}
    wrong = []
    for name, rules in game_modules().items():
        try:
            _hold_to_contract(rules)
            sound[name] = rules
        except BrokenRules as fault:
            wrong.append(str(fault))
    return sound, wrong


def file_faults() -> list[str]:
    """Return all faults of rules and strategy files as sentences; checks every function."""
    sound, wrong = valid_games()
    sentences = [*skipped_files(), *wrong]
    for rules in sound.values():
        for module in strategies_for(rules).values():
            try:
                check_strategy_for(module, rules)
            except BrokenRules as fault:
                sentences.append(str(fault))
    return list(dict.fromkeys(sentences))


@lru_cache(maxsize=256)
def _hold_to_contract(rules: ModuleType) -> None:
    """Check the functions of a rules file, once; raises ``BrokenRules``."""
    in_sentence(check_rules)(rules)


def match_case(name: str, names: Iterable[str]) -> str:
    """Return the one of `names` that equals `name` but for capitals; `name` itself if there is none."""
    return {known.casefold(): known for known in names}.get(name.casefold(), name)


def find_rules(name: str) -> ModuleType:
    """Return the rules file of a game; capitals in its name do not matter.

    Raises ``Usage`` if there is no such game, and ``BrokenRules`` if its file breaks the contract.
    """
    rules = _file_of(GAMES, name) or _rules_among_all(name)
    _hold_to_contract(rules)
    return rules


def registered_rules(name: str) -> ModuleType | None:
    """Return the rules file of a game by its exact name; None if there is none.

    Raises ``BrokenRules`` if there is one that cannot be used.
    """
    rules = _file_of(GAMES, name) or game_modules().get(name)
    if rules is None:
        _discovered(GAMES).refuse(name)
    return rules


def _rules_among_all(name: str) -> ModuleType:
    """Return the rules file of a game among all files, also those of users and other packages."""
    modules = game_modules()
    name = match_case(name, modules)
    if name not in modules:
        _discovered(GAMES).refuse(name)
        _refuse_rules_file(name)
        titles = {m.GAME.title: k for k, m in modules.items()}
        fault = unknown_name("game", name, modules, titles)
        _refuse_unseen(fault, GAMES)
        is_slip = suggestion(name, {x: x for x in modules} | titles) or any(
            user_files(USER_FOLDERS[GAMES.group])
        )
        raise fault if is_slip else Usage(f"{fault}; {NO_USER_FILES}")
    return modules[name]


def is_tree_file(name: str) -> bool:
    """Whether a name is that of a tree file, by its ending."""
    return name.casefold().endswith((".efg", ".nfg"))


def _refuse_rules_file(name: str) -> None:
    """Raise ``Usage`` if the name of a game is that of a rules file, or of a tree to import."""
    if is_tree_file(name):
        raise Usage(
            f"{name!r} is the name of a file, which only `upcard solve` takes; make a game of it first, with "
            f"`{shlex.join(['upcard', 'import', name])}`, and use the name that this prints"
        )
    if name.casefold().endswith(".py"):
        raise Usage(
            f"{name!r} is the name of a file; use the name that the game declares, and put its rules file "
            f"into {GAMES_FOLDER}; docs/how-to/add-a-game.md says how"
        )


def _refuse_unseen(fault: Usage, kind: FileKind) -> None:
    """Raise the error with a hint if a file of this kind, perhaps the wanted one, cannot be read or used."""
    if any(isinstance(x, ClosedFolder) for x in user_files(USER_FOLDERS[kind.group])):
        raise Usage(f"{fault}; {UNREADABLE_USER_FILES}")
    if left_out := _discovered(kind).left_out:
        raise Usage(f"{fault}; perhaps it is in a file that cannot be used: {left_out[0].why}")


def strategies_for(rules: ModuleType) -> dict[str, ModuleType]:
    """Return the strategies that can play a game, by name."""
    return {k: m for k, m in strategy_modules().items() if _plays(m, rules)}


def _plays(strategy: ModuleType, rules: ModuleType) -> bool:
    """Whether a strategy is for a game, and can search it if it searches."""
    return _is_for(strategy, rules) and not (unimagined_number(rules) and needs_imagined(strategy))


def _is_for(strategy: ModuleType, rules: ModuleType) -> bool:
    """Whether a strategy names this game or none, or the game comes with solutions."""
    games = strategy.STRATEGY.games
    return not games or rules.GAME.name in games or _has_solutions_for(strategy, rules)


def _has_solutions_for(strategy: ModuleType, rules: ModuleType) -> bool:
    """Whether a shipped strategy plays stored solutions, and a game from outside Upcard comes with some."""
    is_outside = is_shipped(strategy) and not is_shipped(rules)
    return is_outside and is_of_certificates(strategy) and bool(solution_files(rules))


def strategy_for(name: str, rules: ModuleType) -> ModuleType:
    """Return the file of a strategy that plays a game; capitals in its name do not matter.

    Raises ``Usage`` if none with this name plays this game, and ``BrokenRules`` if its file breaks the
    contract.
    """
    module = _file_of(STRATEGIES, name)
    if module is None or not _plays(module, rules):
        module = _strategy_among_all(name, rules)
    check_strategy_for(module, rules)
    return module


def _strategy_among_all(name: str, rules: ModuleType) -> ModuleType:
    """Return a strategy that plays a game among all files, also those of users and other packages."""
    every, fitting = strategy_modules(), strategies_for(rules)
    name = match_case(name, every)
    if name in every and name not in fitting:
        if _is_for(every[name], rules):
            check_imagined(rules)
        raise Usage(
            f"the strategy {name!r} plays {_games_of(every[name])}, not {rules.GAME.name}; "
            f"for {rules.GAME.name} there are: {', '.join(sorted(fitting))}"
        )
    if name not in fitting:
        refuse_file_name(name)
        _discovered(STRATEGIES).refuse(name)
        fault = unknown_name("strategy", name, fitting)
        _refuse_unseen(fault, STRATEGIES)
        raise fault
    return fitting[name]


def _games_of(strategy: ModuleType) -> str:
    """Return the games that a strategy names, as text; unknown ones are marked, with a similar name."""
    broken = [name for x in _discovered(GAMES).left_out for name in x.names]
    known = [*game_modules(), *broken]

    def marked(game: str) -> str:
        """Return a game, marked if it does not exist."""
        if game in known:
            return game
        hint = suggestion(game, {x: x for x in known}).strip()
        return f"{game} (there is no such game{f'; {hint}' if hint else ''})"

    return ", ".join(marked(x) for x in strategy.STRATEGY.games)


def refuse_file_name(name: str, folder: str = STRATEGIES_FOLDER) -> None:
    """Raise ``Usage`` if `name` is a file name instead of a strategy's; the message names its `folder`."""
    if name.casefold().endswith(".py"):
        raise Usage(
            f"{name!r} is a file; use the name that the strategy declares, and put its file "
            f"into {folder}; docs/how-to/add-a-strategy.md says how"
        )


def is_shipped(module: ModuleType) -> bool:
    """Whether a file ships with Upcard, and so passed the conformance suite."""
    return module.__name__.startswith((f"{SHIPPED}.", "upcard.strategies."))
