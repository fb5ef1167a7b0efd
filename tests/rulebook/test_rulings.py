"""What the designer left open, one ruling for each question, listed to be answered; what an edition borrows."""

from __future__ import annotations

import re
from functools import cache

import pytest

from making.games import flat, missing, rulings
from making.rulebooks import SLUGS, own_text, text
from wordfleet_print.fleet.fleets import class_counts
from wordfleet_print.game import load_edition, load_rules
from wordfleet_print.rulebook.text.variables import render_body

ONLY_OURS = ""
"""A silence that the list of gaps does not name."""

SILENT = ("What does {} change", "without {} each .* may volunteer more, or be asked .*; with {}, never")
LISTENING = ("What does {} cost", "takes the place of {}")
OPENS = ("Who opens the bidding", "whose fleet’s name comes first in the alphabet")
DECLARED = ("Is a sinking announced", "whoever has lost a ship says so at once")
RARITY = (
    "all 1000 codes from 000 to 999",
    "A rarer class beats a commoner one; inside a class, the higher number wins",
)

QUESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "word-fleet": {
        "same-letter": ("C-24", "ask about the same letter again", "suggests: it is a wasted turn, not an illegal one"),
        "marking": (
            *("C-19", "How do you mark “Hit”", "trace or highlight the border", "write an X and the guessed letter"),
            *("suggests: use either, as long as the guessed letter is noted", "shows the X with a small letter"),
        ),
        "panel-name": ("C-21", "prints LETTER RECON, and whoever says “Recon Log” means the same panel"),
        "sinking": ("C-39", *DECLARED),
        "silence": ("C-40", *(phrase.replace("{}", "Silent Service") for phrase in SILENT)),
        "mine": ("C-41", "May the mine lie under a ship", "open water only, and the shot counts as Miss"),
        "opening": ("C-38", *OPENS),
        "rarity": ("C-36", "a counter must be rarer, but not what makes it so", *RARITY, "dealt is this rulebook’s"),
    },
    "word-fleet-strike": {
        "sinking": ("S-19", *DECLARED),
        "refuted": ("S-19", "a word refuted in mid-battle", "suggests: the ship counts as sunk"),
        "listening": ("S-19", LISTENING[0].format("Sonar Ping"), LISTENING[1].format("part two")),
        "silence": ("S-19", *(phrase.replace("{}", "Silent Running") for phrase in SILENT)),
        "sum": ("S-11", "a sum from 10 to 18", "suggests: count the last digit of the sum instead"),
        "tie": ("S-12", "both tied", "suggests: move on to the next code of each captain", "toss a coin"),
        "rarity": ("S-13", "a counter must be a higher bid", *RARITY, "dealt is this rulebook’s"),
        "match": ("S-18", "codes hold digits only", "suggests: say a digit"),
    },
    "word-fleet-admirals": {
        "marking": (ONLY_OURS, "Which letter marks “Hit”", "suggests: pencil in the letter you suspect"),
        "sinking": (
            *("A-12", "Letter Attack gives no location", "suggests: a ship is sunk when every one of its letters has"),
            "been called and its owner says so, or when it is declared",
        ),
        "last-round": ("A-20", "second admiral finish the round", "suggests: yes", "the battle is a draw"),
        "listening": ("A-18", LISTENING[0].format("Radar Sweep"), LISTENING[1].format("the attack")),
        "silence": ("A-18", *(phrase.replace("{}", "Silent Running") for phrase in SILENT)),
        "dealing": (ONLY_OURS, "How are the printed codes dealt", "every tracker has"),
        "opening": ("A-18", *OPENS),
    },
    "army-men": {
        "lone-roll": ("M-32", "How often does the outnumbered trooper roll", "one roll, compared with each enemy’s"),
        "victory": (ONLY_OURS, "When is a tutorial battle won", "suggests: agree on both before the first shot"),
        "morale": (
            *("M-21", r"adds \+1 to its every roll, so that 5 passes for 6", "the sum helps where the purpose hurts"),
            "Every roll that trooper makes needs 1 more",
        ),
        "survivor": ("M-21", "last survivor of a squad", "suggests: the last survivor is exempt"),
        "rate-1": ("M-24", "a rate of fire of ½", "suggests: it is one roll in two turns"),
        "vehicles": ("M-25", "headings for tanks and boats and no rules", "suggests: leave them out of the fighting"),
        "tutorial-holds": (
            *(
                "M-31",
                "Does what the draft leaves out still hold",
                "a target that moved, its friendly fire, and ganging up",
            ),
            "suggests: they do",
        ),
        "which-rules": ("M-29", "differ in the rolls that kill .* and in what follows a tie", "and never mix"),
    },
    "happy-flip-chess": {
        "flipping": ("F-14", "flipped after the first turn", "Flip: turn any one face-down piece", "counts as a legal"),
        "pawns": ("F-15", "Which way do pawns go", "advance away from their owner", "first step .* passing .* castles"),
        "quiet": ("F-16", "a pair of lone kings", "suggests: 50 turns on end without a flip or a capture end the game"),
    },
}
"""The rulings of every rulebook in order: the gap that each answers, then what its box says."""
GAPS = {
    *(f"C-{gap}" for gap in (19, 21, 24, 36, 38, 39, 40, 41)),
    *("S-11", "S-12", "S-13", "S-18", "S-19", "A-12", "A-18", "A-20"),
    *(f"M-{gap}" for gap in (21, 24, 25, 29, 31, 32)),
    *("F-14", "F-15", "F-16"),
}


