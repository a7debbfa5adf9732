"""One stage of a certificate: two mixtures that must guarantee the stated value of a matrix."""

from collections.abc import Sequence
from fractions import Fraction

from upcard.certificates.certificate import read_fraction
from upcard.engine.errors import Refused

PARTS = 3


def prove_value(
    at: str, lines: Sequence[Sequence[Fraction]], entry: object, names: tuple[str, str]
) -> Fraction:
    """Return the value of a stage; raise ``Refused`` if the stated mixtures do not guarantee it.

    Parameters
    ----------
    at : str
        The position, for messages.
    lines : sequence of sequence of Fraction
        Gain of the first player for each pair of cards; a line for each of that player's cards.
    entry : object
        The certificate's entry: the value, the mixture of the first and that of the second player.
    names : tuple of str
        Names of both players, for messages.
    """
    if not isinstance(entry, list) or len(entry) != PARTS:
        raise Refused(f"stages must have a list for {at}: a value and two mixtures")
    value = read_fraction(entry[0], at)
    row = _mixture(at, entry[1], len(lines), names[0])
    column = _mixture(at, entry[2], len(lines[0]), names[1])
    for j in range(len(lines[0])):
        sure = sum((x * line[j] for x, line in zip(row, lines, strict=True)), Fraction(0))
        if sure < value:
            raise Refused(
                f"in {at} {names[0]} does not guarantee {value}: "
                f"against card {j + 1} of {names[1]} the mixture gets {sure}"
            )
    for i, line in enumerate(lines, 1):
        conceded = sum((y * x for y, x in zip(column, line, strict=True)), Fraction(0))
        if conceded > value:
            raise Refused(
                f"in {at} {names[1]} concedes more than {value}: card {i} of {names[0]} gets {conceded}"
            )
    return value


def _mixture(at: str, stated: object, cards: int, name: str) -> list[Fraction]:
    if not isinstance(stated, list) or len(stated) != cards:
        raise Refused(f"the mixture of {name} in {at} must have a chance for each of {cards} cards")
    chances = [read_fraction(x, at) for x in stated]
    if min(chances) < 0 or sum(chances) != 1:
        raise Refused(f"the mixture of {name} in {at} must have chances of 0 or more with the sum 1")
    return chances
