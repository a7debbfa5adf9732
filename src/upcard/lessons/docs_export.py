"""Export of chapters as pages of the documentation: Markdown with pictures, and with cells as examples."""

import textwrap

from upcard.document.model import Figure
from upcard.lessons.answer_checks import Exercise
from upcard.lessons.chapter_registry import Chapter, PracticeTable
from upcard.lessons.chapter_template import chapter_markdown
from upcard.lessons.experiments import Experiment
from upcard.lessons.questions import LessonCell

WIDTH = 80
"""Maximum width of a line of an answer, in characters."""

SHEET = """## Worksheet to print

`upcard lesson {name} --sheet sheet.pdf` writes the worksheet for pupils. The web application shows it at
`/learn/{name}/sheet`; see [](../how-to/teach-with-lessons.md)."""


class _DocsBlocks:
    """Renderer of pictures, practice tables and cells for the documentation."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """Return the drawing as inline HTML, so that it has the colours of the page."""
        return figure_html(picture)

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """Return the command that opens the practice table, as an example."""
        return f"**Play:** {play.words}\n\n```console\n$ {play.command}\n…\n```"

    def cell(self, chapter: Chapter, name: str, cell: LessonCell) -> str:
        """Return the default question as a Python example, with its answer."""
        arguments = "".join(f", {f.name}={f.usual!r}" for f in cell.fields)
        first, *table = str(cell.compute(**cell.read({}))).splitlines()
        answer = "\n".join([textwrap.fill(first, WIDTH), *table])
        call = f'>>> print(ask("{chapter.name}", "{name}"{arguments}))'
        begin = f"**{cell.title}** Change the numbers and run it again, here or in the browser.\n\n"
        return (
            f"{begin}```python\n>>> from upcard.lessons.interactive_cells import ask\n{call}\n{answer}\n```"
        )

    def exercise(self, chapter: Chapter, name: str, exercise: Exercise) -> str:
        """Return the answers to choose from, as a list; a page of the documentation checks nothing."""
        return "\n".join(f"- {x.words}" for x in exercise.choices)

    def experiment(self, chapter: Chapter, name: str, experiment: Experiment) -> str:
        """Return what will be seen; the experiment itself runs in the browser only."""
        return f"**{experiment.title}** Try it in the browser. {experiment.expected}"


def manuscript(chapter: Chapter) -> str:
    """Return the Markdown of the page of a chapter in the documentation."""
    return f"{chapter_markdown(chapter, _DocsBlocks()).rstrip()}\n\n{SHEET.format(name=chapter.name)}\n"


def figure_html(picture: Figure) -> str:
    """Return a picture as HTML for a Markdown page; empty lines are removed, because they would end it."""
    lines = [line for line in picture.svg.splitlines() if line.strip()]
    svg = "\n".join(lines)
    return f'<figure class="lesson-picture">\n{svg}\n<figcaption>{picture.caption}</figcaption>\n</figure>'
