"""Rules files in pickles and copies: another process gets the same rules, or a sentence that says why not.

A pickle of any object of a game holds a :class:`RulesReference` instead of the rules file: the name of the
game, and the digest of the file when it was loaded. The reader looks the game up. A user's own file
travels along, for processes that do not have it. A file that has changed is refused.
"""

import hashlib
import importlib
import importlib.util
import linecache
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.discovery import load_text
from upcard.engine.errors import Failure
from upcard.engine.registry import is_shipped, registered_rules
from upcard.engine.user_folders import USER_PACKAGE, loaded_bytes

REFERENCE, RECIPE = "__rules_reference__", "__rules_recipe__"
"""Where a module stores its :class:`RulesReference`, or the call that made it from other rules."""

CHECKED = "__rules_checked__"
"""Where a module stores its names and values when they were last compared with its file."""

_BY_CONTENT: dict[str, ModuleType] = {}
"""Rules files that are not registered, by digest: those that were pickled here, or loaded from a pickle."""


@dataclass(frozen=True)
class RulesReference:
    """Reference to a rules file, which a pickle holds instead of the file."""

    game: str
    """Name of the game."""
    module: str
    """Name of the file's module."""
    file: str
    """Path of the file where it was loaded; in messages, and to keep apart files of the same name."""
    digest: str
    """SHA-256 of the file when it was loaded, with line breaks as on Unix."""
    content: bytes | None
    """The file itself; None for games that come with Upcard or an installed package."""


class RulesModule(ModuleType):
    """A rules file that pickles; the module of every :class:`upcard.engine.game.Game` becomes one."""

    def __copy__(self) -> "RulesModule":
        """Return the module itself: rules never change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "RulesModule":
        """Return the module itself: rules never change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Store a reference to the rules file, or the call that derives these rules from others."""
        if RECIPE in vars(self):
            return _derived_rules, (_call_bytes(self, *vars(self)[RECIPE]),)
        reference = vars(self).get(REFERENCE)
        if reference is None:
            raise Failure(
                f"the rules of {_title(self)} were made in memory, so they cannot be pickled; write them "
                "into a rules file"
            )
        _check_unchanged(self, reference)
        if not self.__name__.startswith(USER_PACKAGE) and registered_rules(reference.game) is self:
            return rules_of, (replace(reference, content=None),)
        _BY_CONTENT.setdefault(reference.digest, self)
        return rules_of, (reference,)


def make_picklable(rules: ModuleType) -> None:
    """Make a rules file picklable with its present content; modifies the module's class, once."""
    if type(rules) is not ModuleType:
        return
    rules.__class__ = RulesModule
    content = loaded_bytes(rules)
    if content is None and (file := getattr(rules, "__file__", None)):
        try:
            content = Path(file).read_bytes()
        except OSError:  # in an archive: rules without a reference are refused
            return
    if content is not None:
        _set_reference(rules, content)


def derive(rules: ModuleType, function: Callable[..., Any], *arguments: Any) -> ModuleType:
    """Make rules pickle that were derived in memory: ``function(*arguments)`` returns a game with them."""
    rules.__class__ = RulesModule
    vars(rules)[RECIPE] = function, arguments
    return rules


def _set_reference(rules: ModuleType, content: bytes) -> None:
    digest = hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()
    stored = None if is_shipped(rules) else content
    name = str(rules.GAME.name)
    vars(rules)[REFERENCE] = RulesReference(name, rules.__name__, str(rules.__file__), digest, stored)


def _title(rules: ModuleType) -> str:
    return str(rules.GAME.title)


