"""Rulings and the index: what is ours is told as ours, and each word is found where it is explained."""

from __future__ import annotations

import re
from html import unescape

import pytest

from making.command import texts
from making.games import flat, missing, rendered, rulings
from making.rulebooks import SLUGS, Outline, called, inside, opened, own_text, pdf, text
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.fleets import class_counts
from wordfleet_print.game import load_edition, load_rules
from wordfleet_print.rulebook.text.book_index import alphabetical, first_sentence
from wordfleet_print.rulebook.text.markup import render_markup
from wordfleet_print.rulebook.text.variables import named_things

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


def test_every_gap_has_a_ruling() -> None:
    """No gap is forgotten, and none is invented."""
    assert set(QUESTIONS) == set(SLUGS)
    assert {gap for book in QUESTIONS.values() for gap, *_ in book.values()} - {ONLY_OURS} == GAPS


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_has_exactly_one_ruling(slug: str) -> None:
    """These are all boxes, in this order; each says what is open and what is suggested, in full and in short."""
    boxes = rulings(rendered(slug))
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
    boxes, rest = re.findall(marked, rendered(slug)), re.sub(marked, "", rendered(slug))
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
    assert [run for run in RUNS if run.casefold() in flat(rendered(slug)).casefold()] == []


def test_the_classes_of_codes_stand_in_their_ruling() -> None:
    """Rarest first, with as many codes as there are."""
    for slug in ("word-fleet", "word-fleet-strike"):
        rows = [
            rf"\| {kind} \| [^|]+ \| \d+ \| {class_counts(3)[kind]} \|"
            for kind in load_edition(slug).launch_codes.rarity
        ]
        assert missing([".*".join(rows)], rulings(rendered(slug))["rarity"]) == []


LINE = re.compile(
    r'<li(?: class="half")?><a href="#(?P<anchor>[^"]+)">(?P<words>.*?)</a>(?P<told>.*?) '
    r'<span class="places" data-page="#(?P<page>[^"]+)">(?P<places>.*?)</span></li>',
    re.DOTALL,
)
NOISE = {"Action", "Roll", "Plain", "Run", "Choose", "Record", "Pass", "Pen or pencil", "Sweep early", "Right"}
"""What starts a line in bold, or a row, and is nothing to look up."""


def _lines(html: str) -> dict[str, tuple[str, list[str], str]]:
    """The index's lines by their words: what follows these, the numbers of sections, the anchor."""
    listed = re.search(r'<ul class="index(?: long)?">(.*?)</ul>', html, re.DOTALL)
    return {
        unescape(line["words"]): (unescape(line["told"]), re.findall(r">([\d.]+)</a>", line["places"]), line["anchor"])
        for line in LINE.finditer(listed[1] if listed else "")
    }


def _index_of(body: str, *names: str) -> dict[str, str]:
    """What the index of a body of one chapter says, by its terms, sections and all."""
    markup = render_markup(f"# A title\n\n## One\n\n{body}\n\n## Z\n\n[[index]]\n", name="own.md", names=names)
    return {words: f"{told} § {' '.join(places)}" for words, (told, places, _) in _lines(markup.html).items()}


@pytest.mark.parametrize(
    ("body", "names", "index"),
    [
        ("**Parley.** Talk first, and shoot later. Then shoot.", (), {"Parley": ": Talk first, and shoot later. § 1"}),
        ("- **White Flag.** A “white” rag’s enough.", (), {"White Flag": ": A “white” rag’s enough. § 1"}),
        ("**Take aim.** It helps a lot.\n\n1. **Fire:** at once.\n\nSo **bold** it is.", (), {}),
        ("**Take aim.**{: .term } It helps a lot.", (), {"Take aim": ": It helps a lot. § 1"}),
        ("**Range**{: .term } is how far it shoots.", (), {"Range": " is how far it shoots. § 1"}),
        (
            "One. A ship without *masts*{: .term } is a hulk. Two.",
            (),
            {"Masts": ": A ship without masts is a hulk. § 1"},
        ),
        ("**Parley.**{: .no-index } Talk first, and shoot later.", (), {}),
        ("### The gun (optional)\n\nIt goes off.\n\n#### Smoke", (), {"Gun": ": It goes off. § 1.1"}),
        ("### Gun: a toy\n\nText.\n\n### Your kit {: .no-index }\n\nOne gun.", (), {"Gun": ": a toy. § 1.1 1.2"}),
        ("### Sails\n\n## Two {: .no-index }\n\n### A play\n\nSails.", (), {"Sails": " § 1.1"}),
        ("### Sail {: .draft }\n\nMore sails follow here.", (), {"Sail": ": More sails follow here. § 1.1"}),
        (
            "| Word | What it is |\n| --- | --- |\n| bow | the front end |\n| oar | |",
            (),
            {"Bow": ": the front end. § 1", "Oar": " § 1"},
        ),
        (
            "| No | Word {: .term } | Is |\n| --- | --- | --- |\n| 1 | bow | the front |",
            (),
            {"Bow": ": the front. § 1"},
        ),
        ("| Word {: .no-index } | What it is |\n| --- | --- |\n| bow | the front end |", (), {}),
        ("Bow\n: The front end of it. More.", (), {"Bow": ": The front end of it. § 1"}),
        (
            "Fire, then Fire at Will. We fire.",
            ("Fire", "Fire at Will", "Row"),
            {"Fire": " § 1", "Fire at Will": " § 1"},
        ),
        (
            "### Fire at Will\n\n**Fire at Will.** As you please, always.",
            ("Fire at Will",),
            {"Fire at Will": ": As you please, always. § 1.1"},
        ),
        (
            "**Ärger.** Never be cross.\n\n**Zug.** Never be late.\n\n**Ahoy.** A word of welcome.",
            (),
            {"Ahoy": ": A word of welcome. § 1", "Ärger": ": Never be cross. § 1", "Zug": ": Never be late. § 1"},
        ),
        ("### ![](a.png)\n\n**.** Nothing but a stop.", (), {}),
    ],
)
def test_what_is_a_term(body: str, names: tuple[str, ...], index: dict[str, str]) -> None:
    """Headings, leads that are names, tables and lists that explain, names of the game, and what the writer marks."""
    assert _index_of(body, *names) == index
    assert list(_index_of(body, *names)) == list(index)


