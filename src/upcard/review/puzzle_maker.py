"""Make the puzzles of a game, and confirm them: ``python -m upcard.review.puzzle_maker GAME...``.

Simple strategies play matches. A position becomes a puzzle if the game's evaluator finds one best move there,
better than all others by a margin, and if enough simple bots miss it. Where values are sampled, the
lead must also exceed several standard errors, at more tables than a review uses; puzzles are confirmed later
with other tables.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from urllib.parse import unquote_plus

from upcard.engine.call_strategy import call_strategy
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.game import Game, Match
from upcard.engine.players import entrant_for
from upcard.engine.state import canonical_key
from upcard.engine.wording import in_moves
from upcard.play.bot_catalogue import RANDOM, bots_for
from upcard.play.bot_levels import BEGINNER, CASUAL, levels_of
from upcard.review.evaluator_contract import ActionWorth, Evaluator
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point
from upcard.review.playout_evaluator import PlayoutEvaluator
from upcard.review.puzzle import Puzzle, PuzzleSource, file_of_puzzles, puzzle_from, source_of

COUNT, TRIES, MOST_SEEDS = 200, 8, 40_000
"""Puzzles of a game; positions of one match that are judged at most; matches that are played at most."""

ALIKE = 0.55
"""Largest share of the puzzles with a best move of the same kind."""

DEVIATIONS, CONFIRMED_DEVIATIONS = 5.0, 3.0
"""Standard errors that a sampled lead must exceed when a puzzle is made, and when it is confirmed."""

SPARE_DEVIATIONS = 3.0
"""Standard errors by which a sampled lead must exceed the margin when a puzzle is made; so it also exceeds it
at other tables."""

ROUGHER, ROUGH_DEVIATIONS = 8, 1.5
"""How many times fewer tables a first look needs, and the standard errors that a lead must exceed there."""

MAKING_SEED, CONFIRMING_SEED = 1, 2
"""Seeds of the redealt tables."""

Known = Mapping[int, ActionWorth]


class PuzzleJudge:
    """Judge of positions of one game: the values of all actions, and the simple bots.

    `seed` determines the redealt tables of a game that is not solved.
    """

    def __init__(self, game: Game, source: PuzzleSource, seed: int) -> None:
        self.game, self.source = game, source
        self.evaluator: Evaluator = (
            PlayoutEvaluator(game, source.tables, seed) if source.tables else evaluator_for(game)
        )

    def is_hopeless(self, match: Match) -> bool:
        """Return whether a small sample already shows that a position hardly has one best action."""
        if not self.source.tables:
            return False
        rough = PlayoutEvaluator(self.game, self.source.tables // ROUGHER, MAKING_SEED)
        return not self.has_one_best(rough.prospects(decision_point(match)), ROUGH_DEVIATIONS)

    def prospects(self, match: Match) -> Known:
        """Return the value of every action in the position of a match."""
        return self.evaluator.prospects(decision_point(match))

    def has_one_best(self, known: Known, deviations: float, spare: float = 0.0) -> bool:
        """Return whether one action is better than all others, by the margin and by standard errors.

        `spare` is the number of standard errors by which a sampled lead must exceed the margin.
        """
        best = best_action(known)
        leads = [(float(known[best].worth - x.worth), x) for a, x in known.items() if a != best]
        return bool(leads) and all(
            lead >= self.source.margin + spare * x.standard_error and lead > x.possible_error(deviations)
            for lead, x in leads
        )

    def reason(self, match: Match, known: Known, best: int) -> str:
        """Return why an action is best, as sentences."""
        return self.source.explain(self.evaluator, decision_point(match), known, best)


def best_action(known: Known) -> int:
    """Return the action with the highest value."""
    return max(known, key=lambda a: known[a].worth)


def simple_bots(game: Game) -> dict[str, Entrant]:
    """Return the bots that measure difficulty: rules of thumb, and the weaker levels."""
    rules = [bot.name for bot in bots_for(game) if bot.kind == "rule"]
    levels = [x.strategy for x in levels_of(game) if x.name in (BEGINNER, CASUAL)]
    names = [x for x in dict.fromkeys([*rules, *levels]) if x != RANDOM]
    return {name: entrant_for(name, game) for name in names}


def share_missed(match: Match, best: int, bots: Mapping[str, Entrant]) -> float:
    """Return the share of bots that choose another action than `best`, from 0 to 1."""
    choices = [choice_of(bot, match) for bot in bots.values()]
    return sum(a != best for a in choices) / len(choices)


def choice_of(bot: Entrant, match: Match) -> int:
    """Return the action that a strategy chooses in the position of a match, by the match's own chance."""
    view = match.view(match.player)
    return call_strategy(bot.choose, view, bot.parameters, bot.label)


