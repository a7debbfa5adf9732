"""A textbook chapter for each of the five games: one source for the documentation and for the web.

A chapter is a folder of :mod:`upcard.lessons.chapters`, found by a scan. Its text is Markdown in which every
number that is not printed in the rules stands as a name, and its Python file computes what the names mean.
"""
