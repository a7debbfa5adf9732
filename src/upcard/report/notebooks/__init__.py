"""What notebooks show: a file for each kind of object, whose ``sheet(x)`` returns a sheet.

Kinds that are mainly pictures also have ``picture(x)``, their ``<svg>`` element or None; kinds that a command
prints have ``table(x)``. A class names its kind itself, see :mod:`upcard.engine.notebook_views`.
"""
