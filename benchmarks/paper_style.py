"""L.A.M.A. as the paper's authors describe their program: two classes, two functions, numpy arrays.

Their program was not published with the text; this follows its sections II and III, with the names of its
methods, preset `paper`, strategy 1 in every seat. Where their program stopped ("not enough cards on the
deck"), drawing is no possible move here.

Cards are numbers from 0 to 6, where 0 is the llama; moves are a card to discard, ``DRAW`` or ``FOLD``.
"""

from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.int64]

KINDS = 7
LLAMA = 0
FOLD = -2
DRAW = -1
TARGET = 40


class Status(Enum):
    """Whether the game continues."""

    CONTINUE = 0
    FINISHED = 1


class Played(NamedTuple):
    """Results of `play_games`.

    Attributes
    ----------
    points : ndarray of int, shape (games, players)
        Points of every player at the end of every game.
    rounds : int
        Rounds played in all games.
    decisions : int
        Moves chosen in all games.
    wins : ndarray of int, shape (players,)
        Rounds won by each player, by going out or as the last one left.
    """

    points: NDArray[np.int64]
    rounds: int
    decisions: int
    wins: NDArray[np.int64]


class Table:
    """The cards on the table: the deck and the discard pile.

    Parameters
    ----------
    rng : numpy.random.Generator
        Shuffles the cards.

    Attributes
    ----------
    deck : ndarray of int
        The cards to draw, the next one first.
    pile : ndarray of int
        The discarded cards, the top one last.
    """

    NCARDS = 56
    deck: Cards
    pile: Cards

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.restart_table()

    def cards_on_deck(self) -> bool:
        """Whether there are cards left on the deck."""
        return len(self.deck) > 0

    def shuffle_deck(self) -> None:
        """Shuffle the pile, all but its top card, and put it back in the deck."""
        self.deck = self.pile[:-1].copy()
        self.rng.shuffle(self.deck)
        self.pile = self.pile[-1:]

    def restart_table(self) -> None:
        """Shuffle all the cards, put one in the pile and the others in the deck."""
        cards = np.repeat(np.arange(KINDS), self.NCARDS // KINDS)
        self.rng.shuffle(cards)
        self.pile = cards[:1]
        self.deck = cards[1:]

    def remove_from_deck(self) -> int:
        """Remove the first card from the deck and return it."""
        card = int(self.deck[0])
        self.deck = np.delete(self.deck, 0)
        return card

    def add_to_pile(self, card: int) -> None:
        """Put a card on the top of the pile."""
        self.pile = np.append(self.pile, card)


class Hands:
    """The cards in the players' hands, and everything the players can do with them.

    Parameters
    ----------
    table : Table
        Where the cards come from.
    players : int
        Number of players, 2 to 8.

    Attributes
    ----------
    points : ndarray of int, shape (players,)
        Points of each player so far.
    rounds : ndarray of int, shape (players,)
        Rounds won by each player so far.
    cards : list of ndarray of int
        The hand of each player.
    turns : ndarray of int
        The players who have not folded in this round, in natural order.
    index : int
        Where in `turns` the next player stands.
    """

    CARDSXPLAYER = 6

    def __init__(self, table: Table, players: int) -> None:
        self.NPLAYERS = players
        self.points = np.zeros(players, dtype=int)
        self.rounds = np.zeros(players, dtype=int)
        self.restart_hands(table)

    def restart_hands(self, table: Table) -> None:
        """Give 6 cards from the deck to each player and restart the turns."""
        self.cards: list[Cards] = []
        for _ in range(self.NPLAYERS):
            hand = np.array([], dtype=int)
            for _ in range(self.CARDSXPLAYER):
                hand = np.append(hand, table.remove_from_deck())
            self.cards.append(hand)
        self.turns = np.arange(self.NPLAYERS)
        self.index = 0

    def get_player_turn(self) -> int:
        """The player whose turn it is."""
        return int(self.turns[self.index])

    def get_possible_moves(self, table: Table, player: int) -> NDArray[np.int64]:
        """Return the moves of a player: fold, draw if there is a card, and each possible discard once."""
        moves = np.array([FOLD])
        if table.cards_on_deck() or len(table.pile) > 1:
            moves = np.append(moves, DRAW)
        top = table.pile[-1]
        for card in (top, (top + 1) % KINDS):
            if np.any(self.cards[player] == card):
                moves = np.append(moves, card)
        return moves

    def make_move(self, table: Table, player: int, move: int) -> None:
        """Carry out a move of the player whose turn it is, and pass the turn."""
        if move == FOLD:
            self.turns = np.delete(self.turns, self.index)
        else:
            if move == DRAW:
                if not table.cards_on_deck():
                    table.shuffle_deck()
                self.cards[player] = np.append(self.cards[player], table.remove_from_deck())
            else:
                position = np.where(self.cards[player] == move)[0][0]
                self.cards[player] = np.delete(self.cards[player], position)
                table.add_to_pile(move)
            self.index += 1
        if self.index == len(self.turns):
            self.index = 0

    def evaluate(self, table: Table) -> Status:
        """End the round if all the players but one folded, or if a player ran out of cards."""
        if len(self.turns) == 1:
            return self.end_round(table, int(self.turns[0]))
        for player in self.turns:
            if len(self.cards[player]) == 0:
                return self.end_round(table, int(player))
        return Status.CONTINUE

    def end_round(self, table: Table, winner: int) -> Status:
        """Add the points, and start another round unless somebody has reached the target."""
        self.rounds[winner] += 1
        for player in range(self.NPLAYERS):
            hand = self.cards[player]
            self.points[player] += np.sum(np.where(hand == LLAMA, 10, hand))
        if np.max(self.points) >= TARGET:
            return Status.FINISHED
        table.restart_table()
        self.restart_hands(table)
        return Status.CONTINUE


def next_move(table: Table, hands: Hands, player: int) -> int:
    """The move of the first strategy: discard, the same card before the next one, else draw, else fold.

    Parameters
    ----------
    table : Table
        The deck and the pile.
    hands : Hands
        The hands of all the players.
    player : int
        Whose move it is.

    Returns
    -------
    int
        A card from 0 to 6, or `DRAW`, or `FOLD` when nothing else is possible.
    """
    moves = hands.get_possible_moves(table, player)
    top = int(table.pile[-1])
    for move in (top, (top + 1) % KINDS, DRAW):
        if move in moves:
            return move
    return FOLD


def play_game(players: int, rng: np.random.Generator) -> tuple[Hands, int]:
    """Play a full game.

    Parameters
    ----------
    players : int
        Number of players, 2 to 8.
    rng : numpy.random.Generator
        Shuffles the cards.

    Returns
    -------
    hands : Hands
        The final points and the rounds won.
    decisions : int
        Moves chosen.
    """
    table = Table(rng)
    hands = Hands(table, players)
    status = Status.CONTINUE
    decisions = 0
    while status == Status.CONTINUE:
        player = hands.get_player_turn()
        move = next_move(table, hands, player)
        hands.make_move(table, player, move)
        status = hands.evaluate(table)
        decisions += 1
    return hands, decisions


def play_games(games: int, players: int, seed: int) -> Played:
    """Play many games, all the players with the first strategy.

    Parameters
    ----------
    games : int
        Number of games.
    players : int
        Number of players, 2 to 8.
    seed : int
        Seed of the random generator.

    Returns
    -------
    Played
        Points of every game, rounds, decisions, and rounds won by each player.
    """
    rng = np.random.default_rng(seed)
    points = np.zeros((games, players), dtype=int)
    wins = np.zeros(players, dtype=int)
    decisions = 0
    for game in range(games):
        hands, moves = play_game(players, rng)
        points[game] = hands.points
        wins += hands.rounds
        decisions += moves
    return Played(points, int(wins.sum()), decisions, wins)
