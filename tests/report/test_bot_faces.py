"""Faces of opponents: each name has its own."""

from itertools import chain
from xml.etree import ElementTree as ET

from upcard.play.bot_names import NAMES
from upcard.report.bot_faces import face_portrait, robot_portrait


def test_each_opponent_has_a_face_of_their_own():
    names = list(chain.from_iterable(NAMES.values()))
    faces = [face_portrait(name) for name in names]
    assert faces == [face_portrait(name) for name in names]
    assert len({face.replace(name, "") for name, face in zip(names, faces, strict=True)}) == len(names)
    for svg in (*faces, robot_portrait()):
        assert ET.fromstring(svg).attrib["viewBox"] == "0 0 40 40"
