"""What a person has chosen for the look of tables: plain cookies that the script of the table sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.report.card_faces import BOTH, CLASSIC, FOUR_COLOUR, LARGE, STYLES
from upcard.web.templates import templates

TEMPLATE = "settings.html.jinja"
STYLE_WORDS = {
    CLASSIC: "two colours",
    FOUR_COLOUR: "a colour for each suit",
    LARGE: "large corners",
    BOTH: "a colour for each suit, large corners",
}
THEMES = {"auto": "as the browser says", "light": "light", "dark": "dark"}
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Settings:
    """How tables look and are played.

    Parameters
    ----------
    cards : str
        The style of cards.
    theme : str
        ``auto`` as the browser says, ``light`` or ``dark``: a page has the class ``theme-light`` or so.
    confirm : bool
        Whether an action is first chosen and then confirmed.
    digits : bool
        Whether a digit that is typed plays the choice of that number.
    """

    cards: str = CLASSIC
    theme: str = "auto"
    confirm: bool = False
    digits: bool = True


def read_settings(cookies: Mapping[str, str]) -> Settings:
    """The settings in some cookies; what cannot be read is as usual."""
    cards, theme = cookies.get("cards", CLASSIC), cookies.get("theme", "auto")
    return Settings(
        cards if cards in STYLES else CLASSIC,
        theme if theme in THEMES else "auto",
        cookies.get("confirm", NO) == YES,
        cookies.get("digits", YES) != NO,
    )


def settings_html(settings: Settings) -> str:
    """The settings as a fragment of HTML, which a page includes once; it shows where the script runs."""
    return templates().get_template(TEMPLATE).render(settings=settings, styles=STYLE_WORDS, themes=THEMES)
