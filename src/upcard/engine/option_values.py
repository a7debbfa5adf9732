"""Options of games: from what people write to the numbers in the state, and back."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from upcard.engine.errors import Usage, fault_text, suggestion
from upcard.engine.read_number import read_number
from upcard.engine.state import CELL_HIGH, CELL_LOW, NUMBER_HIGH, NUMBER_LOW
from upcard.engine.wording import counted
from upcard.kit.cards import Option
from upcard.language.phrases import players_in_words

OptionValue = str | int
"""An option as people write it."""

OptionSetting = int | tuple[int, ...]
"""An option in the state: a whole number, or the numbers that a text stands for."""

RESERVED = ("name", "players", "preset")

SEED_BITS, FAIR_SEED_BITS = 63, 128
"""Bits of a seed that people choose, and of the seed of a fair deal."""
"""Names of other arguments of a game, which options cannot have."""


def option_value(option: Option, value: OptionValue | None) -> OptionSetting:
    """Return an option as it is in the state, from what people write; None means the default.

    Raises ``Usage`` if the value is not one of the option's words, not a whole number in its range, or not a
    text that its rules file can read.
    """
    if option.read is not None:
        return _numbers(option.name, option.read, option.usual if value is None else str(value))
    if value is None:
        return option.default
    if option.values:
        if str(value) not in option.values:
            hint = suggestion(str(value), {x: x for x in option.values})
            expected = f"expected {' or '.join(option.values)}"
            raise Usage(f"option {option.name} was given {value!r}; {hint}{expected}")
        return option.values.index(str(value))
    x = _whole(value)
    if x is None or not option.low <= x <= option.high:
        raise Usage(
            f"option {option.name} was given {value!r}; "
            f"expected a whole number from {option.low} to {option.high}"
        )
    return x


def settings_of(options: Sequence[Option], values: Mapping[str, OptionValue]) -> dict[str, OptionSetting]:
    """Return all options as they are in the state, from those that people write.

    A text may set other options too; see ``brings`` of :class:`upcard.kit.cards.Option`. The rest have their
    defaults. Raises what :func:`option_value` raises.
    """
    brought = _brought(options, values)
    return {o.name: option_value(o, values.get(o.name, brought.get(o.name))) for o in options}


def without_usual(options: Sequence[Option], values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return options without the usual values of those that a text option sets; forms send every option."""
    brought = _brought(options, values)
    usual = {o.name: str(default_text(o)) for o in options if o.name in brought}
    return {name: x for name, x in values.items() if usual.get(name) != str(x)}


