"""Records as text."""

KUHN = """\
upcard record 1
game kuhn-poker version 1
players 2
dealt king jack
seat 1 Ana
seat 2 Bob
1 check
2 bet 1
1 call 1
"""
LAMA = """\
upcard record 1
game lama version 1
players 2
options count=every_card give_back=none starts=first_seat last_left=ends_round target=40
seed 7 game 3
seat 1 player 1
seat 2 player 2
"""
HASH = "0123456789abcdef" * 4
