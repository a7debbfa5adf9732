"""The textbook: the documentation and the web show the same chapters.

A chapter is the folder ``chapter`` of a game. Its text is Markdown with names in place of all numbers that
are not printed in the rules; its Python file computes the values of these names.
"""
