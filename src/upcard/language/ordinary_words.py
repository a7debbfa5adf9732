"""The ordinary words of all languages, taken from the catalogues of messages."""

import re
from collections import Counter
from functools import cache

from upcard.language.messages import FOLDER

WORD = re.compile(r"\w+")
COMMENT = re.compile(r"^#.*\n?", re.MULTILINE)


@cache
def ordinary_words() -> frozenset[str]:
    """Return the words of the messages in all languages, without case.

    A word that usually stands in a message and also in its translation is left out: it is a name, such as
    *Mia* in an example.
    """
    alone, shared = Counter[str](), Counter[str]()
    for path in sorted(FOLDER.glob("*.po")):
        text = COMMENT.sub("", path.read_text(encoding="utf-8")).replace("\\n", " ").casefold()
        for entry in text.split("\n\n"):
            source, _, target = entry.partition("\nmsgstr")
            one, other = set(WORD.findall(source)), set(WORD.findall(target))
            alone.update(one ^ other)
            shared.update(one & other)
    return frozenset(x for x, n in alone.items() if n > shared[x])
