"""Display settings of a person, in plain cookies that the script of the table sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from upcard.language.messages import marked
from upcard.report.card_faces import BOTH, CLASSIC, FOUR_COLOUR, LARGE, STYLES

STYLE_WORDS = {
    CLASSIC: marked("two colours"),
    FOUR_COLOUR: marked("four colours"),
    LARGE: marked("large corners"),
    BOTH: marked("four colours, large corners"),
}
SCREENS = {"near": marked("desk or phone"), "projector": marked("projector, read from afar")}
THEMES = {"auto": marked("system"), "light": marked("light"), "dark": marked("dark")}
PAUSES = {"short": marked("2 seconds"), "wait": marked("until I press Next round"), "no": marked("no pause")}
SPEEDS = {"normal": marked("normal"), "fast": marked("fast"), "off": marked("off")}
YES, NO = "yes", "no"


@dataclass(frozen=True)
class DisplaySettings:
    """How tables look, and how they are played with mouse and keyboard."""

    cards: str = CLASSIC
    theme: str = "auto"
    """``light``, ``dark``, or ``auto`` to follow the browser; pages get a class such as ``theme-light``."""
    confirm: bool = False
    digits: bool = True
    """Whether typing a digit plays the choice with that number."""
    screen: str = "near"
    """``near``, or ``projector`` for large letters; never guessed from the width of the window."""
    pause: str = "short"
    """How long the end of a round is shown, one of :data:`PAUSES`."""
    speed: str = "normal"
    """Speed of moving cards, one of :data:`SPEEDS`."""
    sound: bool = False
    language: str = ""
    """Code of the chosen language; empty to follow the browser, or the class."""


def read_settings(cookies: Mapping[str, str]) -> DisplaySettings:
    """Return the settings stored in cookies; invalid values become defaults."""
    cards, theme = cookies.get("cards", CLASSIC), cookies.get("theme", "auto")
    screen = cookies.get("screen", "near")
    pause, speed = cookies.get("pause", "short"), cookies.get("speed", "normal")
    return DisplaySettings(
        cards if cards in STYLES else CLASSIC,
        theme if theme in THEMES else "auto",
        cookies.get("confirm", NO) == YES,
        cookies.get("digits", YES) != NO,
        screen if screen in SCREENS else "near",
        pause if pause in PAUSES else "short",
        speed if speed in SPEEDS else "normal",
        cookies.get("sound", NO) == YES,
        cookies.get("language", ""),
    )
