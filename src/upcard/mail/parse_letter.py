"""Parsing of emails: the sender, the recipients, and the lines that may be commands.

Anybody can send an email, so everything in it may be malformed. Unreadable parts are ignored. Only the
sender, and whether a machine wrote it, must be certain: machines never get a reply (RFC 3834).
"""

import email.policy
import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.utils import getaddresses

from upcard.server.mail_consent import ADDRESS

LONGEST, LONGEST_HEAD, MOST_PARTS, MOST_LINES = 200_000, 20_000, 100, 60
"""Maximum bytes of an email and of its headers, maximum parts, and maximum lines with commands."""

MOST_HEADERS, LONGEST_HEADER, LONGEST_PAGE = 200, 2_000, 16_000
"""Maximum number of headers and bytes of each, and characters of an HTML page; the rest is not read."""

MACHINES = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+.*)?@", re.IGNORECASE)
LISTS = ("list-id", "list-unsubscribe", "x-autoreply", "x-autorespond", "x-loop", "x-failed-recipients")
PRECEDENCE = ("bulk", "junk", "list", "auto_reply")
SENT_TO = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
TRACES = ("received", "return-path", "delivered-to", "x-", "dkim-", "arc-", "authentication-results")
NULL_SENDERS = ("", "<>")
"""How a mail server writes that a letter has no sender (RFC 5321, 6.1)."""

GREETING = re.compile(
    r"(hi|hello|hey|dear|good \w+|hallo|liebe[rs]?|guten \w+|moin|servus|gr[uü](ss|ß) \w+)\b.{0,40}[,!.]?"
)
QUOTED_FROM_HERE = re.compile(
    r"(-{2,}\s*(original|forwarded|urspr)|_{10,}|on .{5,80}\bwrote:|am .{5,80}\bschrieb\b)"
)


@dataclass(frozen=True)
class Letter:
    """A parsed email."""

    id: str
    """Its identifier of 64 characters; the same when it is delivered again."""
    sender: str
    """The address to which the reply goes; empty if there is none."""
    writer: str
    """The address in From, which may differ from the one for replies; empty if there is none."""
    name: str
    sent_to: tuple[str, ...]
    """Texts that may contain the address to which it was sent."""
    subject: str
    message_id: str
    """Its Message-ID; empty if it has none."""
    lines: tuple[str, ...]
    """The lines that may be commands: no quotations, no signature, nothing below an empty line."""
    automatic: str
    """Why it must not get a reply, such as a machine as its author; empty if it may get one."""


def read_letter(raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> Letter:
    """Return the parsed email; malformed parts are empty.

    `sender` and `recipients` are those on the envelope. The sender is empty for a bounce, and None if there
    is no envelope.
    """
    message = _parsed(raw)
    writers = _addresses(message, "from")
    name, address = next(iter([*_addresses(message, "reply-to"), *writers]), ("", ""))
    names = [name, *(x for x, _ in writers), address.partition("@")[0]]
    message_id = "".join(_header(message, "message-id").split())[:150]
    return Letter(
        id=_id_of(message, raw, address, message_id),
        sender=address,
        writer=writers[0][1] if writers else "",
        name=next(filter(None, names), "")[:40].strip(),
        sent_to=(*recipients, *(_header(message, x) for x in SENT_TO)),
        subject=_printable(_header(message, "subject"))[:300],
        message_id=message_id if re.fullmatch(r"<[!-~]{3,148}>", message_id) else "",
        lines=_command_lines(_text_of(message)),
        automatic=_why_automatic(message, address, sender),
    )


def _parsed(raw: bytes) -> EmailMessage:
    """Return an email in parts; only the headers if it is too long, too deep or malformed."""
    if len(raw) <= LONGEST and raw.lower().count(b"boundary") <= MOST_PARTS:
        try:
            return BytesParser(policy=email.policy.default).parsebytes(_bounded(raw))
        except Exception:  # noqa: BLE001, S110 - Python's parser fails in many ways on malformed emails
            pass
    head = re.split(rb"\r?\n\r?\n", raw[:LONGEST_HEAD])[0]
    return BytesHeaderParser(policy=email.policy.default).parsebytes(_bounded(head))


def _bounded(raw: bytes) -> bytes:
    """Return an email with bounded headers, its own and those of its parts.

    A header is a line with the indented lines that follow it. Paragraphs of the text look the same, so only
    the first :data:`LONGEST_HEADER` bytes of each are read, too.
    """
    lines: list[bytes] = []
    length = headers = 0
    is_head = True
    for line in raw.splitlines(keepends=True):
        if line[:1] in (b" ", b"\t"):
            length += len(line)
        else:
            length = len(line)
            is_head = is_head and bool(line.strip())
            headers += is_head
        if length <= LONGEST_HEADER and not (is_head and headers > MOST_HEADERS):
            lines.append(line)
        elif length == len(line):
            lines.append(line[:LONGEST_HEADER] + b"\n")
    return b"".join(lines)


def _header(message: EmailMessage, name: str) -> str:
    """Return a header as text; all headers of that name if there are several."""
    return " , ".join(map(_decoded, _values(message, name)))


def _values(message: EmailMessage, name: str) -> list[str]:
    """Return the undecoded headers of a name; bytes outside ASCII are read as UTF-8."""
    values = [str(x) for k, x in message.raw_items() if k.lower() == name][:20]
    return [x.encode("ascii", "surrogateescape").decode("utf-8", "replace") for x in values]


def _addresses(message: EmailMessage, name: str) -> list[tuple[str, str]]:
    """Return the names and addresses in a header; encoded text never counts as an address."""
    try:
        pairs = getaddresses(_values(message, name))
    except (ValueError, RecursionError):  # a thousand parentheses
        return []
    return [(_printable(_decoded(n)), x) for n, x in pairs if ADDRESS.fullmatch(x)]


def _decoded(text: str) -> str:
    """Return a header with its encoded words decoded (RFC 2047)."""
    one_line = " ".join(text.split())
    try:
        pieces = decode_header(one_line)
    except (HeaderParseError, ValueError, RecursionError):
        return one_line
    return "".join(_text(x, charset) if isinstance(x, bytes) else x for x, charset in pieces)


def _text(raw: bytes, charset: str | None) -> str:
    """Return bytes as text, in UTF-8 if their encoding is unknown."""
    try:
        return raw.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):
        return raw.decode("utf-8", "replace")


