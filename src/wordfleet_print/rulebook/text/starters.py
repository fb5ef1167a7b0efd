"""Starters: rules files to begin one's own from, a kind for each game, with comments that say what to change.

Those of the games at hand are made of their own rules, so that they hold whatever these hold; only a game of its own
kind has a starter of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print.errors import UsageError
from wordfleet_print.files import data_folder
from wordfleet_print.wording import suggestion

FIRST_VERSION = "0.1"
COMMENTS = {
    "title": "What it is called, and what stands below that.",
    "edition": "What sets your edition apart from others of the same title.",
    "slug": "What its files and its page are called: small letters, digits and hyphens.",
    "version": "The version of this printing: 0.2 comes after 0.1, and 0.10 after 0.9.",
    "status": "draft or published; a draft is stamped so.",
    "rules_address": "Where players find these rules: each tracker says it, and has it as a QR code.",
    "players": "How many play, and what one and many of them are called wherever the text speaks of them.",
    "equipment": "What each player needs.",
    "grid": "The sea. Rules, figures, trackers and the comparison of editions follow.",
    "fleet": "The ships: an example word has as many letters as its ship. A silhouette is one of ours, or left out.",
    "touching": "Whether ships may lie side by side: allowed or forbidden.",
    "board": "The board. The pieces below must fill it.",
    "squad": "Distances are inches, here and everywhere below.",
}
"""What is said above a field where rules at hand say nothing."""
ASLEEP = {"played": "It hangs on all that stands above: take the # away, and change it, when the rest is yours."}
"""Fields that a starter has as comments, since other numbers would not go with them, and what is said above them."""


@dataclass(frozen=True, slots=True)
class Starter:
    """A kind of starter: the game, what its file is called, what it is, files beside it."""

    game: str
    slug: str
    about: str
    beside: tuple[str, ...] = ()


KINDS = {
    kind.game: kind
    for kind in (
        Starter("rules-only", "my-game", "A game of your own", beside=("pebbles.svg",)),
        Starter("word-fleet", "my-fleet", "An edition of Word Fleet of your own"),
        Starter("army-men", "my-army", "Army Men as you play it"),
        Starter("happy-flip-chess", "my-flip-chess", "Happy Flip Chess as you play it"),
    )
}


def starter_files(games: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of the starters for these games, or of all, by name.

    Raises `UsageError` for a game that has none. Source: `templates/starters/` and the bundled rules.
    """
    for game in games:
        if game not in KINDS:
            raise UsageError(f"There is no starter “{game}”.", tip=suggestion(game, list(KINDS), "Starters"))
    files: dict[str, bytes] = {}
    for kind in (kind for game, kind in KINDS.items() if not games or game in games):
        files[f"{kind.slug}.md"] = _starter(kind).encode()
        files |= {name: (data_folder("templates") / "starters" / name).read_bytes() for name in kind.beside}
    return files


def _starter(kind: Starter) -> str:
    own = data_folder("templates") / "starters" / f"{kind.game}.md"
    if own.is_file():
        return _with_printing(own.read_text(encoding="utf-8"))
    text = (data_folder("rules") / f"{kind.game}.md").read_text(encoding="utf-8")
    front, body = text.split("\n---\n", 1)
    return _with_printing("\n".join(_own_front(kind, front.split("\n"))) + f"\n---\n{body}")


def _own_front(kind: Starter, lines: Sequence[str]) -> Iterator[str]:
    """The front matter of rules at hand as somebody's own, with what there is to say about its fields."""
    first = next(number for number, line in enumerate(lines) if number and not line.startswith("#"))
    yield lines[0]
    yield f"# {kind.about}. Every number and name stands here, between the two ---, and nowhere else:"
    yield "# change it here, and everything that is printed follows. The text below is yours to change, too."
    before = field = ""
    has_edition = any(line.startswith("edition:") for line in lines)
    own = {"slug": kind.slug, "status": "draft", "version": f'"{FIRST_VERSION}"', "edition": "My own"}
    for line in lines[first:]:
        name = line.partition(":")[0] if re.match(r"[a-z_]+:", line) else ""
        field = name or field
        if name == "slug" and not has_edition:
            yield f"# {COMMENTS['edition']}"
            yield f"edition: {own['edition']}"
        if name in COMMENTS and not before.startswith("#"):
            yield f"# {COMMENTS[name]}"
        if name in ASLEEP:
            yield f"# {ASLEEP[name]}"
        asleep = field in ASLEEP and line and not line.startswith("#")
        yield f"# {line}" if asleep else f"{name}: {own[name]}" if name in own else line
        before = line


def _with_printing(text: str) -> str:
    """The starter with what can be said of a printing, after its version."""
    told = (data_folder("templates") / "starters" / "printing.txt").read_text(encoding="utf-8")
    return re.sub(r"^(version: .*\n)", lambda line: line[0] + told, text, count=1, flags=re.MULTILINE)
