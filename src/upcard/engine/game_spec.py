"""A game as people name it, with players, preset and options: parsed once, then resolved once to a `Game`.

A command line, an address, a form, an email and a Python call each make one :class:`GameSpec`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType

from upcard.engine.errors import Usage
from upcard.engine.game import Game, game_with
from upcard.engine.option_values import OptionValue, without_usual
from upcard.engine.registry import find_rules
from upcard.language.phrases import players_in_words


@dataclass(frozen=True)
class GameSpec:
    """Name of a game, with the chosen players, preset and options."""

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
        """Return a copy with one seat per strategy, if there are several and the number of players is open.

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
                f"{players_in_words(header.table_sizes)}; name one for all, or one for each"
            )
        return self._changed(players=strategies)

    def with_options(self, options: Mapping[str, OptionValue]) -> "GameSpec":
        """Return a copy with these options as defaults; options already chosen win."""
        return self._changed(options={**options, **self.options}) if options else self

    def without_usual(self) -> "GameSpec":
        """Return a copy without usual values of options that a text option sets; forms send every option."""
        return self._changed(options=without_usual(self.rules.OPTIONS, self.options))

    def _changed(self, **changes: object) -> "GameSpec":
        """Return a copy with some fields changed; reuse the rules if they are already loaded."""
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
    """Return the game that a caller names, or passes with its options.

    Parameters
    ----------
    players, preset, options
        As for :func:`upcard.game`; only with a name.
    usual : int, optional
        The number of players where `players` is None; by default the usual number of the game.

    Raises
    ------
    Usage
        If there is no such game, preset or option, or if players or options are set for a ``Game``.
    """
    if isinstance(game, str):
        return GameSpec(game, usual if players is None else players, preset, options or {}).game()
    if players is not None or preset is not None or options:
        raise Usage(f"{game!r} has its players and its options already; name the game to choose others")
    return game
