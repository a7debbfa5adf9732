"""What a person has chosen for the look of tables: plain cookies that the script of the table sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.report.card_faces import BOTH, CLASSIC, FOUR_COLOUR, LARGE, STYLES
from upcard.web.templates import templates

TEMPLATE = "settings.html.jinja"
STYLE_WORDS = {
    CLASSIC: "two colours",
    FOUR_COLOUR: "four colours",
    LARGE: "large corners",
    BOTH: "four colours, large corners",
}
THEMES = {"auto": "system", "light": "light", "dark": "dark"}
YES, NO = "yes", "no"


@dataclass(frozen=True)
class DisplaySettings:
    """How tables look and are played."""

    cards: str = CLASSIC
    """The style of cards."""
    theme: str = "auto"
    """``auto`` as the browser says, ``light`` or ``dark``: a page has the class ``theme-light`` or so."""
    confirm: bool = False
    """Whether an action is first chosen and then confirmed."""
    digits: bool = True
    """Whether a digit that is typed plays the choice of that number."""


def read_settings(cookies: Mapping[str, str]) -> DisplaySettings:
    """The settings in some cookies; what cannot be read is as usual."""
    cards, theme = cookies.get("cards", CLASSIC), cookies.get("theme", "auto")
    return DisplaySettings(
        cards if cards in STYLES else CLASSIC,
        theme if theme in THEMES else "auto",
        cookies.get("confirm", NO) == YES,
        cookies.get("digits", YES) != NO,
    )


def settings_html(settings: DisplaySettings) -> str:
    """The settings as a fragment of HTML, which a page includes once; it shows where the script runs."""
    return templates().get_template(TEMPLATE).render(settings=settings, styles=STYLE_WORDS, themes=THEMES)
