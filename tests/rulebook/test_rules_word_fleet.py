"""The Captains rulebook says every fact of its edition, and takes each number and name from front matter."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from making.games import flat, missing, with_body, with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition, load_rules
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import counted, in_words

GAPS = (19, 21, 24, 36, 38, 39, 40, 41)
"""What is left open: test_rulings.py has its phrases."""
FACT_IDS = tuple(f"C-{number:02}" for number in range(1, 42) if number not in GAPS)
SLUG = "word-fleet"


def _change_numbers(facts: dict[str, Any]) -> None:
    del facts["played"]
    facts["grid"] = {"columns": 8, "rows": 8}
    facts["fleet"] = [
        {"ship": "CLIPPER", "letters": 6, "example": "BREEZE"},
        {"ship": "BRIG", "letters": 4, "example": "CALM"},
        {"ship": "DINGHY", "letters": 3, "example": "ICY"},
        {"ship": "RAFT", "letters": 2, "example": "UP"},
    ]
    for question in facts["fairness"]["questions"]:
        question["known"] = 12
    facts["launch_codes"] |= {
        "count": 4,
        "digits": 4,
        "examples": ["1420", "0087"],
        "deal": [{"odds": 1, "mirror": 1, "twin": 1, "plain": 2}],
        "opening_turns": 3,
    }
    facts["variations"][2] |= {"mines": 2, "turns": 3}


def _rename(facts: dict[str, Any]) -> None:
    facts["players"] |= {"one": "admiral", "many": "admirals"}
    facts["tracker"]["panels"]["recon"] = {"title": "Sounding Log", "also_called": "Deep Log"}
    facts["tracker"]["panels"]["attack"]["title"] = "Sea Chart"
    facts["tracker"]["panels"]["defense"]["title"] = "Home Waters"
    facts["tracker"]["panels"]["manifest"]["title"] = "Crew List"
    for mark, result in zip(facts["marks"], ("Struck", "Graze", "Splash"), strict=True):
        mark["result"] = result
    for action, name in zip(facts["turn"]["actions"], ("Take Soundings", "Open Fire"), strict=True):
        action["name"] = name
    facts["turn"]["actions"][0]["example"] = {"letter": "K", "answer": 4}
    facts["turn"]["actions"][1]["example"] = {"square": "C2", "letter": "N"}
    for variation, name in zip(facts["variations"], ("Hushed", "Costumed", "Powder Keg"), strict=True):
        variation["name"] = name


EDITIONS: dict[str, Callable[[dict[str, Any]], None]] = {
    "as published": lambda _facts: None,
    "other numbers": _change_numbers,
    "other names": _rename,
}


@cache
def _rendered(which: str) -> tuple[Edition, str]:
    source = load_rules(SLUG) if which == "as published" else with_facts(SLUG, EDITIONS[which])
    return source.edition, render_body(source)


def _supplies(edition: Edition) -> dict[str, list[str]]:
    one = edition.players.one
    things = [f"{thing.item}, {in_words(thing.each)} for each {one}" for thing in edition.equipment]
    return {
        "C-01": [f"{in_words(edition.players.count)} {edition.players.many} take the table"],
        "C-02": [things[0], f"Print your {edition.tracker.title} from <{re.escape(edition.rules_address)}>"],
        "C-03": [things[1]],
        "C-04": [things[2] + r" \(optional\)"],
    }


def _deploying(edition: Edition) -> dict[str, list[str]]:
    grid, panels = edition.grid, edition.tracker.panels
    defense, manifest = panels.defense.title, panels.manifest.title
    return {
        "C-05": [
            f"The {defense}, at the bottom of the tracker, is {grid.columns} × {grid.rows} squares",
            f"columns run A–{grid.column_names[-1]} across, its rows 1–{grid.rows} down",
            "Call a square by column, then row: A1 is the top left corner, "
            f"{grid.column_names[-1]}{grid.rows} the bottom right",
        ],
        "C-06": [
            f"sends {in_words(len(edition.fleet))} word-ships to sea",
            f"listed as {edition.tracker.panels.fleet.title}, above the {defense} on its right",
            "one letter to a square",
        ],
        "C-07": [
            "real English words",
            "left to right or top to bottom",
            "horizontal or vertical; never diagonal",
        ],
        "C-08": ["ships never overlap", "ships may touch"],
        "C-09": [
            "leave ashore every proper noun, every abbreviation, and every word that cannot be spelled "
            "without a punctuation mark"
        ],
        "C-10": [f"keep the {defense} hidden from your opponent"],
        "C-11": [rf"\| {ship.ship} \| {ship.letters} \| {ship.example} \|" for ship in edition.fleet],
        "C-12": [
            f"The {manifest} beside your {defense} says, for each letter of the alphabet, how many your whole fleet",
            "Words that were printed on your tracker come with their letters counted. With words of your own you count",
            f"ships hold {edition.fleet_letters} letters together",
            "answer your opponent at a glance",
        ],
    }


def _turn(edition: Edition) -> dict[str, list[str]]:
    gather, strike = edition.turn.actions
    panels = edition.tracker.panels
    bullseye, hit, miss = (mark.result for mark in edition.marks)
    only_one = f"exactly one order: {gather.name} or {strike.name}"
    asked, answer = gather.example["letter"], gather.example["answer"]
    assert isinstance(answer, int)
    return {
        "C-13": [
            only_one,
            f"### {gather.name} Name a letter",
            "tells you how often it occurs in their whole fleet, all ships taken together",
            f"Note the answer in {panels.recon.title}, at the top right of your tracker",
            f"How many {asked}’s do you carry\\?” – “{in_words(answer)}\\.”",
            f"write {answer} beside {asked} in {panels.recon.title}",
        ],
        "C-14": [
            only_one,
            f"### {strike.name} Call a coordinate and a letter together: "
            f"“{strike.example['square']}, {strike.example['letter']}!”",
        ],
        "C-15": [
            rf"{bullseye}\. The square and the letter are both right\. "
            f"Write the letter in that square of your {panels.attack.title}"
        ],
        "C-16": [
            rf"{hit}\. A ship is there, but under a different letter\. "
            "Trace the border of the square, or highlight it"
        ],
        "C-17": [rf"{miss}\. Nothing but water\. Put a dot in the middle of the square"],
    }


def _tracking(edition: Edition) -> dict[str, list[str]]:
    panels = edition.tracker.panels
    bullseye, hit, miss = (mark.result for mark in edition.marks)
    return {
        "C-18": [
            f"The {panels.attack.title} stands at the top left",
            rf"\| {bullseye} \| square and letter are both right \| the letter, with a circle around it",
            rf"\| {hit} \| [^|]*the letter is another \| an X, with the letter you guessed noted beside it",
            rf"\| {miss} \| [^|]*water \| a dot",
            "Once you have found all letters of a ship, it is sunk: draw a line through it",
        ],
        "C-20": [
            "circle each letter that you know exists",
            "cross out each letter whose count came back as zero",
            "beside each letter you have asked about, write the exact count",
            f"the vowels {', '.join(edition.vowels)} are highlighted .* high-priority targets",
        ],
    }


def _winning(edition: Edition) -> dict[str, list[str]]:
    silent, themed, mine = edition.variations
    gather = edition.turn.actions[0].name
    one, all_ships = edition.players.one, in_words(len(edition.fleet))
    return {
        "C-22": ["a ship sinks when every one of its letters has been correctly identified by your attacks"],
        "C-23": [f"Sink all {all_ships} enemy ships before your own are gone, and the battle is yours"],
        "C-25": [
            f"### {silent.name} When an opponent uses {gather}, give the total and nothing else",
            "never let slip which ship, or which ships, hold the letter",
        ],
        "C-26": [
            f"### {themed.name} Agree on the categories that words may come from: {', '.join(themed.categories)}",
            f"every {one} then builds a fleet from words of those categories only",
        ],
        "C-27": [
            f"### {mine.name} Each {one} hides {counted(mine.mines or 0, 'mine')} on their own",
            "if your opponent hits it, the mine is revealed, and you, its owner, at once take "
            f"{counted(mine.turns or 0, 'full turn')} in a row",
        ],
    }


def _briefing(edition: Edition) -> dict[str, list[str]]:
    bullseye, hit, miss = (mark.result for mark in edition.marks)
    steps = edition.turn.summary
    return {
        "C-28": [
            f"every turn runs in {counted(len(steps), 'step')}",
            *(rf"{number}\. {part.step}: {part.how}" for number, part in enumerate(steps, 1)),
        ],
        "C-29": [
            "- asking about the same letter twice",
            "- forgetting to record a count",
            f"- not noting whether a shot was {bullseye}, {hit} or {miss}",
            "- setting a ship diagonally",
        ],
    }


def _shipyard(edition: Edition) -> dict[str, list[str]]:
    codes, many = edition.launch_codes, edition.players.many
    turns = counted(codes.opening_turns, "opening turn")
    return {
        "C-30": [f"{edition.tracker.panels.codes.title} decide which {edition.players.one} strikes first"],
        "C-31": [
            f"shows {counted(codes.count, 'code')} of {in_words(codes.digits)} digits each, "
            f"such as {', '.join(codes.examples)}",
            "leading zeros count",
        ],
        "C-32": ["claim that you hold a particular code. It may be the truth", "it may be a bluff"],
        "C-33": [
            "concede. The bidding is over, and the claimer goes first",
            "challenge. The claim is put to the test",
            "counter. Make a higher bid of your own by claiming a rarer code",
        ],
        "C-34": [
            f"if it was a bluff, the challenger takes {turns}",
            f"if it was true, the claimer takes {turns}",
        ],
        "C-35": ["when the bidding ends, so does the bluffing: from then on everything you say must be true"],
        "C-37": [
            f"either all {many} sail with the auto-generated words printed on their trackers, "
            f"or all {many} choose their own words to fit the sizes of the ships",
            "never mix",
        ],
    }


def _facts(edition: Edition) -> dict[str, list[str]]:
    """Each fact's id and the phrases that say it, with the edition's own numbers and names."""
    parts = (_supplies, _deploying, _turn, _tracking, _winning, _briefing, _shipyard)
    return {fact: phrases for part in parts for fact, phrases in part(edition).items()}


def test_every_fact_has_phrases() -> None:
    """No fact of the Captains edition is forgotten by the tests below, and none is invented."""
    facts = _facts(load_rules(SLUG).edition)
    assert tuple(sorted(facts)) == FACT_IDS
    assert all(facts.values())


@pytest.mark.parametrize("which", EDITIONS)
@pytest.mark.parametrize("fact", FACT_IDS)
def test_the_rulebook_says_the_fact(fact: str, which: str) -> None:
    """The published rulebook states each fact, and states it with whatever the front matter says."""
    edition, text = _rendered(which)
    assert missing(_facts(edition)[fact], flat(text)) == []


def test_the_shipyard_is_marked_as_unfinished() -> None:
    """The chapter with unfinished rules is marked in its heading and opens with a construction box."""
    text = _rendered("as published")[1]
    chapter = text.split("## Shipyard {: .under-construction }\n")[1]
    assert chapter.lstrip("\n").startswith('!!! construction "Under construction"\n')
    assert text.count(".under-construction") == 1


def test_changed_facts_leave_no_old_number_or_name() -> None:
    """Another grid, fleet and code shape changes the text everywhere; no old value is left behind."""
    old = (
        r"10 ×|× 10|1–10|A–J|J10|KETCH|SHIP\b|\bSUB\b|\bARK\b|\bPT\b|STORM|WAVE|FOG|SEA|\bGO\b|\b17\b"
        r"|\b142\b|\b087\b|\b953\b|three digits|five (codes|word-ships|ships|enemy)|\b1000\b|\b704\b"
        r"|two (opening |full |complete )?turns|one mine"
    )
    assert re.search(old, flat(_rendered("as published")[1]))
    assert re.findall(old, flat(_rendered("other numbers")[1])) == []


def test_changed_names_leave_no_old_name() -> None:
    """Panels, marks, orders, variations and players are called what the front matter calls them."""
    old = (
        r"[Cc]aptain(?!s edition)|Recon|Attack Grid|Defense Grid|Manifest|Bullseye|\bHit\b|\bMiss\b"
        r"|Gather|Direct Attack|Silent|Themed|Minefield|\bB4\b"
    )
    assert re.search(old, _rendered("as published")[1])
    assert re.findall(old, _rendered("other names")[1]) == []


def test_forbidden_touching_is_said() -> None:
    """The rule about touching ships follows the front matter."""
    source = with_facts(SLUG, lambda facts: facts.update(touching="forbidden"))
    text = flat(render_body(source))
    assert "Ships may not touch" in text
    assert "Ships may touch" not in text


def _only_complaint(body: str) -> tuple[str, str, int]:
    """Where and what the one complaint about a body is, and the line its body starts on."""
    source, first = with_body(SLUG, body)
    with pytest.raises(BadInputError) as caught:
        render_body(source)
    (complaint,) = caught.value.complaints
    return complaint.where, str(complaint), first


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ("{{ grdi }}", 0, "grdi is not a variable here (did you mean grid?)"),
        ("one\n\n{{ grid.colums }}", 2, "colums is not a field here (did you mean columns?)"),
        ("one\n{% if %}", 1, "Expected an expression"),
        ("one\ntwo\n{{ fleet|nothing }}", 2, "No filter named 'nothing'"),
        ("one\n{% for ship in fleet %}", 1, "Unexpected end of template"),
        ('\n{% import "rules/nothing.md" as t %}', 1, "there is no template “rules/nothing.md”"),
        ("\n{% set a, b, c = turn.actions %}", 1, "not enough values"),
        ("\n{{ fleet[99].ship }}", 1, "no element 99"),
        ('\n{{ "x"|in_words }}', 1, "in_words takes a whole number"),
    ],
)
def test_a_faulty_body_is_one_complaint_with_its_line(body: str, line: int, what: str) -> None:
    """An unknown variable or faulty syntax is told with file and line, counted from the file’s top."""
    where, complaint, first = _only_complaint(body)
    assert where == f"mine.md:{first + line}"
    assert what in complaint


def test_a_fault_inside_a_macro_names_both_places() -> None:
    """A fact that a macro misses is told where the macro needs it and where the body called the macro."""
    where, complaint, first = _only_complaint('{% import "rules/tables.md" as tables %}\n\n{{ tables.fleet(flet) }}')
    assert re.search(r"tables\.md:\d+$", where)
    assert f"used at mine.md:{first + 2}" in complaint


@pytest.mark.parametrize(
    "body",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ grid.update({}) }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ '{0.__class__}'.format(grid) }}",
        '{% import "../rules/word-fleet.md" as t %}',
        "{% for i in range(10 ** 9) %}{% endfor %}",
        "{{ 'x' * 10 ** 9 }}",
        "{{ '%999999999d' % 1 }}",
        "{{ 'x'.center(999999999) }}",
        "{{ 'x'|center(999999999) }}",
        "{{ 99 ** 999999 }}",
        "{{ lipsum(999999) }}",
        "{% for a in range(99999) %}{% for b in range(99) %}xxxxxxxxx{% endfor %}{% endfor %}",
        "{{ " + "(" * 5000 + ")" * 5000 + " }}",
        "{% for a in fleet %}" * 30 + "{% endfor %}" * 30,
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    ],
)
def test_the_sandbox_refuses(body: str) -> None:
    """A body reaches nothing behind the facts and fills no memory: it is refused as bad input."""
    where, _, first = _only_complaint(body)
    assert where == f"mine.md:{first}"


def test_models_are_not_handed_to_a_body() -> None:
    """Facts reach a body as plain values: a model's methods, some of which read files, are not there."""
    _, complaint, _ = _only_complaint("{{ grid.parse_file('/etc/hostname') }}")
    assert "parse_file is not a field here" in complaint


@pytest.mark.parametrize(("number", "word"), [(0, "zero"), (1, "one"), (20, "twenty"), (21, "21"), (-1, "-1")])
def test_numbers_in_words(number: int, word: str) -> None:
    """Numbers up to twenty are words; others stay digits."""
    assert in_words(number) == word


def test_counted_things_agree_with_their_number() -> None:
    """One mine, two mines, and plurals of their own."""
    assert [counted(1, "mine"), counted(2, "mine"), counted(0, "foe", "enemies")] == [
        "one mine",
        "two mines",
        "zero enemies",
    ]
