"""Every book is built alike: boxes, examples, chapters; no text types a number or a name of its own."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from making.games import NUMBER_WORD, TAG, flat, names, rendered, with_facts
from making.rulebooks import SLUGS, Outline, page
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.games import edition_slugs, load_edition, load_rules
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.variables import render_body

CAPTAINS, STRIKE, ADMIRALS = "word-fleet", "word-fleet-strike", "word-fleet-admirals"
EDITIONS = (CAPTAINS, STRIKE, ADMIRALS)
assert {*EDITIONS} == {*edition_slugs()}, "the tests below forget no edition of Word Fleet that ships"
BIDDING = {CAPTAINS: "Shipyard", STRIKE: "Breaking the code", ADMIRALS: "Launch Code Protocol"}
"""The chapter on who strikes first, which each edition has in its own place: before play, but where unfinished."""
CHAPTERS = [
    *("The mission", "Stores aboard", "Deploying the fleet", "A turn at sea", "Keeping the tracker"),
    *("Victory", "Contingency Tactics", "Final briefing", "A game, turn by turn", "Notes and open questions"),
    "Words and where they stand",
]


@pytest.mark.parametrize("slug", EDITIONS)
def test_all_editions_have_the_same_chapters(slug: str) -> None:
    """Chapters come under the same headings in the same order, so that editions can be compared."""
    chapters = re.findall(r"^## (.+?)(?: \{.*\})?$", rendered(slug), flags=re.MULTILINE)
    assert [chapter for chapter in chapters if chapter not in {"Working section", BIDDING[slug]}] == CHAPTERS
    assert (chapters.index(BIDDING[slug]) < chapters.index("A turn at sea")) is (slug != CAPTAINS)
    assert chapters[-4] == {STRIKE: "Working section", CAPTAINS: "Shipyard"}.get(slug, "Final briefing")


def test_the_working_section_is_marked_as_unfinished() -> None:
    """Only the chapter with unfinished rules is marked in its heading; it opens with a construction box."""
    text = rendered(STRIKE)
    chapter = text.split("## Working section {: .under-construction }\n")[1]
    assert chapter.lstrip("\n").startswith('!!! construction "Under construction"\n')
    assert text.count(".under-construction") == 1
    assert ".under-construction" not in rendered(ADMIRALS)


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize(("touching", "rule"), [("allowed", "Ships may touch"), ("forbidden", "Ships may not touch")])
def test_touching_is_as_the_front_matter_says(slug: str, touching: str, rule: str) -> None:
    """The rule about touching ships follows the front matter, in every edition."""
    text = flat(render_body(with_facts(slug, lambda facts: facts.update(touching=touching))))
    assert re.findall("Ships may (?:not )?touch", text) == [rule]


@pytest.mark.parametrize("slug", [STRIKE, ADMIRALS])
def test_the_lines_for_announcements_may_be_missing(slug: str) -> None:
    """A tracker without lines for announcements has rules that do not speak of any."""
    label = load_edition(slug).tracker.notes
    assert label
    text = flat(render_body(with_facts(slug, lambda facts: facts["tracker"].pop("notes"))))
    assert f"“{label.label}”" not in text


def _lock(*codes: str) -> str:
    """The example of a Frequency Lock that is played with these codes."""
    source = with_facts(STRIKE, lambda facts: facts["launch_codes"].update(examples=list(codes)))
    box = re.search(r'!!! example "Cracking the lock"\n((?: {4}.*\n)+)', render_body(source))
    return flat(box[1]) if box else ""


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        ("416 377 852 070 794 351 188 646 207 930", "the sum is 7. The digit 7 stands in Ada’s codes four times and"),
        ("416 377 852 070 794 351 188 646 207 930", "in Bo’s one time. Ada makes the first claim"),
        ("411 122 133 151 161 311 727 727 888 777", "Bo makes the first claim"),
        (
            "911 122 131 155 166 811 727 717 887 775",
            "the sum is 17. They look for its last digit, 7",
        ),
        ("511 122 131 155 167 211 721 313 515 616", "The counts are tied, so Ada, whose first digit is higher"),
        ("211 122 131 155 167 511 721 313 515 616", "The counts are tied, so Bo, whose first digit is higher"),
        ("311 122 131 155 166 311 121 313 515 616", "All is tied, so they try their next codes"),
    ],
)
def test_the_example_of_a_lock_follows_the_rule(codes: str, says: str) -> None:
    """Sum, counts and who claims first are worked out from the example codes, in every case the rule knows."""
    assert says in _lock(*codes.split())


def test_too_few_codes_make_no_example_of_a_lock() -> None:
    """Codes for one tracker only leave the example out, and nothing else."""
    assert _lock("142", "087", "953") == ""


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        (
            "605 131 448 072 816 257 707 534 227 671",
            "Bo opens with 7. Ada could say 8, and it would be true. Instead she",
        ),
        ("605 131 448 072 716", "Instead she raises: “9.” Bo .* no 9 among them. Bo takes"),
        ("905 131 448 072 716", "nobody can raise"),
    ],
)
def test_the_example_of_a_raise_follows_the_rule(codes: str, says: str) -> None:
    """Ada can bluff with a higher digit only if she does not hold the highest."""
    source = with_facts(ADMIRALS, lambda facts: facts["launch_codes"].update(examples=codes.split()))
    assert re.search(says, flat(render_body(source)))


@pytest.mark.parametrize("slug", [STRIKE, ADMIRALS])
def test_example_codes_are_dealt_as_codes_are(slug: str) -> None:
    """The example codes make whole hands, all different, each with the classes that a tracker may be dealt."""
    codes = load_edition(slug).launch_codes
    hands = [codes.examples[i : i + codes.count] for i in range(0, len(codes.examples), codes.count)]
    profiles = [profile.classes for profile in codes.deal]
    assert [hand for hand in hands if dict(Counter(map(classify_code, hand))) not in profiles] == []
    assert len(set(codes.examples)) == len(codes.examples)


def test_the_example_of_a_lock_is_dealt_for_a_lock() -> None:
    """The first digits of the example's first codes differ and sum to one digit, as opponents' are dealt."""
    codes = load_edition(STRIKE).launch_codes
    first, second = int(codes.examples[0][0]), int(codes.examples[codes.count][0])
    assert first != second
    assert first + second <= 9


def test_editions_differ_where_they_should() -> None:
    """Fleets, touching, first codes, ratings and the tracker's order are each edition's own."""
    captains, strike, admirals = map(load_edition, EDITIONS)
    assert strike.fleet == captains.fleet
    assert [(ship.ship, ship.letters, ship.silhouette) for ship in admirals.fleet] == [
        ("Aircraft Carrier", 5, "carrier"),
        ("Battleship", 4, "battleship"),
        ("Cruiser", 3, "cruiser"),
        ("Destroyer", 3, "destroyer"),
        ("Submarine", 2, "submarine"),
    ]
    assert [e.touching for e in (captains, strike, admirals)] == ["allowed", "allowed", "forbidden"]
    assert [e.launch_codes.first_codes for e in (captains, strike, admirals)] == ["any", "frequency-lock", "any"]
    assert [e.tracker.middle[0] for e in (captains, strike, admirals)] == ["codes", "codes", "fleet"]
    assert [e.tracker.fleet_name_in for e in (captains, strike, admirals)] == ["header", "header", "middle"]
    assert [e.tracker.letters_once for e in (captains, strike, admirals)] == [False, True, True]
    assert len({repr(edition.fairness) for edition in (captains, strike, admirals)}) == len(EDITIONS)
    assert captains.rules_address == strike.rules_address == admirals.rules_address


@pytest.mark.parametrize("slug", EDITIONS)
def test_summary_steps_are_short(slug: str) -> None:
    """What a step of the summary says fits the sheet's narrow column: 22 characters at most."""
    assert [step.how for step in load_edition(slug).turn.summary if len(step.how) > 22] == []


