"""A game as people name it, with players, preset and options: parsed once, then resolved once to a `Game`.

A command line, an address, a form, a letter and a call of Python each make one :class:`GameSpec`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType

from upcard.engine.errors import Usage
from upcard.engine.game import Game, game_with
from upcard.engine.option_values import OptionValue, without_usual
from upcard.engine.registry import find_rules
from upcard.engine.wording import players_text


@dataclass(frozen=True)
class GameSpec:
    """The name of a game, and what was chosen for it."""

    name: str
    """As it was typed; capitals do not matter."""
    players: int | None = None
    """Number of players; None for the usual number."""
    preset: str | None = None
    """A named set of options."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Single options as people write them, over those of the preset."""

    @cached_property
    def rules(self) -> ModuleType:
        """The rules file, looked up once.

        Raises
        ------
        Usage
            If there is no such game.
        BrokenRules
            If its file cannot be used.
        """
        return find_rules(self.name)

    @property
    def chooses(self) -> bool:
        """Whether anything but the name was chosen."""
        return self.players is not None or self.preset is not None or bool(self.options)

    def game(self) -> Game:
        """Return the game; raises what :func:`upcard.game` raises."""
        return game_with(self.rules, self.players, self.preset, self.options)

    def with_seats(self, strategies: int) -> "GameSpec":
        """Add the number of players, where it is open and several strategies take one seat each.

        Raises
        ------
        Usage
            If the game is not for that number.
        """
        if strategies < 2 or self.players is not None:
            return self
        header = self.rules.GAME
        if strategies not in header.table_sizes:
            raise Usage(
                f"{strategies} strategies were given, but {header.title} is for "
                f"{players_text(header.table_sizes)}; give one for all, or one for each"
            )
        return self._changed(players=strategies)

    def with_options(self, options: Mapping[str, OptionValue]) -> "GameSpec":
        """Add options for those that are not chosen."""
        return self._changed(options={**options, **self.options}) if options else self

    def without_usual(self) -> "GameSpec":
        """Leave out usual values where a text sets other ones: a form names every option."""
        return self._changed(options=without_usual(self.rules.OPTIONS, self.options))

    def _changed(self, **changes: object) -> "GameSpec":
        """Return a copy that knows its rules, if this one does."""
        other = replace(self, **changes)  # type: ignore[arg-type]
        if "rules" in self.__dict__:
            other.__dict__["rules"] = self.rules
        return other


def game(name: str, players: int | None = None, preset: str | None = None, **options: OptionValue) -> Game:
    """Return a game by name, with its number of players and its options.

    Parameters
    ----------
    name : str
        Such as ``"lama"``.
    players : int, optional
        Number of players; the usual number of the game by default.
    preset : str, optional
        A named set of options.
    **options : str or int
        Single options, over those of the preset.

    Raises
    ------
    Usage
        If there is no such game, preset or option, a value is out of range, or the rules refuse the options
        together or for this number of players.
    """
    return GameSpec(name, players, preset, options).game()


def game_from(
    game: Game | str,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    usual: int | None = None,
) -> Game:
    """Return a game that a function of the library takes: one with its options, or a name.

    Parameters
    ----------
    players, preset, options
        As for :func:`upcard.game`; only with a name.
    usual : int, optional
        The number of players where `players` is None; by default the usual number of the game.

    Raises
    ------
    Usage
        If there is no such game, preset or option, or players or options come with a game that has its own.
    """
    if isinstance(game, str):
        return GameSpec(game, usual if players is None else players, preset, options or {}).game()
    if players is not None or preset is not None or options:
        raise Usage(f"{game!r} has its players and its options already; give a name to choose others")
    return game
