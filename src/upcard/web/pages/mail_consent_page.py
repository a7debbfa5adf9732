"""The page on which who reads at an address says whether he wants letters; each letter has a link to it."""

from fastapi import APIRouter
from starlette.responses import Response

from upcard.server import mail_consent as readers
from upcard.server.service_base import Unknown
from upcard.web.http.request_context import CurrentRequest, form_of, go_to, page
from upcard.web.http.visitor_identity import Signer

router = APIRouter(prefix="/letters/{link}", include_in_schema=False)

KIND = "letters"


def choice_link(signer: Signer, base: str, address: str) -> str:
    """The page of an address, which only letters to it tell."""
    return f"{base}/letters/{signer.sign(KIND, address)}"


def address_of(signer: Signer, link: str) -> str:
    """The address to which a page belongs.

    Raises
    ------
    Unknown
        If the link is not one of ours.
    """
    match signer.read(KIND, link):
        case str(address):
            return address
    raise Unknown("this link is not valid here; copy all of it from the email")


@router.get("")
async def ask(asked: CurrentRequest, link: str) -> Response:
    """Whether letters are wanted; nothing changes by looking, as what checks letters does."""
    address = address_of(asked.site.signer, link)
    standing = await asked.site.tables.read(lambda c: readers.standing(c, address))
    return page(asked, "letters.html.jinja", address=address, standing=standing, link=link)


@router.post("")
async def choose(asked: CurrentRequest, link: str) -> Response:
    """Letters are wanted from now on, or none."""
    form = await form_of(asked)
    address = address_of(asked.site.signer, link)
    is_welcome = form.get("letters") == "yes"
    await asked.site.tables.write(lambda c: readers.choose(c, address, is_welcome))
    return go_to(asked, f"/letters/{link}")
