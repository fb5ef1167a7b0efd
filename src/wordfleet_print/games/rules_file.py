"""`rules/*.md` read: front matter and body, every complaint with its line.

YAML is composed to nodes first, because nodes know their lines; pydantic then checks the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import cast

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from wordfleet_print import files
from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.fields import (
    PATTERNS,
    UNSEEN,
    Location,
    name_field,
)
from wordfleet_print.games.kit import (
    find_kit_faults,
)
from wordfleet_print.games.labels import load_labels, parse_labels
from wordfleet_print.games.registry import GAMES
from wordfleet_print.games.schema import (
    Rulebook,
    find_label_faults,
)
from wordfleet_print.games.word_fleet.model import Edition
from wordfleet_print.messages import and_more, did_you_mean, how_many, shorten

_FIELD = re.compile(r"\s*(?:-\s+)?(?:\{\s*)?([\w-]+): +([^\"'{}\[\]][^{}\[\]]*?)\s*(?: #.*)?$")


# A value that is shown as an item of a list.
LONGEST_EXAMPLE = 40
# Fields of a block that a message names.
MOST_EXAMPLES = 3
# The game of a rulebook for any other game.
OWN_GAME = "rules-only"
# What other programs have as fields, and how it is written here.
OTHER_NAMES = {
    "age": "play: {age: 8}",
    "duration": "play: {minutes: [30, 45]}",
    "minutes": "play: {minutes: [30, 45]}",
    "time": "play: {minutes: [30, 45]}",
    "subtitle": "tagline",
    "description": "tagline",
    "lang": "language",
    "colors": "look: {colors: …}",
}


def explain_yaml_error(error: yaml.MarkedYAMLError, front: str, name: str) -> Problem:
    """Return a parser's error as a complaint about a line of the front matter, in a writer's words
    if possible.

    `front` starts with line 1 of the file.
    """
    lines = front.split("\n")
    problem = str(error.problem)
    # YAML notices a missing colon where the next field begins; the field itself is in the context.
    mark = error.context_mark if "expected ':'" in problem else error.problem_mark
    number = min(mark.line, len(lines) - 1) if mark else 0
    what, advice = _explain_line(lines, number, problem)
    return Problem(what, where=f"{name}:{number + 1}", advice=advice)


def _explain_line(lines: Sequence[str], number: int, problem: str) -> tuple[str, str]:
    """Return what is wrong with a line, and what to do."""
    line = lines[number]
    if "\t" in line:
        return "there is a tab in this line", "write spaces"
    field = _FIELD.match(line)
    explanation = _explain_text(field[1], field[2]) if field else None
    if explanation:
        return explanation
    if "expected ':'" in problem:
        return "this is not a `field: value` line", "write a space after the colon"
    if "expected ','" in problem:
        return "a comma or a closing bracket is missing, here or above", ""
    if "'" in line or '"' in line:
        return "a quotation mark is missing, or there is one too many", ""
    return _explain_indent(lines, number) or (problem, "")


def _explain_text(name: str, text: str) -> tuple[str, str] | None:
    """Return why a field's text needs quotation marks; None if it needs none."""
    if text[0] in "*&!@`%":
        return f"a text cannot start with {text[0]}", "put it in quotation marks"
    if ": " in text:
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        return "a text with “: ” needs quotation marks", f'write {name}: "{quoted}"'
    return None


def _explain_indent(lines: Sequence[str], number: int) -> tuple[str, str] | None:
    """Return that a line starts in another column than the one above; None if it does not."""
    spaces = _count_indent(lines[number])
    above = next((line for line in lines[number - 1 :: -1] if line.strip()), "")
    if spaces == _count_indent(above):
        return None
    what = f"this line starts with {how_many(spaces, 'space')}"
    what += f", the line above it with {_count_indent(above)}"
    return what, "lines of a block start in the same column"


def _count_indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


MOST_RULES_BYTES = 1_000_000
MAX_DEPTH = 20
# Faults shown of one file; of more, only their number.
MOST_FAULTS = 50
FENCE = "---"

# Characters that leave no ink or turn the direction of reading; tabs are yaml's own complaint.
_UNSEEN = re.compile(UNSEEN.replace("\\x1f", "\\x08\\x0b-\\x1f"))
_CONTROLS = re.compile("[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]")
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})", re.ASCII)

_COLLECTIONS = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_TEXT = "tag:yaml.org,2002:str"
_NUMBERS = ("tag:yaml.org,2002:float", "tag:yaml.org,2002:int")

