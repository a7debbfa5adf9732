"""The registry: every game with all it offers, and every strategy.

A game is a folder with ``rules.py`` in ``upcard/games`` or in the user's folder ``games``, or a package that
another distribution names in the entry-point group ``upcard.games``. A single file is enough for a start: in
the user's folder, or named in the group ``upcard.rules``. :func:`part` returns everything else in the folder
of a game. A strategy is in the folder ``strategies`` of its game, in ``upcard/strategies`` if it plays any
game, in the user's folder ``strategies``, or named in the group ``upcard.strategies``.
"""

import importlib
import inspect
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from upcard.engine.discovery import Discovery, FileKind, discover, find_shipped_file, load_text
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
)
from upcard.engine.rules_contract import check_rules, check_shape, file_name
from upcard.engine.strategy_contract import (
    check_strategy,
    check_strategy_for,
    is_of_certificates,
    subset_problems,
)
from upcard.engine.user_folders import ClosedFolder, user_files
from upcard.kit.strategy import Parameter

StrategyLike = str | Callable[..., int]
"""A strategy as an argument: ``"NAME"``, ``"NAME:key=value,..."``, or a function of a view."""


@dataclass(frozen=True)
class Entrant:
    """A strategy that is ready to take a seat."""

    label: str
    """The name under which it was requested."""
    choose: Callable[..., int]
    """A function of a view and the parameters that returns an action."""
    parameters: tuple[float, ...]
    """The values of the parameters in the order of their declaration."""
    compiles: bool
    """Whether it is written in the compilable subset."""
    is_checked: bool = True
    """Whether it came with Upcard and passed the conformance suite. Programs with other strategies check
    every index, so that none can read hidden cells beyond a table."""
    odds: Callable[[Any], Sequence[tuple[int, Fraction]]] | None = None
    """A function of a view that returns pairs of an action and its probability; None if unknown."""


