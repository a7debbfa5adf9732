"""Old import paths: files and documented examples written for them still work, with a warning.

``upcard.rules.cards`` and ``upcard.strategies.kit`` are :mod:`upcard.kit` now, ``upcard.rules.NAME`` is
``upcard.games.NAME.rules``, and a strategy of one game lies in ``upcard.games.NAME.strategies``. Names that
the documentation imported from other modules are found where they are now.
"""

import importlib
import importlib.util
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # importlib.abc takes 10 ms to load, at every start
    Loader, MetaPathFinder = type("Loader", (), {}), type("MetaPathFinder", (), {})


MODULES = {
    "upcard.rules.cards": "upcard.kit.cards",
    "upcard.rules.crosses": "upcard.games.four_cell.rules",
    "upcard.rules.cuckoo": "upcard.kit.ranks",
    "upcard.rules.suited": "upcard.games.beat_it_or_eat_it.rules",
    "upcard.strategies.kit": "upcard.kit.strategy",
    "upcard.strategies.mixture": "upcard.kit.matrix_mixtures",
    "upcard.certificates.refutation": "upcard.engine.errors",
    "upcard.solving.solver": "upcard.solving.solver_contract",
    "upcard.solving.objective": "upcard.solving.game_solver_contract",
    "upcard.web.board.example_positions": "upcard.play.example_positions",
    "upcard.web.board.position_address": "upcard.play.position_address",
}
"""Modules that moved as a whole."""

BEAT_IT, STOPPERS = "upcard.games.beat_it_or_eat_it", "upcard.games.stoppers"
DOCUMENTED = {
    "upcard.checking.beat_it_check.check_table": f"{BEAT_IT}.certificates.tablebase_check.check_table",
    "upcard.engine.catalog.game_modules": "upcard.engine.registry.game_modules",
    "upcard.engine.catalog.strategies_for": "upcard.engine.registry.strategies_for",
    "upcard.engine.fair.Terms": "upcard.engine.commitment.DealTerms",
    "upcard.engine.fair.commitment": "upcard.engine.commitment.commitment",
    "upcard.engine.fair.match_seed": "upcard.engine.commitment.match_seed",
    "upcard.engine.observation.layout": "upcard.engine.observation.row_layout",
    "upcard.engine.round_alone.first_round": "upcard.engine.tree.round_game.first_round",
    "upcard.engine.round_alone.round_now": "upcard.engine.tree.round_game.round_now",
    "upcard.engine.tree.END": "upcard.engine.tree.game_tree.END",
    f"{STOPPERS}.chapter.trade_odds.trade": f"{STOPPERS}.chapter.swap_chances.swap_counts",
    "upcard.lessons.cells.ask": "upcard.lessons.interactive_cells.ask",
    "upcard.lessons.find.chapters": "upcard.lessons.chapter_registry.chapters",
    "upcard.lessons.find.find_chapter": "upcard.lessons.chapter_registry.find_chapter",
    "upcard.lessons.manuscript.manuscript": "upcard.lessons.docs_export.manuscript",
    "upcard.lessons.sheet.sheet_pdf": "upcard.lessons.worksheet.sheet_pdf",
    "upcard.play.fair.fair_match": "upcard.server.fair_deal.fair_match",
    "upcard.play.fair.new_secret": "upcard.server.fair_deal.new_secret",
    "upcard.play.fair.told": "upcard.server.fair_deal.revealed",
    "upcard.report.faces.face_svg": "upcard.report.card_faces.face_svg",
    "upcard.solving.beat_it_player.player": f"{BEAT_IT}.players.tablebase_player.player",
    "upcard.solving.beat_it_probe.probe": f"{BEAT_IT}.solvers.tablebase_probe.probe",
    "upcard.solving.beat_it_shipped.shipped": f"{BEAT_IT}.solvers.shipped_tables.shipped_table",
    "upcard.solving.beat_it_tablebase.solve": f"{BEAT_IT}.solvers.tablebase_solver.solve",
    "upcard.solving.best_response.best_response": "upcard.solving.exploitability.best_response",
    "upcard.solving.best_response.exploitability": "upcard.solving.exploitability.exploitability",
    "upcard.solving.best_response.gaps": "upcard.solving.exploitability.gaps",
    "upcard.solving.best_response.gradient": "upcard.solving.exploitability.gradient",
    "upcard.solving.best_response.values": "upcard.solving.exploitability.values",
    "upcard.solving.respond.best_responses": "upcard.solving.best_response.best_responses.best_responses",
    "upcard.solving.simultaneous.Stages": "upcard.solving.simultaneous_games.SimultaneousSolver",
    "upcard.solving.simultaneous_games.Stages": "upcard.solving.simultaneous_games.SimultaneousSolver",
    "upcard.solving.stoppers_turns.StoppersTurns": f"{STOPPERS}.solvers.round_values.StoppersTurns",
    "upcard.solving.stoppers_turns.one_number": f"{STOPPERS}.solvers.round_values.one_number",
    "upcard.solving.thresholds.settle": "upcard.solving.thresholds.best_response_dynamics",
    "upcard.study.find.find_study": "upcard.study.study_registry.find_study",
    "upcard.study.lab.Lab": "upcard.study.experiment_runner.Lab",
    "upcard.testing.trees.small_tree": "upcard.testing.tree_checks.small_tree",
}
"""Names that the documentation imported, and where they are now."""

