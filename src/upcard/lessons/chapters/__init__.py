"""The chapters, one folder each: ``lesson.py``, ``chapter.md``, ``sheet.md``, and what they need.

:mod:`upcard.lessons.find` says what ``lesson.py`` defines.
"""
