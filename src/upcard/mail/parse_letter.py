"""Reading a letter: who wrote it, to which seat, and the lines that are meant for us.

Everything may be broken here: letters come from anybody. What cannot be read counts as not written; only
who asks, and whether a machine wrote it, must be certain, since machines are never answered (RFC 3834).
"""

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.utils import getaddresses
from html.parser import HTMLParser

from upcard.server.mail_consent import ADDRESS

LONGEST, LONGEST_HEAD, MOST_PARTS, MOST_LINES = 200_000, 20_000, 100, 60
"""Bytes of a letter and of its head that are read, parts that are looked at, lines that can be commands."""

MACHINES = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+.*)?@", re.IGNORECASE)
LISTS = ("list-id", "list-unsubscribe", "x-autoreply", "x-autorespond", "x-loop", "x-failed-recipients")
PRECEDENCE = ("bulk", "junk", "list", "auto_reply")
SENT_TO = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
TRACES = ("received", "return-path", "delivered-to", "x-", "dkim-", "arc-", "authentication-results")
GREETING = re.compile(
    r"(hi|hello|hey|dear|good \w+|hallo|liebe[rs]?|guten \w+|moin|servus|gr[uü](ss|ß) \w+)\b.{0,40}[,!.]?"
)
QUOTED_FROM_HERE = re.compile(
    r"(-{2,}\s*(original|forwarded|urspr)|_{10,}|on .{5,80}\bwrote:|am .{5,80}\bschrieb\b)"
)


@dataclass(frozen=True)
class Letter:
    """A letter as it was read."""

    id: str
    """Its name among all letters: 64 characters, the same when it is delivered again."""
    sender: str
    """The address that an answer goes to; empty if there is none."""
    name: str
    """What the sender is called."""
    sent_to: tuple[str, ...]
    """What may hold the address it came to."""
    subject: str
    """Its subject."""
    message_id: str
    """What other letters call it; empty if that is not known."""
    lines: tuple[str, ...]
    """The lines that may be commands, without what is quoted, signed or below an empty line."""
    automatic: str
    """Why no machine may answer it; empty where a person wrote it."""


def read_letter(raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> Letter:
    """Read a letter as it came.

    Parameters
    ----------
    raw : bytes
        All of it.
    sender : str, optional
        Who the envelope says sent it: empty for a bounce, None where there is no envelope.
    recipients : sequence of str
        To whom the envelope is.
    """
    message = _parsed(raw)
    named = [*_addresses(message, "reply-to"), *_addresses(message, "from")]
    name, address = named[0] if named else ("", "")
    writers = [n for n, _ in _addresses(message, "from") if n]
    message_id = "".join(_head(message, "message-id").split())[:150]
    return Letter(
        id=_id_of(message, raw, address, message_id),
        sender=address,
        name=(name or next(iter(writers), "") or address.partition("@")[0])[:40].strip(),
        sent_to=(*recipients, *(_head(message, x) for x in SENT_TO)),
        subject=_printable(_head(message, "subject"))[:300],
        message_id=message_id if re.fullmatch(r"<[!-~]{3,148}>", message_id) else "",
        lines=_for_us(_text_of(message)),
        automatic=_why_automatic(message, address, sender),
    )


def _parsed(raw: bytes) -> Message:
    """A letter in its parts; of one that is too long or too deep only the head."""
    if len(raw) <= LONGEST and raw.lower().count(b"boundary") <= MOST_PARTS:
        try:
            return BytesParser().parsebytes(raw)
        except (RecursionError, MessageError, ValueError, LookupError):  # what nobody writes by hand
            pass
    return BytesHeaderParser().parsebytes(re.split(rb"\r?\n\r?\n", raw[:LONGEST_HEAD])[0])


def _head(message: Message, name: str) -> str:
    """A line of the head in plain words; all of that name if it stands there more than once."""
    return " , ".join(map(_decoded, _lines(message, name)))


def _lines(message: Message, name: str) -> list[str]:
    """All lines of the head of that name, as they came."""
    return [_eight_bit(str(x)) for k, x in message.raw_items() if k.lower() == name][:20]


def _addresses(message: Message, name: str) -> list[tuple[str, str]]:
    """Names and addresses of a line of the head; what is encoded in a name is no part of the address."""
    found = getaddresses(_lines(message, name))
    return [(_printable(_decoded(n)), x) for n, x in found if ADDRESS.fullmatch(x)]


def _eight_bit(text: str) -> str:
    """A line of the head in which bytes stand that are no ASCII: mostly they are UTF-8."""
    return text.encode("ascii", "surrogateescape").decode("utf-8", "replace") if _is_raw(text) else text


def _is_raw(text: str) -> bool:
    return all(ord(c) < 128 or "\udc80" <= c <= "\udcff" for c in text)


def _decoded(text: str) -> str:
    """A line of the head, with what is encoded in it as RFC 2047 says."""
    one_line = " ".join(text.split())
    try:
        pieces = decode_header(one_line)
    except (HeaderParseError, ValueError):
        return one_line
    return "".join(_text(x, charset) if isinstance(x, bytes) else x for x, charset in pieces)


def _text(raw: bytes, charset: str | None) -> str:
    """Bytes as text; in the usual encoding where they name one that does not exist."""
    try:
        return raw.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):
        return raw.decode("utf-8", "replace")


