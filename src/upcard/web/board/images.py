"""Images of cards, pieces and addresses; browsers may cache those of cards and pieces."""

import io
import threading
from itertools import chain

import segno
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from upcard.engine.errors import Unknown, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.play.bot_names import NAMES, level_of_name
from upcard.play.position_address import rules_of
from upcard.report.bot_faces import face_portrait, robot_portrait
from upcard.report.card_faces import cross_svg, face_svg
from upcard.report.piece_images import token_svg
from upcard.server.byte_cache import ByteCache

router = APIRouter(include_in_schema=False)
FACES: ByteCache[tuple[str, tuple[tuple[str, str], ...], int, str], str] = ByteCache(2**24)
ROBOT = "robot"
LOCK = threading.Lock()
HEADERS = {"Cache-Control": "public, max-age=86400"}


@router.get("/cards/{style}/{name}/{below}-{above}.svg")
def cross(request: Request, style: str, name: str, below: int, above: int) -> Response:
    """Return the image of two cards that lie across each other."""
    game = _game(name, dict(request.query_params))
    try:
        return _svg(cross_svg(game, below, above, style))
    except Usage as fault:
        raise Unknown(str(fault)) from None


@router.get("/cards/{style}/{name}/{card}.svg")
def card(request: Request, style: str, name: str, card: int) -> Response:
    """Return the image of a card in a style."""
    options = tuple(sorted(request.query_params.items()))
    return _svg(_face(name, options, card, style))


@router.get("/art/{name}.svg")
def token(name: str) -> Response:
    """Return another image, such as a penny or the back of a card."""
    try:
        return _svg(token_svg(name))
    except Usage as fault:
        raise Unknown(str(fault)) from None


@router.get("/faces/{name}.svg")
def face(name: str) -> Response:
    """Return the face of a computer opponent; ``robot`` for strategies without a name of their own."""
    if name == ROBOT:
        return _svg(robot_portrait())
    if name.capitalize() not in chain.from_iterable(NAMES.values()):
        raise Unknown(f"there is no opponent {name!r}; check the address")
    return _svg(face_portrait(name.capitalize()))


def face_address(name: str) -> str:
    """Return the address of the face of a computer player with a name."""
    plain = name.rstrip("0123456789 ")
    return f"/faces/{plain.lower() if level_of_name(plain) else ROBOT}.svg"


def qr_svg(address: str) -> Response:
    """Return an address as a QR code for the camera of a phone."""
    drawing = io.BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", scale=5, border=2)
    return Response(drawing.getvalue(), media_type="image/svg+xml")


def _face(name: str, options: tuple[tuple[str, str], ...], card: int, style: str) -> str:
    """Return the image of a card; strangers choose the options, so the cache is bounded in bytes."""
    key = (name, options, card, style)
    with LOCK:
        face = FACES.get(key)
    if face is None:
        face = _draw_face(name, options, card, style)
        with LOCK:
            FACES.put(key, face, len(face) + len(repr(key)))
    return face


def _draw_face(name: str, options: tuple[tuple[str, str], ...], card: int, style: str) -> str:
    game = _game(name, dict(options))
    try:
        return face_svg(game, card, style)
    except Usage as fault:
        raise Unknown(str(fault)) from None


def _game(name: str, options: dict[str, str]) -> Game:
    """Return a game with options from an address."""
    spec = GameSpec(name, options=options)
    rules_of(spec)
    return spec.without_usual().game()


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers=HEADERS)