@cache
def _published(slug: str) -> str:
    return render_body(load_rules(slug))


def test_every_gap_has_a_ruling() -> None:
    """No gap is forgotten, and none is invented."""
    assert set(QUESTIONS) == set(SLUGS)
    assert {gap for book in QUESTIONS.values() for gap, *_ in book.values()} - {ONLY_OURS} == GAPS


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_has_exactly_one_ruling(slug: str) -> None:
    """These are all boxes, in this order; each says what is open and what is suggested, in full and in short."""
    boxes = rulings(_published(slug))
    assert list(boxes) == list(QUESTIONS[slug])
    assert {name: told for name, (_, *said) in QUESTIONS[slug].items() if (told := missing(said, boxes[name]))} == {}
    assert [name for name, box in boxes.items() if box.count("{: .short }") != 1] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_open_questions_are_a_list_with_boxes_to_tick(slug: str) -> None:
    """Numbered R1 and on, linked to its box, each stands with its ruling in short in the last chapter but the index."""
    before, listed = text(slug).chapters.split('<ul class="questions">')
    items = re.findall(
        r'<li><p><a data-section="[\d.]+" href="#ruling-([\w-]+)">(R\d+)</a> <strong>(.+?\?)</strong></p>'
        r'<p class="short">(.+?)</p>\s*'
        r'<p class="answers"><span class="tick">as suggested</span> <span class="tick">otherwise:</span> </p></li>',
        listed,
        flags=re.DOTALL,
    )
    assert [(name, number) for name, number, *_ in items] == [
        (name, f"R{number}") for number, name in enumerate(QUESTIONS[slug], 1)
    ]
    assert listed.split("</ul>")[0].count("<li>") == len(items)
    for name, number, question, short in items:
        box = before.split(f'id="ruling-{name}"', 1)[1].split("</div>")[0]
        assert f">{number}</span> Table ruling</p>" in box
        assert f"<strong>{question}</strong>" in box
        assert short not in box
        assert not re.search(r"\b(below|above|this box)\b", short), "a short form stands alone"
    assert list(text(slug).contents)[-2].title == "Open questions"


def test_rulings_of_ones_own_are_numbered_and_listed() -> None:
    """A ruling without a name has its number for an anchor; without the marker, its short form stays in the
    box. A line that starts with a tag keeps its indent, and its place in the box.
    """
    box = '!!! ruling "House rule"\n    **May we?** Perhaps.\n\n    {% if 1 %}We{% endif %} may.\n    {: .short }\n'
    listed = own_text(f"## One\n\n{box}\n[[questions]]\n").chapters
    assert 'id="ruling-r1"' in listed
    assert ">R1</span> House rule</p>" in listed
    assert '<strong>May we?</strong></p><p class="short">We may.</p>' in listed
    assert listed.count("We may.") == own_text(f"## One\n\n{box}").chapters.count("We may.") == 1


BORROWED = {
    "word-fleet-strike": ("real English words only", "every proper noun", "punctuation mark", "each has three digits"),
    "word-fleet-admirals": (
        *("real English words only", "every proper noun", "punctuation mark", "https://thegamebureau.com/wrdflt"),
        "five codes of three digits on each tracker",
    ),
}
"""What an edition has from another, and says nowhere but in a marked box (S-20, A-19)."""


@pytest.mark.parametrize("slug", BORROWED)
def test_what_is_borrowed_stands_in_a_marked_box(slug: str) -> None:
    """Each box names where it comes from; outside of boxes there is nothing of it."""
    marked = r'!!! borrowed "From (?:the Captains edition|later editions)"\n((?: {4}.*\n)+)'
    boxes, rest = re.findall(marked, _published(slug)), re.sub(marked, "", _published(slug))
    assert missing(BORROWED[slug], flat(" ".join(boxes))) == []
    assert [phrase for phrase in BORROWED[slug] if not missing([phrase], flat(rest))] == []
    assert text(slug).chapters.count('class="admonition borrowed"') == len(boxes)


RUNS = (
    *("The first captain to sink all five enemy ships wins the battle", "if the target moved in the previous turn"),
    *("the player whose turn it is has no legal", "player has no pieces left on the board"),
)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_is_the_designers(slug: str) -> None:
    """What the designer wrote is said in other words."""
    assert [run for run in RUNS if run.casefold() in flat(_published(slug)).casefold()] == []


def test_the_classes_of_codes_stand_in_their_ruling() -> None:
    """Rarest first, with as many codes as there are."""
    for slug in ("word-fleet", "word-fleet-strike"):
        rows = [
            rf"\| {kind} \| [^|]+ \| \d+ \| {class_counts(3)[kind]} \|"
            for kind in load_edition(slug).launch_codes.rarity
        ]
        assert missing([".*".join(rows)], rulings(_published(slug))["rarity"]) == []
