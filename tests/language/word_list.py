"""A German of a few messages, for tests."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from upcard.language import messages
from upcard.language.messages import in_language


class WordList(NullTranslations):
    """Translations in a mapping; plural forms have entries of their own, and a context is before a ``|``."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self.words = words

    def gettext(self, message: str) -> str:
        """Return the translation of a message."""
        return self.words.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message for a context."""
        return self.words.get(f"{context}|{message}", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of the form that fits a number."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def german_of(words: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answer in a German that has only these translations."""
    catalogue = WordList(words)
    monkeypatch.setattr(messages, "catalogue", lambda language: catalogue)
    with in_language("de"):
        yield
