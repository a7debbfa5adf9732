"""The textbook: one source for the documentation and for the web.

A chapter is the folder ``chapter`` of a game. Its text is Markdown in which every number that is not printed
in the rules is a name, and its Python file computes the values of the names.
"""
