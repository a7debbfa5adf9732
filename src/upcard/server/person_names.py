"""Names of people at a table: they can be seen, and no two of a table look alike.

A name may have letters of any script, and the joiners that Persian, Sinhala and emoji need inside it. Names
are compared by a skeleton: compatibility forms, case, invisible characters and look-alike letters do not
count. The skeleton follows the idea of Unicode Technical Standard 39 with a short table of letters.
"""

import re
import unicodedata
from collections.abc import Iterable

from upcard.engine.errors import Usage
from upcard.language.messages import gettext as _

LONGEST_NAME = 40
MOST_MARKS = 4
"""Maximum number of combining marks in a row."""

JOINERS = "\u200c\u200d"
LAST_LATIN = 0x24F
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Characters that are drawn as nothing."""

SELECTORS = "\ufe0e\ufe0f"
"""They choose the drawing of an emoji."""

LOOK_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌаеѕіјорсухһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχωօոսհıɑɡ",
    "ABESIJKMHOPCTYXGaesijopcyxhdqwlABEZHIKMNOPTYXayikvoptuxwonuhiag",
)
"""Letters of other scripts and the Latin ones that they look like: Cyrillic, Greek, Armenian, Latin."""


def check_name(name: str) -> str:
    """Return a name without extra spaces; raises Usage if it is empty, too long, or cannot be seen."""
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not shown:
        raise Usage(_("a name is missing; type one of at most {n} characters", n=LONGEST_NAME))
    if len(shown) > LONGEST_NAME:
        message = _("a name of {n} characters is too long; use at most {most}")
        raise Usage(message.format(n=len(shown), most=LONGEST_NAME))
    plain = "".join(c for i, c in enumerate(shown) if not _is_joining(shown, i))
    marks = [unicodedata.category(c).startswith("M") for c in plain]
    is_crowded = any(all(marks[i : i + MOST_MARKS + 1]) for i in range(len(marks) - MOST_MARKS))
    if not plain.isprintable() or INVISIBLE.search(plain) or marks[0] or is_crowded:
        raise Usage(_("this name has characters that cannot be shown; choose another name"))
    return shown


def _is_joining(name: str, i: int) -> bool:
    """Return whether a character joins its neighbours, or chooses the drawing of the one before it."""
    before, after = name[i - 1 : i], name[i + 1 : i + 2]
    if name[i] in SELECTORS:
        return bool(before) and unicodedata.category(before) in ("So", "Sm", "Po", "Nd")
    if name[i] not in JOINERS or not before or not after:
        return False
    return all(ord(c) > LAST_LATIN and (c in SELECTORS or not INVISIBLE.match(c)) for c in (before, after))


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", name)).translate(LOOK_ALIKE)
    text = re.sub(r"(?<=[a-z])I(?=[a-z]|$)|(?<=[A-Z])I(?=[a-z])", "l", text)  # as in AIice
    text = re.sub(r"(?<=[A-Za-z])[1|](?=[A-Za-z])", "l", text)
    text = re.sub(r"(?<=[A-Za-z])0(?=[A-Za-z])", "o", text)
    text = "".join(str(unicodedata.decimal(c, c)) for c in text).casefold()
    return " ".join(text.replace("rn", "m").replace("vv", "w").split())


def like(name: str, others: Iterable[str]) -> str:
    """Return the first of some names that looks like `name`; empty if none does."""
    wanted = skeleton(name)
    return next((x for x in others if x and skeleton(x) == wanted), "")


def check_free(name: str, others: Iterable[str]) -> str:
    """Return a name as :func:`check_name` does; raises Usage also if one of `others` looks like it."""
    shown, others = check_name(name), list(others)
    taken = like(shown, others)
    if not taken:
        return shown
    message = (
        _("{name} is taken; choose another name, such as {free}")
        if taken == shown
        else _("{name} looks too much like {other}, who is already here; choose another name, such as {free}")
    )
    raise Usage(message.format(name=shown, other=taken, free=numbered(shown, others)))


def numbered(name: str, others: Iterable[str]) -> str:
    """Return a name, with the first number from 2 that makes it look like none of `others`."""
    others, shown, i = list(others), name, 1
    while like(shown, others):
        i += 1
        end = f" {i}"
        shown = name[: LONGEST_NAME - len(end)].rstrip() + end
    return shown