PARTIALS = sorted(path.name for path in (data_folder("templates") / "rules").glob("*.md"))
OTHER_GAMES = ("army-men", "army.md", "happy-flip-chess", "chess.md")
PORTION = re.compile(r"\b(half|halves|third|quarter|double|triple|twice|dozen)\b", re.IGNORECASE)
WRITTEN = (*EDITIONS, "tables.md", "passages.md", *OTHER_GAMES)


@cache
def _template(written: str) -> str:
    """The body of a rulebook, or a partial that rulebooks share, as it is written."""
    if written in PARTIALS:
        return (data_folder("templates") / "rules" / written).read_text(encoding="utf-8")
    return load_rules(written).body


@pytest.mark.parametrize("written", WRITTEN)
def test_the_text_types_no_number(written: str) -> None:
    """Outside its variables the text holds no digit and no number in words but “one”; nor a portion, in other games."""
    bare = TAG.sub(" ", _template(written))
    assert re.findall(r"\d+", bare) == []
    assert NUMBER_WORD.findall(bare) == []
    assert written not in OTHER_GAMES or PORTION.findall(bare) == []


@pytest.mark.parametrize("written", WRITTEN)
def test_the_variables_hide_no_number(written: str) -> None:
    """Inside its variables the text writes no number but places in a list, one and zero, and none in what it hands to a
    macro.
    """
    tags = " ".join(TAG.findall(re.sub(r"\{#.*?#\}", "", _template(written), flags=re.DOTALL)))
    assert [n for n in re.findall(r"(?<![a-z])\d+", re.sub(r"\[\d\]", "", tags)) if int(n) > 1] == []
    assert [text for text in re.findall(r'"([^"]*)"', tags) if re.search(r"\d", text) or NUMBER_WORD.search(text)] == []


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("shared", ["", "tables.md", "passages.md"])
def test_the_text_types_no_name(slug: str, shared: str) -> None:
    """No name that the front matter owns is typed in the body or in what editions share."""
    text = _template(shared or slug)
    owned = names(load_edition(slug))
    bare = TAG.sub(" ", text)
    assert [name for name in owned if re.search(rf"\b{re.escape(name)}\b", bare)] == []
    assert not set(re.findall(r'"([^"]*)"', " ".join(TAG.findall(text)))) & set(owned)


