"""Labels: what paper says besides the words of a rules file, in the language of that file.

`labels/en.toml` has every label, and says what the places in braces mean. The file of another
language, beside the rules or bundled, is checked against it: it has no other keys and no other
places. What it lacks stays English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import data_folder
from wordfleet_print.messages import did_you_mean

ENGLISH = "en"
LONGEST_LABEL = 200
MAX_BYTES = 200_000
# Facts of an edition, which any label may name.
FACTS = frozenset(
    {"ships", "turns", "ship_count", "letter_count", "turn_count", "digit_count"}
    | {"player", "Player", "players", "best", "defense"}
)
_PLACE = re.compile(r"\{(\w+)\}")

Wordings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels by dotted key, each in all its wordings, the fullest first; `english` are the keys not
    translated.
    """

    language: str
    wordings: Mapping[str, Wordings]
    english: tuple[str, ...] = ()

    def list_wordings(self, key: str, facts: Mapping[str, object]) -> Wordings:
        """Return a label's wordings with their places filled in."""
        return tuple(fill_places(text, facts) for text in self.wordings[key])

    def spell_number(self, number: int) -> str:
        """Return a number in words, or in digits where the language has no word for it."""
        words = self.wordings["numbers"]
        return words[number] if number < len(words) else str(number)

    @property
    def note(self) -> str:
        """Say in English what is not translated; "" if everything is."""
        if not self.english:
            return ""
        if len(self.english) == len(self.wordings):
            return "The labels of sheets are in English."
        return (
            f"Not in labels/{self.language}.toml, so printed in English: {', '.join(self.english)}."
        )


def fill_places(text: str, facts: Mapping[str, object]) -> str:
    """Return the text with each `{name}` replaced by the fact of that name. Raises `KeyError` for
    an unknown one.
    """
    return _PLACE.sub(lambda place: str(facts[place[1]]), text)


def find_places(wordings: Wordings) -> set[str]:
    """Return the names in braces."""
    return {name for text in wordings for name in _PLACE.findall(text)}


@cache
def load_english() -> Labels:
    """Return the English labels."""
    tables = read_toml(data_folder("labels") / f"{ENGLISH}.toml")
    return Labels(ENGLISH, dict(flatten(tables)))


def load_labels(language: str, folder: Path | None = None) -> Labels:
    """Return the labels of a language such as `de-AT`: from `folder`, else bundled, else those of
    `de`.

    Raises `BadInputError` with all faults of a file.
    """
    english = load_english()
    path = find_labels_file(language, folder)
    if path is None:
        known = language.partition("-")[0].lower() == ENGLISH
        return english if known else Labels(language, english.wordings, tuple(english.wordings))
    found = dict(flatten(read_toml(path)))
    faults = [*find_faults(found, english, path)]
    if faults:
        raise BadInputError(f"The labels in {path} cannot be used.", *faults)
    missing = [key for key in english.wordings if key not in found]
    return Labels(language, {**english.wordings, **found}, tuple(missing))


def find_labels_file(language: str, folder: Path | None) -> Path | None:
    """Return the file of the language, or of its part before the hyphen; the designer's before the
    bundled one.
    """
    folders = [folder / "labels"] if folder else []
    for place in (*folders, data_folder("labels")):
        for name in (language, language.partition("-")[0]):
            path = place / f"{name}.toml"
            if path.is_file():
                return path
    return None


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a file. Raises `BadInputError` for what is not TOML in UTF-8."""
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes.")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except ValueError as error:  # of TOML and of UTF-8
        raise BadInputError(
            f"{path} cannot be read.", Problem(str(error), where=str(path))
        ) from error


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each label of nested tables with its dotted key; a single text is the only wording."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", tuple(value) if isinstance(value, list) else (value,)


def is_label(text: object) -> bool:
    """Whether this is a text that is not too long."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_LABEL


def find_faults(found: Mapping[str, Any], english: Labels, path: Path) -> Iterator[Problem]:
    """Yield what is wrong with labels: keys and places that the English ones lack, and what is not
    text.
    """
    for key, wordings in found.items():
        where = f"{path}: {key}"
        if key not in english.wordings:
            yield Problem("is not a label", where=where, advice=did_you_mean(key, english.wordings))
        elif not (wordings or key == "fleet_names") or not all(map(is_label, wordings)):
            yield Problem(
                f"should be text of at most {LONGEST_LABEL} characters, or a list of texts",
                where=where,
            )
        else:
            allowed = FACTS | find_places(english.wordings[key])
            for name in sorted(find_places(wordings) - allowed):
                advice = did_you_mean(name, allowed)
                yield Problem(
                    f"cannot be filled: there is no {{{name}}}", where=where, advice=advice
                )
