"""What the tests of all rulebooks share: changing front matter or body, and looking for phrases in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import yaml

from wordfleet_print.files import data_folder
from wordfleet_print.game import Edition, RulesSource, load_rules, parse_rules

TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
NUMBER_WORD = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|hundred|thousand)\b", re.IGNORECASE
)

_ASIDE = re.compile(r"^(?:.+\n)+\{: \.aside \}\n", re.MULTILINE)
_MARKS = re.compile(r" ?\{: (?!\.under-construction|\.draft|\.short)[^}]*\}")

Change = Callable[[dict[str, Any]], None]


def with_facts(slug: str, change: Change) -> RulesSource:
    """A rulebook with its front matter changed and its body as it is."""
    published = load_rules(slug)
    facts = published.book.model_dump(mode="json", exclude_none=True)
    change(facts)
    dumped = yaml.safe_dump(facts, sort_keys=False, allow_unicode=True)
    return parse_rules(f"---\n{dumped}---\n{published.body}", name="changed.md")


def with_body(slug: str, body: str) -> tuple[RulesSource, int]:
    """A rulebook's front matter with another body, and the line on which that body starts."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    front = re.split(r"^---\n", text, maxsplit=2, flags=re.MULTILINE)[1]
    head = f"---\n{front}---\n"
    return parse_rules(head + body, name="mine.md"), head.count("\n") + 1


def flat(markdown: str) -> str:
    """The text with its emphasis, line breaks, classes and asides taken out, so that phrases can be looked for."""
    running = _MARKS.sub("", _ASIDE.sub("", markdown))
    return re.sub(r"\s+", " ", running.replace("*", ""))


def missing(phrases: Iterable[str], text: str) -> list[str]:
    """The phrases (regular expressions, in any case) that the flat text does not hold."""
    return [phrase for phrase in phrases if not re.search(phrase, text, flags=re.IGNORECASE)]


def rulings(markdown: str) -> dict[str, str]:
    """The flat text of each box marked as a Table ruling, in order, by its name."""
    boxes = re.findall(r'^!!! ruling ([\w-]+) "Table ruling"\n((?:(?: {4}.*)?\n)+)', markdown, flags=re.MULTILINE)
    assert len(boxes) == markdown.count("!!! ruling") == len(dict(boxes))
    return {name: flat(box) for name, box in boxes}


def names(edition: Edition) -> list[str]:
    """Every name that an edition's front matter owns."""
    panels = edition.tracker.panels.model_dump().values()
    return [
        *(edition.title, edition.subtitle, edition.edition, edition.tagline, edition.rules_address),
        *(edition.players.one, edition.players.many, edition.tracker.title),
        *([edition.tracker.notes.label] if edition.tracker.notes else []),
        *(thing.item for thing in edition.equipment),
        *(name for ship in edition.fleet for name in (ship.ship, ship.example)),
        *(name for panel in panels for name in (panel["title"], panel["also_called"]) if name),
        *(mark.result for mark in edition.marks),
        *(action.name for action in edition.turn.actions),
        *(part.how for part in edition.turn.summary),
        *(name for variation in edition.variations for name in (variation.name, *variation.categories)),
        *edition.launch_codes.examples,
    ]
