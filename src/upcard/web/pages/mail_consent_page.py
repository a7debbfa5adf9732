"""The page on which the owner of an email address accepts or refuses emails; each email links to it."""

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.errors import Unknown
from upcard.language.messages import gettext
from upcard.server import mail_consent
from upcard.web.http.request_context import CurrentForm, CurrentRequest
from upcard.web.http.visitor_identity import Signer

router = APIRouter(prefix="/letters/{link}", include_in_schema=False)

KIND = "letters"


def choice_link(signer: Signer, base: str, address: str) -> str:
    """Return the link to the page of an email address, which only emails to this address contain."""
    return f"{base}/letters/{signer.sign(KIND, address)}"


def address_of(signer: Signer, link: str) -> str:
    """Return the email address in a link; raises Unknown if this server did not sign it."""
    match signer.read(KIND, link):
        case str(address):
            return address
    raise Unknown(gettext("this link is not valid here; copy all of it from the email"))


@router.get("")
async def ask(context: CurrentRequest, link: str) -> Response:
    """Show the current choice. Loading the page changes nothing, since mail filters follow links too."""
    address = address_of(context.site.signer, link)
    consent = await context.site.tables.read(lambda c: mail_consent.consent_of(c, address))
    return context.page("letters.html.jinja", address=address, consent=consent, link=link)


@router.post("")
async def choose(context: CurrentRequest, form: CurrentForm, link: str) -> Response:
    """Accept or refuse emails from now on."""
    address = address_of(context.site.signer, link)
    is_welcome = form["letters"] == "yes"
    await context.site.tables.write(lambda c: mail_consent.store_consent(c, address, is_welcome))
    return context.go_to(f"/letters/{link}")
