"""Languages: what people read on pages, translated message by message.

The English text in the code is the key of a message. Each language is one file in this folder, ``de.po`` for
German, in the format of GNU gettext. A message without a translation stays English.
"""
