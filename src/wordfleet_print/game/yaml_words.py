"""What a YAML parser has to say, said of the line that a writer sees: tabs, indents, colons, quotation marks."""

from __future__ import annotations

import re

import yaml

from wordfleet_print.errors import Complaint
from wordfleet_print.wording import how_many

_FIELD = re.compile(r"\s*(?:-\s+)?(?:\{\s*)?(?P<name>[\w-]+): +(?P<value>[^\"'{}\[\]][^{}\[\]]*?)\s*(?: #.*)?$")
_PROBLEM = "mapping values|expected key|expected '-'|expected <block end>"


def yaml_complaint(error: yaml.MarkedYAMLError, front: str, name: str) -> Complaint:
    """A parser's error as a complaint about a line of the front matter `front`, which starts with line 1 of the file.

    Raises nothing. Source: the text where the parser stopped; its own words where that tells nothing.
    """
    mark, lines = error.problem_mark, front.split("\n")
    if not mark or mark.line >= len(lines):
        return Complaint(f"{name}:{mark.line + 1 if mark else 1}", str(error.problem))
    number, what, advice = mark.line, *_of_line(lines, mark.line, mark.column, str(error.problem))
    if not what and error.context_mark:
        number, what, advice = _of_block(error, lines)
    return Complaint(f"{name}:{number + 1}", what or str(error.problem), advice)


def _of_line(lines: list[str], number: int, column: int, problem: str) -> tuple[str, str]:
    """What is wrong with the line on which the parser stopped, and advice; or nothing."""
    line = lines[number]
    if re.match(r" *\t", line):
        return "a tab stands at the start of the line", "indent with blanks"
    if "cannot start any token" in problem:
        return _opening(line[column : column + 1])
    if re.search(_PROBLEM, problem):
        return _of_text(line, column) or _of_indent(lines, number, column) or _of_quotes(line[:column])
    return "", ""


def _of_text(line: str, column: int) -> tuple[str, str] | None:
    """A field's text, in which the parser stopped, that needs quotation marks."""
    field = _FIELD.match(line)
    if not field or not field.start("value") <= column < field.end("value"):
        return None
    if field["value"][0] in "*&!":
        return _opening(field["value"][0])
    return _colon(field["name"], field["value"]) if ":" in field["value"] else None


def _of_indent(lines: list[str], number: int, column: int) -> tuple[str, str] | None:
    """A line that starts elsewhere than the one above, the parser having stopped before its text."""
    line, before = (
        lines[number],
        [line for line in lines[:number] if line.strip() and not line.lstrip().startswith("#")],
    )
    here, above = _indent(line), _indent(before[-1]) if before else 0
    closes = here < above and any(_indent(other) == here and _is_item(other) == _is_item(line) for other in before)
    if here == above or closes or column > max(here, line.find(":")):
        return None
    return f"the line starts with {how_many(here, 'blank')}, the one above with {above}", "lines of a block start alike"


def _of_quotes(before: str) -> tuple[str, str]:
    """A quotation mark `before` the place where the parser stopped, or nothing."""
    if re.search("[\"']", before):
        return "a quotation mark is missing, or is one too many", 'here or above; “\\"” stands for one inside a text'
    return "", ""


def _opening(character: str) -> tuple[str, str]:
    if character == "\t":
        return "a tab stands in the line", "write a blank"
    return f"a text cannot start with {character}", "put it in quotation marks"


def _colon(name: str, value: str) -> tuple[str, str]:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return "a text that holds “: ” needs quotation marks", f'write {name}: "{quoted}"'


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_item(line: str) -> bool:
    return line.lstrip(" ").startswith("- ")


def _of_block(error: yaml.MarkedYAMLError, lines: list[str]) -> tuple[int, str, str]:
    """What is wrong with the line where the parser began, and its number from 0; or nothing."""
    start, problem = error.context_mark, str(error.problem)
    number = error.problem_mark.line if error.problem_mark else 0
    if start and "expected ':'" in problem:
        return start.line, "this is not a `field: value` line", "a colon has a blank behind it"
    if start and "expected ','" in problem:
        bracket = lines[start.line][start.column : start.column + 1]  # where the list or mapping opens
        return number, f"a comma is missing, or the {bracket} of line {start.line + 1} is not closed", ""
    return number, "", ""
