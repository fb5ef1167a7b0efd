"""Labels: what paper says besides the text of a rules file, in the language of that file.

`labels/en.toml` has every label, and says what the places in braces mean. The file of another
language, next to the rules or bundled, is checked against it: it has no other keys and no other
places, and what it lacks stays English. An edition's front matter replaces labels under `labels:`.
There it also writes the sentences that its rules decide, of which `en.toml` only has the names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import data_folder
from wordfleet_print.messages import did_you_mean, some_of

ENGLISH = "en"
LONGEST_LABEL = 400
# Labels that a note names, of those that are not translated.
MOST_NAMED = 12
MOST_LABELS_BYTES = 200_000
NUMBERS = "numbers"
FLEET_NAMES = "fleet_names"
# Facts of an edition, which any label may name.
FACTS = frozenset(
    {"ships", "turns", "mine_turns", "ship_count", "letter_count", "turn_count", "digit_count"}
    | {"player", "Player", "players", "defense"}
    | {"best", "result_1"}
    | {"ranking", "asked", "target"}
)
# Labels of books and kits of all games, and of the kit of Word Fleet.
SHARED = ("book.", "table.", "figure.", "kit.")
WORD_FLEET_KIT = "kit.fleet."
# The fields of a label that shortens a block of the book.
SHORTENS = frozenset({"of", "confirmed", "wordings"})
_PLACE = re.compile(r"\{(\w+)\}")

Wordings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """All labels by dotted key, each in all its wordings, the fullest first."""

    language: str
    wordings: Mapping[str, Wordings]
    untranslated: tuple[str, ...] = ()
    """Keys that are English because the file of the language lacks them."""
    text: str = ""
    """The file that was found next to the rules."""
    has_file: bool = True
    """Whether there is a file of the language."""

    def list_wordings(self, key: str, facts: Mapping[str, object]) -> Wordings:
        """Return a label's wordings with their places filled in."""
        return tuple(fill_places(text, facts) for text in self.wordings[key])

    def spell_number(self, number: int) -> str:
        """Return a number in words, or in digits where the language has no word for it."""
        words = self.wordings[NUMBERS]
        return words[number] if 0 <= number < len(words) else str(number)

    def join_list(self, parts: Sequence[str], key: str = "book.and") -> str:
        """Return “one, two and three”, or with another label for the last; "" for nothing."""
        if len(parts) < 2:
            return "".join(parts)
        *first, last = parts
        return self.list_wordings(key, {"parts": ", ".join(first), "last": last})[0]

    def replace(self, own: Mapping[str, Wordings]) -> Labels:
        """Return the same labels with those of an edition."""
        untranslated = tuple(key for key in self.untranslated if key not in own)
        return replace(self, wordings={**self.wordings, **own}, untranslated=untranslated)

    @property
    def note(self) -> str:
        """Say in English what is not translated; "" if everything is."""
        if not self.untranslated:
            return ""
        if not self.has_file:
            return f"There is no labels/{self.language}.toml: the labels are in English."
        names = some_of(self.untranslated, MOST_NAMED)
        return f"Not in labels/{self.language}.toml, so printed in English: {names}."


@dataclass(frozen=True, slots=True)
class EditionLabel:
    """A label of an edition's front matter."""

    wordings: Wordings
    of: str = ""
    """The heading of the book's block that it shortens, as links name it."""
    confirmed: str = ""
    """The digest that this block had when somebody last compared the two."""


def fill_places(text: str, facts: Mapping[str, object]) -> str:
    """Return the text with each `{name}` replaced by the fact of that name.

    Raises `KeyError` for an unknown one.
    """
    return _PLACE.sub(lambda place: str(facts[place[1]]), text)


def find_places(wordings: Wordings) -> set[str]:
    """Return the names in braces."""
    return {name for text in wordings for name in _PLACE.findall(text)}


@cache
def load_english() -> Labels:
    """Return the English labels."""
    tables = parse_toml((data_folder("labels") / f"{ENGLISH}.toml").read_text("utf-8"), "en.toml")
    return Labels(ENGLISH, dict(flatten(tables)))


def list_translated_keys() -> tuple[str, ...]:
    """Return the keys that a translation should have: all with an English wording."""
    return tuple(key for key, wordings in load_english().wordings.items() if wordings)


def load_labels(language: str, folder: Path | None = None) -> Labels:
    """Return the labels of a language such as `de-AT`: of `de-AT`, else of `de`.

    A file in `folder`/labels is taken before a bundled one. Raises `BadInputError` with all faults
    of a file.
    """
    path = find_labels_file(language, folder)
    if path:
        is_own = folder is not None and path.is_relative_to(folder)
        return parse_labels(read_text(path), language, str(path), is_own=is_own)
    if language.partition("-")[0].lower() == ENGLISH:
        return load_english()
    return Labels(language, load_english().wordings, list_translated_keys(), has_file=False)


