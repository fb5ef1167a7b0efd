"""Rulings and the index: what is ours is told as ours, and each word is found where it is explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
import yaml

from making.command import texts
from making.games import flat, missing, rendered, rulings
from making.rulebooks import SLUGS, Outline, called, inside, opened, own_text, pdf, text
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.launch_codes import count_classes
from wordfleet_print.games import Edition, Rulebook, load_edition, load_rules
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.rulebook.text.book_index import alphabetical, first_sentence
from wordfleet_print.rulebook.text.markup import render_markup
from wordfleet_print.rulebook.text.rulings import rulings_in

NOTED = {"C-19", "C-21", "C-40", "S-12", "S-18", "M-29"}
"""Gaps that ask no player anything: a note tells of them, or another ruling."""
GAPS = {
    *(f"C-{gap}" for gap in (19, 21, 24, 36, 38, 39, 40, 41)),
    *("S-11", "S-12", "S-13", "S-18", "S-19", "A-12", "A-18", "A-20"),
    *(f"M-{gap}" for gap in (21, 24, 25, 29, 31, 32)),
    *("F-14", "F-15", "F-16"),
}


def test_every_gap_has_a_ruling() -> None:
    """No gap is forgotten, and none is invented."""
    assert {slug: list(gaps) for slug, gaps in GAPS_OF.items()} == {slug: list(said) for slug, said in SAID.items()}
    assert {gap for book in GAPS_OF.values() for gap in book.values()} >= GAPS - NOTED


GAPS_OF: dict[str, dict[str, str]] = {
    "army-men": {
        **{"friendly": "M-35", "survivor": "M-21", "brawl": "M-32", "carried": "M-34", "victory": "M-33"},
        **{"draft": "M-31", "armies": "M-18", "stray": "M-21", "rate-1": "M-24", "vehicles": "M-25"},
        **{"flag": "M-18", "flag-room": "M-37"},
    },
    "happy-flip-chess": {"flipping": "F-14", "pawns": "F-15", "quiet": "F-16", "nobody-waits": "F-20"},
    "word-fleet": {
        **{"bid-first": "C-43", "counts": "C-42", "same-letter": "C-24", "sinking": "C-39", "mine": "C-41"},
        **{"opening": "C-38", "bidder": "C-34", "showing": "C-43", "rarity": "C-36"},
    },
    "word-fleet-admirals": {
        **{"opening": "A-18", "highest": "A-22", "concede": "A-23", "wrong": "A-26", "counts": "A-21"},
        **{"marking": "A-16", "sinking": "A-12", "listening": "A-18", "last-salvo": "A-20"},
        **{"found-and-spelled": "A-12"},
    },
    "word-fleet-strike": {
        **{"lock": "S-11", "showing": "S-24", "rarity": "S-13", "wrong": "S-23", "counts": "S-22"},
        **{"sinking": "S-19", "refuted": "S-19", "listening": "S-19"},
    },
}
"""Which gap each ruling closes."""
SAID = yaml.safe_load((Path(__file__).parents[1] / "data" / "rulings.yaml").read_text(encoding="utf-8"))
"""What each ruling says, by book and name, in reading order."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_has_exactly_one_ruling(slug: str) -> None:
    """These are all, in this order, each with its text; one inside a sentence says nothing of its own."""
    assert {name: one["short"] for name, one in rulings_in(rendered(slug)).items()} == SAID[slug]
    assert list(rulings_in(rendered(slug))) == list(SAID[slug])


@pytest.mark.parametrize("slug", SLUGS)
def test_the_notes_are_a_list_with_boxes_to_tick(slug: str) -> None:
    """†1 and on, each linked to its rule and back, with question, section and two boxes; each rule stands once."""
    before, listed = text(slug).chapters.split('<div class="notes">')
    items = re.findall(
        r'<div class="note" id="note-([\w-]+)"><p><a class="dagger" href="#ruling-([\w-]+)">(†\d+)</a> '
        r'<strong>(.+?\?)</strong>.*?<p class="answers"><span class="tick">as in §\xa0[\d.]+</span> '
        r'<span class="tick">otherwise:</span> </p></div>',
        listed.replace("&nbsp;", "\xa0"),
        flags=re.DOTALL,
    )
    assert [(name, other, number) for name, other, number, _ in items] == [
        (name, name, f"†{number}") for number, name in enumerate(SAID[slug], 1)
    ]
    for name, _, number, _ in items:
        assert len(re.findall(rf'id="ruling-{name}"', before)) == 1
        assert f'<a class="dagger" href="#note-{name}"' in before or f'href="#note-{name}">{number}</a>' in before
    assert "admonition ruling" not in text(slug).chapters
    assert "Notes and open questions" in [entry.title for entry in text(slug).contents]


