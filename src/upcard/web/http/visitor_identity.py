"""Identity of a browser: a key and a name in a signed cookie, and links that share it with other browsers.

There are no accounts. Anyone with the cookie, or with a private link, has the seats that belong to its key.
Pages never contain the keys of persons; links and form tokens are signed with the server's key.
"""

import contextlib
import errno
import os
import secrets
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from upcard.engine.atomic_files import make_folder, read_text, write_text
from upcard.engine.errors import Failure, Illegal, Unknown
from upcard.language.messages import gettext as _
from upcard.server.repository import seat_key

COOKIE, MAX_AGE = "upcard", 365 * 24 * 3600
NAME_LETTERS = 8
KEY_BYTES, PERSON_BYTES = 32, 16
MOST_BYTES = 2**20
"""Maximum bytes read of the key file."""

ELSEWHERE = "name another folder with --folder"

MOST_CACHED, LONGEST_SIGNED = 10_000, 4_096
"""Maximum number of cached signed texts, and maximum characters of one; longer ones are refused unread."""

MOST_PERSONS = 40
"""Maximum number of private links a browser remembers: a cookie has 4,096 bytes."""


@dataclass(frozen=True)
class Visitor:
    """Sender of a request."""

    person: str
    """Key under which the visitor takes seats."""
    name: str = ""
    """Name of the visitor; empty until they enter one."""
    also: tuple[str, ...] = ()
    """Keys from private links."""

    @property
    def persons(self) -> frozenset[str]:
        """All keys of the visitor."""
        return frozenset((self.person, *self.also))

    def with_person(self, person: str) -> "Visitor":
        """Return the visitor after following the private link of a person."""
        if person in self.persons:
            return self
        return replace(self, also=(person, *self.also)[:MOST_PERSONS])


class Signer:
    """Signs cookies, links and form tokens with the server's key; anyone with the key can act as anybody."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._cached_read = lru_cache(maxsize=MOST_CACHED)(self._read)  # programs send the same text often

    def sign(self, purpose: str, content: object) -> str:
        """Return a signed text, valid for one purpose only."""
        return str(URLSafeSerializer(self._key, salt=f"upcard {purpose}").dumps(content))

    def digest(self, purpose: str, content: object) -> str:
        """Return a text computed from the content and the server's key, which reveals neither."""
        return self.sign(purpose, content).rpartition(".")[2]

    def read(self, purpose: str, text: str) -> object:
        """Return the signed content, not to be modified; None if the signature does not fit the purpose."""
        if len(text) > LONGEST_SIGNED:
            return None
        try:
            return self._cached_read(purpose, text)
        except BadSignature:  # not cached: anybody can send any number of forged texts
            return None

    def _read(self, purpose: str, text: str) -> object:
        return URLSafeSerializer(self._key, salt=f"upcard {purpose}").loads(text)


def new_person() -> str:
    """Return a key that nobody can guess."""
    return secrets.token_urlsafe(PERSON_BYTES)


def key_in(folder: Path) -> str:
    """Return the server's key, created at the first start and readable by its user only.

    Raises Failure if the folder cannot be made or written, or the key in it cannot be read.
    """
    folder = folder.absolute()  # error messages name the folder, not ``.``
    path = folder / "key"
    try:
        if not folder.is_dir():  # the database beside the key contains secrets too
            make_folder(folder)
            folder.chmod(0o700)
        if not path.exists():
            _make_key(path)
    except OSError as fault:
        raise Failure(f"{folder} cannot be used: {_why(fault)}{ELSEWHERE}") from fault
    key = read_text(path, MOST_BYTES, f"expected the key of a server; {ELSEWHERE}").strip()
    if len(key) < 2 * KEY_BYTES:
        raise Failure(f"{path} contains no server key; delete it, and the next start creates a new one")
    return key


def _make_key(path: Path) -> None:
    """Write a new key, unless another process was faster. The file is never incomplete."""
    beside = path.with_name(f".key-{secrets.token_hex(6)}.part")
    try:
        beside.touch(mode=0o600)
        write_text(beside, secrets.token_hex(KEY_BYTES) + "\n")
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
    except OSError as fault:
        raise Failure(f"{path} cannot be written: {_why(fault)}{ELSEWHERE}") from fault
    finally:
        with contextlib.suppress(OSError):  # a folder that cannot be written has nothing to remove
            beside.unlink(missing_ok=True)


def _why(fault: OSError) -> str:
    """Return what is wrong with a folder, and a first piece of advice."""
    if fault.errno in (errno.EACCES, errno.EPERM):
        return "there is no permission to write there; change its permissions, or "
    return f"{fault.strerror}; "


def cookie_name(signer: Signer) -> str:
    """Return the name of the cookie, which differs between servers on the same host."""
    return f"{COOKIE}-{signer.digest('cookie', '')[:NAME_LETTERS]}"


def known_visitor(request: Request, signer: Signer) -> Visitor | None:
    """Return the visitor in the cookie of a request; None if there is no valid cookie."""
    match signer.read("visitor", request.cookies.get(cookie_name(signer), "")):
        case {"person": str(person), "name": str(name), "also": list(also)}:
            return Visitor(person, name, tuple(map(str, also)))
    return None


def remember(response: Response, visitor: Visitor, signer: Signer, is_secure: bool) -> None:
    """Store the visitor in a cookie. Modifies the response."""
    content = {"person": visitor.person, "name": visitor.name, "also": list(visitor.also)}
    response.set_cookie(
        cookie_name(signer), signer.sign("visitor", content), MAX_AGE, httponly=True, samesite="lax",
        secure=is_secure,
    )  # fmt: skip


def check_form(request: Request, token: object, visitor: Visitor, signer: Signer) -> None:
    """Raise Illegal if another site sent a form, according to its token or to the browser."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or signer.read("form", str(token)) != visitor.person:
        raise Illegal(_("this form is out of date or came from another site; reload the page and try again"))


def link_of(signer: Signer, base: str, person: str, table_id: str = "") -> str:
    """Return the private link of a person, or of their seat at one table."""
    return f"{base}/me/{signer.sign('link', [person, table_id] if table_id else person)}"


def read_link(signer: Signer, text: str) -> tuple[str, str]:
    """Return the key in a private link, and the page to open; raises Unknown if we did not sign it."""
    match signer.read("link", text):
        case str(person):
            return person, "/mine"
        case [str(person), str(table_id)]:
            return seat_key(person, table_id), f"/t/{table_id}"
    raise Unknown(_("this private link is not valid here; copy all of it, or get a new one"))
