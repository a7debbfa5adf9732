"""Every byte that goes to a seat's and to a watcher's browser, held against what the rules show to it."""

import html
import re
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from urllib.request import urlopen

import pytest
from playwright.sync_api import Response
from tests.browser.people import Person, play_to_end
from tests.browser.server import Server
from tests.night import LATE

from upcard.engine.game import Match
from upcard.engine.record import parse_record, replay
from upcard.engine.sight import WATCHER
from upcard.play.past_words import past_words
from upcard.play.scene import make_scene
from upcard.play.session import MatchSession, SeatPlayer
from upcard.play.zones import Face
from upcard.report.card_faces import spoken

CARD = re.compile(r"/cards/[^/]+/[^/]+/(\d+)\.svg")
NAMED = re.compile(CARD.pattern + r'[^"]*" alt="([^"]*)"')
SAID = re.compile(r'(?:alt|title|aria-label)="([^".:]*)')
KEY = re.compile(r'data-key="(\d+)\.')
BELOW = re.compile(r'<details class="below">.*?</details>', re.DOTALL)
"""The cards of a pile to look through: they are drawn a second time."""

RULES = re.compile(r'<details class="sheet how".*?</details>', re.DOTALL)
"""The rules of the game with their pictures of cards, the same for everybody."""

ALT = re.compile(r'<img src="/cards/[^"]*" alt="([^"]*)"')
MOVE = re.compile(r'data-move="(\d+)">.*?<span class="what">([^<]*)<', re.DOTALL)
TURN = re.compile(r'data-turn="(\d+)"')
EVENT = re.compile(r"event: (change|beside)|id: \d+|data: \d+|: still here|[0-9a-f]+|")
"""A line of the stream, or the length of a piece of it."""


class Wire:
    """What is sent to a browser: texts, each with how many actions it knows of."""

    def __init__(self) -> None:
        self.texts: list[tuple[int, str]] = []
        self.in_rules: set[str] = set()
        """The addresses of pictures in the rules, which a browser may load when it likes."""
        self.fresh: list[Response] = []

    def read(self) -> None:
        """Take up what has come; what a page brings with it comes after the page."""
        fresh, self.fresh = self.fresh, []
        for answer in fresh:
            kind = answer.headers.get("content-type", "")
            is_page = answer.status == 200 and kind.startswith("text/html")
            whole = html.unescape(answer.text()) if is_page else answer.url
            for rules in RULES.findall(whole):
                self.in_rules |= {x[0] for x in CARD.finditer(rules)}
            text = RULES.sub("", whole)
            if not is_page and any(x[0] in self.in_rules for x in CARD.finditer(text)):
                continue
            turn = TURN.search(text)
            last = self.texts[-1][0] if self.texts else 0
            self.texts.append((int(turn[1]) if turn else last, text))


def read_all(wires: Sequence[Wire]) -> None:
    for wire in wires:
        wire.read()


@contextmanager
def tapped(person: Person) -> Iterator[Wire]:
    """Everything that comes to a browser from now on."""
    wire = Wire()

    def note(answer: Response) -> None:
        wire.fresh.append(answer)

    person.context.on("response", note)
    yield wire
    person.context.remove_listener("response", note)


