"""Stored numbers of the chapter on Smallsum: they take half a minute, because they need Alternate solved."""

from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.rules_of_thumb import NO_LEAD, by_odds, plan_of, table_of
from upcard.games.smallsum.solvers.betting_advice import decisions
from upcard.lessons.chapter_registry import FigureValues, Slow
from upcard.solving.match_solution import MatchSolution
from upcard.solving.solve_game import solve

CAREFUL = 0.2


def alternate(_games: int, _seed: int) -> FigureValues:
    """Return how often each player bets with and without a lead in the solved cash game of Alternate."""
    game = make_game(rules.GAME.name, variant="alternate", objective="pennies")
    solved = solve(game, objective="pennies", exact=False)
    if not isinstance(solved, MatchSolution):
        raise TypeError("the cash game is solved as a match of one round")
    first_bets = [
        x
        for x in decisions(game, solved.match.round_of(0), solved.solved.strategies[0])
        if rules.MATCH not in x.legal and not any(x.bets)
    ]
    names = {True: "bets_ahead", False: "bluffs"}
    return {
        f"{player}_{name}": 1 - x.share(0, is_ahead=is_ahead)
        for player, x in zip("ab", first_bets, strict=True)
        for is_ahead, name in names.items()
    }


def prices(_games: int, _seed: int) -> FigureValues:
    """Return the losses per round of Alternate of strategies without bluffs, to a player who knows them."""
    table = table_of(make_game(rules.GAME.name, variant="alternate", objective="pennies"))
    return {
        "price_never": table.price("never", plan_of(table, by_odds(NO_LEAD, CAREFUL))).mean,
        "price_honest": table.price("honest", plan_of(table, "dominant")).mean,
    }


SLOW = {"alternate": Slow(alternate), "prices": Slow(prices)}
