"""Sentences that people read, collected from source files, pages, templates and scripts."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from upcard.cli.root import upcard

FEWEST_WORDS = 4
"""Shorter string literals are names, keys and labels more often than sentences."""

CODE = "CODE"
"""Stands for code and for inserted values inside a sentence."""

INLINE_TAGS = "a|abbr|b|bdi|cite|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var|wbr"
"""HTML elements that stand inside a sentence; any other one divides sentences."""

SENTENCE = re.compile(r"\S.*?(?:[.!?…][\"”’)*_]*(?=\s+[\"“(*_]*[A-Z0-9])|(?=\s*$))", re.DOTALL)
NO_PROSE = re.compile(r"#!|# *(?:fmt|type|noqa|pragma|ruff)\b")


class Sentence(NamedTuple):
    """One sentence, or one title, cell or label, and where it begins.

    Parameters
    ----------
    file
        The file, or the command whose help it is.
    line
        The line on which it begins.
    text
        The sentence on one line, with code replaced by ``CODE``.
    is_title
        Whether it is a heading, which need not be a whole sentence.
    """

    file: str
    line: int
    text: str
    is_title: bool = False


def blank(pattern: str, text: str, by: str = "", flags: int = 0) -> str:
    """Replace every match by ``by`` and the newlines that it contained, so that lines stay countable."""
    return re.sub(pattern, lambda m: by + "\n" * m[0].count("\n"), text, flags=flags)


def split(file: str, line: int, text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text whose paragraphs are divided by blank lines."""
    for block in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|$))+", text):
        for part in SENTENCE.finditer(block[0]):
            words = " ".join(part[0].split())
            if words:
                yield Sentence(file, line + text.count("\n", 0, block.start() + part.start()), words)


