"""Translated books keep what the original says: its blocks, its facts, and every later change."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from markdown_it import MarkdownIt

from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.rulebook.fill_facts import PLACEHOLDER
from wordfleet_print.rulebook.short_wordings import digest_block, read_blocks

RULES = data_folder("rules")
ORIGINALS = {
    slug: slug.removesuffix(f"-{load_rules(slug).book.language}")
    for slug in packaged().slugs
    if not load_rules(slug).book.is_english
}
"""The original of each translation."""
TRANSLATED = re.compile(
    r"title|subtitle|edition|edition_note|slug|tagline|unfinished|language|labels\..*|kit\..*"
    r"|players\.(one|many)|fleet\.\d\.(ship|example)|launch_codes\.bidding\.says\.\d\.(words|note)"
    r"|tracker\.(title|fold_line|panels\.\w+\.(title|note))"
    r"|marks\.\d\.(result|tells|brief|legend)|turn\.actions\.\d\.(name|calls)"
    r"|variations\.\d\.(name|categories\.\d)"
)
"""Facts that are words."""
MEASURED = re.compile(
    r"letters|vowels|look\..*"
    r"|fairness\.(questions\.\d\.order|easy_below|hard_above|band\.\d|opponents_within)"
)
"""Facts that follow from the alphabet, the list of words and the length of the text."""
each = pytest.mark.parametrize("slug", ORIGINALS)


def list_facts(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Yield each fact of front matter with its dotted name."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from list_facts(one, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from list_facts(one, f"{name}.{place}")
    else:
        yield name, value


def read_facts(slug: str) -> dict[str, object]:
    """The facts of a book by dotted name."""
    facts: dict[str, Any] = load_rules(slug).book.model_dump(mode="json")
    return dict(list_facts(facts))


def list_original_digests(slug: str) -> dict[str, str]:
    """The digest of each block of an original, and of the words of its front matter."""
    digests = {
        name: digest_block(text) for name, text in read_blocks(load_rules(slug).body).items()
    }
    words = {name: fact for name, fact in read_facts(slug).items() if TRANSLATED.fullmatch(name)}
    confirmed = re.compile(r"labels\..*\.confirmed")
    shown = {name: fact for name, fact in words.items() if not confirmed.fullmatch(name)}
    return digests | {"front-matter": digest_block(json.dumps(shown, sort_keys=True))}


@each
def test_a_translation_has_the_blocks_of_its_original(slug: str) -> None:
    """A translation has the same headings in the same order, and below each the same kinds of
    blocks, tables, figures, rulings and facts.
    """
    original = read_blocks(load_rules(ORIGINALS[slug]).body)
    translation = read_blocks(load_rules(slug).body)
    assert list(translation) == list(original)

    def list_kinds(text: str) -> list[object]:
        kinds = [token.type for token in MarkdownIt("commonmark").parse(text)]
        drawn = re.findall(r"\[\[([^|\]]*?) *[|\]]", text)
        facts = [name for name, _ in PLACEHOLDER.findall(text) if not name.startswith("tracker.")]
        return [kinds, drawn, text.count("†"), Counter(facts), re.findall(r"\{: [^}]*\}", text)]

    for name, text in original.items():
        assert list_kinds(translation[name]) == list_kinds(text), name


@each
def test_a_translation_has_the_facts_of_its_original(slug: str) -> None:
    """Facts that are no words are those of the original."""
    facts, others = read_facts(ORIGINALS[slug]), read_facts(slug)
    measured = {
        name
        for name in facts.keys() | others.keys()
        if TRANSLATED.fullmatch(name) or MEASURED.fullmatch(name)
    }
    assert {name: fact for name, fact in others.items() if name not in measured} == {
        name: fact for name, fact in facts.items() if name not in measured
    }


@each
def test_a_translation_knows_the_latest_original(slug: str) -> None:
    """Each block of the original is what it was when somebody last compared the two.

    When this fails: translate the change into the file, then write the line that is named here.
    """
    path = RULES / f"{slug}.toml"
    confirmed = tomllib.loads(path.read_text("utf-8"))
    changed = [
        f"{name} = {digest!r}"
        for name, digest in list_original_digests(ORIGINALS[slug]).items()
        if confirmed.get(name) != digest
    ]
    assert changed == [], f"{ORIGINALS[slug]}.md changed: translate, then write into {path.name}"
    assert confirmed.keys() == list_original_digests(ORIGINALS[slug]).keys()


@each
def test_a_translation_is_in_its_language(slug: str) -> None:
    """Every label is translated, and no sentence of the original is left in the text."""
    book = load_rules(slug).book
    assert book.all_labels.untranslated == ()
    original = {
        line.strip()
        for line in load_rules(ORIGINALS[slug]).body.split("\n")
        if re.search(r"[a-z]+ [a-z]+", line)
    }
    assert original & {line.strip() for line in load_rules(slug).body.split("\n")} == set()


WRONG_MARKS = {
    "de": r"[\"'»«”]",
    "es": r"[\"'„“”]|(?<!¡)¡[^!]*$|^[^¿]*\?|^[^¡]*!",
    "fr": r"[\"'„“”]|[^\u00a0][;!?»]|\w:(?!\S)|«[^\u00a0]",
}
"""What no line may have: marks of other languages, and in French a space that may break."""


def list_printed(slug: str) -> list[str]:
    """The lines of a book's text, without addresses, classes and names of facts."""
    text = re.sub(r"\{\{.*?\}\}", "X", load_rules(slug).body)
    text = re.sub(r"\]\([^)]*\)|\{[:#][^}]*\}|!\[|\[\[[^|\]]*\|?|<!--.*?-->", " ", text)
    return [line for line in text.split("\n") if line.strip()]


@each
def test_a_translation_uses_its_own_quotation_marks(slug: str) -> None:
    """Quotation marks and spaces are those of the language: „ “, « » with hard spaces in French."""
    labels = load_rules(slug).book.all_labels
    texts = [*list_printed(slug), *chain.from_iterable(labels.wordings.values())]
    wrong = re.compile(WRONG_MARKS[labels.language])
    # The sign of inches behind a number is no quotation mark
    plain = [text.replace("*", "").replace('{inches}"', "{inches}") for text in texts]
    assert [text for text in plain if wrong.search(text)] == []
