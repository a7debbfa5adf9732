"""Rules of plain English, and a command that applies them: ``python -m tests.house.plain_english PATH...``.

Each rule catches one habit that makes a sentence hard to read. A rule that would also catch good sentences
is left out: reading aloud does that job better.
"""

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.house.sentences import READERS, Sentence, in_file, in_help

ROOT = Path(__file__).parents[2]
FOLDERS = ("src/upcard", "docs", "examples", "benchmarks")
PRUNED = {"_build", "__pycache__", "vendor"}
GENERATED = tuple(
    f"docs{line}"
    for line in (ROOT / "docs" / ".gitignore").read_text(encoding="utf-8").split()
    if line[0] == "/"
)
"""Pages that a build writes from sources that are read themselves."""
ALLOWED = Path(__file__).with_name("allowed.toml")
HELP = "help"


class Rule(NamedTuple):
    """A habit and its cure.

    Parameters
    ----------
    name
        A short name, for reports and for the list of exceptions.
    pattern
        A regular expression; case counts.
    why
        The reason why such a sentence is hard to read.
    instead
        Words to write instead.
    caught
        A sentence that the rule catches.
    passed
        A similar sentence that is fine.
    in_titles
        Whether headings are read too.
    """

    name: str
    pattern: str
    why: str
    instead: str
    caught: str
    passed: str
    in_titles: bool = True


BE = r"\b(?:is|are|was|were|be|been|being)"
UP_TO = r"(?:\w+ ){0,%d}"
LABEL = r"(?: \w+){1,4}$"
"""A few words without a full stop, such as the heading of a column."""

