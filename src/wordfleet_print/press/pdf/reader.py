"""Reading back plain PDF files, as pikepdf writes them: the objects by their numbers.

Plain is: one cross-reference table, streams packed by Flate or not at all, nothing encrypted. Source: ISO 32000-1, 7.3
(objects), 7.5.4 (cross-reference table).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_TABLE = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_WHOLE = re.compile(rb"xref\s+0 (\d+)\s")
_ROW = re.compile(rb"(\d{10}) \d{5} [nf]")
_TOKEN = re.compile(
    rb"""%[^\r\n]*                       # a comment
    | << | >> | [\[\]]                  # what holds others
    | /[^\s/<>\[\]()%]*                  # a name
    | \((?:\\.|[^\\()])*\) | <[^<>]*>    # a string
    | [^\s/<>\[\]()%]+                   # a number or a word""",
    re.VERBOSE | re.DOTALL,
)


class Reference(NamedTuple):
    """To an object of a file: the file's name, the object's number."""

    file: str
    number: int


class Object(NamedTuple):
    """An object: its value, or a stream's dictionary and its bytes unpacked.

    Values are dictionaries, lists and references; of names, strings and numbers the text as it stands in the file.
    """

    value: Any
    content: bytes | None = None


Objects = dict[Reference, Object]


def read_objects(name: str, file: bytes) -> tuple[Any, Objects]:
    """The trailer and all objects of a file that goes by this name. Raises `ValueError` if it is not plain."""
    table = _TABLE.search(file)
    if table is None:
        raise ValueError("There is no way to the cross-reference table.")
    start = int(table[1])
    offsets = [int(row[1]) for row in _ROW.finditer(file, start)]
    whole = _WHOLE.match(file, start)
    if whole is None or int(whole[1]) != len(offsets):
        raise ValueError("The cross-reference table is not one table of all objects.")
    trailer = _read(name, file, file.index(b"trailer", start) + len(b"trailer")).value
    return trailer, {Reference(name, number): _read(name, file, at) for number, at in enumerate(offsets) if number}


def _read(name: str, file: bytes, at: int) -> Object:
    """The object that begins there: its number and generation, `obj`, its value; of a stream its bytes."""
    values: list[list[Any]] = [[]]
    for token in _TOKEN.finditer(file, at):
        match token[0]:
            case b"endobj" | b"startxref":
                return Object(values[0][-1])
            case b"stream":
                return _stream(values[0][-1], file, token.end())
            case word:
                _take(word, values, name)
    raise ValueError("An object does not end.")


def _take(word: bytes, values: list[list[Any]], name: str) -> None:
    """Add what a word says to the innermost of the values that are open."""
    match word:
        case b"<<" | b"[":
            values.append([])
        case b">>":
            flat = values.pop()
            values[-1].append(dict(zip(flat[::2], flat[1::2], strict=True)))
        case b"]":
            whole = values.pop()
            values[-1].append(whole)
        case b"R":
            *values[-1], number, _generation = values[-1]
            values[-1].append(Reference(name, int(number)))
        case _ if not word.startswith(b"%"):
            values[-1].append(word.decode("latin-1"))


def _stream(keys: dict[str, Any], file: bytes, at: int) -> Object:
    """A stream whose keyword ends there."""
    start = at + (2 if file[at : at + 1] == b"\r" else 1)
    content = file[start : start + int(keys["/Length"])]
    match keys.get("/Filter"):
        case None | []:
            return Object(keys, content)
        case "/FlateDecode" | ["/FlateDecode"]:
            return Object(keys, zlib.decompress(content))
        case other:
            raise ValueError(f"A stream is packed by {other}.")


def references_in(value: object) -> Iterator[Reference]:
    """All references of a value, dictionaries in the order of their keys."""
    if isinstance(value, Reference):
        yield value
    elif isinstance(value, dict):
        for key in sorted(value):
            yield from references_in(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from references_in(item)


def written(value: object, numbers: Mapping[Reference, int]) -> str:
    """A value as it stands in a file in which what it refers to has these numbers; dictionaries sorted by key."""
    if isinstance(value, Reference):
        return f"{numbers[value]} 0 R"
    if isinstance(value, dict):
        return f"<< {''.join(f'{key} {written(value[key], numbers)} ' for key in sorted(value))}>>"
    if isinstance(value, list):
        return f"[ {''.join(f'{written(item, numbers)} ' for item in value)}]"
    return str(value)
