"""What of an answer must stay the same: everything but times, this machine, and sentences for people.

The rules are few, so that a new command needs none of its own:

- a value whose key tells of time, speed, the machine or the version is left out (``PASSING``);
- a text that is a sentence, a title or a label becomes ``<text>``, followed by the precise numbers in it;
- of a drawing or a tree a fingerprint stays, for which what is written in it is treated alike; of a drawing
  with sentences, such as printed rules, nothing stays, since lines may break elsewhere;
- anything else stays: keys, numbers to the last digit, card and action names, identifiers, hashes.
"""

import hashlib
import json
import math
import platform
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy as np

PASSING = re.compile(
    r"^(\w+_)?(seconds|per_second|time|version|machine|cores|threads)$|^(began|ended)_at$|^rules_digest$"
)
"""Keys of values that differ from one run, machine or version to the next."""

LASTING = frozenset({"rules_version"})
"""Keys that look like those, and whose values must not change."""

FOR_PEOPLE = frozenset(
    ["title", "label", "x_label", "y_label", "caption", "heading", "head", "columns"],
) | {"words", "lesson", "note", "why_not", "judged_by", "source", "knows"}
"""Keys of texts, or lists of them, that are read by people, even where such a text is a single word."""

WORD = re.compile(r"[^\W\d_]{2,}")
WORDS_OF_A_SENTENCE = 5
"""A text with that many different words is a sentence, whatever it begins and ends with."""

CELLS, WORDS_OF_A_CELL = frozenset({"rows"}), 2
"""In the cells of tables, and in drawings, fewer words are enough: there numbers matter."""

PRECISE = re.compile(r"-?\d[\d,]*\.?\d*(?:e-?\d+)?(?:/\d+)?")
DIGITS = 5
"""Numbers with that many digits are results and no way of speaking: they stay where a sentence goes."""

MARKUP = re.compile(r"<(title|desc)\b[^>]*>.*?</\1>")
WRITTEN, QUOTED = re.compile(r"(?<=>)[^<>]+(?=<)"), re.compile(r'(?<=")[^"\n]+(?=")')
"""What is written in a drawing, and in a tree."""

MISSING, MORE = "(missing)", "(more)"
LONG, HEAD = 6_000, 8
"""Of an answer with so many characters, lists are cut to their head and a fingerprint of the rest."""


def normal(value: Any, folder: str = "") -> Any:
    """Return what of a JSON value must stay the same.

    Parameters
    ----------
    value : JSON value
        The whole answer, or a part of it.
    folder : str
        A folder of this run, whose name is replaced.
    """
    if isinstance(value, dict):
        return dict(_entries(value, folder))
    if isinstance(value, list):
        return [normal(x, folder) for x in value]
    return _text(value, folder) if isinstance(value, str) else value


def _entries(value: dict[str, Any], folder: str) -> Iterator[tuple[str, Any]]:
    """The entries of an object that stay; keys that are sentences are numbered, so that each stays one."""
    for i, (k, x) in enumerate(value.items()):
        if k in LASTING or not PASSING.search(k):
            key = _text(k, folder)
            yield key if key == k else f"{key} {i}", _under(k, x, folder)


def _under(key: str, value: Any, folder: str) -> Any:
    """What stays of a value under a key, by which people read its texts or the texts in its lists, or not."""
    if isinstance(value, list):
        return [_under(key, x, folder) for x in value]
    if isinstance(value, str) and key in FOR_PEOPLE:
        return _for_people(value)
    if isinstance(value, str) and key in CELLS and is_sentence(value, WORDS_OF_A_CELL):
        return _for_people(value)
    return normal(value, folder)


def _text(text: str, folder: str) -> str:
    text = text.replace(folder, "FOLDER") if folder else text
    return _for_people(text) if is_sentence(text) else text


def is_sentence(text: str, words: int = WORDS_OF_A_SENTENCE) -> bool:
    """Whether a text is a sentence or a title, which may be written anew, and not a name or a term."""
    several = WORD.findall(text)
    if len(several) < 2 or not re.search(r"\s", text):
        return False
    return len(set(several)) >= words or "\n" in text or text.rstrip()[-1:] in tuple(".?!:…")


def _for_people(text: str) -> str:
    """The place of a text for people, with the precise numbers in it."""
    numbers = [x.rstrip(",.") for x in PRECISE.findall(text)]
    kept = [x for x in numbers if sum(c.isdigit() for c in x) >= DIGITS]
    return " ".join(["<text>" if text else "", *kept])


def fingerprint(text: str) -> dict[str, Any] | str:
    """Return what of a drawing or a tree, the content of a file, must stay the same.

    Parameters
    ----------
    text : str
        The content of a file.
    """
    if text.startswith("<svg"):
        text = MARKUP.sub("", text)
        if any(is_sentence(x) for x in WRITTEN.findall(text)):
            return "<text>"
        text = WRITTEN.sub(lambda x: "<text>" if is_sentence(x[0], WORDS_OF_A_CELL) else x[0], text)
    else:
        text = QUOTED.sub(lambda x: "<text>" if is_sentence(x[0]) else x[0], text)
    return {"characters": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def abridged(value: Any) -> Any:
    """Return a long answer with its lists cut to their head; what is left out is told by its fingerprint."""
    return _cut(value) if len(json.dumps(value)) > LONG else value


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _cut(x) for k, x in value.items()}
    if not isinstance(value, list) or len(value) <= HEAD + 1:
        return value if not isinstance(value, list) else [_cut(x) for x in value]
    rest = json.dumps(value[HEAD:], ensure_ascii=False).encode()
    told = f"{MORE} {len(value) - HEAD}, sha256 {hashlib.sha256(rest).hexdigest()[:16]}"
    return [*map(_cut, value[:HEAD]), told]


def processor() -> str:
    """What the last digits of sums depend on: instructions of the processor, and versions of libraries."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    libraries = (f"{x} {version(x)}" for x in ("numpy", "scipy", "highspy", "numba"))
    return ", ".join([platform.machine(), *found, *libraries])


def differences(old: Any, new: Any, is_exact: bool = True, place: str = "") -> Iterator[str]:
    """Every place at which two answers differ, with what stood there and what stands there now.

    Parameters
    ----------
    old, new : JSON value
        What was recorded, and what is answered now.
    is_exact : bool
        Whether numbers must agree to the last digit, as they do on the processor of the recording.
    place : str
        Where in the answer these values stand.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for k in dict.fromkeys([*old, *new]):
            x, y = old.get(k, MISSING), new.get(k, MISSING)
            yield from differences(x, y, is_exact, f"{place}.{k}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (x, y) in enumerate(zip(old, new, strict=True)):
            yield from differences(x, y, is_exact, f"{place}[{i}]")
    elif not (_same(old, new) or (not is_exact and _close(old, new))):
        yield f"{place or 'the whole'}: was {_short(old)}, is {_short(new)}"


def _same(old: Any, new: Any) -> bool:
    return type(old) is type(new) and repr(old) == repr(new)


def _close(old: Any, new: Any) -> bool:
    """Whether two values differ in the last digits of sums at most; fingerprints say nothing about that."""
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-12)
    return isinstance(old, str) and isinstance(new, str) and old.startswith(MORE) and new.startswith(MORE)


def _short(value: Any, most: int = 200) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else f"{text[:most]}…"