# libyaml's reader is many times as fast; not every machine has it.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class RulesSource:
    """One rules file: its front matter, its markdown body, the line (from 1) where the body starts,
    its whole text.
    """

    name: str
    book: Rulebook
    body: str
    body_line: int
    text: str = ""

    @property
    def edition(self) -> Edition:
        """Return the front matter of a Word Fleet edition. Raises `BadInputError` for another
        game.
        """
        if isinstance(self.book, Edition):
            return self.book
        raise BadInputError(
            Problem(
                f"{self.book.title} has no battle trackers.", advice="They belong to Word Fleet."
            )
        )


class FrontMatterError(BadInputError):
    """The front matter of a rules file has faults; its text can still be checked."""

    def __init__(self, message: str, faults: Iterable[Problem], rest: RulesSource) -> None:
        super().__init__(message, faults)
        self.rest = rest
        """The file, with the front matter of a new game in place of the faulty one."""


# Front matter in place of one with faults.
PLAIN_FACTS = {
    "game": OWN_GAME,
    "title": "Rules",
    "slug": "rules",
    "tagline": "Rules",
    "players": {"count": 1},
}


def read_rules(path: Path) -> RulesSource:
    """Read and check a rules file. Raises `BadInputError` as `parse_rules` does."""
    if not (files.is_file(path) or files.is_missing(path)):  # a pipe would never end
        raise BadInputError(f"{path} cannot be read.", [Problem("is not a file", where=str(path))])
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_RULES_BYTES + 1)
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    if len(raw) > MOST_RULES_BYTES:
        raise BadInputError(
            f"{path} is larger than {MOST_RULES_BYTES:,} bytes; that is too large for a rulebook."
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{raw[error.start]:02X} is not UTF-8"
        complaint = Problem(what, where=f"{path}:{line}", advice="save the file as UTF-8")
        raise BadInputError(f"{path} is not UTF-8 text.", [complaint]) from error
    return parse_rules(text.replace("\r\n", "\n"), name=str(path), folder=path.parent)


def parse_rules(
    text: str, *, name: str, folder: Path | None = None, labels: str = ""
) -> RulesSource:
    """Return a rules file by its text, after checking its front matter; `name` is what messages
    call the file. Its labels are those in `labels`, the text of a file of labels; else those of its
    language, from a file in `folder`/labels or bundled.

    Raises `BadInputError` with all faults, the first `MOST_FAULTS` in words.
    """
    front, body, body_line = split_rules(text, name)
    # What is wrong, each fault with its line
    wrong: list[tuple[int, object]] = [*find_unseen(text, body_line)]
    if wrong:
        raise BadInputError(
            f"{name} holds characters that cannot be seen.", list_faults(name, wrong, "delete it")
        )
    node = compose_nodes(front, name)
    if not isinstance(node, yaml.MappingNode):
        what = "the front matter must be `field: value` lines"
        raise BadInputError(f"{name} cannot be used.", [Problem(what, where=f"{name}:1")])
    lines: dict[Location, int] = {}
    wrong += find_node_faults(node, (), lines, set())
    if not wrong:
        facts = yaml.SafeLoader("").construct_document(node)
        book, faults = validate_facts(cast("dict[str, object]", facts))
        if book and not faults:
            own = parse_labels(labels, book.language, f"labels of {name}") if labels else None
            book = book.with_labels(own or load_labels(book.language, folder))
            return RulesSource(name, book, body, body_line, text=text)
        wrong += [(_find_line(fault.where, lines), fault) for fault in faults]
        wrong.sort(key=itemgetter(0))
    # With plain facts in place of the faulty ones, the text can still be checked
    plain = GAMES[OWN_GAME].model.model_validate(PLAIN_FACTS)
    raise FrontMatterError(
        f"The front matter of {name} has {how_many(len(wrong), 'fault')}.",
        list_faults(name, wrong),
        RulesSource(name, plain, body, body_line, text=text),
    )


def _find_line(where: Location, lines: Mapping[Location, int]) -> int:
    """Return the line of a field; a missing field has none, so return that of its block."""
    while where and where not in lines:
        where = where[:-1]
    return lines.get(where, 1)


def find_unseen(text: str, body_line: int) -> Iterator[tuple[int, str]]:
    """Yield the lines with characters that cannot be seen.

    Word processors leave such in a text. The rulebook takes them out of its body, from `body_line`
    on, but for control characters.
    """
    for number, line in enumerate(text.split("\n"), 1):
        match = (_UNSEEN if number < body_line else _CONTROLS).search(line)
        if match:
            yield number, f"holds the unseen character U+{ord(match[0]):04X}"


def list_faults(
    name: str, wrong: Sequence[tuple[int, object]], advice: str = ""
) -> Iterator[Problem]:
    """Yield the first faults, each with its line, and how many more there are."""
    for line, what in wrong[:MOST_FAULTS]:
        yield Problem(str(what), where=f"{name}:{line}", advice=advice)
    if len(wrong) > MOST_FAULTS:
        yield Problem(and_more(len(wrong) - MOST_FAULTS))


def split_rules(text: str, name: str) -> tuple[str, str, int]:
    """Return the front matter of a rules file, its body, and the number of the line (from 1) in
    which the body starts. Raises `BadInputError` unless `---` lines are around the front matter.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        raise BadInputError(
            f"{name} has no front matter.",
            [Problem("the first line must be `---`", where=f"{name}:1")],
        )
    for i in range(1, len(lines)):
        if lines[i].rstrip() == FENCE:
            # An empty line stands for the fence, so that YAML's line numbers are the file's.
            front = "\n".join(["", *lines[1:i]])
            body = "\n".join(lines[i + 1 :])
            return front, body, i + 2
    complaint = Problem("close it with a `---` line", where=f"{name}:{len(lines)}")
    raise BadInputError(f"{name}: the front matter does not end.", [complaint])


def compose_nodes(front: str, name: str) -> yaml.Node | None:
    """Return front matter as a tree of YAML's nodes, which know their lines. Raises `BadInputError`
    where it is not YAML or nested too deeply.
    """
    depth = 0
    try:
        # Events come one by one, so that a deeply nested text is refused before `compose`, which
        # calls itself for each level, reads it
        for event in yaml.parse(front, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_DEPTH:
                line = event.start_mark.line + 1 if event.start_mark else 1
                complaint = Problem("nested too deeply", where=f"{name}:{line}")
                raise BadInputError(f"The front matter of {name} cannot be used.", [complaint])
        return yaml.compose(front, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        complaint = explain_yaml_error(error, front, name)
        raise BadInputError(f"The front matter of {name} is not YAML.", [complaint]) from error
    except yaml.YAMLError as error:
        what = str(error).split("\n")[0]
        raise BadInputError(
            f"The front matter of {name} is not YAML.", [Problem(what, where=f"{name}:1")]
        ) from error


def find_node_faults(
    node: yaml.Node, where: Location, lines: dict[Location, int], seen: set[int]
) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with a node of YAML and all nodes inside it, each fault with its line:
    repeated fields, aliases, and values that are not plain.

    `where` is the node's place in front matter. Adds the line of each field to `lines`, and the
    identity of each node to `seen`.
    """
    line = node.start_mark.line + 1
    lines.setdefault(where, line)
    # An alias is composed as its anchor's own node, so it comes a second time.
    if id(node) in seen:
        yield line, f"{name_field(where)} is a YAML alias; write the value out"
        return
    seen.add(id(node))
    if fault := find_value_fault(node, where):
        yield line, f"{name_field(where)} {fault}"
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            key_line = key.start_mark.line + 1
            # The marks of a kit's tape are fields whose names are numbers; they are read as text
            key.tag = _TEXT if key.tag in _NUMBERS else key.tag
            if not (isinstance(key, yaml.ScalarNode) and key.tag == _TEXT):
                yield key_line, f"{name_field(where)} holds a field whose name is not text"
                continue
            field = (*where, key.value)
            if field in lines:
                first = f"first on line {lines[field]}"
                yield key_line, f"{name_field(field)} appears a second time ({first})"
                continue
            lines[field] = key_line
            yield from find_node_faults(value, field, lines, seen)
    elif isinstance(node, yaml.SequenceNode):
        for i, item in enumerate(node.value):
            yield from find_node_faults(item, (*where, i), lines, seen)


def find_value_fault(node: yaml.Node, where: Location) -> str:
    """Return why YAML cannot make a plain value of a node, or nothing.

    Days and versions stay text: impossible days are found later with all other faults, and 1.10 is
    not 1.1.
    """
    if not isinstance(node, yaml.ScalarNode):
        return (
            ""
            if node.tag in _COLLECTIONS
            else f"has the tag {shorten(node.tag)}; write a plain value"
        )
    if node.tag == "tag:yaml.org,2002:timestamp" or (
        where[-1:] == ("version",) and node.tag in _NUMBERS
    ):
        node.tag = _TEXT
    if node.tag == _TEXT:
        return ""
    text = repr(shorten(node.value))
    if node.tag == "tag:yaml.org,2002:int" and not _PLAIN_NUMBER.fullmatch(node.value):
        return f"should be a number in plain digits, found {text}"
    try:
        # A tag that does not fit its text, as in !!bool x, is found only by making the value.
        yaml.SafeLoader("").construct_document(node)
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, OverflowError):
        return f"cannot be read as a value, found {text}; put text in quotes"
    return ""


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with a field: the end of a sentence, or pydantic's error, worded when it is
    shown.
    """

    where: Location
    what: str | ErrorDetails
    schema: type[Rulebook] = Rulebook

    def __str__(self) -> str:
        text = self.what if isinstance(self.what, str) else describe_error(self.what, self.schema)
        return f"{name_field(self.where)} {text}"


def validate_facts(values: Mapping[str, object]) -> tuple[Rulebook | None, list[FieldFault]]:
    """Return front matter as its game's model, and what is wrong with it."""
    if "game" not in values:  # the schema of all else depends on it
        others = ", ".join(name for name in GAMES if name != OWN_GAME)
        what = f"is missing; write {OWN_GAME} for a game of your own, or one of {others}"
        return None, [FieldFault(("game",), what), *find_common_faults(values)]
    game = values["game"]
    if not isinstance(game, str) or game not in GAMES:
        advice = did_you_mean(str(game), GAMES)
        what = f"must be one of {', '.join(GAMES)}, found {game!r}{advice and f'; {advice}'}"
        return None, [FieldFault(("game",), what), *find_common_faults(values)]
    found_game = GAMES[game]
    schema = found_game.model
    try:
        book = schema.model_validate(values)
    except ValidationError as error:
        errors = _drop_too_short(error.errors(include_url=False))
        return None, [FieldFault(tuple(error["loc"]), error, schema) for error in errors]
    faults = [*found_game.find_faults(book), *find_kit_faults(book, book.kit, found_game.pages)]
    # What labels can be filled in with is read off facts that must be sound.
    faults += [] if faults else find_label_faults(book)
    return book, [FieldFault(*fault) for fault in faults]