def test_what_editions_share_is_written_once() -> None:
    """No sentence of eight words or more stands in two bodies: shared text comes from a macro."""
    seen = Counter(sentence for slug in EDITIONS for sentence in _sentences(_template(slug)))
    assert [sentence for sentence, times in seen.items() if times > 1] == []


def _sentences(body: str) -> set[str]:
    text = flat(re.sub(r"\[\[.*?\]\]", ".", TAG.sub(" ", body)))
    return {sentence for sentence in re.split(r"(?<=[.:!?]) ", text) if len(sentence.split()) >= 8}


@pytest.mark.parametrize("slug", edition_slugs())
def test_facts_at_the_side_are_the_editions(slug: str) -> None:
    """The corners of the sea, and whether ships may touch."""
    edition = load_edition(slug)
    last = f"{edition.grid.column_names[-1]}{edition.grid.rows}"
    body = render_body(load_rules(slug))
    assert f"**A1** top left, **{last}** bottom right\n{{: .aside }}" in body
    assert f"Touching: **{'allowed' if edition.touching == 'allowed' else 'never'}**." in body


ORDERED = {"word-fleet": 1, "army-men": 0, "happy-flip-chess": 0}
"""Numbered lists in a rulebook, by game: the turn's steps."""
EXAMPLES = {"word-fleet": 5, "army-men": 5, "happy-flip-chess": 3}
"""The least number of examples of play, by game."""


@pytest.mark.parametrize("slug", SLUGS)
def test_two_renderings_are_the_same(slug: str) -> None:
    """The same rules file gives the same text, down to the byte."""
    assert rendered(slug) == render_body(load_rules(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_boxes_hold_no_loose_line(slug: str) -> None:
    """Every box starts after a blank line and is followed by an indented line: markdown would not see it otherwise."""
    lines = rendered(slug).split("\n")
    starts = [i for i, line in enumerate(lines) if line.startswith("!!! ")]
    assert [lines[i] for i in starts if lines[i - 1] or not lines[i + 1].startswith("    ")] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_examples_stand_in_example_boxes(slug: str) -> None:
    """Examples of play are marked and titled, so that nobody takes one for a rule."""
    boxes = re.findall(r'^!!! example "[^"]+"$', rendered(slug), flags=re.MULTILINE)
    assert len(boxes) >= EXAMPLES[load_rules(slug).book.game]


@pytest.mark.parametrize("slug", SLUGS)
def test_rulings_are_never_in_the_designers_name(slug: str) -> None:
    """Each ruling asks a question of at most ten words, says what is open, and is a rule in a sentence of at most 25;
    who suggests is said once, in the notes, and no box says it again.
    """
    text = rendered(slug)
    for box in rulings_in(text).values():
        assert box["question"].endswith("?")
        assert len(box["question"].split()) <= 10
        assert len(box["short"].split()) <= 25
    assert sum(one["short"] == "" for one in rulings_in(text).values()) <= 1, "but for one inside a sentence"
    assert flat(text).count("Each rule marked † is this book’s suggestion") == 1
    assert "until the designer" not in flat(text)
    assert "able ruling" not in text


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_is_taken_for_a_list(slug: str) -> None:
    """A number that happens to start a line and end a sentence does not become the number of an item."""
    assert len(Outline(page(slug).split("<main", 1)[1]).all("ol")) == ORDERED[load_rules(slug).book.game]


@pytest.mark.parametrize("written", [*SLUGS, *PARTIALS])
def test_no_article_stands_before_a_variable(written: str) -> None:
    """A name may start with a vowel one day, so no “a” or “an” stands before one."""
    assert re.findall(r"\b[Aa]n? \{\{", _template(written)) == []