RULES = (
    Rule(
        "bare-who",
        rf"^(?:Who|(?:(?:For|To|By|With|Against|Of) )?[Ww]hom)\b(?!{LABEL})(?!.*\?)",
        "a sentence needs a noun as its subject",
        "the player who ..., anyone who ..., whoever ...",
        "Who leads plays any card.",
        "Who wins a position?",
        in_titles=False,
    ),
    Rule(
        "for-who",
        r"\b(?:for|to|by|with|from|against|than) who\b(?! else\b)"
        r"|\bof who (?:is|has|had|asks|looks|made|plays|reads|sits|was|writes)\b",
        "'who' needs a noun before it",
        "for players who ..., for anyone who ..., the player who ...",
        "It is for who wants to play.",
        "It is for players who want to win.",
    ),
    Rule(
        "bare-what",
        rf"^What\b(?!{LABEL})"
        r"(?! (?:you|we|they|I|if|to|else|next|now|happen(?:s|ed)|follows|matters|changed)\b)(?!.*\?)",
        "the thing has a name",
        "name it: 'Legal actions of a seat', 'Return the ...'",
        "What a seat is shown.",
        "What you need is a deck.",
        in_titles=False,
    ),
    Rule(
        "bare-that",
        r"^That (?:a|an|the|it|its|no|of|each|every|all|this|somebody|nobody|both|there|none)\b",
        "a sentence needs a noun or a verb at its start",
        "begin with the subject, or 'Whether ...', 'Check that ...'",
        "That a rules file loads.",
        "That depends on the game.",
    ),
    Rule(
        "bare-of",
        r"^Of (?!course\b)|[;:] of (?!course\b)",
        "the part before the verb belongs behind it",
        "turn it around: 'X of Y', 'Among the ...', 'If there are several ...'",
        "Of several files to write it does not.",
        "Of course the dealer may pass.",
        in_titles=False,
    ),
    Rule(
        "bare-participle",
        r"^(?:Told|Said|Asked|Kept|Found|Given)\b(?! (?:a|an|the|that)\b)",
        "nobody does anything in this sentence",
        "an imperative ('Report ...') or a noun phrase ('Callback, called when ...')",
        "Told before each part.",
        "Called before each part.",
        in_titles=False,
    ),
    Rule(
        "bare-so",
        r"^So (?:that|as to)\b",
        "a purpose needs a sentence to hang on",
        "join it to the sentence before, or write 'This way ...'",
        "So that no card is lost.",
        "So the dealer wins.",
    ),
    Rule(
        "so-many",
        r"\b[Ss]o (?:many|much|often|few|long)\b(?! (?:as|that)\b)(?! (?:\w+ ){1,4}(?:as|that)\b)",
        "'so many' compares with something that is not there",
        "maximum, minimum, limit, number of, at most N, after N seconds",
        "So many letters of a line are shown.",
        "It shows so many letters that the line breaks.",
    ),
    Rule(
        "is-told",
        BE + r"(?: \w+)? told\b(?! (?:apart|from)\b)|\bwhat " + UP_TO % 4 + r"told\b",
        "'told' does not say how",
        "shown, reported, notified, stated",
        "A fault is told in a sentence.",
        "The two suits can be told apart.",
    ),
    Rule(
        "is-said",
        BE + r"(?: \w+)? said\b",
        "'said' does not say where",
        "shown, printed, stated, described",
        "Nothing is said of ties.",
        "The player said nothing.",
    ),
    Rule(
        "is-kept",
        BE + r"(?: \w+)? kept (?:in|under|of|by|on|for|here|there|where|as|until|if|beside|with|at)\b"
        r"|\b[Ww]hat (?:is|was|it is|has been) kept\b|\b[Kk]eep there\b",
        "programs store things",
        "stored, saved, cached, retained",
        "Results are kept in a file.",
        "The higher card is kept.",
    ),
    Rule(
        "what-found",
        r"\bwhat " + UP_TO % 3 + r"found\b|\bthe found\b",
        "the result has a name",
        "the result, the match, the solution, the discovered files",
        "Write what was found to a file.",
        "The certificate was found in the folder.",
    ),
    Rule(
        "what-asked",
        r"\bwhat "
        + UP_TO % 2
        + r"asked\b|"
        + BE
        + r" asked(?= (?:of|about|once|again|what|where|here)\b|[.,;:])"
        r"|\bwho (?:is |are )?ask(?:s|ed)\b|\b(?:that|those|ones?) asked for\b",
        "programs get requests",
        "request, query, question; the player to move",
        "It answers what is asked.",
        "You are asked for a bet.",
    ),
    Rule(
        "asked-for",
        BE + r" asked for\b(?! (?:an?|the|your|its?|their|one)\b)|\b(?:something|anything) asked for\b",
        "it is not clear who asked",
        "requested, chosen; or name the thing: 'for 3 players', 'the number of games'",
        "Kuhn poker was asked for 3 players.",
        "You are asked for a bet.",
    ),
    Rule(
        "how-many",
        r"^How (?:many|much)\.$",
        "the things have a name",
        "'Number of games.'",
        "How many.",
        "How many games are played is shown below.",
    ),
    Rule(
        "tell-of",
        r"\b[Tt]ell(?:s|ing)? of\b",
        "nobody says that any more",
        "report, describe, say that",
        "It tells of a broken file.",
        "The two suits can be told apart.",
    ),
    Rule(
        "mend",
        r"\b[Mm]end(?:s|ed|ing|able)?\b",
        "clothes are mended",
        "fix",
        "It mends what it can.",
        "It fixes formatting.",
    ),
    Rule(
        "go-on",
        r"\b(?:go|goes|going|gone|went) on (?:with|from)\b|\bto go on\b(?! (?:top|the|for ever|forever)\b)"
        r"|\b(?:it|program|command|server|search|run|solver|class|study|page|process|and|which) goes on\b"
        r"(?! for ever| the\b| top\b)",
        "programs continue",
        "continue, resume",
        "The command stops, and later goes on from it.",
        "The round goes on until a player quits.",
    ),
    Rule(
        "go-over",
        r"\b(?:[Gg]o|goes|[Gg]oing|[Gg]one|went) over (?:it\b|"
        + UP_TO % 2
        + r"(?:match|matches|records?)\b)",
        "a match is reviewed",
        "review, analyse",
        "Go over it now.",
        "The search goes over all columns.",
    ),
    Rule(
        "worth",
        r"\bworths\b|\b(?:[Tt]he|[Aa]) worth\b|\bworth (?:to|for) (?:him|her|it|who)\b"
        r"|\bworth -?[0-9]+\.[0-9]"
        r"|\b[Ww]hat (?:(?!cards?\b|courts?\b|chips?\b|kings?\b|aces?\b|coins?\b|llamas?\b)\w+ ){0,6}"
        r"(?:is|are|was|were) worth\b",
        "'worth' names no quantity",
        "value, winning chance, expected score",
        "It shows what every move is worth.",
        "An ace is worth 11 points.",
    ),
    Rule(
        "came-to",
        r"\b[Ww]hat " + UP_TO % 6 + r"(?:comes?|came) to(?=[.,;:]|$| (?:now|so|at|in|if)\b)",
        "'came to' names no quantity",
        "result, score, total",
        "It shows what the round came to.",
        "It shows what the pupil came to see.",
    ),
    Rule(
        "put-number",
        r"\bputs? [01]\b(?! (?:penny|pennies|cards?|coins?|chips?|in)\b)",
        "the field's word is betting",
        "bet 1, check",
        "You have the lead, so put 1.",
        "You put 1 penny into the pot.",
    ),
    Rule(
        "lay",
        r"\b(?:[Ll]ays|laid|[Ll]aying)\b(?! out\b)"
        r"|\b(?:may|to|can|could|must|would|you|they|players|and|or|not) lay\b(?! out\b)",
        "cards are played, positions are set up",
        "play, place, put, set up",
        "The leader lays a card.",
        "The page is laid out for print.",
    ),
    Rule(
        "he",
        r"^(?!.*\b(?:Paul|Peter)\b).*?\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b",
        "players are not all men",
        "they, their, them; you; or name the player",
        "A player keeps his card.",
        "Players keep their cards.",
    ),
    Rule(
        "metaphor",
        r"\b(?:halls?|wardens?|office|manners|errands?|lens|lenses|postman|rambles?|wishes|a wish)\b",
        "a private picture explains nothing",
        "table service, housekeeping, inbox, table actions, remote job, masked view, outbox, request",
        "The warden walks through the hall.",
        "The housekeeping job checks the tables.",
    ),
    Rule(
        "bare-own",
        r"\b(?:the|an?|of|with|in|from|no|by|for) own (?=\w)",
        "'own' needs an owner",
        "your own, its own, the player's own",
        "Below is the own hand.",
        "Below is your own hand.",
    ),
    Rule(
        "old-word",
        r"\b[Aa]new\b|\b[Ww]hereof\b|\b[Hh]itherto\b|\bto be had\b|\b[Oo]f late\b|\b[Bb]e rid of\b",
        "nobody says that any more",
        "again, of which, until now, available, recently, get rid of",
        "The page is drawn anew.",
        "The page is drawn again.",
    ),
)