def test_rulings_of_ones_own_are_numbered_and_noted() -> None:
    """A ruling without a name has its number for an anchor; without the marker it is a rule all the same. One marked
    inside a sentence prints nothing in its place; without a short form all but the question is the rule.
    """
    box = "!!! ruling\n    **May we?** Perhaps.\n\n    {% if 1 %}We{% endif %} may.\n    {: .short }\n"
    noted = own_text(f"## One\n\n{box}\n[[questions]]\n").chapters
    assert '<div class="ruled" id="ruling-r1"><p><a class="dagger" href="#note-r1">†1</a> We may.</p>' in noted
    assert "<strong>May we?</strong> Perhaps.</p>" in noted
    alone = own_text(f"## One\n\n{box}").chapters
    assert '<p><span class="dagger">†1</span> We may.</p>' in alone
    inline = own_text(
        "## One\n\nWe may [[†lee]].\n\n!!! ruling lee\n    **May we?** Who knows?\n\n[[questions]]\n"
    ).chapters
    assert 'We may <a class="dagger" href="#note-lee" id="ruling-lee">†1</a>.' in inline
    assert inline.count("Who knows?") == 1
    whole = own_text("## One\n\n!!! ruling lee\n    **May we?** We may, at night.\n").chapters
    assert '<p><span class="dagger">†1</span> We may, at night.</p>' in whole
    slip = own_text("## One\n\nWe may [[†lea]].\n").notes
    assert "marks no ruling" in slip[0]


def test_a_ruling_is_marked_wherever_it_matters_and_loses_nothing() -> None:
    """A mark in a sentence leaves a rule in its place; of several marks without a rule the first is the place; a table
    goes into the note where no rule is printed; two boxes of one name are refused.
    """
    rule = "!!! ruling lee\n    **May we?** Perhaps.\n\n    We may.\n    {: .short }\n"
    twice = own_text(
        f"## One\n\nSo [[†lee]], and so [[†lee]].\n\n{rule}\n| a |\n| - |\n| b [[†lee]] |\n\n[[questions]]\n"
    ).chapters
    assert '<div class="ruled" id="ruling-lee"><p><a class="dagger" href="#note-lee">†1</a> We may.</p>' in twice
    assert twice.count('<a class="dagger" href="#note-lee">†1</a>') == 4
    bare = rule.replace("    We may.\n    {: .short }", "    | c |\n    | - |\n    | d |")
    marked = own_text(f"## One\n\nSo [[†lee]], and so [[†lee]].\n\n{bare}\n[[questions]]\n").chapters
    assert 'So <a class="dagger" href="#note-lee" id="ruling-lee">†1</a>, and so <a class="dagger"' in marked
    assert ">d</th>" in marked.split('class="notes"')[1]
    with pytest.raises(BadInputError, match="two rulings have this name"):
        own_text(f"## One\n\n{rule}\n{rule}")


