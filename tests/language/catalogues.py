"""Collect the messages of all code, templates and games into the catalogues: ``make messages``.

``python -m tests.language.catalogues`` brings every catalogue up to date: new messages are added without a
translation, and messages that nobody uses are removed. ``python -m tests.language.catalogues it`` begins one.
``python -m tests.language.catalogues high-card de`` does both for a game from outside Upcard, in its folder.
"""

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from tests.language.analysis_texts import analysis_messages

from upcard.engine.registry import game_modules, valid_games
from upcard.language.messages import FOLDER
from upcard.play.game_messages import game_messages, option_messages
from upcard.solving.ordinal2x2 import NAMES, TIED_NAMES, TIES
from upcard.web.pages.school_network_page import network_messages

SOURCES = FOLDER.parent
METHODS = [("**.py", "python"), ("**.jinja", "jinja2.ext:babel_extract")]
KEYWORDS = {
    "_": None, "gettext": None, "ngettext": (1, 2), "marked": None,
    "pgettext": ((1, "c"), 2), "word_phrase": (2,),
}  # fmt: skip
WIDTH = 110


class Text(NamedTuple):
    """A message with a remark for translators; a pair is a singular and a plural."""

    id: str | tuple[str, str]
    remark: str = ""
    context: str | None = None


def messages() -> Iterator[Text]:
    """Yield every message."""
    options = {"**.jinja": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
    found = extract_from_dir(SOURCES, METHODS, options, keywords=KEYWORDS, comment_tags=())
    for _, _, message, _, context in found:
        yield Text(message if isinstance(message, str) else (message[0], message[1]), "", context)
    for message in network_messages():
        yield Text(message, "Page for teachers on networks, in Markdown")
    for message in type_messages():
        yield Text(message, "Type of a game of two players with two choices")
    for rules in shipped_games():
        yield from texts_of_game(rules)


def texts_of_game(rules: ModuleType) -> Iterator[Text]:
    """Yield the messages of a game; a word of an option has the description of the option as its context."""
    title = rules.GAME.title
    for message, example in {**analysis_messages(rules), **game_messages(rules)}.items():
        yield Text(message, title + (f": {example}" if example != message else ""))
    for option, word in option_messages(rules):
        yield Text(word, title, option)


def own_texts(rules: ModuleType) -> Iterator[Text]:
    """Yield the messages of a game that are not in Upcard's own catalogues."""
    known = {(x.id, x.context) for x in read_catalogue(next(FOLDER.glob("*.po")))}
    yield from (x for x in texts_of_game(rules) if (x.id, x.context) not in known)


def type_messages() -> list[str]:
    """Return the names of types of games of two players with two choices, and the words for their ties."""
    return [*NAMES.values(), *TIED_NAMES, *TIES.values()]


def shipped_games() -> list[ModuleType]:
    """Return the rules files of this project."""
    return [x for x in valid_games()[0].values() if x.__name__.startswith("upcard.games.")]


def collected(texts: Iterable[Text]) -> Catalog:
    """Return a catalogue of messages, without translations."""
    catalogue = Catalog(fuzzy=False)
    for message, remark, context in texts:
        catalogue.add(message, auto_comments=[remark] if remark else [], context=context)
    return catalogue


def read_catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file; an empty one if there is no file."""
    language = path.stem.replace("-", "_")
    if not path.exists():
        return Catalog(language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def bring_up_to_date(path: Path, template: Catalog) -> list[str]:
    """Rewrite a catalogue with all messages of the template, and return those without a translation."""
    earlier = read_catalogue(path)
    catalogue = Catalog(earlier.locale, header_comment="", fuzzy=False)
    for message in template:
        if message.id:
            old = earlier.get(message.id, message.context)
            texts = old.string if old else ""
            catalogue.add(message.id, texts, auto_comments=message.auto_comments, context=message.context)
    text = BytesIO()
    write_po(text, catalogue, width=WIDTH, no_location=True, sort_output=True)
    head, _, rest = text.getvalue().decode().partition("\n\n")
    path.write_text(f"{_header(head)}\n\n{rest}", encoding="utf-8")
    return untranslated(catalogue)


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the messages without a translation, or without one of its plural forms."""
    texts = [(x.id, x.string if isinstance(x.string, (list, tuple)) else [x.string]) for x in catalogue]
    return [str(message) for message, forms in texts if message and (not forms or not all(forms))]


def _header(text: str) -> str:
    """Return the lines of a header that say something: no dates, and no names of tools."""
    kept = ("msgid", "msgstr", '"Language:', '"Plural-Forms', '"MIME', '"Content')
    return "\n".join(x for x in text.splitlines() if x.startswith(kept))


def main(codes: list[str], game: str = "") -> None:
    """Begin the catalogues of some languages, and bring all others up to date."""
    rules = game_modules()[game] if game else None
    folder = Path(str(rules.__file__)).parent / "language" if rules else FOLDER
    everything = collected(own_texts(rules) if rules else messages())
    folder.mkdir(exist_ok=True)
    for new in codes:
        bring_up_to_date(folder / f"{new}.po", everything)
    for file in sorted(folder.glob("*.po")):
        missing = bring_up_to_date(file, everything)
        sys.stdout.write(f"{file.name}: {len(everything)} messages, {len(missing)} without a translation\n")


if __name__ == "__main__":
    names = sys.argv[1:]
    main(names[1:], names[0]) if names[:1] and names[0] in game_modules() else main(names)
