"""How tests are written: a sentence is asserted in one place, and nothing of ours is replaced."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from support.texts import list_code_texts, list_strings, list_template_texts
from wordfleet_print.games.labels import load_english

TESTS = Path(__file__).parent
Words = tuple[str, ...]
# Words in a row that are a sentence's own.
RUN = 4
WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
# What ends a sentence, or a part of it that stays as it is: a full stop, a line, what is filled in,
# a sign that only code and addresses have.
END = re.compile(r"(?<=[.!?;])\s|\n|\{[^{}]*\}|[|/+=<>_]")


@cache  # several tests read them
def _parse_tests() -> dict[str, ast.Module]:
    """Return the syntax of each module of the tests by its path."""
    return {
        path.relative_to(TESTS).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(TESTS.rglob("*.py"))
        if "data" not in path.relative_to(TESTS).parts
    }


def _split_sentences(text: str) -> Iterator[Words]:
    """Yield the words of each sentence that is long enough to be known by its words."""
    for sentence in END.split(text):
        words = tuple(WORD.findall(sentence.lower()))
        if len(words) >= RUN:
            yield words


def _list_runs(words: Words) -> Iterator[Words]:
    for start in range(len(words) - RUN + 1):
        yield words[start : start + RUN]


def _list_sentences() -> set[Words]:
    """Return the words of every sentence of the code, the templates and the labels."""
    texts = [text for _, text in (*list_code_texts(), *list_template_texts())]
    for wordings in load_english().wordings.values():
        texts.extend(wordings)
    return {words for text in texts for words in _split_sentences(text)}


def _list_places() -> Iterator[tuple[str, Words]]:
    """Yield the sentences in each test, table and helper, each with the place."""
    for name, tree in _parse_tests().items():
        for node in tree.body:
            place = f"{name}:{node.lineno}"
            for text in list_strings(node):
                for words in _split_sentences(text):
                    yield place, words


def _share_run(words: Words, sentence: Words) -> int:
    """Return how many words in a row two sentences share."""
    return SequenceMatcher(None, words, sentence, autojunk=False).find_longest_match().size


def test_a_sentence_is_asserted_in_one_place() -> None:
    """A sentence of a message, page or sheet that is worded in another way breaks one test: others
    ask for its field, place, row or exit code.

    A test asserts the sentence with which it shares most words in a row, at least four; words that
    several sentences share belong to none.
    """
    by_run: dict[Words, set[Words]] = defaultdict(set)
    for sentence in _list_sentences():
        for run in _list_runs(sentence):
            by_run[run].add(sentence)
    places: dict[Words, set[str]] = defaultdict(set)
    for place, words in _list_places():
        candidates = {sentence for run in _list_runs(words) for sentence in by_run.get(run, ())}
        shared = {sentence: _share_run(words, sentence) for sentence in candidates}
        best = [sentence for sentence, length in shared.items() if length == max(shared.values())]
        if words in best or len(best) == 1:
            places[words if words in best else best[0]].add(place)
    repeated = {
        " ".join(sentence): sorted(names) for sentence, names in places.items() if len(names) > 1
    }
    assert repeated == {}


# What is ours: its parts are given as arguments and files, not replaced.
OWN = {"wordfleet_print", "app", "benchmarks", "support"}
# The module that replaces functions of ours: what tests print alike is printed once in a run.
REPLACING = "support/store.py"


def _list_own_names(tree: ast.Module) -> set[str]:
    """Return the names under which a module knows modules, classes and functions of ours."""
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OWN:
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            names.update(
                alias.asname or alias.name
                for alias in node.names
                if alias.name.split(".")[0] in OWN
            )
    return names


def _list_programs(tree: ast.Module) -> Iterator[ast.Module]:
    """Yield the programs that a module holds as texts, for processes of their own."""
    for text in list_strings(tree):
        if "import " in text:
            with suppress(SyntaxError):
                yield ast.parse(text)


def _list_replaced(tree: ast.Module) -> Iterator[tuple[int, ast.expr]]:
    """Yield what a module or program replaces an attribute of, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="setattr" | "__setattr__" | "delattr"), args=[target, *_]
            ):
                yield node.lineno, target
            case ast.Assign(targets=[ast.Attribute(value=target)]):
                yield node.lineno, target


def _find_root(node: ast.expr) -> str:
    """Return the first name of a dotted one, or of a text that has one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if isinstance(node, ast.Constant):
        return str(node.value).split(".")[0]
    return node.id if isinstance(node, ast.Name) else ""


def test_only_the_world_outside_is_replaced() -> None:
    """A test replaces environment, system and libraries at most: limits, workers and clocks of ours
    are arguments, and inputs are small files.
    """
    found = []
    for name, tree in _parse_tests().items():
        if name == REPLACING:
            continue
        for program in (tree, *_list_programs(tree)):
            own = {"wordfleet_print", *_list_own_names(program)}
            for line, target in _list_replaced(program):
                if _find_root(target) in own:
                    found.append(f"{name}:{line}")
    assert found == []


# What is written in tags, but is no page: a reader of HTML does not know it.
NO_PAGES = {
    "support/texts.py": "code of templates is between tags",
    "tables/test_table_files.py": "the XML of a worksheet is changed, not read",
}
TAG = re.compile(r"(?<!\(\?P)</?[a-z(]|=[\"']")


def _list_patterns(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the first argument of each call of a function of `re`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[pattern, *_]):
                yield pattern


def test_pages_are_read_by_a_reader_of_html() -> None:
    """No regular expression has a tag or an attribute: `Page` in `support/html.py` knows both,
    however they are written.
    """
    found = [
        f"{name}:{pattern.lineno}"
        for name, tree in _parse_tests().items()
        if name not in NO_PAGES
        for pattern in _list_patterns(tree)
        if any(TAG.search(text) for text in list_strings(pattern))
    ]
    assert found == []


# Methods of named tuples, which are public.
PUBLIC = {"_replace", "_asdict", "_fields"}


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def test_tests_read_no_private_names() -> None:
    """A test asks what anybody may ask: no name of ours with an underline in front, but its own."""
    found = []
    for name, tree in _parse_tests().items():
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id="self" | "cls")):
                    pass
                case ast.Attribute(attr=attribute) if _is_private(attribute):
                    found.append(f"{name}:{node.lineno} {attribute}")
                case ast.ImportFrom(module=module, names=names) if (
                    module not in sys.stdlib_module_names
                ):
                    found += [f"{name}: {one.name}" for one in names if _is_private(one.name)]
    assert found == []
