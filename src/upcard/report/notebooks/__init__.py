"""What notebooks show: a file for each kind of thing, with ``sheet(x)`` that gives a sheet.

The kind is what a class says of itself, see :mod:`upcard.engine.notebook`.
"""
