"""Random small trees and matrices, as texts in the formats of Gambit."""

import random
from itertools import count, product

LEVELS = 4


def random_efg(seed: int, players: int = 2, most: int = 3) -> str:
    """A tree of four levels with perfect recall; what each level reveals, and to whom, is random too."""
    luck = random.Random(seed)
    movers = [luck.choice([0, *range(1, players + 1)]) for _ in range(LEVELS - 1)] + [
        luck.randint(1, players)
    ]
    widths = [luck.randint(2, 3 if i < 2 else 2) for i in range(LEVELS)]
    seen_by = [{p for p in range(1, players + 1) if luck.random() < 0.5} for _ in range(LEVELS)]
    weights = [[luck.randint(1, 4) for _ in range(w)] for w in widths]
    seats = " ".join(f'"P{p}"' for p in range(players))
    lines, ends = [f'EFG 2 R "Random {seed}" {{ {seats} }}'], count(1)
    draws = count(1)
    sets: dict[object, int] = {}

    def grow(level: int, memory: tuple[tuple[object, ...], ...]) -> None:
        if level == LEVELS:
            paid = ", ".join(str(luck.randint(-most, most)) for _ in range(players))
            lines.append(f't "" {next(ends)} "" {{ {paid} }}')
            return
        mover, width = movers[level], widths[level]
        names = [f'"{chr(97 + k)}"' for k in range(width)]
        if mover == 0:
            parts = " ".join(
                f"{name} {w}/{sum(weights[level])}" for name, w in zip(names, weights[level], strict=True)
            )
            # Gambit counts a set of several chance nodes as one that chance forgets
            lines.append(f'c "" {next(draws)} "" {{ {parts} }} 0')
        else:
            number = sets.setdefault((mover, level, memory[mover - 1]), len(sets) + 1)
            lines.append(f'p "" {mover} {number} "" {{ {" ".join(names)} }} 0')
        for k in range(width):
            grow(
                level + 1,
                tuple((*m, k) if p == mover or p in seen_by[level] else m for p, m in enumerate(memory, 1)),
            )

    grow(0, ((),) * players)
    return "\n".join(lines) + "\n"


def unordered_efg(seed: int, most: int = 3) -> str:
    """A tree in which chance chooses who acts first, which nobody sees, and each then acts a second time."""
    luck = random.Random(seed)
    ends = count(1)
    lines = [f'EFG 2 R "Unordered {seed}" {{ "A" "B" }}', 'c "" 1 "" { "A" 1/3 "B" 2/3 } 0']

    def grow(turns: tuple[int, ...], level: int) -> None:
        if level == len(turns):
            paid = ", ".join(str(luck.randint(-most, most)) for _ in "AB")
            lines.append(f't "" {next(ends)} "" {{ {paid} }}')
            return
        player = turns[level]
        if turns.index(player) == level:  # the first action, after which only "on" leads to a second
            lines.append(f'p "" {player} 1 "" {{ "on" "out" }} 0')
            grow(turns, level + 1)
            grow((*turns[: level + 1], *(p for p in turns[level + 1 :] if p != player)), level + 1)
        else:
            lines.append(f'p "" {player} 2 "" {{ "l" "r" }} 0')
            grow(turns, level + 1)
            grow(turns, level + 1)

    grow((1, 2, 1, 2), 0)
    grow((2, 1, 2, 1), 0)
    return "\n".join(lines) + "\n"


def random_bimatrix(seed: int, most: int = 3) -> tuple[list[list[int]], list[list[int]]]:
    """Payoffs of the row and of the column player in a matrix of 1 to 4 rows and columns."""
    luck = random.Random(seed)
    rows, columns = luck.randint(1, 4), luck.randint(1, 4)
    one, other = ([[luck.randint(-most, most) for _ in range(columns)] for _ in range(rows)] for _ in "rc")
    return one, other


def nfg_text(row: list[list[int]], column: list[list[int]]) -> str:
    """A matrix as an .nfg file, in the form of a list of payoffs."""
    cells = [f"{row[i][j]} {column[i][j]}" for j, i in product(range(len(row[0])), range(len(row)))]
    return f'NFG 1 R "Random" {{ "A" "B" }} {{ {len(row)} {len(row[0])} }}\n\n{" ".join(cells)}\n'
