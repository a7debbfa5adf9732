"""One round of Stoppers, solved: thresholds for every number of players, checked by dealing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.engine.game import Game, make_game
from upcard.engine.tree.single_round import one_round
from upcard.games.stoppers.solvers.fresh_deck_round import TwoPlayerRound, solve_duel
from upcard.games.stoppers.solvers.multiplayer import MultiplayerRound, solve_party
from upcard.games.stoppers.solvers.round_values import HISTORIES, last_seat_deals, one_per_situation
from upcard.games.stoppers.solvers.swap_rules import LEGEND
from upcard.kit.ranks import RANKS
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.solving.game_solver_contract import SolveTerms
from upcard.study.experiment_runner import Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import family_confidence

STUDY = Study(
    name="stoppers-solved",
    title="Stoppers: when to swap",
    words="Up to which card should everybody swap, and who is best off?",
    games=10_000,
)
RULES = "stoppers, one round with a fresh deck"
PLAYERS = (3, 4, 5)
STEP = 100


@dataclass
class DealtRounds:
    """Rounds that were dealt and played by the thresholds."""

    lost: list[int]
    """The number of rounds that cost each seat a life."""
    games: int = 0
    """Number of rounds."""
    stop_requested: bool = False
    """Always false: an interrupt is raised instead."""


@in_lab
def run(lab: Lab) -> StudyReport:
    """Solve the round for every number of players, and deal some rounds of each to check the solutions."""
    lab.plan((), further=len(PLAYERS) * lab.games)
    duel = solve_duel(table(2), SolveTerms())
    parties = {n: solve_party(table(n), SolveTerms()) for n in PLAYERS}
    played: dict[int, DealtRounds] = {}
    for n, party in parties.items():
        lab.play_once(played, n, partial(deal, lab, party), lab.games, lab.games)
    sections = [
        duel_section(duel),
        simple_section(parties),
        best_section(parties),
        check_section(parties, played),
    ]
    results = {"duel": duel.to_json(), "parties": {str(n): x.to_json() for n, x in parties.items()}}
    return finish(lab, STUDY, RULES, [answer(duel, parties)], sections, results)


def table(players: int) -> Game:
    """Return the game with the last seat dealing, so that seats are in order of action."""
    return last_seat_deals(make_game("stoppers", players))


def deal(lab: Lab, party: MultiplayerRound) -> DealtRounds:
    """Deal and play rounds by the rules; everybody plays by the thresholds of a solution."""
    n, games = party.game.players, lab.in_part(1)
    single_round = one_round(party.game, lambda s, p: int(s.lives - s.life[p]), (0, 1), False)
    plan = one_per_situation(n).plan(party.best.settled.thresholds)
    report = lab.meter(f"dealing to {n}", lab.games)
    out = DealtRounds([0] * n)
    for number in range(games):
        s, did = single_round.start(seed=lab.seed, number=number), 0
        while not s.over:
            p = s.player
            cell = (did * RANKS + s.dealt[p] - 1) * RANKS + s.card[p]
            single_round.rules.apply(s, int(plan[p][cell]))
            did = HISTORIES * did + s.did[p] - 1
        out.lost = [x + single_round.rules.score(s, p) for p, x in enumerate(out.lost)]
        out.games += 1
        if out.games % STEP == 0:
            report(out.games, games)
    return out


def dealt_share(played: DealtRounds, seat: int) -> Estimate:
    """Estimate the share of rounds in which a seat lost a life, at the confidence of the family."""
    times = played.lost[seat]
    return share(times, times, played.games, 1, quantile(family_confidence(sum(PLAYERS))))


# ---- the report ----


def answer(duel: TwoPlayerRound, parties: Mapping[int, MultiplayerRound]) -> str:
    """Answer the question in words."""
    limits = [
        f"with {n} players up to {', '.join(party.numbers())}, in order of action, the dealer last"
        for n, party in parties.items()
    ]
    gain = max(float(max(x.simple.gaps)) for x in parties.values())
    best = [f"{x.best.losses.index(min(x.best.losses)) + 1} of {n}" for n, x in parties.items()]
    return (
        f"Swap low cards and keep high ones: {'; '.join(limits)}. Players who had to swap compare the card "
        f"they got with the one they gave. If all do that, a player who watches everything loses up to "
        f"{gain:.3f} lives less per round. The best seat is {', '.join(best)}. With two players, the one who "
        f"does not deal is ahead by {duel.value:.4f} lives per round. All these numbers are exact."
    )


def duel_section(duel: TwoPlayerRound) -> Section:
    """Describe the round of two players."""
    return Section(
        "Two players",
        [
            "The score is the difference: +1 if only the dealer loses a life, -1 if only the other does. "
            f"The value for the player who does not deal is exactly {duel.value_exact}, by linear "
            "programming and its dual."
        ],
        [_table("Strategy", duel.rows())],
    )


def _table(title: str, rows: Sequence[Sequence[str]], note: str = "") -> Table:
    headings, *lines = rows
    return Table(title, list(headings), [list(line) for line in lines], note)


def simple_section(parties: Mapping[int, MultiplayerRound]) -> Section:
    """Describe the solution with one threshold for each seat."""
    rows: list[list[str | int | float]] = [
        [n, p + 1, card, float(party.simple.losses[p]), float(party.simple.gaps[p])]
        for n, party in parties.items()
        for p, card in enumerate(party.numbers())
    ]
    values = {n: [x[0] for x in party.simple.settled.thresholds] for n, party in parties.items()}
    note = "The gain of a seat is over all strategies, which may use everything that the seat knows."
    return Section(
        "One threshold for each seat",
        [
            "Each seat swaps cards up to one value, whatever the others did. Players who had to swap compare "
            "their cards. No seat can lose fewer lives by changing only its own value."
        ],
        [Table("Thresholds", ["players", "seat", "swaps up to", "loses a life", "would gain"], rows, note)],
        [_by_seat("thresholds", "Highest value that each seat swaps", "value", values)],
    )


def _by_seat(name: str, title: str, what: str, numbers: Mapping[int, Sequence[float | Fraction]]) -> Chart:
    """Draw a number of every seat, with a line for each number of players."""
    lines = [
        Series.of_points(f"{n} players", [(float(p), float(x)) for p, x in enumerate(seats, 1)])
        for n, seats in numbers.items()
    ]
    return Chart(name, title, "seat, in order of action", what, lines)


def best_section(parties: Mapping[int, MultiplayerRound]) -> Section:
    """Describe the solution with a threshold for everything that a seat may know."""
    blocks = [_table(f"{n} players", party.rows(), LEGEND) for n, party in parties.items()]
    chances = {n: party.best.losses for n, party in parties.items()}
    return Section(
        "A threshold for each situation",
        [
            "Now a seat may take into account what the seats before it did. After a swap and a seat that "
            "kept its card, low cards are around. Yours may not be the lowest, so you swap only the lowest."
        ],
        blocks,
        [_by_seat("losses", "How likely each seat loses a life", "chance", chances)],
        [_equilibrium(parties)],
    )


def _equilibrium(parties: Mapping[int, MultiplayerRound]) -> StudyFinding:
    is_so = all(max(x.best.gaps) == 0 for x in parties.values())
    gaps = "; ".join(f"{n} players: {max(x.best.gaps)}" for n, x in parties.items())
    claim = "No seat loses fewer lives by any other strategy, whatever it takes into account."
    return StudyFinding(claim, HOLDS if is_so else FAILS, f"The largest gain is, exactly, {gaps}.")


def check_section(parties: Mapping[int, MultiplayerRound], played: Mapping[int, DealtRounds]) -> Section:
    """Describe how the exact chances compare with dealt rounds."""
    rows: list[list[str | int | float]] = []
    outside: list[str] = []
    for n, party in parties.items():
        for p, exact in enumerate(party.best.losses):
            e = dealt_share(played[n], p)
            rows.append([n, p + 1, str(exact), float(exact), e.value, e.low, e.high])
            if not e.low <= exact <= e.high:
                outside.append(f"{n} players, seat {p + 1}")
    columns = ["players", "seat", "chance", "as a number", "dealt", "low", "high"]
    dealt = " and ".join(f"{x.games:,}" for x in played.values())
    evidence = f"{len(rows) - len(outside)} of {len(rows)} lie in their intervals, from {dealt} rounds"
    finding = StudyFinding(
        "The computed chances agree with rounds that are dealt and played by the rules.",
        FAILS if outside else HOLDS,
        f"{evidence}{': not ' if outside else ''}{'; '.join(outside)}.",
    )
    note = "All intervals hold together with 95 % (Bonferroni)."
    return Section(
        "Checked by dealing", [], [Table("Chances to lose a life", columns, rows, note)], [], [finding]
    )