def _call_bytes(rules: ModuleType, function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Return a call as bytes; raise ``Failure`` if an argument cannot be pickled."""
    try:
        return bytes(function_pickler().dumps((function, arguments)))
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise Failure(
            f"this game was derived from {_title(rules)} by a function that cannot be pickled ({fault}); "
            "define the function in a module that can be imported, or install cloudpickle"
        ) from fault


def function_pickler() -> Any:
    """Return cloudpickle, which sends functions too, if it is installed, otherwise pickle."""
    try:
        return importlib.import_module("cloudpickle")
    except ImportError:
        return pickle


def _derived_rules(sent: bytes) -> ModuleType:
    """Return the rules that a pickled call makes."""
    function, arguments = pickle.loads(sent)  # noqa: S301 - a part of a pickle that is being read anyway
    rules: ModuleType = function(*arguments).rules
    return rules


def rules_of(reference: RulesReference) -> ModuleType:
    """Return the rules file of a reference.

    Raises
    ------
    Failure
        If the file has changed, or is missing and does not come with the pickle.
    BrokenRules
        If the file here cannot be used.
    """
    here = registered_rules(reference.game)
    for rules in (here, sys.modules.get(reference.module), _BY_CONTENT.get(reference.digest)):
        if rules is not None and file_digest(rules) == reference.digest:
            return rules
    if here is not None and (here.__name__ == reference.module or reference.content is None):
        advice = "make the pickle again" if reference.content else "use one version to write and to read it"
        raise Failure(
            f"the rules of {_title(here)} ({here.__file__}) are not those of the pickle: the file has "
            f"changed; {advice}"
        )
    if reference.content is None:
        raise Failure(f"there is no game {reference.game!r} here; install the package that it comes with")
    return _from_content(reference, reference.content)


def _check_unchanged(rules: ModuleType, reference: RulesReference) -> None:
    """Raise ``Failure`` if functions or constants were replaced since the file was loaded."""
    now = {name: x for name, x in vars(rules).items() if not name.startswith("__")}
    before = vars(rules).get(CHECKED)
    if before is not None and now.keys() == before.keys() and all(x is before[k] for k, x in now.items()):
        return
    content = reference.content or Path(reference.file).read_bytes()
    fresh = vars(_executed(reference, content)) if reference.file.endswith(".py") else now
    names = {name for name in fresh if not name.startswith("__")}
    if names != now.keys() or not all(_is_same(x, fresh[name]) for name, x in now.items()):
        raise Failure(
            f"the rules of {_title(rules)} were changed in memory, so they cannot be pickled; write them "
            "into a rules file"
        )
    vars(rules)[CHECKED] = now


def _is_same(x: Any, fresh: Any) -> bool:
    """Whether a function or constant is the one of the file; other objects are not compared."""
    if x is fresh:
        return True
    if type(x).__qualname__ != type(fresh).__qualname__:
        return False
    if isinstance(x, FunctionType):
        return bool((x.__code__, x.__defaults__, x.__closure__) == (fresh.__code__, fresh.__defaults__, None))
    if isinstance(x, tuple):
        return len(x) == len(fresh) and all(map(_is_same, x, fresh))
    if is_dataclass(x) and not isinstance(x, type):
        return all(_is_same(getattr(x, f.name), getattr(fresh, f.name)) for f in fields(x))
    return not isinstance(x, (int, float, str, bytes)) or repr(x) == repr(fresh)


def file_digest(rules: ModuleType) -> str:
    """Return the SHA-256 digest of a rules file when it was loaded; empty for a module that is none."""
    if hasattr(rules, "GAME"):
        make_picklable(rules)
    reference = vars(rules).get(REFERENCE)
    return "" if reference is None else str(reference.digest)


def _from_content(reference: RulesReference, content: bytes) -> ModuleType:
    """Load a rules file that came with a pickle."""
    rules = _executed(reference, content)
    sys.modules[rules.__name__] = rules
    vars(rules)[REFERENCE] = reference
    _BY_CONTENT[reference.digest] = rules
    return rules


def execute_rules(rules: ModuleType, file: str, content: bytes) -> None:
    """Run the content of a rules file in its new module, as the file of a name that need not exist.

    The source of its functions can be read. Errors inside the file are raised unchanged.
    """
    rules.__file__, text = file, importlib.util.decode_source(content)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(content, file, "exec"), vars(rules))  # noqa: S102 - a pickle runs what it likes anyway


def _executed(reference: RulesReference, content: bytes) -> RulesModule:
    """Return a new module with the content of a rules file; its functions have a source that can be read."""
    file = f"<pickled {reference.digest[:12]}>/{Path(reference.file).name}"
    rules = RulesModule(f"{USER_PACKAGE}.pickled_{reference.digest[:12]}")
    rules.__package__ = reference.module.rpartition(".")[0]
    try:
        execute_rules(rules, file, content)
    except (Exception, SystemExit) as fault:
        name = Path(reference.file).name
        raise Failure(
            f"the rules file {name} of a pickle cannot be loaded: {load_text(fault, file)}"
        ) from fault
    return rules