FORMER = {name.rpartition(".")[0] for name in DOCUMENTED}
"""Modules of these names, of which some still exist without the name and ask :func:`former_name`."""
FORMER_PACKAGES = ("upcard.rules", "upcard.checking")
NAMES = {"Finding": "GameSolution"}
"""Old public names of the package, and the new ones."""

RULES, STRATEGIES = "upcard.rules", "upcard.strategies"
GAMES = Path(__file__).with_name("games")


def new_path(name: str) -> str:
    """Return the present path of a module with this old path; empty if no module had it."""
    package, _, file = name.rpartition(".")
    if name in MODULES:
        return MODULES[name]
    if package == RULES and (GAMES / file / "rules.py").is_file():
        return f"upcard.games.{file}.rules"
    if package == STRATEGIES:
        homes = [x.parents[1].name for x in GAMES.glob(f"*/strategies/{file}.py")]
        return f"upcard.games.{homes[0]}.strategies.{file}" if homes else ""
    return ""


def former_name(module: str, name: str) -> Any:
    """Return the object that an old module called `name`, with a warning that names its new place.

    Raises
    ------
    AttributeError
        If the documentation never used that name.
    """
    new = DOCUMENTED.get(f"{module}.{name}")
    if new is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    home, _, new_name = new.rpartition(".")
    warnings.warn(f"{module}.{name} has moved; import {new_name} from {home}", FutureWarning, stacklevel=3)
    return getattr(importlib.import_module(home), new_name)


class FormerAttribute:
    """Old name of an attribute or method, which still works, with a warning that names the `new` one."""

    def __init__(self, new: str) -> None:
        self.new, self.__doc__ = new, f"Old name of ``{new}``."

    def __set_name__(self, owner: type, name: str) -> None:
        """Store the old name for the warning."""
        self.old = f"{owner.__name__}.{name}"

    def __get__(self, x: object, owner: type) -> Any:
        """Return the attribute under its new name."""
        if x is None:
            return self
        warnings.warn(f"{self.old} has another name; use {self.new}", FutureWarning, stacklevel=2)
        return getattr(x, self.new)


class FormerModule(ModuleType):
    """A module that no longer exists; documented names are imported from their new places."""

    def __getattr__(self, name: str) -> Any:
        """Return a name from its new place."""
        return former_name(self.__name__, name)


class MovedModules(MetaPathFinder, Loader):
    """Importer of modules by their old paths, which returns the same module objects as the new paths."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old path; None for any other name."""
        if fullname in FORMER_PACKAGES:
            return ModuleSpec(fullname, self, is_package=True)
        return ModuleSpec(fullname, self) if fullname in FORMER or new_path(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module from its new place; an empty package for ``upcard.rules``."""
        new = new_path(spec.name)
        if not new:
            return FormerModule(spec.name) if spec.name in FORMER else None
        warnings.warn(f"{spec.name} has moved; import {new}", FutureWarning, stacklevel=2)
        module = importlib.import_module(new)
        self._specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the spec of a module that was created here; the module has been executed already."""
        spec = module.__spec__
        if spec is not None and spec.name in self._specs:
            module.__spec__ = self._specs.pop(spec.name)

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}


def install() -> None:
    """Make the old paths importable; the second call in a process does nothing."""
    if not any(isinstance(x, MovedModules) for x in sys.meta_path):
        sys.meta_path.append(MovedModules())