PATTERNS = tuple((rule, re.compile(rule.pattern)) for rule in RULES)


class Fault(NamedTuple):
    """A sentence that a rule catches."""

    sentence: Sentence
    rule: Rule
    snippet: str

    def __str__(self) -> str:
        """Return the place, the rule, the words and the advice, on one line."""
        at = f"{self.sentence.file}:{self.sentence.line}"
        return f"{at}: {self.rule.name}: …{self.snippet}… ({self.rule.why}; write: {self.rule.instead})"


class Exemption(NamedTuple):
    """Words that a rule must let pass, and why.

    Parameters
    ----------
    rule
        Name of the rule.
    text
        Words of the sentence, with code written as ``CODE``.
    reason
        The reason why they are good English here.
    """

    rule: str
    text: str
    reason: str

    def covers(self, fault: Fault) -> bool:
        """Whether it lets a fault pass."""
        return self.rule == fault.rule.name and self.text in fault.sentence.text


def exemptions() -> list[Exemption]:
    """Return the list of exceptions."""
    return [Exemption(**x) for x in tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get("allowed", [])]


def faults(sentences: Iterable[Sentence]) -> Iterator[Fault]:
    """Yield what the rules catch in sentences, exceptions included."""
    for sentence in sentences:
        for rule, pattern in PATTERNS:
            m = pattern.search(sentence.text)
            if m is not None and (rule.in_titles or not sentence.is_title):
                yield Fault(sentence, rule, sentence.text[max(0, m.start() - 40) : m.end() + 50])


def faults_left(sentences: Iterable[Sentence]) -> list[Fault]:
    """Return what the rules catch in sentences, without the exceptions."""
    passed = exemptions()
    return [x for x in faults(sentences) if not any(y.covers(x) for y in passed)]


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files below some paths that have sentences in them."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            is_ours = not PRUNED & set(file.parts) and not name_of(file).startswith(GENERATED)
            if is_ours and file.suffix in READERS:
                yield file


def all_files() -> list[Path]:
    """Return the files of the project that are held to the rules."""
    return [*sorted(ROOT.glob("*.md")), *files(ROOT / folder for folder in FOLDERS)]


def name_of(file: Path) -> str:
    """Return the name of a file from the root of the project."""
    return file.resolve().relative_to(ROOT).as_posix() if file.resolve().is_relative_to(ROOT) else str(file)


def room_of(name: str) -> str:
    """Return the folder for which a file counts: a room of the package, a game, or a part of the docs."""
    parts = name.split("/")[:-1]
    if name.startswith("upcard "):
        return HELP
    if parts[:1] != ["src"]:
        return "/".join(parts[:2]) or "."
    deeper = {"games", "templates", "static"} & set(parts)
    return "/".join(parts[: 4 if deeper else 3])


def sentences_of(paths: Iterable[Path]) -> Iterator[Sentence]:
    """Yield the sentences of files."""
    for path in paths:
        yield from in_file(path, name_of(path))


def counts_of(caught: list[Fault]) -> Iterator[str]:
    """Yield a line for every folder, and then for every rule, with its number of faults."""
    for names in ([room_of(x.sentence.file) for x in caught], [x.rule.name for x in caught]):
        yield from (f"{n:6} {name}" for name, n in Counter(names).most_common())


def main() -> None:
    """Print what the rules catch in the named files, or in all, and exit with 1 if there is anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.house.plain_english", description=main.__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files, folders [default: all]")
    parser.add_argument("--count", action="store_true", help="print one number per folder and per rule")
    options = parser.parse_args()
    sentences = list(sentences_of(files(options.paths) if options.paths else all_files()))
    if not options.paths:
        sentences.extend(in_help())
    caught = faults_left(sentences)
    lines = [*(counts_of(caught) if options.count else map(str, caught)), f"{len(caught)} in all"]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    raise SystemExit(bool(caught))


if __name__ == "__main__":
    main()
