"""What is known of a position besides the worth of each action: one file per game, found by its name.

The file of a game has the name of its rules file. It defines ``insight(match, assumed)``, which gives an
:class:`upcard.report.insight.Insight` of the position as who is to act sees it, or None where nothing is to
be said; ``assumed`` is what was chosen of its ``Choice``, empty for the usual.
"""
