"""One file per game, and :mod:`upcard.rules.cards`, the words every rules file is written in."""
