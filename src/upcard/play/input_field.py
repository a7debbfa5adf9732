"""Input fields of lessons and positions: their names, bounds and choices."""

from dataclasses import dataclass

from upcard.engine.errors import Usage


@dataclass(frozen=True)
class InputField:
    """A field for a value that people choose: a whole number, or one of several words."""

    name: str
    """Its name in addresses and for programs."""
    label: str
    """Its name on a page."""
    usual: int | str
    """The default value."""
    low: int = 0
    """With `high`, the bounds of a number."""
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    """The words to choose from, each with its label; empty for a number."""

    def read(self, chosen: object) -> int | str:
        """Return the chosen value; raises Usage if it is not allowed."""
        text = str(chosen).strip()
        if self.choices:
            if text not in dict(self.choices):
                words = ", ".join(x for x, _ in self.choices)
                raise Usage(f"{self.name} was given as {text[:20]!r}; choose one of {words}")
            return text
        is_number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
        if not (is_number and self.low <= int(text) <= self.high):
            raise Usage(
                f"{self.name} was given as {text[:20]!r}; "
                f"expected a whole number from {self.low:,} to {self.high:,}"
            )
        return int(text)
