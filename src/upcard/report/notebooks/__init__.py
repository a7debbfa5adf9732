"""Views of objects in notebooks: one file for each kind of object, whose ``sheet(x)`` returns a sheet.

Kinds that are mainly pictures also have ``picture(x)``, an ``<svg>`` element or None; kinds that a command
prints have ``table(x)``. A class names its kind itself, see :mod:`upcard.engine.notebook_views`.
"""
