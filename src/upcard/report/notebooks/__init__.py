"""What notebooks show: a file for each kind of thing, with ``sheet(x)`` that gives a sheet.

What is a picture above all has ``picture(x)`` besides, its ``<svg>`` element or None; what a command prints
has ``table(x)``.

The kind is what a class says of itself, see :mod:`upcard.engine.notebook_views`.
"""
