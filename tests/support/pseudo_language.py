"""A language in which every word is marked: what is printed without a mark is in no translation.

Each word of the labels, of the front matter and of the text has a ï in front. Names that the
program reads (`draws: ring`), numbers and codes stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import yaml
from markdown.extensions.toc import slugify_unicode

from support.html import READ_ATTRIBUTES, Page, list_lines
from wordfleet_print.games import RulesSource, load_rules, parse_rules
from wordfleet_print.games.labels import Labels, load_english

MARK = "ï"
WORD = re.compile(r"(?<![\w’{}])[^\W\d_][^\W\d_’]*(?:’[^\W\d_]+)?(?![\w{}])")
# What stays as it is in a text: facts, attributes, names of figures, addresses, comments.
KEPT = re.compile(
    r"\{\{.*?\}\}|\{\w+\}|\{[:#][^}]*\}|\[\[[^\]|]*(?:\||\]\])|\]\([^)]*\)|<!--.*?-->|https?://\S+",
    re.DOTALL,
)
HEADING = re.compile(r"(?m)^(#+ )([^{\n]*?)( *\{[^}\n]*\})?$")
# Fields of front matter that the program reads, or that are letters and digits.
FIXED_FIELDS = frozenset(["game", "slug", "version", "language", "rules_address", "look", "date"])
DRAWN_FIELDS = frozenset(["silhouette", "picture", "draws", "kind", "moves", "vowels", "prints"])
LABEL_FIELDS = frozenset(["of", "confirmed"])
CHOICE_FIELDS = frozenset(["touching", "reading", "setup", "bids", "first_codes", "rarity", "open"])
ROLL_FIELDS = frozenset(["close", "concealed", "movement", "range", "roll", "troopers", "within"])
CODE_FIELDS = FIXED_FIELDS | DRAWN_FIELDS | LABEL_FIELDS | CHOICE_FIELDS | ROLL_FIELDS
CODE_FIELDS |= {"turns", "rate"}
# Fields of a kit that are printed.
KIT_TEXTS = frozenset(["heading", "title", "text", "note", "start", "marks"])
# Words of the game and their letters, which a translation replaces by its own.
CAPITALS = re.compile(r"[A-Z]+\d*")
# Units, dice, and names of columns and squares.
CODES = re.compile(r"mm|\d*D\d+|[a-zA-Z]\d*|\d+s")


def mark_words(text: str) -> str:
    """Return a text with a mark on each word outside of what matches `KEPT`."""
    pieces: list[str] = []
    end = 0
    for match in KEPT.finditer(text):
        pieces += [WORD.sub(rf"{MARK}\g<0>", text[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*pieces, WORD.sub(rf"{MARK}\g<0>", text[end:])])


def mark_labels() -> Labels:
    """Return all labels with marks. Each has a short wording as well, so that all of them fit."""
    wordings = {
        key: (*map(mark_words, texts), *([MARK] if key != "numbers" and texts else []))
        for key, texts in load_english().wordings.items()
    }
    return Labels("xx", wordings)


def mark_facts(value: Any, field: str = "") -> Any:
    """Return a value of front matter with marks on its texts."""
    if isinstance(value, dict):
        return dict(mark_fields(value, field))
    if isinstance(value, list):
        return [mark_item(item, field) for item in value]
    if not isinstance(value, str) or field in CODE_FIELDS or CAPITALS.fullmatch(value):
        return value
    return mark_words(value)


def mark_item(value: Any, field: str) -> Any:
    """Return an item of a list of front matter with marks on its texts."""
    if field == "kit":
        return {kind: mark_element(element) for kind, element in value.items()}
    return mark_facts(value, field)


def mark_fields(fields: dict[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a block of front matter with marks on its texts."""
    for key, value in fields.items():
        # Parts of the rules are called by their keys.
        yield mark_words(key) if name == "parts" else key, mark_facts(value, str(key))


def mark_element(element: Any) -> Any:
    """Return an element of a kit with marks on what is printed."""
    if not isinstance(element, dict):
        return element
    if "name" in element and "blocks" in element:
        element = {"heading": element["name"], **element}
    return {
        key: mark_facts(value, key) if key in KIT_TEXTS else value for key, value in element.items()
    }


def keep_names(body: str) -> str:
    """Return a text whose headings keep the names that links lead to, when their words are marked:
    `## Play` is `## Play {: #play }`. Of two headings with one name only the last gets it: that is
    in the quick reference.
    """
    last_start = {
        slugify_unicode(heading[2], "-"): heading.start() for heading in HEADING.finditer(body)
    }

    def add_name(heading: re.Match[str]) -> str:
        attributes = (heading[3] or "").strip(" {:}")
        name = slugify_unicode(heading[2], "-")
        if "#" in attributes or last_start[name] != heading.start():
            return heading[0]
        both = " ".join(filter(None, (f"#{name}", attributes)))
        return f"{heading[1]}{heading[2]} {{: {both} }}"

    return HEADING.sub(add_name, body)


def mark_rules(slug: str) -> RulesSource:
    """Return bundled rules with marks on all words, and marked labels."""
    source = load_rules(slug)
    _, front, body = source.text.split("---\n", 2)
    facts = yaml.safe_load(front)
    for piece in facts.get("pieces", ()):
        piece.setdefault("moves", piece["name"])
    marked = yaml.safe_dump(mark_facts(facts), allow_unicode=True, sort_keys=False, width=10_000)
    # Facts of a list are called by their first value, which has a mark now.
    names = "|".join(piece["name"] for piece in facts.get("pieces", ())) or "$^"
    body = re.sub(rf"\{{\{{ pieces\.({names})\b", rf"{{{{ pieces.{MARK}\1", body)
    text = f"---\n{marked}---\n{mark_words(keep_names(body))}"
    parsed = parse_rules(text, name=source.name)
    return replace(parsed, book=parsed.book.with_labels(mark_labels()))


def find_unmarked(page: Page, source: RulesSource) -> set[str]:
    """Return the words of a page that have no mark: its texts, titles and descriptions. Words in
    capitals are of the front matter alone.
    """
    front = source.text.split("---\n", 2)[1]
    capitals = set(re.findall(r"\b[A-Z]+\b", front))
    texts = page.list_attributes(*READ_ATTRIBUTES)
    texts += list_lines(page.root, {"style", "script"})
    words = {word for text in texts for word in list_words(text)}
    return {word for word in words - capitals if not is_marked(word)}


def list_words(text: str) -> Iterator[str]:
    """Yield the words of a text; names with underlines are those of fields."""
    yield from re.findall(r"[^\W_]+", re.sub(r"\b[a-z]+_[a-z_]+\b", " ", text))


def is_marked(word: str) -> bool:
    """Return whether a word is marked, a number, or a code."""
    has_letters = any(char.isalpha() for char in word)
    return word.lower().startswith(MARK) or not has_letters or bool(CODES.fullmatch(word))