def parse_labels(text: str, language: str, name: str, *, is_own: bool = True) -> Labels:
    """Return the labels of a file's text; `name` is what messages call the file.

    Raises `BadInputError` with all its faults.
    """
    labels = dict(flatten(parse_toml(text, name)))
    faults = [
        Problem(what, where=f"{name}: {key}", advice=advice)
        for key, what, advice in find_faults(labels)
    ]
    if faults:
        raise BadInputError(f"The labels in {name} cannot be used.", faults)
    missing = tuple(key for key in list_translated_keys() if key not in labels)
    if language.partition("-")[0].lower() == ENGLISH:
        missing = ()
    wordings = {**load_english().wordings, **labels}
    return Labels(language, wordings, missing, text if is_own else "")


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


def read_text(path: Path) -> str:
    """Return the text of a file. Raises `BadInputError` for what is not short text in UTF-8."""
    with path.open("rb") as file:
        raw = file.read(MOST_LABELS_BYTES + 1)
    if len(raw) > MOST_LABELS_BYTES:
        raise BadInputError(f"{path} is larger than {MOST_LABELS_BYTES:,} bytes.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem("is not UTF-8", where=str(path), advice="save the file as UTF-8")
        raise BadInputError(f"{path} cannot be read.", [problem]) from error


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the tables of a text. Raises `BadInputError` for what is not TOML."""
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(
            f"{name} cannot be read.", [Problem(str(error), where=str(name))]
        ) from error


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each label of nested tables of TOML: its dotted key, such as `start.bid.text`, and its
    wordings; a single text is the only wording.
    """
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", tuple(value) if isinstance(value, list) else (value,)


LabelFault = tuple[str, str, str]
"""A key, what is wrong with its label, and what to do."""


def find_faults(values: Mapping[str, Any]) -> Iterator[LabelFault]:
    """Yield what is wrong with the labels of a translation, which are `values` by dotted key: keys
    that no label has, texts of the wrong kind, and places in braces that nothing can fill.
    """
    english = load_english().wordings
    for key, wordings in values.items():
        if key not in english:
            yield key, "is not a label", did_you_mean(key, english)
        elif not wordings and not english[key]:
            continue
        elif fault := find_text_fault(wordings):
            yield key, fault, ""
        else:
            yield from find_place_faults(key, wordings, list_facts(key) | find_places(english[key]))


def list_facts(key: str) -> frozenset[str]:
    """Return the facts that a label may name besides its own: books and kits are of all games."""
    is_shared = key.startswith(SHARED) and not key.startswith(WORD_FLEET_KIT)
    return frozenset() if is_shared else FACTS


def find_text_fault(wordings: tuple[object, ...]) -> str:
    """Return why these are no wordings; "" if they are."""
    good = [isinstance(text, str) and 0 < len(text) <= LONGEST_LABEL for text in wordings]
    if good and all(good):
        return ""
    return f"should be text of at most {LONGEST_LABEL} characters, or a list of texts"


def find_place_faults(key: str, wordings: Wordings, known: frozenset[str]) -> Iterator[LabelFault]:
    """Yield the places of a label that nothing can fill."""
    for name in sorted(find_places(wordings) - known):
        yield key, f"cannot be filled: there is no {{{name}}}", did_you_mean(name, known)


# Labels in front matter


def is_label(value: object) -> bool:
    """Return whether this value of front matter is a label, not a table of labels."""
    return not isinstance(value, dict) or bool(SHORTENS & value.keys())


def read_edition_labels(table: Mapping[str, Any], prefix: str = "") -> dict[str, EditionLabel]:
    """Return the labels of front matter by dotted key; `find_edition_faults` has found no fault."""
    labels: dict[str, EditionLabel] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if not is_label(value):
            labels |= read_edition_labels(value, f"{key}.")
            continue
        fields = value if isinstance(value, dict) else {"wordings": value}
        wordings = fields["wordings"]
        texts = (wordings,) if isinstance(wordings, str) else tuple(wordings)
        labels[key] = EditionLabel(texts, fields.get("of", ""), fields.get("confirmed", ""))
    return labels


def find_edition_faults(
    table: Mapping[str, Any], known: Mapping[str, Wordings], facts: frozenset[str], prefix: str = ""
) -> Iterator[LabelFault]:
    """Yield what is wrong with the labels in an edition's front matter, a table of labels or of
    further tables. `known` are all labels with their English wordings, `facts` what any label may
    name, and `prefix` is the dotted key of the table.
    """
    for name, value in table.items():
        key = f"{prefix}{name}"
        if not is_label(value):
            yield from find_edition_faults(value, known, facts, f"{key}.")
            continue
        if key not in known:
            yield key, "is not a label", did_you_mean(key, known)
            continue
        yield from find_label_faults(key, value, facts | find_places(known[key]))


def find_label_faults(key: str, value: object, facts: frozenset[str]) -> Iterator[LabelFault]:
    """Yield what is wrong with one label of front matter: a text, a list of wordings, or fields
    that say with `of` which block of the book it shortens. `facts` are what it may name.
    """
    wordings = value
    if isinstance(value, dict):
        for field in value.keys() - SHORTENS:
            yield key, f"has no field {field}", did_you_mean(str(field), SHORTENS)
        for field in ("of", "confirmed"):
            if not isinstance(value.get(field, ""), str):
                yield key, f"needs text as its {field}", ""
        wordings = value.get("wordings")
    texts = tuple(wordings) if isinstance(wordings, list) else (wordings,)
    if fault := find_text_fault(texts):
        yield key, fault, ""
    else:
        yield from find_place_faults(key, texts, facts)
