"""How the sound game is broken: one fault at a time, with the check that finds it and what it says."""

from typing import Any

from upcard.testing import chance_checks as chances
from upcard.testing import compiled_checks as twins
from upcard.testing import imagined_checks as imagined
from upcard.testing import position_checks as positions
from upcard.testing import prospect_checks as prospects
from upcard.testing import scene_checks as scenes
from upcard.testing import tree_checks as trees
from upcard.testing import view_checks as views
from upcard.testing import word_checks as words
from upcard.testing.random_walk import start_and_apply

LAY = "        put(s.table, a)\n"
TAKE = "s.hand[p, a] -= 1"
DRAWN = "        s.hand[p, draw(s, s.stock)] += 1\n    else:"
LEGAL = "return left > 0"
SCORE = "return more"
DEAL = "    for p in range(s.seats):\n        s.hand[p, draw(s, s.stock)] += 1\n"
TOP = "    s.top = s.stock[1]\n    s.stock[1] = s.stock[6]\n"
DEALT = "        s.hand[p, draw(s, s.stock)] += 1\n    s.player = 0"
NO_SECRETS = (
    ('"hand", OWNER, KINDS, "the cards in hand"', '"hand", EVERYBODY, KINDS, "x", per_seat=True'),
    ('row("stock", NOBODY', 'row("stock", EVERYBODY'),
    ("perfect_information=False", "perfect_information=True"),
)