def find_common_faults(values: Mapping[str, object]) -> list[FieldFault]:
    """Return what is wrong with the fields that rulebooks of all games have."""
    schema = GAMES[OWN_GAME].model
    try:
        schema.model_validate({**values, "game": OWN_GAME})
    except ValidationError as error:
        errors = _drop_too_short(error.errors(include_url=False))
        return [
            FieldFault(tuple(error["loc"]), error, schema)
            for error in errors
            if error["loc"][0] in Rulebook.model_fields
        ]
    return []


def _drop_too_short(errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Return the errors without those on lists whose items have errors: if all items are wrong,
    pydantic also says that the list has too few.
    """
    around = {error["loc"][:deep] for error in errors for deep in range(len(error["loc"]))}
    return [error for error in errors if error["type"] != "too_short" or error["loc"] not in around]


def describe_error(error: ErrorDetails, schema: type[Rulebook]) -> str:
    """Return an error of pydantic in plain words, as the end of a sentence that starts with the
    field: “should be a whole number, found 'ten'”.
    """
    if error["type"] == "missing":
        return "is missing"
    if error["type"] == "extra_forbidden":
        advice = suggest_field(error["loc"], schema)
        return f"is not a field here{advice and f'; {advice}'}"
    message = (
        error["msg"].replace("Input should", "should").replace("valid integer", "whole number")
    )
    if error["type"] == "tuple_type":
        value = error["input"]
        is_short = isinstance(value, str | int) and len(str(value)) <= LONGEST_EXAMPLE
        example = f"[{value}]" if is_short else "[one, two]"
        message = f"should be a list, as in {example}"
    elif error["type"] == "model_type":
        message = "should be `field: value` lines"
        if fields := list(find_model(error["loc"], schema).model_fields)[:MOST_EXAMPLES]:
            message += f" ({', '.join(fields)})"
    elif error["type"] == "too_short":
        message = f"should have at least {how_many(error['ctx']['min_length'], 'entry', 'entries')}"
    elif error["type"] == "string_pattern_mismatch":
        message = PATTERNS.get(error["ctx"]["pattern"], message)
    value = "nothing" if error["input"] is None else repr(error["input"])
    return f"{message[0].lower()}{message[1:]}, found {shorten(value)}"


def suggest_field(where: Location, schema: type[BaseModel]) -> str:
    """Return where an unknown field belongs, or the nearest one of its block; nothing where none
    is near.
    """
    name = str(where[-1])
    fields = find_model(where[:-1], schema).model_fields
    if name in OTHER_NAMES and len(where) == 1:
        return f"write {OTHER_NAMES[name]}"
    return did_you_mean(name, fields)


def find_model(where: Location, schema: type[BaseModel]) -> type[BaseModel]:
    """Return the model of the block of fields at a place of front matter, such as `Grid` at
    `("grid",)`; one without fields where there is no block. Messages suggest its fields.
    """
    model = schema
    for step in where:
        # A number is a place in a list, whose items have the model that the list's field names
        if isinstance(step, str):
            field = model.model_fields.get(step)
            model = _find_annotated_model(field.annotation) if field else BaseModel
    return model


def _find_annotated_model(annotation: object) -> type[BaseModel]:
    """Return the model inside an annotation such as `Grid | None` or `tuple[Ship, ...]`; one
    without fields where there is none.
    """
    for part in (annotation, *getattr(annotation, "__args__", ())):
        kind = getattr(part, "__origin__", part)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind
    return BaseModel
