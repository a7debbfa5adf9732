"""Messages in the language of the current request, and the words of games in it.

Call :func:`gettext` under the name ``_``; :func:`marked` marks a constant that is translated when shown.
Placeholders have names in braces: ``_("{name} is away.", name=name)``. A text of two meanings has a context:
``pgettext("replay", "Play")``. Words of a person are an :class:`OwnText`, which is never translated.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from functools import lru_cache, reduce
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Self

FOLDER = Path(__file__).parent
SOURCE = "en"
"""Language of the messages in the code."""

LANGUAGE: ContextVar[str] = ContextVar("language", default=SOURCE)
"""Code of the language in which the current request is answered, such as ``de``."""

MOST_ACCEPTED = 200
"""Number of characters of the header ``Accept-Language`` that are read."""

PLAYER = r"\b(?:[Ss]eat|[Pp]layer) \d{1,2}\b"
PICTURE = r"!\[[^\]]*\]\([^)]*\)"
"""A player in the words of a game, and a picture in its Markdown."""

_NUMBER = r"[+−±-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?[♠♥♦♣]?"
_CARD = (
    r"(?<!\w)(?:[AJQKTL]?[♠♥♦♣]|[shcd](?:\d{1,2}|[AJQK])(?!\w)|(?:\d{1,2}|[AJQKT])[SHCD](?!\w)"
    r"|(?:ace|king|queen|jack)-[ab](?!\w))"
)
_LETTER = r"(?<![\w'’])(?:[JQKL]|A(?! \w))(?![\w'’])"
_TYPE = r"\((?:[A-Z][a-z]){2}\)"  # of a game with two players and two choices: (PdHr)
_ONE = f"(?:{PICTURE}|{_CARD}|{_NUMBER}|{_LETTER}|{_TYPE})"
VARYING = re.compile(f"{PLAYER}(?:, {PLAYER})*|{_ONE}(?:[ ./–-]?{_ONE})*")
"""Players, numbers, cards and pictures in the words of a game: each, or a row of them, is a placeholder."""

PLACEHOLDER = re.compile(r"\{\d+\}")

CATALOGUES_OF_GAMES = list[Callable[[str], Sequence[Path]]]()
"""Functions that return the catalogues of a language which games from outside Upcard bring."""

logger = logging.getLogger(__name__)


class NamedText(str):
    """A text with names of players, and its source with the numbers of their seats.

    Attributes
    ----------
    source : str
        The text with ``seat 2`` or ``player 2`` in place of a name.
    names : mapping of str to str
        The name in place of ``seat 2``.
    """

    __slots__ = ("names", "source")
    source: str
    names: Mapping[str, str]

    def __new__(cls, text: str, source: str, names: Mapping[str, str]) -> Self:
        """Return the text with its source and the names."""
        named = super().__new__(cls, text)
        named.source, named.names = source, names
        return named

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made."""
        return NamedText, (str(self), self.source, self.names)


class OwnText(str):
    """A text that a person wrote, such as a question of a teacher: it stays as it is in every language."""

    __slots__ = ()


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Answer in a language inside the block, for instance in another process."""
    token = LANGUAGE.set(language)
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def english_context() -> Context:
    """Return a copy of the context in which messages are English, for a task that outlives its request.

    Other readers get what such a task sends or stores; it is translated when a page shows it.
    """
    context = copy_context()
    context.run(LANGUAGE.set, SOURCE)
    return context


@lru_cache(maxsize=1)
def languages() -> Mapping[str, str]:
    """Return the languages that have a catalogue, and English: their codes with their own names, sorted."""
    from babel import Locale

    codes = sorted({SOURCE, *(x.stem for x in FOLDER.glob("*.po"))})
    names = {x: Locale.parse(x, sep="-").get_display_name() or x for x in codes}
    return {code: name[:1].upper() + name[1:] for code, name in names.items()}


@lru_cache(maxsize=16)
def catalogue(language: str) -> NullTranslations:
    """Return the translations of a language; without a catalogue, all messages stay English.

    Messages that it lacks may be in the catalogues of games from outside Upcard.
    """
    if language not in languages() or language == SOURCE:
        return NullTranslations()
    from babel.messages.pofile import PoFileError

    translations = _read(FOLDER / f"{language}.po", language)
    for path in (x for files in CATALOGUES_OF_GAMES for x in files(language)):
        try:
            translations.add_fallback(_read(path, language))
        except (OSError, ValueError, PoFileError) as fault:
            logger.warning("%s cannot be read, so the words of this game stay English: %s", path.name, fault)
    return translations


def _read(path: Path, language: str) -> GNUTranslations:
    """Return the translations in a file, without those that do not fit their messages."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    from upcard.language.translation_check import drop_bad_translations

    packed = BytesIO()
    with path.open("rb") as file:
        messages = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
    if bad := drop_bad_translations(messages):
        logger.warning("%s: these messages stay English, their translations do not fit: %s", path.name, bad)
    write_mo(packed, messages)
    packed.seek(0)
    return GNUTranslations(packed)


