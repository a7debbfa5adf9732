"""What the page on OpenSpiel shows is what comes out."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "learn-with-openspiel.md"


def test_the_examples_of_the_page_do_what_it_says():
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```\{code-block\} text\n(.*?)```", text, re.DOTALL)
    examples = [x for block in blocks for x in doctest.DocTestParser().get_examples(block)]
    assert len(examples) > 20
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTest(examples, {}, PAGE.name, str(PAGE), 0, text), out=told.append)
    assert not told, "".join(told)