def _printable(text: str) -> str:
    """Return a text on one line, without characters that cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _id_of(message: EmailMessage, raw: bytes, sender: str, message_id: str) -> str:
    """Return an identifier that is the same for every delivery of the email, by any route."""
    digest = hashlib.sha256(f"{sender.lower()}\n{message_id}\n".encode("utf-8", "replace"))
    if not message_id:
        heads = [f"{k}: {v}" for k, v in message.raw_items() if not k.lower().startswith(TRACES)]
        body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
        digest.update("\n".join(heads).encode("utf-8", "replace") + b"\n" + b"\n".join(body.split()))
    return digest.hexdigest()


def _why_automatic(message: EmailMessage, address: str, sender: str | None) -> str:
    """Return why an email must not get a reply; empty if it may get one."""
    path = _header(message, "return-path").strip()
    if sender in NULL_SENDERS or path == "<>":
        return "it is a report of a mail server"
    if not address:
        return "it has no reply address"
    if MACHINES.match(address) or any(MACHINES.match(x) for _, x in _addresses(message, "from")):
        return "its address belongs to a machine"
    submitted = _header(message, "auto-submitted").strip().lower() or "no"
    if not submitted.startswith("no") or message.get_content_type() in (
        "multipart/report",
        "message/delivery-status",
    ):
        return "a machine wrote it"
    if _header(message, "precedence").strip().lower() in PRECEDENCE or any(x in message for x in LISTS):
        return "it went to a mailing list"
    return ""


# --- the text of an email


def _text_of(message: EmailMessage) -> str:
    """Return the text of an email: its first plain text, else its first HTML page without the tags."""
    try:
        part = message.get_body(("plain", "html"))
        if part is None:
            return ""
        content = part.get_payload(decode=True)
        text = _text(content, part.get_content_charset()) if isinstance(content, bytes) else ""
        is_html, flows = part.get_content_subtype() == "html", part.get_param("format") == "flowed"
    except Exception:  # noqa: BLE001 - Python's parser fails in many ways on malformed emails
        return ""
    if is_html:
        return _without_tags(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"(?m)^(?!-- $)(.*) \n(?!>)", r"\1 ", text) if flows else text  # RFC 3676


BREAKS = ("br", "p", "div", "li", "tr", "h1", "h2", "h3", "pre")
HIDDEN = ("style", "script", "head", "title")


class _PageText:
    """Collects the text of an HTML page; the lines of quotations begin with ``>``."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.hidden = self.quoted = 0

    def add_tag(self, tag: str) -> None:
        """Begin or end a line, a quotation, or something hidden; `tag` is what stands in the brackets."""
        ends = tag.startswith("/")
        name = re.match(r"/?([a-z][a-z0-9]*)", tag[:20].lower())
        if name is None:
            return
        step = -1 if ends else 1
        self.hidden = max(0, self.hidden + step * (name[1] in HIDDEN))
        self.quoted = max(0, self.quoted + step * (name[1] == "blockquote"))
        if (name[1] == "br" and not ends) or (
            name[1] in BREAKS and name[1] != "br" and not self._ends_line()
        ):
            self.pieces.append("\n")

    def add_text(self, text: str) -> None:
        """Add text between two tags."""
        line = re.sub(r"[\s\xa0]+", " ", html.unescape(text))
        if not self.hidden and line and (line.strip() or not self._ends_line()):
            self.pieces.append(f"> {line}" if self.quoted else line)

    def _ends_line(self) -> bool:
        return "".join(self.pieces[-1:]).endswith("\n")


def _without_tags(page: str) -> str:
    """Return the text of an HTML page, in time that grows with its length and no faster."""
    reader, page, at = _PageText(), page[:LONGEST_PAGE], 0
    while at < len(page):
        start = page.find("<", at)
        if start != at:
            reader.add_text(page[at : start if start >= 0 else len(page)])
        if start < 0:
            break
        closing = "-->" if page.startswith("<!--", start) else ">"
        end = page.find(closing, start)
        if end < 0:
            break
        reader.add_tag(page[start + 1 : end])
        at = end + len(closing)
    return "".join(reader.pieces)


def _command_lines(text: str) -> tuple[str, ...]:
    """Return the lines before the first empty one, without greetings and quotations."""
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
