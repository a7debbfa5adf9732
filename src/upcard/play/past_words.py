"""Actions in the past tense, for logs: ``play 4`` becomes ``played 4``."""

from upcard.language.messages import game_words

IRREGULAR = {
    "beat": "beat", "bet": "bet", "bid": "bid", "choose": "chose", "don't": "did not", "draw": "drew",
    "eat": "ate", "give": "gave", "hide": "hid", "hit": "hit", "keep": "kept", "lay": "laid", "lead": "led",
    "pay": "paid", "put": "put", "quit": "quit", "sell": "sold", "split": "split", "take": "took",
}  # fmt: skip
REGULAR = {
    "accept", "ask", "attack", "call", "change", "check", "claim", "defend", "discard", "exchange", "fold",
    "lower", "match", "move", "open", "pass", "place", "play", "pledge", "raise", "refuse", "reveal", "roll",
    "rotate", "show", "turn", "wait",
}  # fmt: skip
DOUBLED = {"drop": "dropped", "stop": "stopped", "swap": "swapped"}


def past_words(words: str) -> str:
    """Return the words of an action as what a player did; empty if they do not begin with a known verb."""
    verb, space, rest = words.partition(" ")
    ending = "d" if verb.endswith("e") else "ed"
    done = IRREGULAR.get(verb) or DOUBLED.get(verb) or (verb + ending if verb in REGULAR else "")
    return f"{done}{space}{rest}" if done else ""


def past_message(words: str) -> str:
    """Return the message for what a player did; empty if the words do not begin with a known verb.

    It is the English text itself, but for verbs with the same form in both tenses in other languages, if they
    have a translation: ``has bet 3`` is not ``bet 3``.
    """
    message = translatable_past(words)
    return message if game_words(message) != message else past_words(words)


def translatable_past(words: str) -> str:
    """Return the message for translators: ``has bet 3`` for ``bet 3``, but ``played 4``."""
    done = past_words(words)
    return f"has {done}" if done and done == words else done