BORROWED = {
    "word-fleet-strike": ("every proper noun", "punctuation mark", "each has three digits"),
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
            rf"\| {kind} \| [^|]+ \| \d+ \| {count_classes(3)[kind]} \|"
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


def _index_of(body: str) -> dict[str, str]:
    """What the index of a body of one chapter says, by its terms, sections and all."""
    markup = render_markup(f"# A title\n\n## One\n\n{body}\n\n## Z\n\n[[index]]\n", name="own.md")
    return {words: f"{told} § {' '.join(places)}" for words, (told, places, _) in _lines(markup.html).items()}


@pytest.mark.parametrize(
    ("body", "index"),
    [
        ("**Parley.**{: .term } Talk first, and shoot later. Now.", {"Parley": ": Talk first, and shoot later. § 1"}),
        ("- **White Flag:**{: .term } a “white” rag’s enough.", {"White Flag": ": a “white” rag’s enough. § 1"}),
        ("**Parley.** Talk first.\n\n1. **Fire:** at once.\n\nSo **bold** it is.\n\nBow\n: The front end.", {}),
        ("**Parley.**{: .term } See [here](#one) what it is.", {"Parley": " § 1"}),
        ("**Range**{: .term } is how far it shoots.", {"Range": " is how far it shoots. § 1"}),
        ("One. A ship without *masts*{: .term } is a hulk. Two.", {"Masts": ": A ship without masts is a hulk. § 1"}),
        ("### The gun (optional)\n\nIt goes off.\n\n#### Smoke", {"Gun": ": It goes off. § 1.1"}),
        ("### Part one: *Guns*{: .term }\n\nThey all go off.", {"Guns": ": They all go off. § 1.1"}),
        ("### Gun: a toy\n\nText.\n\n### Your kit {: .no-index }\n\nOne gun.", {"Gun": ": a toy. § 1.1 1.2"}),
        ("### Sails\n\n## Two {: .no-index }\n\n### A play\n\nSails.", {"Sails": " § 1.1"}),
        ("### Sail {: .draft }\n\nMore sails follow here.", {"Sail": ": More sails follow here. § 1.1"}),
        ("| Word | What it is |\n| --- | --- |\n| bow | the front end |", {}),
        (
            "| No | Word {: .term } | Is |\n| --- | --- | --- |\n| 1 | bow | the front |\n| 2 | oar | |",
            {"Bow": ": the front. § 1", "Oar": " § 1"},
        ),
        (
            "Say *Fire*{: .term } now.\n\n### One\n\nWe fire.",
            {"Fire": ": Say Fire now. § 1", "One": " § 1 1.1"},
        ),
        (
            "### Fire at Will\n\n**Fire at Will.**{: .term } As you please, always.",
            {"Fire at Will": ": As you please, always. § 1.1"},
        ),
        (
            "**Ärger.**{: .term } Never be cross.\n\n**Zug.**{: .term } Never be late.\n\n"
            "**Ahoy.**{: .term } Welcome to all.",
            {"Ahoy": ": Welcome to all. § 1", "Ärger": ": Never be cross. § 1", "Zug": ": Never be late. § 1"},
        ),
        ("### ![](a.png)\n\n**.**{: .term } Nothing but a stop.", {}),
    ],
)
def test_what_is_a_term(body: str, index: dict[str, str]) -> None:
    """Headings, and what the writer marks; nothing is guessed."""
    assert _index_of(body) == index
    assert list(_index_of(body)) == list(index)


def test_a_word_that_stands_everywhere_is_found_where_it_counts() -> None:
    """Of many sections those are listed, in order, that speak of it most often; parts of longer terms are not it."""
    sections = [f"### Part {n} {{: .no-index }}\n\n" + "A gun. " * (1 + n % 3) for n in range(1, 10)]
    found = _index_of(
        "**Gun.**{: .term } It goes off loudly.\n\n**Gun Deck.**{: .term } Where it stands, below.\n\n"
        + "\n\n".join(sections)
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


def _named_things(book: Rulebook) -> Iterator[str]:
    """What the game calls its actions, panels, answers and variations, its soldiers, its pieces."""
    match book:
        case Edition():
            panels = book.tracker.panels
            shown = (
                panels.attack,
                panels.recon,
                panels.enemy,
                panels.fleet,
                panels.codes,
                panels.defense,
                panels.manifest,
            )
            yield book.tracker.title
            yield from (name for panel in shown for name in (panel.title, panel.also_called) if name)
            yield from (mark.result for mark in book.marks)
            yield from (one.name for one in (*book.turn.actions, *book.variations))
        case ArmyMen():
            yield from (soldier.unit for soldier in book.all_profiles)
            yield book.standard.scenario.name
        case FlipChess():
            yield from (book.turn.move.name, book.turn.flip.name, *(piece.name for piece in book.pieces))


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
        name
        for name in _named_things(load_rules(slug).book)
        if name in said and name[0].upper() + name[1:] not in lines
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
