"""The page on which who reads at an address says whether he wants letters."""

from tests.web.browsing import csrf, soup_of

from upcard.server import mail_consent as readers
from upcard.web.http.visitor_identity import Signer
from upcard.web.pages.mail_consent_page import choice_link

ANA = "ana@example.org"


def standing(client) -> str:
    return str(client.portal.call(client.app.state.site.tables.read, lambda c: readers.consent_of(c, ANA)))


def page_of(client) -> str:
    signer: Signer = client.app.state.site.signer
    return choice_link(signer, "", ANA)


def test_who_follows_the_link_of_a_letter_chooses_by_a_button(client):
    here = page_of(client)
    first = soup_of(client.get(here).text)
    assert ANA in first.text
    assert [x.text for x in first.select("main button")] == ["Yes, send me emails", "Send me no emails"]
    assert standing(client) == readers.UNKNOWN
    for answer, then, other in (
        ("yes", readers.WELCOME, "Send me no emails"),
        ("no", readers.UNWANTED, "Yes, send me emails"),
    ):
        told = client.post(here, data={"csrf": csrf(client, here), "letters": answer})
        assert [x.text for x in soup_of(told.text).select("main button")] == [other]
        assert standing(client) == then


def test_no_other_site_and_no_other_link_chooses(client):
    here = page_of(client)
    assert client.post(here, data={"letters": "yes"}).status_code == 403
    assert client.get(f"{here}x").status_code == 404
    assert client.post(f"{here}x", data={"csrf": csrf(client), "letters": "yes"}).status_code == 404
    assert standing(client) == readers.UNKNOWN
