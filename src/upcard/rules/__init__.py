"""One file per game, and :mod:`upcard.kit.cards`, the words every rules file is written in."""
