"""What each action is worth in a position, and what it costs."""

import re

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.certificates.lead_table import hand_text
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.report.position_report import by_card, document
from upcard.review.evaluator_contract import DecisionPoint
from upcard.review.evaluator_registry import evaluator_for


@pytest.mark.parametrize("actions", [[], [3]])
def test_the_price_of_an_action_is_what_it_is_worth_less_than_the_best(actions):
    game = make_game("smallsum", 2, None, variant="alternate")
    evaluator = evaluator_for(game)
    found = {}
    for card in ("K", "9"):
        match = game.match(seed=0, dealt=f"5 4 {card} 6 2 {'9' if card == 'K' else 'K'}".split())
        for a in actions:
            match.do(a)
        found[card] = document(match, evaluator)
    first = found["K"]
    best = first["choices"][0]["worth"]
    assert first["choices"][0]["price"] == 0
    for x in first["choices"]:
        assert x["price"] == pytest.approx(best - x["worth"], abs=1e-12)
    for told in found.values():  # by the hidden card of who is to act, whichever he has
        rows = {row["card"]: row for row in told["by_card"]["rows"]}
        hidden = {"K": "K", "9": "9"} if not actions else {"K": "9", "9": "K"}
        card = hidden["K" if told is first else "9"]
        by_words = {x["words"]: x for x in told["choices"]}
        for words, price, played in zip(
            told["by_card"]["actions"], rows[card]["price"], rows[card]["played"], strict=True
        ):
            assert price == pytest.approx(by_words[words]["price"], abs=1e-12)
            assert played == pytest.approx(by_words[words]["played"])
    for row in first["by_card"]["rows"]:  # nothing is played that costs more than the certificate's error
        assert all(price < 1e-3 for price, p in zip(row["price"], row["played"], strict=True) if p > 0.01)


def test_the_table_by_card_does_not_reveal_the_hidden_card_of_the_other():
    game = make_game("smallsum", 2, None, variant="alternate")
    evaluator = evaluator_for(game)
    one, two = (document(game.match(seed=0, dealt=f"5 4 K 6 2 {x}".split()), evaluator) for x in ("9", "Q"))
    assert one["by_card"] == two["by_card"]
    assert {"9", "Q", "K"} <= {row["card"] for row in one["by_card"]["rows"]}


def test_nothing_is_told_by_card_where_a_field_is_only_called_like_that_of_smallsum():
    evaluator = evaluator_for(make_game("kuhn-poker"))
    s = make_game("kuhn-poker").match(seed=0).state
    s.__dict__["down"] = s.card
    assert by_card(evaluator, DecisionPoint(s, s, ())) is None


def test_nobody_wins_where_play_is_endless():
    found = shipped_table(3, 3)
    assert found is not None
    endless = hand_text(3, 3, int(np.flatnonzero(found.distances[1:-1] == 0)[0]) + 1)
    game = make_game("beat-it-or-eat-it", position=endless)
    told = document(game.match(), evaluator_for(game))["verdict"]
    assert re.fullmatch(r"Nobody wins with perfect play: lead \w+ draws by endless play\.", told)