def in_sentence(check: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    """Return a check that raises ``BrokenRules`` with a sentence for every error, also its own failures."""

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
"""The user's folder for each sort of files."""

NO_USER_FILES = "you have no files of your own: `upcard doctor` says where they belong"
"""Hint for an unknown name: ``UPCARD_HOME`` may not be set. It shows no folder of a server."""

UNREADABLE_USER_FILES = "your own cannot be read: `upcard doctor` says why"
"""Hint for an unknown name if the user's files cannot be read."""

STRATEGIES_FOLDER = "the folder strategies of your own files, which `upcard doctor` names"


@dataclass(frozen=True)
class OutsideFile:
    """A file in the folder of a game that does not ship, found like an entry point."""

    name: str
    module: str
    words: str
    """The name of the file in messages."""

    def load(self) -> ModuleType:
        """Import the file."""
        return importlib.import_module(self.module)


@lru_cache(maxsize=2)
def _discovered(sort: FileKind) -> Discovery:
    return discover(
        sort, [*_outside(sort), *entry_points(group=sort.group), *user_files(USER_FOLDERS[sort.group])]
    )


def _outside(sort: FileKind) -> list[OutsideFile]:
    """List the files of a sort in the folders of games that do not ship."""
    if sort is not GAMES:
        return outside_files("strategies")
    return [
        OutsideFile(x.name, f"{x.value}.{RULES}", f"the entry point {x.name} = {x.value}")
        for x in entry_points(group=PACKAGES)
    ]


def outside_files(part: str) -> list[OutsideFile]:
    """List the files of one part of all games that do not ship, as a scan of entry points takes them."""
    folders = [folder_of(m) for m in game_modules().values() if not is_shipped(m)]
    files = (x for folder in folders for x in part_files(folder, part))
    return [OutsideFile(name, full, f"the file {full}") for name, full in files]


def part(game: str, name: str) -> ModuleType | None:
    """Return a part of a game, such as its ``evaluator``; None if the game lacks it.

    :mod:`upcard.engine.game_folders` lists the fixed names of parts. A part of a game that does not ship
    raises ``BrokenRules`` if it cannot be imported.
    """
    full = part_name(f"{SHIPPED}.{game.replace('-', '_')}", name)
    if not full and game in game_modules():
        full = part_name(folder_of(game_modules()[game]), name)
    return _import_part(full) if full else None


def parts(name: str) -> dict[str, ModuleType]:
    """Return one part of every game that has it, by the names of the games; broken ones are left out."""
    modules = {}
    for game in sorted(game_modules()):
        try:
            modules[game] = part(game, name)
        except BrokenRules as fault:
            _warn(str(fault))
    return {game: module for game, module in modules.items() if module is not None}


def part_modules(name: str) -> Iterator[ModuleType]:
    """Yield the modules of one part of all games: the part, or each file of its folder; skip broken ones."""
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
    """Log a broken part once: it must not stop the other games."""
    logging.getLogger("upcard").warning("%s", sentence)


@lru_cache(maxsize=256)
def _file_of(sort: FileKind, name: str) -> ModuleType | None:
    """Return a file by name, cached: a study requests the same names a thousand times."""
    return find_shipped_file(sort, name)


def forget() -> None:
    """Scan all files again at the next request, since a package was installed."""
    _discovered.cache_clear()
    _file_of.cache_clear()


def game_modules() -> dict[str, ModuleType]:
    """Return every usable rules file by the name of its game; :func:`skipped_files` lists the others.

    Whether its functions compile is checked later: by :func:`find_rules` for one file, or by
    :func:`valid_games` for all, which takes a fifth of a second.
    """
    return _discovered(GAMES).modules


def strategy_modules() -> dict[str, ModuleType]:
    """Return every usable strategy file by the name of its strategy."""
    return _discovered(STRATEGIES).modules


def skipped_files() -> tuple[str, ...]:
    """Return a sentence for each rules or strategy file that cannot be used."""
    return tuple(dict.fromkeys(x.why for sort in (GAMES, STRATEGIES) for x in _discovered(sort).left_out))


def valid_games() -> tuple[dict[str, ModuleType], list[str]]:
    """Return the games whose functions compile, and a sentence for each of the others."""
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
    """Return all faults of rules and strategy files as sentences; reads every function."""
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
    """Check the functions of a rules file at its first use."""
    in_sentence(check_rules)(rules)


def match_case(name: str, names: Iterable[str]) -> str:
    """Return the known name that equals a name but for capitals; the name itself if there is none."""
    return {known.casefold(): known for known in names}.get(name.casefold(), name)


def find_rules(name: str) -> ModuleType:
    """Return the rules file of a game; capitals in its name do not matter.

    Raises ``Usage`` if there is no such game, and ``BrokenRules`` if its file breaks the contract.
    """
    rules = _file_of(GAMES, name) or _rules_among_all(name)
    _hold_to_contract(rules)
    return rules


def _rules_among_all(name: str) -> ModuleType:
    """Return the rules file of a game among all files, also those of users and other packages."""
    modules = game_modules()
    name = match_case(name, modules)
    if name not in modules:
        _discovered(GAMES).refuse(name)
        titles = {m.GAME.title: k for k, m in modules.items()}
        fault = unknown_name("game", name, modules, titles)
        _refuse_unseen(fault, GAMES)
        is_slip = suggestion(name, {x: x for x in modules} | titles) or any(
            user_files(USER_FOLDERS[GAMES.group])
        )
        raise fault if is_slip else Usage(f"{fault}; {NO_USER_FILES}")
    return modules[name]


def _refuse_unseen(fault: Usage, sort: FileKind) -> None:
    """Raise the error with a hint if the user's files of a sort cannot be read."""
    if any(isinstance(x, ClosedFolder) for x in user_files(USER_FOLDERS[sort.group])):
        raise Usage(f"{fault}; {UNREADABLE_USER_FILES}")


def strategies_for(rules: ModuleType) -> dict[str, ModuleType]:
    """Return the strategies that play a game, by name."""
    return {k: m for k, m in strategy_modules().items() if _plays(m, rules)}


def _plays(strategy: ModuleType, rules: ModuleType) -> bool:
    """Whether a strategy plays a game: it names this game, or none."""
    return not strategy.STRATEGY.games or rules.GAME.name in strategy.STRATEGY.games


def make_entrant(strategy: StrategyLike, rules: ModuleType) -> Entrant:
    """Make a strategy ready for a game.

    Parameters
    ----------
    strategy : str or function
        ``"NAME"``, ``"NAME:key=value,..."``, or a function of a view; capitals of a name do not matter.

    Raises
    ------
    Usage
        If there is no such strategy, it does not play this game, or a parameter is wrong; or if a function
        takes other arguments than a view.
    BrokenRules
        If its file breaks the contract.
    """
    if callable(strategy):
        label = getattr(strategy, "__name__", "function")
        _check_arguments(strategy, label)
        return Entrant(label, strategy, (), not subset_problems(strategy, rules), is_checked=False)
    name, colon, rest = strategy.partition(":")
    module = strategy_for(name, rules)
    parameters = parameters_of(module, rest)
    if is_of_certificates(module):
        raise Usage(f"the strategy {module.STRATEGY.name!r} is of a game with its options; use entrant_for")
    label = module.STRATEGY.name + colon + rest
    return Entrant(label, module.choose, parameters, True, is_shipped(module))


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
    """Return the games that a strategy names; unknown ones are marked, with a similar name."""
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
    """Refuse the name of a file in place of that of a strategy; the message names the folder for the file."""
    if name.casefold().endswith(".py"):
        raise Usage(
            f"{name!r} is a file; use the name that the strategy declares, and put its file "
            f"into {folder}; docs/how-to/add-a-strategy.md says how"
        )


def _check_arguments(function: Callable[..., int], label: str) -> None:
    """Refuse a function that cannot be called with a view alone."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a built-in function; its call may fail later
        return
    try:
        signature.bind(None)
    except TypeError as fault:
        raise Usage(
            f"the strategy {label}{signature} cannot be called with a view alone: {fault}; "
            f"expected def {label}(v)"
        ) from None


def is_shipped(module: ModuleType) -> bool:
    """Whether a file is Upcard's own, and so held to the conformance suite before it is shipped."""
    return module.__name__.startswith((f"{SHIPPED}.", "upcard.strategies."))


def parameters_of(module: ModuleType, text: str) -> tuple[float, ...]:
    """Return the values of a strategy's parameters from ``key=value,key=value``, in the order of declaration.

    Raises ``Usage`` if there is no such parameter, or a value is no number or out of range.
    """
    declared = {p.name: p for p in module.STRATEGY.parameters}
    values = {name: float(p.default) for name, p in declared.items()}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise Usage(f"{part!r} is not a parameter; write {module.STRATEGY.name}:key=value,key=value")
        if key not in declared:
            raise unknown_name("parameter", key, declared, owner=module.STRATEGY.name)
        values[key] = _number(value, declared[key])
    return tuple(int(x) if p.whole else x for x, p in zip(values.values(), declared.values(), strict=True))


def _number(text: str, p: Parameter) -> float:
    try:
        x = float(text)
    except ValueError:
        x = math.nan
    if not p.low <= x <= p.high or (p.whole and not x.is_integer()):
        kind = "whole number" if p.whole else "number"
        raise Usage(f"parameter {p.name} was given {text!r}; expected a {kind} from {p.low:g} to {p.high:g}")
    return x