def _brought(options: Sequence[Option], texts: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options that text options among these set, with their values."""
    values: dict[str, OptionValue] = {}
    for o in options:
        if o.brings is not None and o.name in texts:
            numbers = option_value(o, texts[o.name])
            values |= o.brings(numbers if isinstance(numbers, tuple) else (numbers,))
    return values


def option_words(option: Option, setting: OptionSetting) -> OptionValue:
    """Return an option as people write it, from the state."""
    if isinstance(setting, tuple):
        return option.write(setting) if option.write is not None else ""
    return option.values[setting] if option.values else setting


def default_text(option: Option) -> OptionValue:
    """Return the default of an option as people write it."""
    return option_words(option, option_value(option, None))


def changed_options(options: Sequence[Option], words: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options of a game that differ from their defaults."""
    return {o.name: words[o.name] for o in options if words[o.name] != default_text(o)}


def required_options(options: Sequence[Option], words: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options that must be written down so that a game gets all these values."""
    named = changed_options(options, words)
    brought = _brought(options, named)
    return named | {name: words[name] for name, x in brought.items() if str(words[name]) != str(x)}


def short_options(options: Sequence[Option]) -> list[Option]:
    """Return the options of a game that fit into a sentence: all but texts, which are too long."""
    return [o for o in options if o.read is None]


def spoken_option(x: OptionValue) -> str:
    """Return a name or a value of an option as people say it."""
    return str(x).replace("_", " ")


def sentence_of(option: Option, value: OptionValue) -> str:
    """Return an option with its value as a sentence, such as *Points that end the game: 40*."""
    words = option.words[:1].upper() + option.words[1:]
    if option.values:
        return f"{words}. Here: {spoken_option(value)}."
    return f"{words}: {value:,}." if isinstance(value, int) else f"{words}: {value}."


def options_refusal(rules: ModuleType, settings: Mapping[str, OptionSetting], seats: int) -> str:
    """Return why the rules refuse these options with this number of seats; empty if they do not."""
    refuse = getattr(rules, "refuse", None)
    return str(refuse(settings, seats)) if refuse else ""


def set_options(s: Any, settings: Mapping[str, OptionSetting]) -> None:
    """Set the options in state `s`, in place: a number, or the cells of a table."""
    for name, x in settings.items():
        if isinstance(x, tuple):
            getattr(s, name).cells[:] = x
        else:
            setattr(s, name, x)


def option_problems(option: Option) -> list[str]:
    """Return the faults of an option's declaration, as sentences; its types have been checked."""
    if option.name in RESERVED:
        return [f"{option.name!r} cannot be the name of an option; choose another word"]
    if option.read is not None or option.write is not None:
        return _text_problems(option)
    if option.brings is not None:
        return [
            f"option {option.name} has brings, which is only for a text; add read and write, or remove it"
        ]
    bad = [v for v in option.values if not re.fullmatch(r"[\w-]+", v)]
    if bad or len(set(option.values)) < len(option.values):
        return [f"option {option.name} has the values {option.values}; expected different single words"]
    bounds = f"{option.low} to {option.high}"
    if not NUMBER_LOW <= option.low <= option.high <= NUMBER_HIGH:
        return [
            f"option {option.name} has the bounds {bounds}; expected words to choose from, or two whole "
            "numbers of at most 64 bits, the smaller first"
        ]
    if not option.low <= option.default <= option.high:
        return [f"option {option.name} is {option.default} by default; expected a number from {bounds}"]
    return []


def preset_problems(preset: Any, values: Any, options: Mapping[str, Option]) -> list[str]:
    """Return the faults of a preset as sentences."""
    if not isinstance(preset, str) or not re.fullmatch(r"[\w.-]+", preset):
        return [f"{preset!r} cannot be the name of a preset; expected one word"]
    if not isinstance(values, dict):
        return [f"preset {preset} is {values!r}; expected a dict of option names to values"]
    strange = sorted(str(name) for name in values if name not in options)
    if strange:
        return [f"preset {preset} sets {', '.join(strange)}; expected names of OPTIONS"]
    faults = []
    for name, value in values.items():
        try:
            option_value(options[name], value)
        except Usage as fault:
            faults.append(f"preset {preset}: {fault}")
        except Exception as fault:  # noqa: BLE001 - a text is read by the file's own function
            faults.append(f"preset {preset}: reading {name} fails with {fault_text(fault)}; fix its read")
    return faults


def _text_problems(option: Option) -> list[str]:
    """Return the faults of an option that is a text, as sentences."""
    if option.read is None or option.write is None:
        return [f"option {option.name} has only one of read and write; expected both"]
    if not 1 <= option.length <= CELL_HIGH:
        return [f"option {option.name} stands for {option.length} numbers; expected 1 to {CELL_HIGH}"]
    try:
        numbers, words = option_value(option, None), str(default_text(option))
    except Usage as fault:
        return [f"the default of {fault}"]
    except Exception as fault:  # noqa: BLE001 - these are the file's own functions
        return [f"the default of option {option.name} fails with {fault_text(fault)}; fix its read and write"]
    if not _fill_cells(numbers, option.length):
        stands = f"option {option.name} does not stand for {counted(option.length, 'number')}"
        return [f"{stands} by default; fix its read"]
    if words != option.usual or not re.fullmatch(r"[^\s=]+", words):
        return [
            f"option {option.name} is {option.usual!r} by default and written as {words!r}; expected one word"
        ]
    return []


def _fill_cells(numbers: OptionSetting, length: int) -> bool:
    """Whether the numbers fill the cells of a table, and each fits into a cell."""
    return (
        isinstance(numbers, tuple)
        and len(numbers) == length
        and all(as_int(x) is not None and CELL_LOW <= x <= CELL_HIGH for x in numbers)
    )


def refused_sets(rules: ModuleType) -> list[str]:
    """Return a sentence for each default or preset that the rules refuse for some number of players."""
    faults = []
    for preset, values in {"": {}, **rules.PRESETS}.items():
        label = f"preset {preset}" if preset else "the default"
        settings = {o.name: option_value(o, values.get(o.name)) for o in rules.OPTIONS}
        try:
            reasons = {n: options_refusal(rules, settings, n) for n in rules.GAME.table_sizes}
        except Exception as fault:  # noqa: BLE001 - this is the file's own function
            faults.append(f"refuse(options, seats) fails for {label} with {fault_text(fault)}; fix it")
            continue
        for reason in filter(None, dict.fromkeys(reasons.values())):
            sizes = [n for n, x in reasons.items() if x == reason]
            seats = "" if len(sizes) == len(reasons) else f" for {players_in_words(sizes)}"
            faults.append(f"{label} is refused{seats}: {reason}")
    return faults


def _numbers(name: str, read: Callable[[str], Sequence[int]], text: str) -> tuple[int, ...]:
    try:
        return tuple(read(text))
    except ValueError as fault:
        raise Usage(f"option {name} was given {text!r}; {fault}") from None


def as_int(x: Any) -> int | None:
    """Return a whole number of any type as an ``int``; None for everything else, also for True and False."""
    if isinstance(x, bool):
        return None
    try:
        return operator.index(x)
    except TypeError:
        return None


def check_stream(seed: int | None, number: int, seed_bits: int = SEED_BITS) -> None:
    """Raise ``Usage`` if a seed, unless None, or a game number is not a whole number in its range.

    A seed has up to `seed_bits` bits, 128 for one match, since the deal may be fair; a number has up to 63.
    """
    for name, value, bits in (("seed", 0 if seed is None else seed, seed_bits), ("game", number, SEED_BITS)):
        x = as_int(value)
        if x is None or not 0 <= x < 1 << bits:
            raise Usage(f"the {name} is {value!r}; expected a whole number from 0 to 2^{bits} - 1")


def whole_number(what: str, value: Any) -> int:
    """Return a whole number of any type, also one such as ``1e6``; raise ``Usage`` for anything else."""
    x = int(value) if isinstance(value, float) and value.is_integer() else as_int(value)
    if x is None:
        raise Usage(f"the {what} was given as {value!r}; expected a whole number")
    return x


def _whole(value: OptionValue) -> int | None:
    """Return a whole number, also one written like ``-3``, ``1,000`` or ``1e3``; None for anything else."""
    if not isinstance(value, str):
        return as_int(value)
    try:
        return int(value)
    except ValueError:
        return read_number(value)