def load_catalogues() -> None:
    """Read the catalogues of all languages in advance."""
    for language in languages():
        catalogue(language)


def gettext(message: str, /, **values: Any) -> str:
    """Return a message in the language of the request, with its placeholders filled in."""
    if isinstance(message, OwnText):
        return message
    text = catalogue(LANGUAGE.get()).gettext(message) if message else ""
    return text.format(**values) if values else text


def pgettext(context: str, message: str, /, **values: Any) -> str:
    """Return a message of two meanings, of which the context says the one: ``pgettext("replay", "Play")``.

    Without a translation for the context it is translated as without one.
    """
    text = translated_in_context(catalogue(LANGUAGE.get()), context, message)
    return text.format(**values) if values else text


def translated_in_context(translations: NullTranslations, context: str, message: str) -> str:
    """Return the translation of a message for a context, else the one for all contexts."""
    if not message or isinstance(message, OwnText):
        return message
    text = translations.pgettext(context, message) if context else message
    return text if text != message else translations.gettext(message)


def ngettext(one: str, many: str, n: int, /, **values: Any) -> str:
    """Return the form of a message that fits a number, which fills the placeholder ``{n}``."""
    return plural_form(one, many, n).format(**({"n": local_number(f"{n:,}")} | values))


def plural_form(one: str, many: str, n: int) -> str:
    """Return the form of a message that fits a number, with its placeholders."""
    return catalogue(LANGUAGE.get()).ngettext(one, many, n)


def marked(message: str) -> str:
    """Return a constant message unchanged; it is collected for translation."""
    return message


def game_words(text: str, context: str = "") -> str:
    """Return words from a rules file in the language of the request: ``play 7`` becomes ``spiele 7``.

    Numbers, cards and players are placeholders of the message: ``play {0}``. Several sentences, or words
    between commas, may have translations of their own. Words without a translation stay English. A word of an
    option has the description of the option as its context.
    """
    if LANGUAGE.get() == SOURCE or not text or isinstance(text, OwnText):
        return text
    whole = translated_in_context(catalogue(LANGUAGE.get()), context, str(text))
    if whole != text:
        return whole
    if isinstance(text, NamedText) and (named := _translated(str(text), {})):
        return named  # with words such as "your opponent" in place of a name
    source, names = (text.source, text.names) if isinstance(text, NamedText) else (text, {})
    parts = [_translated(x, names) or _translated_pieces(x, names) for x in parts_of(source)]
    if None in parts:
        return text
    return reduce(lambda x, y: gettext("{first} and {second}", first=x, second=y), filter(None, parts))


def word_phrase(word: str, message: str, /, **values: Any) -> str:
    """Return a message about what a match of a game is called, such as ``Next {word}``.

    The English word is its context, so that a language can give it another gender for some words.
    """
    return pgettext(word, message, word=game_words(word), **values)


def parts_of(text: str) -> list[str]:
    """Return the parts of a sentence about several players, which are translated one by one."""
    return re.split(f" and (?={PLAYER} )", text)