def candidates(
    game: Game, source: PuzzleSource, seed: int, players: Mapping[str, Entrant]
) -> Iterator[Match]:
    """Yield some positions of one match between strategies of the source, in a random order."""
    lots, match = Random(seed), game.match(seed)
    seats = [lots.choice(source.strategies) for _ in range(game.players)]
    positions: list[int] = []
    while not match.is_over and len(match.actions) < source.longest:
        if source.accepts(match):
            positions.append(len(match.actions))
        name = seats[match.player]
        match.do(lots.choice(match.legal()) if name == RANDOM else choice_of(players[name], match))
    for length in lots.sample(positions, min(TRIES, len(positions))):
        before = match.from_start()
        for action in match.actions[:length]:
            before.do(action)
        yield before


def make_puzzles(source: PuzzleSource, count: int = COUNT) -> Iterator[Puzzle]:
    """Yield the puzzles of a game; at most one comes from each match.

    Raises Failure if there are not enough of them.
    """
    makers = [_GameMaker(spec.game(), source) for spec in source.games]
    kinds: Counter[int] = Counter()
    for seed in range(1, MOST_SEEDS):
        if kinds.total() == count:
            return
        full = {kind for kind, n in kinds.items() if n >= ALIKE * count}
        puzzle = makers[seed % len(makers)].puzzle(seed, full)
        if puzzle is not None:
            yield puzzle
            kinds[source.kind_of(puzzle.best)] += 1
    raise Failure(f"only {kinds.total()} of {count} puzzles were found in {MOST_SEEDS:,} matches")


class _GameMaker:
    """Maker of the puzzles from one game, each with a different view of the player to move."""

    def __init__(self, game: Game, source: PuzzleSource) -> None:
        self.game, self.source = game, source
        self.judge, self.bots = PuzzleJudge(game, source, MAKING_SEED), simple_bots(game)
        self.players = {x: entrant_for(x, game) for x in source.strategies if x != RANDOM}
        self.views: set[object] = set()

    def puzzle(self, seed: int, full: set[int]) -> Puzzle | None:
        """Return a puzzle from the match of a seed; None if it has none, or only of the kinds `full`."""
        for match in candidates(self.game, self.source, seed, self.players):
            view = canonical_key(self.game.rules, match.view(match.player))
            if view in self.views or self.judge.is_hopeless(match):
                continue
            known = self.judge.prospects(match)
            best = best_action(known)
            if self.source.kind_of(best) in full or not self.judge.has_one_best(
                known, DEVIATIONS, SPARE_DEVIATIONS
            ):
                continue
            missed = share_missed(match, best, self.bots)
            if missed >= self.source.least_missed:
                self.views.add(view)
                return self._finished(match, known, best, missed)
        return None

    def _finished(self, match: Match, known: Known, best: int, missed: float) -> Puzzle:
        return puzzle_from(
            match,
            best=best,
            values={a: float(x.worth) for a, x in sorted(known.items())},
            words={a: in_moves(x.words) for a, x in known.items() if x.words},
            why=in_moves(self.judge.reason(match, known, best)),
            unit=self.judge.evaluator.unit,
            missed=missed,
            margin=max(x.possible_error(1.0) for x in known.values()),
        )


class PuzzleConfirmer:
    """Confirms stored puzzles by the solver, or by new tables where values are sampled."""

    def __init__(self, source: PuzzleSource) -> None:
        self.source = source
        self.judges: dict[str, PuzzleJudge] = {}

    def faults(self, puzzle: Puzzle) -> list[str]:
        """Return what is wrong with a puzzle, as sentences; nothing if it is confirmed."""
        match = puzzle.match()
        heading = match.game.heading()
        if heading not in self.judges:
            self.judges[heading] = PuzzleJudge(match.game, self.source, CONFIRMING_SEED)
        judge = self.judges[heading]
        known = judge.prospects(match)
        name = f"{puzzle.game} {puzzle.number} ({unquote_plus(puzzle.address)})"
        faults = []
        if best_action(known) != puzzle.best:
            faults.append(f"{name}: the best move is {best_action(known)}, not {puzzle.best}")
        if not judge.has_one_best(known, CONFIRMED_DEVIATIONS if self.source.tables else DEVIATIONS):
            faults.append(f"{name}: the best move is not better than all others by the margin")
        off = max(abs(float(known[a].worth) - x) for a, x in puzzle.values.items())
        if off > (5 * puzzle.margin if self.source.tables else 1e-4):
            faults.append(f"{name}: a value is off by {off:.5f}")
        return faults


def main(names: list[str]) -> None:
    """Write the puzzles of each game to its file."""
    for name in names:
        source = source_of(name)
        if source is None:
            raise Failure(f"{name} has no file puzzles.py")
        puzzles = list(make_puzzles(source))
        lines = ",\n".join(json.dumps(x.to_json(), ensure_ascii=False) for x in puzzles)
        text = f'{{"format": "upcard puzzles 1", "puzzles": [\n{lines}\n]}}\n'
        file_of_puzzles(name).write_text(text, "utf-8")
        sys.stdout.write(f"{name}: {len(puzzles)} puzzles\n")


if __name__ == "__main__":
    main(sys.argv[1:])
