"""Games and rules as tests need them, and what rules say, read apart from the programme."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import yaml

from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, RulesSource, load_rules, parse_rules
from wordfleet_print.games.facts import SeaCall
from wordfleet_print.games.flip_chess import Man, Square
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import in_words

EDITIONS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
POCKET = {
    "title: Word Fleet": "title: Pocket Fleet",
    "edition: Captains": "edition: Pocket",
    "slug: word-fleet": "slug: pocket-fleet",
    "columns: 10": "columns: 8",
    "rows: 10": "rows: 8",
    "  - {ship: PT, letters: 2, example: GO, silhouette: pt}\n": "",
}
"""A designer's Word Fleet: 8 × 8, four ships."""
MARKUP = """
## One {: .quick }

[**Here** it is](https://example.com/a), [below](#two), [many words that take more than one line of the page to say \
what they have to say](#two).[^1]

[^1]: A note.

!!! ruling
    **What?** See [*two*](#two), and R1.

### Two

| a | b |
| - | - |
| c | d |

1. one

    more

2. two
    - three

Term
: Definition

[[questions]]
"""
"""What the bundled books may not hold, and a designer's may."""
REED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1 H8"/><text y="8">r</text></svg>'
DRAWN = "\n[[figure: reed | A reed. | What it shows.]]\n"
LEAST = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"


def write_reeds(folder: Path) -> Path:
    """A folder with a game of its own kind: few words, a drawing, and all the markup that there is."""
    folder.mkdir()
    (folder / "reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n\n*Cut.*\n{MARKUP}{DRAWN}", encoding="utf-8")
    (folder / "reed.svg").write_text(REED, encoding="utf-8")
    return folder


def write_editions(folder: Path) -> Path:
    """A folder with two editions and a designer's own: the bundled front matter, and hardly a word below it."""
    folder.mkdir()
    for slug in EDITIONS[:2]:
        (folder / f"{slug}.md").write_text(f"{_front(slug)}# Fleet\n\n## Play\n\nFire.\n", encoding="utf-8")
    text = f"{_front('word-fleet')}# Pocket Fleet – small seas\n\n## Play\n\nOn {{{{ grid.columns }}}} columns.\n"
    for old, new in POCKET.items():
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "pocket-fleet.md").write_text(text, encoding="utf-8")
    return folder


def _front(slug: str) -> str:
    """An edition's front matter, but for its played game, which would be against another fleet than a designer's."""
    front = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8").split("\n---\n", 1)[0]
    return front.split("\nplayed:\n")[0] + "\n---\n"


TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
NUMBER_WORD = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|hundred|thousand)\b", re.IGNORECASE
)
_ASIDE = re.compile(r"^(?:.+\n)+\{: \.aside \}\n", re.MULTILINE)
_MARKS = re.compile(r" ?\{: (?!\.under-construction|\.draft|\.short)[^}]*\}")
PUBLISHED = "as published"
SAYS: Mapping[str, Any] = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "data" / "books").glob("*.yaml"))
}
"""What each rulebook must say, by the ids of its facts: as published, and with changes of its front matter."""
Change = Callable[[dict[str, Any]], None]
_Dumper: type[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def with_facts(slug: str, change: Change) -> RulesSource:
    """A rulebook with its front matter changed and its body as it is."""
    published = load_rules(slug)
    facts = published.book.model_dump(mode="json", exclude_none=True)
    change(facts)
    dumped = yaml.dump(facts, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
    return parse_rules(f"---\n{dumped}---\n{published.body}", name="changed.md")


def changed_to(slug: str, which: str) -> RulesSource:
    """A rulebook as published, or with the changes that the table of what it must say has under that name."""

    def change(facts: Any) -> None:
        for path, value in SAYS[slug][which]["changes"].items():
            *above, last = (int(step) if step.isdigit() else step for step in path.split("."))
            holder = reduce(getitem, above, facts)
            if value is None:
                del holder[last]
            else:
                holder[last] = value

    return load_rules(slug) if which == PUBLISHED else with_facts(slug, change)


@cache
def rendered(slug: str, which: str = "as published") -> str:
    """Its text."""
    return render_body(changed_to(slug, which))


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
    """The flat text of each ruling's box, in order, by its name."""
    boxes = re.findall(r"^!!! ruling ([\w-]+)\n((?:(?: {4}.*)?\n)+)", markdown, flags=re.MULTILINE)
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


Board = Mapping[Square, Man]


def _ways(men: Board, start: Square, size: tuple[int, int]) -> Iterator[Square]:
    """Where a piece may go, told from the squares between: a second opinion on `legal_moves`."""
    man = men[start]
    for end in ((x, y) for x in range(size[0]) for y in range(size[1])):
        dx, dy = end[0] - start[0], end[1] - start[1]
        far = max(abs(dx), abs(dy))
        taken = men.get(end)
        if not far or (taken and (not taken.face_up or taken.dark == man.dark)):
            continue
        straight, slant = 0 in (dx, dy), abs(dx) == abs(dy)
        between = [(start[0] + dx * n // far, start[1] + dy * n // far) for n in range(1, far)]
        clear = not any(square in men for square in between)
        forward = dy == (1 if man.dark else -1)
        if {
            "king": far == 1,
            "queen": (straight or slant) and clear,
            "rook": straight and clear,
            "bishop": slant and clear,
            "knight": sorted((abs(dx), abs(dy))) == [1, 2],
            "pawn": forward and abs(dx) == (1 if taken else 0),
        }[man.name]:
            yield end


def _moves(men: Board, size: tuple[int, int], *, dark: bool) -> set[tuple[Square, Square]]:
    mine = [square for square, man in men.items() if man.face_up and man.dark is dark]
    return {(start, end) for start in mine for end in _ways(men, start, size)}


def _moved(men: Board, move: tuple[Square, Square]) -> dict[Square, Man]:
    after = {square: man for square, man in men.items() if square != move[0]}
    return after | {move[1]: men[move[0]]}


ARMY, CHESS = "army-men", "happy-flip-chess"


class Fleet:
    """The hidden fleet as a table of squares, asked and shot at: a second opinion on an edition's rules."""

    def __init__(self, edition: Edition) -> None:
        assert edition.played
        self.result = {mark.means: mark.result for mark in edition.marks}
        self.hulls: dict[str, list[str]] = {}
        for ship, placement in zip(edition.fleet, edition.played.hides, strict=True):
            (column, *row), way = placement.split()[0], placement.endswith("across")
            self.hulls[ship.example] = [
                chr(ord(column) + i * way) + str(int("".join(row)) + i * (not way)) for i in range(ship.letters)
            ]
        self.held = {at: letter for word, hull in self.hulls.items() for at, letter in zip(hull, word, strict=True)}
        assert len(self.held) == edition.fleet_letters
        self.asked: dict[str, int] = {}
        self.ringed: set[str] = set()
        self.down: list[str] = []

    def answer(self, call: SeaCall) -> str:
        """What the owner says."""
        if call.word:
            hull = self.hulls.get(call.word, [""])
            right = hull[0] == call.square and call.to in {None, hull[-1]}
            self.down += [call.word] if right else []
            return "right" if right else "wrong"
        if not call.square:
            count = self.asked[str(call.letter)] = "".join(self.hulls).count(str(call.letter))
            return in_words(count) if count else "none"
        held = self.held.get(call.square)
        found = held and call.letter in ({held} if "cross" in self.result else {None}) and "ring" in self.result
        self.ringed |= {call.square} if found else set()
        return self.result["dot" if not held else "ring" if found else "cross" if "cross" in self.result else "letter"]

    def sink(self) -> list[str]:
        """The words that are down by now, the last one last."""
        for word, hull in self.hulls.items():
            done = set(hull) <= self.ringed if "ring" in self.result else set(word) <= set(self.asked)
            self.down += [word] if done and word not in self.down else []
        return self.down