def _translated(text: str, names: Mapping[str, str]) -> str | None:
    """Return words with placeholders in the language of the request; None without a translation."""
    if not text:
        return ""
    message, values = template_of(text)
    known = catalogue(LANGUAGE.get()).gettext
    words = known(message)
    if words == message and has_words(message):
        words = known(f"{message}.").removesuffix(".")  # the first part of a sentence
    if words == message and has_words(message):
        return None
    return words.format(*(_local_value(x, names) for x in values))


def _translated_pieces(text: str, names: Mapping[str, str]) -> str | None:
    """Return the translations of all sentences of a text, or of its parts between commas; else None."""
    for separator, cut in ((" ", r"(?<=[.!?]) (?=[A-Z\d])"), (", ", ", ")):
        pieces = re.split(cut, text)
        translations = [_translated(x, names) for x in pieces] if len(pieces) > 1 else [None]
        if None not in translations:
            return separator.join(filter(None, translations))
    return None


def has_words(message: str) -> bool:
    """Return whether a message has words besides its placeholders."""
    return any(map(str.isalpha, PLACEHOLDER.sub("", message)))


def _local_value(value: str, names: Mapping[str, str]) -> str:
    """Return players, numbers or cards in the words of a game as the language writes them."""
    if re.match(PLAYER, value):
        return re.sub(PLAYER, lambda x: names.get(x[0]) or _local_player(x[0]), value)
    return value if "](" in value else local_number(value)


def _local_player(words: str) -> str:
    """Return a player without a name: ``seat 2``."""
    forms = {
        "seat": gettext("seat {number}"),
        "Seat": gettext("Seat {number}"),
        "player": gettext("player {number}"),
        "Player": gettext("Player {number}"),
    }
    word, _, number = words.partition(" ")
    return forms[word].format(number=number)


def template_of(text: str) -> tuple[str, list[str]]:
    """Return words with a placeholder for each number and card, and these: ``lead {0}`` and ``2♠``."""
    message, values = _template(str(text))
    return message, list(values)


@lru_cache(maxsize=10_000)
def _template(text: str) -> tuple[str, tuple[str, ...]]:
    values: list[str] = []

    def placeholder(varying: re.Match[str]) -> str:
        values.append(varying[0])
        return f"{{{len(values) - 1}}}"

    escaped = text.replace("{", "{{").replace("}", "}}")
    return VARYING.sub(placeholder, escaped), tuple(values)


def local_number(text: str) -> str:
    """Return a printed English number, such as ``1,234.5``, with the separators of the language."""
    language = LANGUAGE.get()
    return text if language == SOURCE else text.translate(_separators(language))


@lru_cache(maxsize=16)
def _separators(language: str) -> dict[int, str]:
    """Return what replaces the comma and the point of an English number."""
    from babel import Locale

    if language not in languages():
        return {}
    symbols = Locale.parse(language, sep="-").number_symbols["latn"]
    return {ord(","): symbols["group"], ord("."): symbols["decimal"]}


def best_language(accepted: str, chosen: str = "") -> str:
    """Return the language for a browser: the one that was chosen, else the first accepted one we have.

    Parameters
    ----------
    accepted : str
        The header ``Accept-Language``, such as ``de-AT, de;q=0.9, en;q=0.8``.
    chosen : str
        Code of the language that the person chose; empty or unknown for none.
    """
    return chosen if chosen in languages() else _accepted_language(accepted[:MOST_ACCEPTED])


@lru_cache(maxsize=256)
def _accepted_language(accepted: str) -> str:
    from babel import negotiate_locale

    wanted = [code for _, code in sorted(_weighed(accepted), key=lambda x: -x[0])]
    return negotiate_locale(wanted, list(languages()), sep="-") or SOURCE


def _weighed(accepted: str) -> list[tuple[float, str]]:
    """Return the languages of a header with their weights; a weight that is not a number counts as 0."""
    weighed = []
    for part in accepted.split(","):
        code, _, weight = part.strip().partition(";q=")
        is_number = re.fullmatch(r"[01](\.\d{1,3})?", weight or "1")
        if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", code):
            weighed.append((float(weight or "1") if is_number else 0.0, code))
    return weighed
