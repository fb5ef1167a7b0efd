"""The Word Strike and Admirals rulebooks say every fact of their editions; all three editions are built alike."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from making.games import NUMBER_WORD, TAG, Change, flat, missing, names, with_facts
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.fleets import code_class
from wordfleet_print.game import Edition, Variation, edition_slugs, load_edition, load_rules
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import counted, in_words

CAPTAINS, STRIKE, ADMIRALS = "word-fleet", "word-fleet-strike", "word-fleet-admirals"
EDITIONS = (CAPTAINS, STRIKE, ADMIRALS)
FACT_IDS = {
    STRIKE: tuple(f"S-{number:02}" for number in range(1, 19) if number not in {11, 12}),
    ADMIRALS: tuple(f"A-{number:02}" for number in range(1, 18) if number != 12),
}
"""All facts but what is left open or borrowed: test_rulings.py has the phrases of those."""
CHAPTERS = [
    *("The mission", "Stores aboard", "Deploying the fleet", "A turn at sea", "Keeping the tracker"),
    *("Victory", "Contingency Tactics", "Final briefing", "Shipyard", "A game, turn by turn", "Open questions"),
    "Words and where they stand",
]

Phrases = dict[str, list[str]]


def _change_numbers(facts: dict[str, Any]) -> None:
    del facts["played"]
    facts["grid"] = {"columns": 8, "rows": 8}
    facts["fleet"] = [
        {"ship": "Clipper", "letters": 6, "example": "BREEZE"},
        {"ship": "Brig", "letters": 4, "example": "CALM"},
        {"ship": "Dinghy", "letters": 3, "example": "ICY"},
        {"ship": "Raft", "letters": 2, "example": "UP"},
    ]
    for question in facts["fairness"]["questions"]:
        question["known"] = 12
    facts["launch_codes"] |= {
        "count": 4,
        "digits": 4,
        "examples": ["1421", "0087", "9035", "2468", "3553", "7740", "5826", "6174"],
        "deal": [{"odds": 1, "mirror": 1, "twin": 1, "plain": 2}],
        "opening_turns": 3,
    }
    facts["numbers"] = {name: number + 3 for name, number in facts["numbers"].items()}
    for variation in facts["variations"]:
        if "area" in variation:
            variation["area"] = 4


def _rename(facts: dict[str, Any]) -> None:
    facts["players"] |= {"one": "commodore", "many": "commodores"}
    panels = ("Sea Chart", "Sounding Log", "Prey", "Flotilla", "Secret Numbers", "Home Waters", "Crew List")
    for panel, title in zip(facts["tracker"]["panels"].values(), panels, strict=False):
        panel["title"] = title
    facts["tracker"]["notes"]["label"] = "Proclamations"
    for mark, result in zip(facts["marks"], ("Struck", "Splash"), strict=True):
        mark["result"] = result
    examples: list[dict[str, str | int]] = [
        {"word": "GALES", "from": "C4", "to": "C8", "square": "C4"},
        {"square": "H1", "letter": "K"},
        {"letter": "Y", "answer": 5},
    ]
    actions = zip(facts["turn"]["actions"], ("Broadside", "Open Fire", "Take Soundings"), examples, strict=True)
    for action, name, example in actions:
        action |= {"name": name, "example": example}
    for variation, name in zip(facts["variations"], ("Wordbook", "Costumed", "Lookout", "Hushed"), strict=True):
        variation["name"] = name


CHANGES: dict[str, Change] = {
    "as published": lambda _facts: None,
    "other numbers": _change_numbers,
    "other names": _rename,
}


@cache
def _rendered(slug: str, which: str = "as published") -> tuple[Edition, str]:
    source = with_facts(slug, CHANGES[which])
    return source.edition, render_body(source)


@cache
def _published(slug: str) -> str:
    return render_body(load_rules(slug))


def _variations(edition: Edition) -> dict[str, Variation]:
    return {variation.kind: variation for variation in edition.variations}


def _equipment(edition: Edition) -> list[str]:
    return [
        f"{thing.item}, {in_words(thing.each)} for each {edition.players.one}"
        + (r" \(optional\)" if thing.optional else "")
        for thing in edition.equipment
    ]


def _panel_row(title: str, place: str) -> str:
    return rf"\| {title} \| {place} \|"


def _listening(edition: Edition, kind: str) -> list[str]:
    variation = _variations(edition)[kind]
    side = variation.area or 0
    return [
        f"### {variation.name} Once per game, each {edition.players.one} may name an area of {side} × {side} squares",
        "The opponent tells whether it holds any part of any ship, yes or no; never which ship, and never where",
        f"“B2 to {edition.grid.column_names[side]}{side + 1}: anything there",
    ]


def _themed(edition: Edition) -> list[str]:
    themed = _variations(edition)["themed"]
    return [f"### {themed.name} Agree on the categories that words may come from: {', '.join(themed.categories)}, or"]


def _silent(edition: Edition, asks: str) -> list[str]:
    name = _variations(edition)["silent"].name
    return [f"### {name} When an opponent uses {asks}, give the total and nothing else. Never let slip which ship"]


def _strike_before_battle(edition: Edition) -> Phrases:
    panels, many = edition.tracker.panels, edition.players.many
    intelligence, inventory = panels.recon.title, panels.manifest.title
    return {
        "S-01": [
            *_equipment(edition),
            f"Print your {edition.tracker.title} from <{re.escape(edition.rules_address)}>",
        ],
        "S-02": [
            "Settle this together before either fleet is deployed",
            f"Either all {many} sail with the auto-generated words printed on their trackers, "
            f"or all {many} choose their own words to fit the sizes of the ships",
            "Never mix",
        ],
        "S-03": ["ships never overlap", "Ships may touch. Moor them side by side, even with whole sides shared"],
        "S-04": [
            _panel_row(panels.attack.title, "top left"),
            _panel_row(intelligence, "top right"),
            _panel_row(inventory, "bottom right"),
            f"### {intelligence} The alphabet at the top right .* "
            f"The vowels {', '.join(edition.vowels)} are highlighted",
            "Circle each letter that exists in the enemy fleet",
            "Cross out each letter whose count is zero",
            "Write the count in the letter’s box",
            f"The {inventory} at the bottom right .* Words that were printed on your tracker come with their letters "
            "counted. With words of your own you count",
            f"ships hold {edition.fleet_letters} letters together",
        ],
    }


def _strike_turn(edition: Edition) -> Phrases:
    word, shot, sweep = edition.turn.actions
    hit, miss = (mark.result for mark in edition.marks)
    part = in_words(edition.numbers["turn-parts"])
    answer = sweep.example["answer"]
    assert isinstance(answer, int)
    return {
        "S-05": [
            f"Every turn has {counted(edition.numbers['turn-parts'], 'part')}",
            rf"### Part one: {word.name} \(optional\)",
            "its whole word, and the exact squares where it lies",
            f"All of it right: the ship sinks on the spot, and you go on to part {part}",
            "Anything wrong, be it the word or the position: your turn ends at once",
            f"“{word.example['word']}, from {word.example['from']} to {word.example['to']}!”",
        ],
        "S-06": [
            f"### Part {part}: one order Now choose one of these: {shot.name} or {sweep.name}",
            rf"{shot.name}\. Call a square. If a ship lies there, your opponent says “{hit}” and reveals the letter",
            f"only water, they say “{miss}”",
            rf"{sweep.name}\. Name a letter. Your opponent tells you its count over their whole fleet",
            f"“{shot.example['square']}!” – “{hit}: the letter {shot.example['letter']}.”",
            f"asked for {sweep.example['letter']} instead, been told “{in_words(answer)}”",
        ],
        "S-07": ["Each letter may be swept only once per game"],
    }


def _strike_tracking_and_winning(edition: Edition) -> Phrases:
    word, shot, _ = edition.turn.actions
    hit, miss = edition.marks
    roster = edition.tracker.panels.enemy.title
    assert edition.tracker.notes
    return {
        "S-08": [
            rf"\| {hit.result} \| a ship lies there, and you are told its letter "
            r"\| the revealed letter, with a circle around it \|",
            rf"\| {miss.result} \| [^|]*water \| a dot \|",
            "The margin beside the panel will do",
            f"When a ship goes down, cross it off the {roster}",
            f"On the lines headed “{edition.tracker.notes.label}” there is room for each word you struck with",
        ],
        "S-09": [
            f"A ship sinks when all its letters have been revealed by {shot.name}s, "
            f"or when one correct {word.name} names it",
            f"Be the first to cross all {in_words(len(edition.fleet))} enemy ships off the {roster}, and you have won",
        ],
    }


def _strike_codes(edition: Edition) -> Phrases:
    codes, one = edition.launch_codes, edition.players.one
    turns = counted(codes.opening_turns, "opening turn")
    return {
        "S-10": [
            f"shows {counted(codes.count, 'code')}, such as {', '.join(codes.examples[: codes.count])}\\. "
            "They are dealt at random",
            f"Each {one} reveals the first digit of their first code",
            "Add these digits together",
            f"counts how often that sum appears anywhere in their own {counted(codes.count, 'code')}",
            "The higher count makes the first claim. If the counts are tied, the higher first digit does",
        ],
        "S-13": [
            "claim that you hold a particular code. It may be the truth",
            "It may be a bluff",
            r"Concede\. The bidding is over, and the claimer goes first",
            r"Challenge\. The claim is put to the test",
            r"Counter\. Make a higher bid of your own",
        ],
        "S-14": [f"If it was a bluff, the challenger takes {turns}", f"If it was true, the claimer takes {turns}"],
        "S-15": ["When the bidding ends, so does the bluffing: from then on everything you say must be true"],
    }


def _strike_advice(edition: Edition) -> Phrases:
    dictionary = _variations(edition)["dictionary"].name
    return {
        "S-16": [
            "Common words are easier to remember; uncommon letters are harder to find",
            "Sweep early",
            "In the middle game, strike around confirmed hits",
            "Late in the battle, combine. The counts say .* the pattern on the grid",
            "Sweep for vowels. It pays",
        ],
        "S-17": [
            f"### {dictionary} Keep a dictionary at the table",
            "doubts that a word is a word may challenge it",
            *_themed(edition),
            *_listening(edition, "sonar"),
            *_silent(edition, edition.turn.actions[2].name),
        ],
    }


def _strike_working_section(edition: Edition) -> Phrases:
    numbers, codes = edition.numbers, edition.launch_codes
    low, high = numbers["risk-low"], numbers["risk-high"]
    return {
        "S-18": [
            "## Working section {: .under-construction } !!! construction",
            rf"### Method {numbers['method-lock']}: Frequency Lock \(in force\)",
            rf"### Method {numbers['method-risk']}: Risk & Reward \(in development\)",
            f"write {low} or {high} in secret, then reveal",
            "Equal numbers: it takes another tiebreaker. Which one is still open",
            f"One {low} and one {high}: the {edition.players.one} who wrote {high} goes first "
            f"and has {counted(codes.opening_turns, 'opening turn')}",
            rf"Signal Flags\. Both hold up one to {in_words(numbers['fingers'])} fingers at once. The most fingers win",
            r"Flash Signal\. Somebody calls “Incoming transmission!”; the first to flip a hand wins",
            rf"Dead Reckoning\. Each writes a number from {numbers['dead-reckoning-lowest']} "
            rf"to {numbers['dead-reckoning-highest']}; the closest to today’s date wins",
            rf"Radio Silence\. After a count of {in_words(numbers['radio-silence'])}, the first to knock wins",
            r"Frequency Match\. Both say a letter, and count it in their launch codes",
        ],
    }


def _admirals_deploying(edition: Edition) -> Phrases:
    return {
        "A-01": [f"{in_words(edition.players.count)} {edition.players.many} take the table"],
        "A-02": [rf"\| {ship.ship} \| {ship.letters} \| {ship.example} \|" for ship in edition.fleet],
        "A-03": ["Lay each word left to right or top to bottom", "Horizontal or vertical; never diagonal"],
        "A-04": ["ships never overlap", "Ships may not touch, not even at the corners"],
    }


def _admirals_codes(edition: Edition) -> Phrases:
    codes, one = edition.launch_codes, edition.players.one
    turns = counted(codes.opening_turns, "opening turn")
    return {
        "A-05": [
            "### Launch Code Protocol",
            "declare the highest digit in your launch codes, from 0 to 9",
            r"Concede\. The bidding is over, and the claimer goes first",
            r"Challenge\. The codes come on the table",
            rf"Raise\. Declare a higher digit of your own\. Now it is the other {one} who must answer",
            f"to and fro until one {one} concedes or challenges",
        ],
        "A-06": [
            f"A challenged {one} shows the launch codes and nothing else: cover all the rest",
            f"If it was a lie, the other {one} starts with {turns}, taken consecutively",
            f"If it was the truth, the challenged {one} takes those {counted(codes.opening_turns, 'turn')}",
        ],
        "A-07": ["You may concede at any time, if only to avoid being caught"],
    }


def _admirals_turn(edition: Edition) -> Phrases:
    declaration, shot, call = edition.turn.actions
    hit, miss = (mark.result for mark in edition.marks)
    square, word = declaration.example["square"], str(declaration.example["word"])
    answer = call.example["answer"]
    assert isinstance(answer, int)
    return {
        "A-08": [
            rf"### {declaration.name} \(optional\) Before your attack you may declare a word: at most one in a turn",
            "Call its starting square and spell the word. It runs across or down from there",
            "Right: the ship sinks, and your attack follows",
            "Wrong, or a word that would not fit on the grid from that square: your turn ends",
            f"“{square}, {word}!”",
            f"“{'-'.join(word)}”",
        ],
        "A-09": [
            "Then make one attack, of one kind or the other",
            rf"{shot.name}\. Call a square. The answer is “{hit}” if a ship lies there and “{miss}” if none does",
            "Which letter you have hit is not told",
            rf"{call.name}\. Call a letter. The answer is its total count in the enemy fleet, without any location",
            f"“{call.example['letter']}\\?” – “{in_words(answer)}.”",
            f"“{shot.example['square']}\\?” – “{hit}.”",
        ],
        "A-10": ["a number, or “none”", "Each letter may be called once per game, whatever it found"],
    }


def _admirals_winning(edition: Edition) -> Phrases:
    one = edition.players.one
    return {
        "A-11": ["A ship sinks when all its letters have been hit by letter calling, or when it is rightly declared"],
        "A-13": [f"The {one} who sends all {in_words(len(edition.fleet))} enemy ships to the bottom first has won"],
        "A-14": [
            "Common letters make your fleet vulnerable; obscure words are hard to remember",
            "Use the patterns you reveal",
            "Think of letter frequency",
            "Keep a balance. The vocabulary you attack with and the way you place your own words",
        ],
    }


def _admirals_tracker(edition: Edition) -> Phrases:
    panels, grid = edition.tracker.panels, edition.grid
    hit, miss = edition.marks
    lengths = "-".join(map(str, edition.lengths))
    order = [
        rf"\| Top \| {panels.attack.title} \| {grid.columns} × {grid.rows} squares, "
        rf"A–{grid.column_names[-1]} across and 1–{grid.rows} down",
        rf"{panels.enemy.title} \| [^|]+: {lengths} \|",
        rf"{panels.recon.title} \| a manifest of the letters you have fired",
        r"\| Middle \| Fleet name \|",
        rf"{panels.codes.title} \|",
        rf"{panels.fleet.title} \| optional: the words your ships carry",
        rf"\| Bottom \| {panels.defense.title} \|",
        rf"{panels.manifest.title} \|",
    ]
    assert edition.tracker.notes
    return {
        "A-15": [
            "pen & paper mode",
            f"laid out in {counted(edition.numbers['tracker-sections'], 'section')}, from top to bottom",
            ".*".join(order),
            f"The lines headed “{edition.tracker.notes.label}” are for the words you have declared",
        ],
        "A-16": [
            "Circle the letter if it was a hit",
            "Cross it out if it was a miss",
            "Write the count in the tile",
            rf"\| {hit.result} \| [^|]*not told \| a letter in the square \|",
            rf"\| {miss.result} \| [^|]*water \| a dot \|",
        ],
    }


def _admirals_options(edition: Edition) -> Phrases:
    dictionary = _variations(edition)["dictionary"].name
    return {
        "A-17": [
            f"### {dictionary} During setup, words may be put to the dictionary that both {edition.players.many} "
            "have agreed upon. Any that proves invalid is replaced before the battle begins",
            *_themed(edition),
            *_listening(edition, "radar"),
            *_silent(edition, edition.turn.actions[2].name),
        ],
    }


PARTS = {
    STRIKE: (
        *(_strike_before_battle, _strike_turn, _strike_tracking_and_winning),
        *(_strike_codes, _strike_advice, _strike_working_section),
    ),
    ADMIRALS: (
        *(_admirals_deploying, _admirals_codes, _admirals_turn),
        *(_admirals_winning, _admirals_tracker, _admirals_options),
    ),
}


def _facts(edition: Edition) -> Phrases:
    """Each fact's id and the phrases that say it, with the edition's own numbers and names."""
    return {fact: phrases for part in PARTS[edition.slug] for fact, phrases in part(edition).items()}


def test_these_are_the_editions() -> None:
    """The tests below forget no edition of Word Fleet that ships."""
    assert set(EDITIONS) == set(edition_slugs())


@pytest.mark.parametrize("slug", FACT_IDS)
def test_every_fact_has_phrases(slug: str) -> None:
    """No fact of the edition is forgotten by the tests below, and none is invented."""
    facts = _facts(load_edition(slug))
    assert tuple(sorted(facts)) == FACT_IDS[slug]
    assert all(facts.values())


@pytest.mark.parametrize("which", CHANGES)
@pytest.mark.parametrize(("slug", "fact"), [(slug, fact) for slug, facts in FACT_IDS.items() for fact in facts])
def test_the_rulebook_says_the_fact(slug: str, fact: str, which: str) -> None:
    """The published rulebook states each fact, and states it with whatever the front matter says."""
    edition, text = _rendered(slug, which)
    assert missing(_facts(edition)[fact], flat(text)) == []


@pytest.mark.parametrize("slug", EDITIONS)
def test_all_editions_have_the_same_chapters(slug: str) -> None:
    """Chapters come under the same headings in the same order, so that editions can be compared."""
    chapters = re.findall(r"^## (.+?)(?: \{.*\})?$", _published(slug), flags=re.MULTILINE)
    assert [chapter for chapter in chapters if chapter != "Working section"] == CHAPTERS
    assert chapters[-4] == ("Working section" if slug == STRIKE else "Shipyard")


def test_the_working_section_is_marked_as_unfinished() -> None:
    """Only the chapter with unfinished rules is marked in its heading; it opens with a construction box."""
    text = _published(STRIKE)
    chapter = text.split("## Working section {: .under-construction }\n")[1]
    assert chapter.lstrip("\n").startswith('!!! construction "Under construction"\n')
    assert text.count(".under-construction") == 1
    assert ".under-construction" not in _published(ADMIRALS)


OLD_NUMBERS = {
    STRIKE: (
        r"10 ×|× 10|1–10|A–J|J10|KETCH|SHIP\b|\bSUB\b|\bARK\b|\bPT\b|\bWAVE|\bFOG|\bSEA\b|\bGO\b|\b17\b|\b416\b"
        r"|three digits|five (codes|word-ships|ships|enemy)|\b1000\b|\b704\b|two opening|3 × 3|two parts|[Pp]art two"
        r"|Method [12]|1 or 2|to five fingers|count of three|number from 1 to"
    ),
    ADMIRALS: (
        r"10 ×|× 10|1–10|A–J|J10|Carrier|Battleship|Cruiser|Destroyer|Submarine|CORAL|REEF|BAY|FIN|\bOX\b|5-4-3-3-2"
        r"|\b17\b|\b605\b|three digits|five (codes|word-ships|ships|enemy)|two (opening )?turns|3 × 3|three sections"
    ),
}
OLD_NAMES = {
    STRIKE: (
        r"[Cc]aptain(?!s edition)|Attack Grid|Defense Grid|Intelligence|Inventory|Roster|Launch Codes|My Fleet"
        r"|Word strikes|\bHit\b|\bMiss\b|Word Strike(?! edition| is an earlier)|Coordinate|Letter Sweep|Dictionary"
        r"|Themed|Sonar|Silent|\bB2 to F2|\bD6\b|STORM,? from"
    ),
    ADMIRALS: (
        r"[Aa]dmirals?\b(?! edition)|Attack Grid|Defense Grid|Fired|Manifest|Indicators|Launch Codes|My Fleet"
        r"|Declarations?\b|\bHit\b|\bMiss\b|Coordinate|Letter Attack|Dictionary|Theme |Radar|Silent|\bB3, |\bG7\b|ARMOR"
    ),
}


@pytest.mark.parametrize(
    ("slug", "which", "old"),
    [(slug, "other numbers", old) for slug, old in OLD_NUMBERS.items()]
    + [(slug, "other names", old) for slug, old in OLD_NAMES.items()],
)
def test_changed_facts_leave_no_old_one(slug: str, which: str, old: str) -> None:
    """Another grid, fleet, count or name changes the text everywhere; no old value is left behind."""
    for alternative in _alternatives(old):
        assert re.search(alternative, flat(_rendered(slug)[1])), alternative
    assert re.findall(old, flat(_rendered(slug, which)[1])) == []


def _alternatives(pattern: str) -> list[str]:
    """The parts of a pattern between bars outside brackets."""
    return re.split(r"\|(?![^(\[]*[)\]])", pattern)


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize(("touching", "rule"), [("allowed", "Ships may touch"), ("forbidden", "Ships may not touch")])
def test_touching_is_as_the_front_matter_says(slug: str, touching: str, rule: str) -> None:
    """The rule about touching ships follows the front matter, in every edition."""
    text = flat(render_body(with_facts(slug, lambda facts: facts.update(touching=touching))))
    assert re.findall("Ships may (?:not )?touch", text) == [rule]


@pytest.mark.parametrize("slug", FACT_IDS)
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
            "the sum is 17. By the table ruling they look for its last digit, 7",
        ),
        ("511 122 131 155 167 211 721 313 515 616", "The counts are tied, so Ada, whose first digit is higher"),
        ("211 122 131 155 167 511 721 313 515 616", "The counts are tied, so Bo, whose first digit is higher"),
        ("311 122 131 155 166 311 121 313 515 616", "All is tied, so by the table ruling they try their next codes"),
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


@pytest.mark.parametrize("slug", FACT_IDS)
def test_example_codes_are_dealt_as_codes_are(slug: str) -> None:
    """The example codes make whole hands, all different, each with the classes that a tracker may be dealt."""
    codes = load_edition(slug).launch_codes
    hands = [codes.examples[i : i + codes.count] for i in range(0, len(codes.examples), codes.count)]
    profiles = [profile.classes for profile in codes.deal]
    assert [hand for hand in hands if dict(Counter(map(code_class, hand))) not in profiles] == []
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


@cache
def _template(slug: str) -> str:
    """The body of an edition's rules, or one of the templates that editions share."""
    if slug.endswith(".md"):
        return (data_folder("templates") / "rules" / slug).read_text(encoding="utf-8")
    return load_rules(slug).body


WRITTEN = (*EDITIONS, "tables.md", "passages.md")


@pytest.mark.parametrize("written", WRITTEN)
def test_the_text_types_no_number(written: str) -> None:
    """Outside its variables the text holds no digit and no number in words but “one”."""
    bare = TAG.sub(" ", _template(written))
    assert re.findall(r"\d+", bare) == []
    assert NUMBER_WORD.findall(bare) == []


@pytest.mark.parametrize("written", WRITTEN)
def test_the_variables_hide_no_number(written: str) -> None:
    """Inside its variables the text writes no number but places in a list, and none in what it hands to a macro."""
    tags = " ".join(TAG.findall(re.sub(r"\{#.*?#\}", "", _template(written), flags=re.DOTALL)))
    assert [n for n in re.findall(r"\d+", re.sub(r"\[\d\]", "", tags)) if int(n) > 1] == []
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
