"""Checks of translations: a bad one is left out when a catalogue is read, so that its message stays English.

A translation is filled in with :meth:`str.format`, so its placeholders must be those of the English message.
"""

import re
from collections.abc import Sequence
from string import Formatter

from babel.messages.catalog import Catalog, Message

TAG = re.compile(r"</?(?:strong|em|code|kbd)>")
"""A tag that a message may contain."""


def drop_bad_translations(catalogue: Catalog) -> list[str]:
    """Remove the translations that cannot be filled in, and return their messages."""
    bad = [x for x in catalogue if x.id and x.string and not fits(x)]
    for message in bad:
        message.string = ("", "") if message.pluralizable else ""
    return [str(x.id) for x in bad]


def fits(message: Message) -> bool:
    """Return whether a translation has the placeholders and tags of its message.

    A form of a plural may leave out placeholders. Missing forms are English, so they fit.
    """
    sources, forms = _forms(message.id), _forms(message.string)
    known, tags = [placeholders(x) for x in sources], [_tags(x) for x in sources]
    if None in known:  # a text with a single brace: it is never filled in
        return True
    allowed = {x for fields in known for x in fields or ()}
    for form in filter(None, forms):
        fields = placeholders(form)
        if fields is None or not fields <= allowed or _tags(form) not in tags:
            return False
        if len(sources) == 1 and fields != allowed:
            return False
    return True


def _forms(texts: str | Sequence[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts or ())


def placeholders(text: str) -> set[tuple[str, str | None, str | None]] | None:
    """Return the placeholders of a text with their formats; None if it cannot be filled in."""
    try:
        return {(name, spec, form) for _, name, spec, form in Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def _tags(text: str) -> list[str]:
    return sorted(TAG.findall(text))