def test_a_word_that_stands_everywhere_is_found_where_it_counts() -> None:
    """Of many sections those are listed, in order, that speak of it most often; parts of longer terms are not it."""
    sections = [f"### Part {n} {{: .no-index }}\n\n" + "A gun. " * (1 + n % 3) for n in range(1, 10)]
    found = _index_of(
        "**Gun.** It goes off loudly.\n\n**Gun Deck.** Where it stands, below.\n\n" + "\n\n".join(sections)
    )
    assert found == {
        "Gun": ": It goes off loudly. § 1.1 1.2 1.4 1.5 1.7 1.8",
        "Gun Deck": ": Where it stands, below. § 1",
    }


def test_marks_leave_no_trace() -> None:
    """What only the index is told is not in the page, and a heading so marked has no stamp; nor has one misspelt."""
    made = own_text(
        "## One {: .term }\n\n*Two*{: .term }.\n\n| a {: .no-index } | b |\n| - | - |\n| c | d |\n\n[[index]]"
    )
    assert not re.search(r'class="[^"]*\b(term|no-index)\b', made.chapters)
    assert (made.notes, list(_lines(made.chapters))) == ((), ["One", "Two"])
    with pytest.raises(BadInputError, match="did you mean no-index"):
        own_text("## One {: .no-indx }")
    with pytest.raises(BadInputError, match=r"did you mean \[\[index\]\]"):
        own_text("## One\n\n[[indx]]")
    assert 'class="index"' not in own_text("## One\n\n**Two.** And so on.").chapters


@pytest.mark.parametrize("slug", SLUGS)
def test_the_index_of_a_book_can_be_trusted(slug: str) -> None:
    """In order, without noise; every name of the game that the book speaks of; sections that exist and say the word."""
    html = text(slug).chapters
    lines = _lines(html)
    anchors = [facts["id"] for facts in Outline(html).all(*set(Outline(html).tags())) if "id" in facts]
    sections = {e.number: e.anchor for c in text(slug).contents for e in (c, *c.entries) if e.number}
    said = unescape(re.sub(r"<[^>]*>", "", html.partition('<ul class="index">')[0]))
    assert len(lines) > 15
    assert [line["words"] for line in LINE.finditer(html) if line["page"] != line["anchor"]] == []
    assert list(lines) == sorted(lines, key=alphabetical)
    assert set(lines) & NOISE == set()
    assert [
        name for name in named_things(load_rules(slug).book) if name in said and name[0].upper() + name[1:] not in lines
    ] == []
    assert [anchor for _, _, anchor in lines.values() if anchors.count(anchor) != 1] == []
    assert all(places and set(places) <= set(sections) for _, places, _ in lines.values())
    assert set(re.findall(r'<a href="#([^"]+)">([\d.]+)</a>', html)) <= {(a, n) for n, a in sections.items()}


@pytest.mark.parametrize("slug", SLUGS)
def test_printed_pages_are_those_that_explain(slug: str) -> None:
    """The page behind a term is where its anchor lies; the index is the book's own last chapter."""
    with opened(pdf(slug)) as document:
        flat = document.Root.Names.Dests.Names
        places = {str(flat[n]): flat[n + 1][0].objgen for n in range(0, len(flat), 2)}
        sheets = [sheet.obj.objgen for sheet in document.pages]
    read = " ".join(" ".join(texts(pdf(slug).content)[2 : inside(slug)]).split())
    for words, (_, _, anchor) in _lines(text(slug).chapters).items():
        told = re.findall(rf"{re.escape(words)}[^§]*? (?:§ [\d., ]+ )?p\. (\d+)", read)
        assert str(sheets.index(places[anchor]) + 1) in told, words
    assert called(text(slug).contents[-1]).startswith("Words")


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("One is enough. Two are not.", "One is enough."),
        ("They say “No, thank you!” Then they go.", "They say “No, thank you!”"),
        ("Too short. A word.", ""),
        ("Every turn runs in three steps:", ""),
        ("It is " + "very " * 50 + "long.", ""),
    ],
)
def test_a_meaning_is_a_whole_sentence(said: str, first: str) -> None:
    """Not a scrap, nor half a page."""
    assert first_sentence(said) == first
