"""Who a browser is: a key of its own and a name in a signed cookie, and links that make another one the same.

Nobody has an account. Whoever holds the cookie, or a private link, sits on the seats that belong to its key.
Keys of persons never stand in a page; links and form tokens are signed with the server's key.
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
from upcard.engine.errors import Failure, Illegal
from upcard.server.repository import seat_key
from upcard.server.service_base import Unknown

COOKIE, MAX_AGE = "upcard", 365 * 24 * 3600
NAME_LETTERS = 8
KEY_BYTES, PERSON_BYTES = 32, 16
MOST_BYTES = 2**20
"""So much of the file of the key is read."""

ELSEWHERE = "name another folder with --folder"

MOST_KNOWN = 10_000
"""So many signed texts need not be read again."""

MOST_PERSONS = 40
"""Other persons and seats whose private links one browser may have followed: a cookie has 4,096 bytes."""


@dataclass(frozen=True)
class Visitor:
    """Who asks."""

    person: str
    """The key under which seats are taken."""
    name: str = ""
    """What the person is called; empty before it was asked."""
    also: tuple[str, ...] = ()
    """Keys that came with private links."""

    @property
    def persons(self) -> frozenset[str]:
        """All keys of the visitor."""
        return frozenset((self.person, *self.also))


class Signer:
    """Signs what the server must know again: cookies, links, form tokens.

    Parameters
    ----------
    key : str
        The server's key; whoever has it can be everybody.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._known = lru_cache(maxsize=MOST_KNOWN)(self._read)  # programs show one text again and again

    def sign(self, purpose: str, content: object) -> str:
        """A signed text that only serves this purpose."""
        return str(URLSafeSerializer(self._key, salt=f"upcard {purpose}").dumps(content))

    def digest(self, purpose: str, content: object) -> str:
        """A text that follows from the content and the server's key, and tells nothing of either."""
        return str(URLSafeSerializer(self._key, salt=f"upcard {purpose}").dumps(content)).rpartition(".")[2]

    def read(self, purpose: str, text: str) -> object:
        """What was signed, not to be modified; None if the server did not sign this for the purpose."""
        return self._known(purpose, text)

    def _read(self, purpose: str, text: str) -> object:
        try:
            content: object = URLSafeSerializer(self._key, salt=f"upcard {purpose}").loads(text)
        except BadSignature:
            return None
        return content


def new_person() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(PERSON_BYTES)


def key_in(folder: Path) -> str:
    """The server's key, made at the first start and readable by its user only.

    Raises
    ------
    Failure
        If the folder cannot be made or written, or the key in it cannot be read.
    """
    folder = folder.absolute()  # so that who gave ``.`` is told which one that is
    path = folder / "key"
    try:
        if not folder.is_dir():  # the database that comes beside the key holds secrets too
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
    """Write a new key, unless another process was faster: the first one counts, and is never half written."""
    beside = path.with_name(f".key-{secrets.token_hex(6)}.part")
    try:
        beside.touch(mode=0o600)
        write_text(beside, secrets.token_hex(KEY_BYTES) + "\n")
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
    except OSError as fault:
        raise Failure(f"{path} cannot be written: {_why(fault)}{ELSEWHERE}") from fault
    finally:
        with contextlib.suppress(OSError):  # where nothing can be made, nothing is to be removed
            beside.unlink(missing_ok=True)


def _why(fault: OSError) -> str:
    """What is wrong with a folder, and what helps beside another one."""
    if fault.errno in (errno.EACCES, errno.EPERM):
        return "there is no permission to write there; change its permissions, or "
    return f"{fault.strerror}; "


def cookie_name(signer: Signer) -> str:
    """What the cookie is called: of two servers on one host, which share cookies, each has its own."""
    return f"{COOKIE}-{signer.digest('cookie', '')[:NAME_LETTERS]}"


def visitor_of(request: Request, signer: Signer) -> Visitor:
    """Who asks; a new person where no cookie tells."""
    return known_visitor(request, signer) or Visitor(new_person())


def known_visitor(request: Request, signer: Signer) -> Visitor | None:
    """Who asks, by his cookie; None where none tells."""
    match signer.read("visitor", request.cookies.get(cookie_name(signer), "")):
        case {"person": str(person), "name": str(name), "also": list(also)}:
            return Visitor(person, name, tuple(map(str, also)))
    return None


def remember(response: Response, visitor: Visitor, signer: Signer, is_secure: bool) -> None:
    """Have the browser keep who it is; modifies the response."""
    told = {"person": visitor.person, "name": visitor.name, "also": list(visitor.also)}
    response.set_cookie(
        cookie_name(signer), signer.sign("visitor", told), MAX_AGE, httponly=True, samesite="lax",
        secure=is_secure,
    )  # fmt: skip


def with_person(visitor: Visitor, person: str) -> Visitor:
    """The visitor after following the private link of a person."""
    if person in visitor.persons:
        return visitor
    return replace(visitor, also=(person, *visitor.also)[:MOST_PERSONS])


def form_token(visitor: Visitor, signer: Signer) -> str:
    """What forms of this visitor hold, and no other site knows."""
    return signer.sign("form", visitor.person)


def check_form(request: Request, token: object, visitor: Visitor, signer: Signer) -> None:
    """Refuse what another site has sent in the visitor's name.

    Raises
    ------
    Illegal
        If the token is not the visitor's, or the browser says that the request came from elsewhere.
    """
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or signer.read("form", str(token)) != visitor.person:
        raise Illegal("this form is out of date or came from another site; reload the page and try again")


def link_of(signer: Signer, base: str, person: str, table_id: str = "") -> str:
    """The private link of a person, or of his seat at one table."""
    return f"{base}/me/{signer.sign('link', [person, table_id] if table_id else person)}"


def read_link(signer: Signer, text: str) -> tuple[str, str]:
    """The key that a private link gives, and the page that it leads to.

    Raises
    ------
    Unknown
        If the server did not give it out.
    """
    match signer.read("link", text):
        case str(person):
            return person, "/mine"
        case [str(person), str(table_id)]:
            return seat_key(person, table_id), f"/t/{table_id}"
    raise Unknown("this private link is not valid here; copy all of it, or get a new one")