FAULTS: dict[str, tuple[Any, str, list[tuple[str, str]]]] = {
    # fault: (the check that finds it, part of what it has seen, changes to the sound rules)
    "a question changes the state": (
        positions.check_questions_change_nothing,
        "legal changes it: laid is ",
        [("    return left > 0", "    s.laid[0] += 1\n    return left > 0")],
    ),
    "the deal takes the top card": (
        chances.check_deal,
        "top differs if a hidden row lies in another order",
        [(DEALT, DEALT + "\n    s.top = s.stock[s.stock[0]]\n    s.stock[0] -= 1")],
    ),
    "the deal takes the top card before it asks for a number": (
        chances.check_deal,
        "top differs if a hidden row lies in another order",
        [(DEAL, TOP + "    s.stock[0] -= below(s, 1) + 1\n" + DEAL)],
    ),
    "the deal takes a card to a hand by its place": (
        chances.check_deal,
        "hand differs if a hidden row lies in another order",
        [(DEAL, "    s.hand[0, s.stock[1]] += 1\n    s.stock[1] = s.stock[6]\n    s.stock[0] -= 1\n" + DEAL)],
    ),
    "a question draws a card": (
        positions.check_questions_change_nothing,
        "legal uses chance; only start and apply may call below or draw",
        [("    return left > 0", "    draw(s, s.stock)\n    return left > 0")],
    ),
    "a score changes the state": (
        positions.check_questions_change_nothing,
        "score changes it: worth is ",
        [("    return more", "    s.worth[p] += 1\n    return more")],
    ),
    "a measure changes the state": (
        positions.check_questions_change_nothing,
        "measure changes it: moves is ",
        [("    if m == 0:\n        return 1 if", "    s.moves += 1\n    if m == 0:\n        return 1 if")],
    ),
    "words that are a number": (
        words.check_action_words,
        "it gives 5",
        [('return "draw" if a', "return 5 if a")],
    ),
    "a row that is drawn from is seen": (
        words.check_record,
        "in another order; declare a row for NOBODY where cards are drawn out of it",
        [('row("stock", NOBODY', 'row("stock", EVERYBODY')],
    ),
    "it is the turn of nobody": (positions.check_turn, "it is 2", [("s.player = 1 - p", "s.player = 1 + p")]),
    "it is over, but not quite": (positions.check_turn, "it is 2", [("s.over = 1", "s.over = 2")]),
    "nothing can be done": (positions.check_turn, "has none", [(LEGAL, "return a != DRAW and left > 0")]),
    "a legal action does not work": (
        positions.check_every_action,
        "apply: table has room for 0 cards, and one more is put there",
        [('row("table", EVERYBODY, CARDS,', 'row("table", EVERYBODY, 0,')],
    ),
    "the deal does not work": (
        start_and_apply,
        "start: stock has room for 6 cards",
        [("range(CARDS)", "range(CARDS + 1)")],
    ),
    "more is dealt than there is": (
        start_and_apply,
        "start: the rules draw a card from stock, which is empty",
        [("    s.player = 0", "        for _ in range(CARDS):\n            draw(s, s.stock)\n")],
    ),
    "a number does not fit": (positions.check_every_action, "OverflowError", [("+= a\n", "+= 40_000\n")]),
    "fewer cards than none": (positions.check_zones, "-1", [(TAKE, "s.hand[p, a] -= 2")]),
    "a row longer than itself": (positions.check_zones, "table holds", [(LAY, "        s.table[0] = 7\n")]),
    "no card in a row": (positions.check_zones, "-2", [(LAY, "        put(s.table, -2)\n")]),
    "no card in a slot": (positions.check_zones, "-7", [(LAY, LAY + "        s.top = -7\n")]),
    "no card in one of several places": (
        positions.check_zones,
        "top holds [-1, -7]",
        [
            ('slot("top", EVERYBODY, "nothing")', 'slot("top", EVERYBODY, "nothing", 2)'),
            (LAY, LAY + "        s.top[1] = -7\n"),
        ],
    ),
    "a card is lost": (positions.check_deck, "lost: 1 of ", [(LAY, "")]),
    "a card is doubled": (positions.check_deck, "too many: 1 of ", [(LAY, LAY + "        s.top = a\n")]),
    "not zero-sum": (positions.check_payoffs, "scores", [(SCORE, "return max(more, 0)")]),
    "more than the payoffs": (positions.check_payoffs, "scores", [("payoffs=(-2, 2)", "payoffs=(-1, 1)")]),
    "longer than the longest": (positions.check_length, "not over", [("longest=4", "longest=3")]),
    "secrets in the open": (
        positions.check_perfect_information,
        "hand",
        [("perfect_information=False", "perfect_information=True")],
    ),
    "chance after the deal": (positions.check_perfect_information, "after a decision", list(NO_SECRETS)),
    "a share of more than all": (
        positions.check_measures,
        "laid of seat",
        [("s.laid[p] if m < 2", "9 if m < 2")],
    ),
    "rules read what is hidden": (
        views.check_knowledge,
        "legal",
        [(LEGAL, "return left > 0 and (a == DRAW or cards_in(s.stock) == 0 or s.stock[1] < 0)")],
    ),
    "words read what is hidden": (
        views.check_knowledge,
        "lay",
        [('f"lay {card_text(a)}"', 'f"lay {card_text(a)} {v.hand[1 - v.player, a]}"')],
    ),
    "two cards of one name": (words.check_card_names, "cards 0 and 1", [("str(k)", "str(k // 2)")]),
    "two actions of one name": (words.check_action_words, "both 'lay'", [('f"lay {card_text(a)}"', '"lay"')]),
    "an action without words": (words.check_action_words, "''", [('"draw" if a', '"" if a')]),
    "a reason against what is legal": (
        words.check_why,
        "not now",
        [('    if legal(v, a):\n        return ""\n', "    if legal(v, a):\n        return 'not now'\n")],
    ),
    "a picture of something else": (scenes.check_scene, "None", [("return Picture((", "Picture((")]),
    "a quiet field that is not there": (scenes.check_scene, "'tip'", [('("top",)', '("tip",)')]),
    "an empty sentence": (scenes.check_scene, "' '", [('"Lay."', '" "')]),
    "a code without words": (
        scenes.check_number_words,
        "0 nothing yet",
        [('"how many cards a seat has laid"', '"0 nothing yet, 1 laid"')],
    ),
    "words for a zone": (scenes.check_scene, "'hand', which is no", [('told = {"worth"', 'told = {"hand"')]),
    "words for a seat too few": (scenes.check_scene, "worth", [("in range(v.seats)]", "in range(1)]")]),
    "touching what is not there": (scenes.check_scene, "'lost'", [('{DRAW: "last"}', '{DRAW: "lost"}')]),
    "touching for no action": (scenes.check_scene, "action 9", [('{DRAW: "last"}', '{9: "last"}')]),
    "no card on a board": (scenes.check_scene, "card 99", [("(v.table[n],) if n > 0", "(99,) if n < 9")]),
    "no reason against what is not": (words.check_why, "''", [('in your hand"', 'in your hand"[:0]')]),
    "an order that nobody knows": (
        chances.check_order,
        "elsewhere",
        [(DRAWN, "        s.hand[p, s.stock[s.stock[0]]] += 1\n        s.stock[0] -= 1\n    else:")],
    ),
    "a question without an answer": (
        chances.check_questions,
        "[]",
        [(DEALT, DEALT + "\n    s.top = below(s, 0) - 1")],
    ),
    "a memory outside the state": (
        chances.check_seed,
        "laid",
        [
            ("return str(k)", "CALLS[0] += 1\n    return str(k)"),
            (DEALT, DEALT + "\n    s.laid[1] = CALLS[0] % 97"),
        ],
    ),
    "an imagined table of another kind": (
        imagined.check_imagination,
        "moves is",
        [("def unused(s: State)", "def imagine(s, p):\n    s.moves += 1\n\n\ndef unused(s: State)")],
    ),
    "an action that nobody leans to": (
        prospects.check_prospects,
        "lean(s, ",
        [("def unused(s: State)", "def lean(s, a):\n    return 1 - a\n\n\ndef unused(s: State)")],
    ),
    "a false fact": (trees.check_facts, "1014", [("1014,", "1015,")]),
    "numbers that compiled ones do not hold": (
        twins.check_compiled,
        "compiled",
        [(SCORE, "return more * (1 if (s.moves - 1) * BIG * BIG % 7 == 5 else -1)")],
    ),
}  # fmt: skip