@contextmanager
def stream_of(server: Server, path: str) -> Iterator[socket.socket]:
    """The events of a table, as they come over the line."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        yield line


def seen(match: Match, seat: int) -> set[int]:
    """The cards whose faces a seat sees."""
    zones = make_scene(match.game, match.game.view(match.state, seat), seat).zones
    return {face.card for zone in zones for face in zone.faces if isinstance(face, Face)}


def known(record: str, seat: int) -> list[set[int]]:
    """By the number of actions done, the cards whose faces a seat has seen so far."""
    played = replay(parse_record(record))
    match = Match(played.game, played.seed, played.number, played.dealt, played.seats)
    found = [seen(match, seat)]
    for action in played.actions:
        match.do(action)
        found.append(found[-1] | seen(match, seat))
    return found


@dataclass
class Watched:
    """A match that was played: its record, and what came to Ana, to Ben and to who watched."""

    record: str
    wires: list[Wire]
    events: str


def watch(server: Server, people: Sequence[Person], game: str, preset: str, **options: str) -> Watched:
    """Let two people play, a third one watch, and keep every byte that comes to them."""
    ana, ben, _ = people
    path = ana.open_table(game, preset, ["open"], **options)
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0)
        person.go("/mine")
    with ExitStack() as stack:
        wires = [stack.enter_context(tapped(x)) for x in people]
        stream = stack.enter_context(stream_of(server, path))
        for person in people:
            person.go(path)
        play_to_end([ana, ben], between=lambda: read_all(wires))
        events = stream.recv(1 << 16).decode().partition("\r\n\r\n")[2]
    with urlopen(f"{server.address}{path}/match.upc") as answer:
        return Watched(answer.read().decode(), wires, events)


@pytest.mark.parametrize("game", ["high-card", "kuhn-poker"])
def test_no_hidden_card_goes_over_the_wire(server, ana, ben, zoe, game):
    watched = watch(server, (ana, ben, zoe), game, "")
    assert "event: change" in watched.events
    assert all(EVENT.fullmatch(line) for line in watched.events.splitlines())
    names = {int(card): words for card, words in NAMED.findall(html.unescape(ana.page.content()))}
    for seat, wire in zip((0, 1, WATCHER), watched.wires, strict=True):
        allowed = known(watched.record, seat)
        before_the_end = [(turn, text) for turn, text in wire.texts if turn < len(allowed) - 1]
        assert any(set(names) - allowed[turn] for turn, _ in before_the_end), "nothing is hidden"
        for turn, text in before_the_end:
            assert {int(x) for x in CARD.findall(text)} <= allowed[turn], (seat, turn)
            told = set(SAID.findall(text))
            assert not {w for c, w in names.items() if c not in allowed[turn]} & told, (seat, turn)


@dataclass(frozen=True)
class Sight:
    """What a seat may know at a moment: how often it sees each card and its name, and what was done."""

    cards: Counter[int]
    names: Counter[str]
    moves: set[tuple[int, str]]


def sights(record: str, seat: int) -> list[Sight]:
    """By the number of actions done, what a seat may know: by its view of that moment alone."""
    played = replay(parse_record(record))
    match = Match(played.game, played.seed, played.number, played.dealt, played.seats)
    table = MatchSession(match, [SeatPlayer(name) for name in played.seats])
    found = []
    for action in [*played.actions, None]:
        zones = make_scene(played.game, played.game.view(table.match.state, seat), seat).zones
        faces = [face for zone in zones for face in zone.faces if isinstance(face, Face)]
        words = {m.number: m.words or "chose in secret" for m in table.log.seen_by(seat)}
        moves = {(number, past_words(x) or x) for number, x in words.items()}
        found.append(Sight(Counter(x.card for x in faces), Counter(spoken(x) for x in faces), moves))
        if action is not None:
            table.push(action)
    return found


ALIKE = [
    ("lama", "official"),
    *(pytest.param(*x, marks=LATE) for x in (("goofspiel", "fixed"), ("le-her", ""), ("leduc-poker", ""))),
]


@pytest.mark.parametrize(("game", "preset"), ALIKE)
def test_where_cards_are_alike_no_more_of_them_go_over_the_wire_than_are_seen(
    server, ana, ben, zoe, game, preset
):
    """Cards that are alike cannot be told apart by their numbers, so they are counted, page by page."""
    watched = watch(server, (ana, ben, zoe), game, preset, **({"target": "1"} if game == "lama" else {}))
    pages, secrets = 0, 0
    for seat, wire in zip((0, 1, WATCHER), watched.wires, strict=True):
        allowed = sights(watched.record, seat)
        all_names = {name for one in allowed for name in one.names}
        for turn, text in wire.texts:
            if turn >= len(allowed) - 1 or not TURN.search(text):
                continue
            pages += 1
            sight = allowed[turn]
            once = BELOW.sub("", text)
            for part in (once, "".join(BELOW.findall(text))):
                for drawn in (CARD.findall(part), KEY.findall(part)):
                    assert Counter(map(int, drawn)) <= sight.cards, (seat, turn)
                assert Counter(ALT.findall(part)) <= sight.names, (seat, turn)
            assert set(SAID.findall(text)) & all_names <= set(sight.names), (seat, turn)
            moves = {(int(number), words) for number, words in MOVE.findall(text)}
            assert moves <= sight.moves, (seat, turn)
            secrets += sum(words == "chose in secret" for _, words in moves)
    assert pages >= 3
    assert (secrets > 0) == (game == "goofspiel")