def _printable(text: str) -> str:
    """A text on one line, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _id_of(message: Message, raw: bytes, sender: str, message_id: str) -> str:
    """A name that a letter keeps however often, and by whatever way, it is delivered."""
    digest = hashlib.sha256(f"{sender.lower()}\n{message_id}\n".encode("utf-8", "replace"))
    if not message_id:
        kept = [f"{k}: {v}" for k, v in message.items() if not k.lower().startswith(TRACES)]
        body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
        digest.update("\n".join(kept).encode("utf-8", "replace") + b"\n" + b"\n".join(body.split()))
    return digest.hexdigest()


def _why_automatic(message: Message, address: str, sender: str | None) -> str:
    """Why a letter may not be answered; empty if it may."""
    path = _head(message, "return-path").strip()
    if sender == "" or path == "<>":
        return "it is a report of a mail server"
    if not address:
        return "it has no address to answer to"
    if MACHINES.match(address) or any(MACHINES.match(x) for _, x in _addresses(message, "from")):
        return "its address is one of machines"
    submitted = _head(message, "auto-submitted").strip().lower() or "no"
    if not submitted.startswith("no") or message.get_content_type() in (
        "multipart/report",
        "message/delivery-status",
    ):
        return "a machine wrote it"
    if _head(message, "precedence").strip().lower() in PRECEDENCE or any(x in message for x in LISTS):
        return "it went to many"
    return ""


# --- the words of a letter


def _text_of(message: Message) -> str:
    """What a letter says: its first plain text, or its first page of HTML without the marks."""
    found: dict[str, Message] = {}
    for i, part in enumerate(_parts(message)):
        if i < MOST_PARTS and not part.is_multipart() and part.get_content_disposition() != "attachment":
            found.setdefault(part.get_content_type(), part)
    if "text/plain" in found:
        return _unfolded(found["text/plain"])
    return _without_marks(_content(found["text/html"])) if "text/html" in found else ""


def _parts(message: Message) -> Sequence[Message]:
    """A message and its parts, those of parts too, in their order; it is not looked into deeper ones."""
    found, level = [message], [message]
    for _ in range(10):
        level = [
            x for part in level if part.is_multipart() for x in part.get_payload() if isinstance(x, Message)
        ]
        found += level[:MOST_PARTS]
    return found


def _content(part: Message) -> str:
    try:
        raw = part.get_payload(decode=True)
        charset = part.get_content_charset()
    except (ValueError, LookupError, AssertionError, AttributeError, TypeError):
        return ""
    return _text(raw, charset) if isinstance(raw, bytes) else ""


def _unfolded(part: Message) -> str:
    """A plain text, its lines whole again where they were broken to flow (RFC 3676)."""
    text = _content(part).replace("\r\n", "\n").replace("\r", "\n")
    if "flowed" not in str(part.get("content-type", "")).lower():
        return text
    return re.sub(r"(?m)^(?!-- $)(.*) \n(?!>)", r"\1 ", text)


class _Words(HTMLParser):
    """Takes the words out of HTML, line by line."""

    BREAKS = ("br", "p", "div", "li", "tr", "h1", "h2", "h3", "pre")
    SILENT = ("style", "script", "head", "title")

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.silent = self.quoted = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """A line begins, or what is not for us."""
        self.silent += tag in self.SILENT
        if tag == "blockquote":
            self.quoted += 1
        if tag == "br" or (tag in self.BREAKS and not "".join(self.words[-1:]).endswith("\n")):
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """What was not for us ends."""
        self.silent = max(0, self.silent - (tag in self.SILENT))
        self.quoted = max(0, self.quoted - (tag == "blockquote"))
        if tag in self.BREAKS and tag != "br" and not "".join(self.words[-1:]).endswith("\n"):
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        """Words."""
        if not self.silent:
            line = re.sub(r"[\s\xa0]+", " ", data)
            if line.strip() or not "".join(self.words[-1:]).endswith("\n"):
                self.words.append(f"> {line}" if self.quoted else line)


def _without_marks(text: str) -> str:
    """The words of a page of HTML."""
    reader = _Words()
    try:
        reader.feed(text)
        reader.close()
    except (ValueError, AssertionError, RecursionError):
        return html.unescape(re.sub(r"<[^>]*>", " ", text))
    return "".join(reader.words)


def _for_us(text: str) -> tuple[str, ...]:
    """The lines of a letter up to the first empty one below them, without greetings and quotations."""
    lines: list[str] = []
    for raw in text.splitlines():
        line = _printable(raw)
        if re.fullmatch(r"--\s?", raw) or QUOTED_FROM_HERE.match(line.lower()):
            break
        if line.startswith((">", "|")) or (not lines and GREETING.fullmatch(line.lower())):
            continue
        if not line:
            if lines:
                break
        elif raw[:1].isspace() and lines:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return tuple(lines[:MOST_LINES])
