"""Several hands in a row at one terminal: everybody moves on by a seat, and the scores are added up."""

from upcard.engine.result_words import outcome_sentence
from upcard.play.series import PlayedHand, leaders, standings, total_text, value_text
from upcard.play.session import MatchSession


class TerminalSeries:
    """A series of `hands` hands at one terminal, which begins with the table `first`.

    Attributes
    ----------
    table : MatchSession
        The table of the present hand.
    hand : int
        Its number, from 1.
    played : list of PlayedHand
        The hands that have ended.
    """

    def __init__(self, first: MatchSession, hands: int) -> None:
        self.table, self.hands, self.hand = first, hands, 1
        self.played: list[PlayedHand] = []
        self.words = first.match.game.rules.GAME.played_in

    @property
    def next_hand(self) -> str:
        """Words for the hand after this one: ``hand 3 of 10``; empty if this is the last."""
        return f"{self.words[0]} {self.hand + 1} of {self.hands}" if self.hand < self.hands else ""

    def count(self) -> None:
        """Count the present hand, which has just ended, perhaps once more after an action was taken back."""
        self.played[self.hand - 1 :] = [PlayedHand("", tuple(self.table.match.scores()))]

    def deal_next(self) -> MatchSession:
        """Deal the next hand, for which everybody moves on by a seat, and return its table."""
        match, sitters = self.table.match, self.table.sitters
        self.hand += 1
        dealt = match.game.match(match.seed or 0, match.number + 1)
        self.table = MatchSession(dealt, (*sitters[1:], sitters[0]))
        return self.table

    def lines(self) -> list[str]:
        """Return the totals, and beside them the value of the game where a solution ships."""
        if not self.table.match.is_over:
            del self.played[self.hand - 1 :]
        if self.hands == 1 or not self.played:
            return []
        game, names = self.table.match.game, [x.name for x in self.table.sitters]
        table = standings(self.hand, self.played, game)
        after = f"After {len(self.played)} of {self.hands} {self.words[1]}"
        wide = max(map(len, names))
        rows = [
            f"  {name:<{wide}}  {total_text(x.total, game)}" for name, x in zip(names, table, strict=True)
        ]
        if table[0].value is not None:
            after += " (in brackets: what perfect play brings on average in the same seats)"
            rows = [f"{row} ({value_text(x.value)})" for row, x in zip(rows, table, strict=True)]
        if len(self.played) == self.hands:
            end = outcome_sentence(names, leaders(table), whole="series")
            rows.append(end[:1].upper() + end[1:])
        return [f"{after}:", *rows]