def in_python(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of docstrings, comments and longer string literals."""
    tree = ast.parse(source)
    inside = set()
    for docstring in docstring_nodes(tree):
        inside.add(id(docstring))
        yield from split_items(file, docstring.lineno, docstring_text(str(docstring.value)))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(x) for x in ast.walk(node) if isinstance(x, ast.Constant))
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in inside:
            text = literal_text(node)
            if count_words(text) >= FEWEST_WORDS:
                yield from split(file, node.lineno, blank(r"`[^`\n]+`", text, CODE))
    yield from in_comments(file, source)


def count_words(text: str) -> int:
    """Return how many words of two and more letters a text has, without inserted values."""
    return len(re.findall(r"[A-Za-z]{2,}", text.replace(CODE, "")))


def docstring_nodes(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the strings that document a module, a class, a function or the name before them."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as constant):
                yield constant


def docstring_text(text: str) -> str:
    """Return a docstring without its examples, underlines, literals and roles."""
    text = blank(r"^ *>>>.*\n(?: *\S.*\n)*", text, flags=re.MULTILINE)
    text = re.sub(r"^ *-{3,} *$", "", text, flags=re.MULTILINE)
    text = blank(r"^( *)[\w*]+(?:, [\w*]+)*(?: : .*)?$(?=\n\1 +\S)", text, flags=re.MULTILINE)
    text = blank(r"(?::\w+:)?``?[^`]+``?", text, CODE)
    return by_item(text)


def by_item(text: str) -> str:
    """Return a text in which each list item is a paragraph; newlines are moved, not added."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if re.match(r" *(?:[-*+]|\d+\.) +\S", line):
            lines[i] = re.sub(r"^ *(?:[-*+]|\d+\.) +", "\v", line)
    return "\n".join(lines)


def literal_text(node: ast.expr) -> str:
    """Return the text of a string literal, with inserted values replaced."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(x.value) if isinstance(x, ast.Constant) else CODE for x in values)
    return ""


def in_comments(file: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of comments; comments on consecutive lines are one text."""
    lines: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not NO_PROSE.match(token.string):
            lines[token.start[0]] = blank(r"``?[^`]+``?", token.string.lstrip("#:").strip(), CODE)
    first, words = 0, list[str]()
    for line in sorted(lines):
        if words and line != first + len(words):
            yield from split(file, first, "\n".join(words))
            words = []
        first = first if words else line
        words.append(lines[line])
    yield from split(file, first, "\n".join(words))


def in_markdown(file: str, text: str) -> Iterator[Sentence]:
    """Yield the sentences of a page, without code and addresses."""
    text = blank(r"^(?P<f> *(?:```+|~~~+)).*?^(?P=f)`* *$", text, flags=re.MULTILINE | re.DOTALL)
    text = blank(r"<!--.*?-->|\{\{.*?\}\}", text, CODE, flags=re.DOTALL)
    text = blank(r"(`+)[^`]+?\1", text, CODE)
    text = blank(r"(?<=\])\([^)\s]*(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:.*$", text, flags=re.MULTILINE)
    text = re.sub(r"!?\[|\](?!\()", "", text)
    for m in re.finditer(r"^#+ +(.*)$", text, re.MULTILINE):
        yield Sentence(file, text.count("\n", 0, m.start()) + 1, m[1], is_title=True)
    text = re.sub(r"^(?:#+ .*|:::.*|\|?[-|: ]+\|)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^> ?", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|.*$", lambda m: m[0].replace("|", "\v"), text, flags=re.MULTILINE)
    yield from split_items(file, 1, by_item(text))


def split_items(file: str, line: int, text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text that is also divided by vertical tabs, which count as no line."""
    start = 0
    for part in text.split("\v"):
        yield from split(file, line + text.count("\n", 0, start), part)
        start += len(part) + 1


def in_template(file: str, text: str) -> Iterator[Sentence]:
    """Yield the sentences between the tags of a page, in the attributes that are read, and in expressions."""
    text = blank(r"\{#.*?#\}|<(script|style|svg)\b.*?</\1>|<!--.*?-->", text, flags=re.DOTALL)
    for m in re.finditer(r"\{[{%].*?[%}]\}", text, re.DOTALL):
        for literal in re.finditer(r"\"([^\"]*)\"|'([^']*)'", m[0]):
            if count_words(literal[0]) >= FEWEST_WORDS:
                yield from split(file, text.count("\n", 0, m.start()) + 1, literal[1] or literal[2])
    text = blank(r"\{\{.*?\}\}", text, CODE, flags=re.DOTALL)
    text = blank(r"\{%.*?%\}", text, "", flags=re.DOTALL)
    for m in re.finditer(r"\b(?:alt|title|placeholder|aria-label|content)=\"([^\"]+)\"", text):
        yield from split(file, text.count("\n", 0, m.start()) + 1, m[1])
    text = blank(r"<code\b.*?</code>|<kbd\b.*?</kbd>", text, CODE, flags=re.DOTALL)
    text = blank(rf"</?(?:{INLINE_TAGS})\b[^>]*>", text)
    text = blank(r"<[^>]*>", text, "\v")
    yield from split_items(file, 1, text)


def in_script(file: str, text: str) -> Iterator[Sentence]:
    """Yield the sentences of comments and string literals of JavaScript, or of comments of CSS."""
    pattern = r"/\*.*?\*/|(?://[^\n]*(?:\n\s*(?=//))?)+|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"
    for m in re.finditer(pattern, text, re.DOTALL):
        line = text.count("\n", 0, m.start()) + 1
        if m[0].startswith("/"):
            comment = re.sub(r"(?m)^\s*(?://+|/?\*+/?)|\*/$", "", m[0])
            yield from split(file, line, blank(r"`[^`]*`", comment, CODE))
        elif count_words(m[0]) >= FEWEST_WORDS and not file.endswith(".css"):
            yield from split(file, line, re.sub(r"\$\{[^}]*\}", CODE, m[0][1:-1]))


READERS = {
    ".py": in_python,
    ".md": in_markdown,
    ".jinja": in_template,
    ".js": in_script,
    ".css": in_script,
}


def in_file(path: Path, name: str) -> Iterator[Sentence]:
    """Yield the sentences of a file, which is called ``name`` in reports."""
    text = path.read_text(encoding="utf-8")
    yield from READERS[path.suffix](name, text)


def in_help() -> Iterator[Sentence]:
    """Yield the sentences of the help of every command and option."""
    context = click.Context(upcard)
    for name in upcard.list_commands(context):
        command = upcard.get_command(context, name)
        assert command is not None
        subcommands = [command, *command.commands.values()] if isinstance(command, click.Group) else [command]
        for x in subcommands:
            texts = [x.help, x.short_help, x.epilog, *(getattr(p, "help", None) for p in x.params)]
            for text in texts:
                words = re.sub(r"`[^`]+`|\b[A-Z_]{3,}\b", CODE, text or "")
                yield from split(f"upcard {name} --help", 1, words)
