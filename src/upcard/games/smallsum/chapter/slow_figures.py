"""Stored numbers of the chapter on Smallsum: they take half a minute."""

from pathlib import Path

import numpy as np

from upcard.certificates.certificate import game_of_certificate, read_certificate
from upcard.certificates.match_certificate import unpack_probabilities
from upcard.engine.game import make_game
from upcard.engine.tree.stochastic_game import SEATS
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.rules_of_thumb import NO_LEAD, by_odds, plan_of, table_of
from upcard.games.smallsum.solvers.betting_advice import decisions
from upcard.lessons.chapter_registry import FigureValues, Slow

CAREFUL = 0.2
SOLUTION = Path(rules.__file__).parent / "solutions" / "smallsum.alternate-pennies.json"


def alternate(_games: int, _seed: int) -> FigureValues:
    """Return how often each player bets with and without a lead in the shipped solution of the cash game.

    Other solutions of Alternate may bet with other cards.
    """
    stated = read_certificate(SOLUTION)
    game = game_of_certificate(stated)
    round = stochastic_game(game).round_of(0)
    strategy = unpack_probabilities(stated["strategy"][0], round.sequences - SEATS, "the round")
    first_bets = [
        x
        for x in decisions(game, round, np.array(strategy, np.float64))
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
