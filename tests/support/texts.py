"""The texts that the program shows: in its code and its templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import wordfleet_print
from wordfleet_print.files import data_folder

PACKAGE = Path(wordfleet_print.__file__).parent
# Code in a template, and its tags.
TEMPLATE_CODE = re.compile(r"{#.*?#}|{%.*?%}|<script.*?</script>|<style.*?</style>|<[^>]*>", re.S)


def _list_documentation(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the strings that only readers of the code see: each that is a statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value


def list_strings(tree: ast.AST) -> Iterator[str]:
    """Yield each text in the syntax of a module but its documentation."""
    documentation = {id(node) for node in _list_documentation(tree)}
    for node in ast.walk(tree):
        if id(node) in documentation or not isinstance(node, ast.Constant):
            continue
        if isinstance(node.value, str):
            yield node.value


def list_code_texts() -> Iterator[tuple[str, str]]:
    """Yield each text in the code, with the module it is in."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for text in list_strings(ast.parse(path.read_text("utf-8"))):
            yield path.relative_to(PACKAGE).as_posix(), text


def list_template_texts() -> Iterator[tuple[str, str]]:
    """Yield each template's words, with its name; a starter is a book of its own."""
    folder = data_folder("templates")
    for path in sorted(folder.rglob("*.*")):
        if path.suffix in (".html", ".svg") and path.parent.name != "starters":
            yield path.name, TEMPLATE_CODE.sub(" | ", path.read_text("utf-8"))
