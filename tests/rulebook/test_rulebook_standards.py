"""The standards that PDFs claim: two validators that share no code with us find nothing, nor does a reader's ear."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import outloud
import page
import pikepdf
import pypdfium2
import pytest
from page import ValidationProfile
from pypdfium2 import raw

from making import shelf
from making.games import DRAWN, MARKUP, REED, with_body
from making.rulebooks import (
    ARCHIVED,
    AROUND,
    FOLDED,
    SHORTEST,
    SLUGS,
    booklet,
    called,
    inside,
    large,
    opened,
    own_text,
    pdf,
    printed_alone,
    quick,
    shelved,
    text,
)
from wordfleet_print.games import RulesSource, load_rules
from wordfleet_print.rulebook.bound_book import Flip, print_book, print_booklet
from wordfleet_print.rulebook.quick_reference import print_quick_reference
from wordfleet_print.rulebook.text.html_page import BookText
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import A4

MM = 72 / 25.4
KINDS: dict[str, Callable[[str, str], Printed]] = {
    "book": pdf,
    "booklet": lambda slug, _: booklet(slug),
    "quick": quick,
    "large": large,
}
PRINTED = [
    *((kind, slug, "a4") for kind in ("book", "quick", "large") for slug in SLUGS),
    *(("booklet", slug, "a4") for slug in FOLDED),
    *((kind, SHORTEST, "letter") for kind in ("book", "quick", "large")),
    ("book", *ARCHIVED),
]
"""One of each kind stands for all on another paper: it is the same tree."""
HEARD = [made for made in PRINTED if made[2] == "a4" and (made[0] != "booklet" or made[1] == SHORTEST)]
"""What a reader's ear is lent to: on another paper, or two to a sheet, it is the same tree."""


def _faults(content: bytes, profile: ValidationProfile, folder: Path, *, aloud: bool = True) -> list[str]:
    """What either validator calls an error; the second one also guesses, and warns of what may be one."""
    path = folder / "checked.pdf"
    path.write_bytes(content)
    # A stream that happens to end with the byte of a line's end is counted short by this validator.
    failures = page.validate_pdf(path, profile=profile).failures
    said = [f"{one.rule_id} {one.message}" for one in failures if "STREAM-LENGTH" not in one.rule_id]
    if not aloud:
        return said
    heard = outloud.check(str(path), skip=["DOC-012"] if profile is ValidationProfile.PDF_A_3A else [])
    assert not heard.error
    return said + [f"{one.rule} {one.message}" for one in heard.findings if one.severity == "error"]


@pytest.mark.parametrize(("kind", "slug", "paper"), PRINTED)
def test_validators_find_nothing(kind: str, slug: str, paper: str, tmp_path: Path) -> None:
    """Rulebooks, booklets and quick references are PDF/UA-1, and PDF/A-3a if they are to be archived."""
    archived = kind == "book" and (slug, paper) == ARCHIVED
    profile = ValidationProfile.PDF_A_3A if archived else ValidationProfile.PDF_UA_1
    aloud = archived or (kind, slug, paper) in HEARD
    assert _faults(KINDS[kind](slug, paper).content, profile, tmp_path, aloud=aloud) == []


def test_validators_find_nothing_in_an_archive(tmp_path: Path) -> None:
    """With `--archive` a designer's rulebook is PDF/A-3a too."""
    archived = shelved("reeds-letter.pdf", shelf.ARCHIVED)
    assert _faults(archived.content, ValidationProfile.PDF_A_3A, tmp_path) == []


def test_validators_find_nothing_in_a_designers_book(tmp_path: Path) -> None:
    """Nor in what only a designer has: bold links, footnotes, loose lists, definitions, drawings, a printing."""
    (tmp_path / "reed.svg").write_text(REED, encoding="utf-8")
    made = own_text(MARKUP + DRAWN, around=Surroundings(tmp_path))
    book = made.book.model_copy(update={"version": "1.1", "date": "2026-05-31", "publisher": "Reeds & Co."})
    printed = printed_alone(replace(made, book=book))
    assert _faults(printed.content, ValidationProfile.PDF_UA_1, tmp_path) == []
    with opened(printed) as document:
        told = {str(note.Contents) for note in _links(document)}
    assert told == {"Footnote 1", "Here it is", "Jump back to footnote 1 in the text", "1 One", "†1", "1.1 Two"}


GERMAN = """## Ziel {: .draft }

Wer nimmt, siehe [Ende](#ende).

!!! ruling wer
    **Wer beginnt?** Das ist offen.

    Wer will.
    {: .short }

[[figure: fleet]]

!!! example
    Anna nimmt drei.

## Ende

[[questions]]
"""
PRINTINGS: dict[str, Callable[[RulesSource, BookText], Printed]] = {
    "book": lambda source, told: print_book(source, told, A4),
    "booklet": lambda source, told: print_booklet(source, told, A4, Flip.SHORT),
    "quick": lambda source, _: print_quick_reference(source, A4),
}
OURS = (
    *("Rulebook", "CONTENTS", "Example", "Draft", "DRAFT", "(§\xa02, p.", "otherwise:"),
    *("The ships of a fleet", "LOG OF BATTLES", "HOW YOU WIN"),
)
THEIRS = (
    "HAUFEN",
    "EIN SPIEL",
    "Ziel",
    "Ende",
    "ZIEL",
    "Wer nimmt, siehe",
    "ENDE",
    "Wer beginnt?",
    "Das ist offen.",
    "Anna nimmt drei.",
)
SAID = {
    "book": (OURS, THEIRS),
    "booklet": (OURS, THEIRS),
    "quick": (("QUICK REFERENCE", "HOW YOU WIN"), ("WORD FLEET",)),
}
"""What such a PDF says in our words, and in the writer's."""


@pytest.mark.parametrize("kind", PRINTINGS)
def test_words_that_are_not_the_writers_are_told_in_english(kind: str, tmp_path: Path) -> None:
    """In a book of another language its words are told in that, ours in English: those around the text, those in it,
    and what figures are described by.
    """
    source, _ = with_body("word-fleet", f"# Haufen – Ein Spiel\n\n{GERMAN}")
    source = replace(source, book=source.book.model_copy(update={"language": "de"}))
    printed = PRINTINGS[kind](source, render_text(source, AROUND))
    assert _faults(printed.content, ValidationProfile.PDF_UA_1, tmp_path) == []
    with opened(printed) as document:
        told = list(_told(document.Root.StructTreeRoot.K[0], str(document.Root.Lang), _words(printed)))
    languages = {words: {language for language, again in told if again == words} for _, words in told}
    for told_in, pieces in zip(("en", "de"), SAID[kind], strict=True):
        assert {piece: languages.get(piece) for piece in pieces} == {piece: {told_in} for piece in pieces}


def _told(element: pikepdf.Object, language: str, words: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, str]]:
    """The pieces of text in a PDF's structure as a reader tells them, and what its figures are, each with its language;
    `words` are by page and marked content. Source: ISO 32000-1, 14.9.2.
    """
    language = str(element.get("/Lang", language))
    if "/Alt" in element:
        yield language, str(element.Alt).partition(".")[0]
    for kid in element.K:
        if isinstance(kid, int):
            yield language, words.get((int(element.Pg.StructParents), kid), "")
        elif kid.get("/Type") == "/MCR":
            yield language, words.get((int(kid.Stm.StructParents), int(kid.MCID)), "")
        elif "/S" in kid:
            yield from _told(kid, language, words)


def _words(printed: Printed) -> dict[tuple[int, int], str]:
    """The text of marked content, by the number of its page, or of its half of a sheet, and its own."""
    words: dict[tuple[int, int], str] = defaultdict(str)
    with opened(printed) as document:
        for sheet, drawn in zip(document.pages, pypdfium2.PdfDocument(printed.content), strict=True):
            halves = re.findall(r"/Page\d+", sheet.Contents.read_bytes().decode("latin-1"))
            parts = [(sheet.Resources.XObject[half], n) for n, half in enumerate(halves)] or [(sheet.obj, None)]
            forms = list(drawn.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1))
            read = drawn.get_textpage()
            for part, half in parts:
                form = None if half is None else forms[half]
                for text in drawn.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], form=form, textpage=read):
                    mark = raw.FPDFPageObj_GetMarkedContentID(text)
                    words[int(part.StructParents), mark] += text.extract()
    return {place: piece.strip() for place, piece in words.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_validators_find_faults(kind: str, tmp_path: Path) -> None:
    """They are no rubber stamps: without its tree, its title or its language, a file of each kind fails with both."""
    with opened(KINDS[kind](SHORTEST, "letter")) as document:
        del document.Root.Lang, document.Root.StructTreeRoot.K
        document.save(path := tmp_path / "broken.pdf")
    assert not page.validate_pdf(path, profile=ValidationProfile.PDF_UA_1).is_compliant
    assert outloud.check(str(path)).verdict == "fail"


def _links(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [note for sheet in document.pages for note in sheet.get("/Annots", [])]


@pytest.mark.parametrize("slug", SLUGS)
def test_links_are_told_in_words(slug: str) -> None:
    """Each link of the contents is one, and called as its heading is; no link is called by its anchor."""
    headings = [called(entry) for chapter in text(slug).contents for entry in (chapter, *chapter.entries)]
    with opened(pdf(slug)) as document:
        told = [str(note.Contents) for note in document.pages[1].Annots]
        raw = [str(note.Dest) for note in _links(document) if "/Dest" in note and note.Dest == note.Contents]
        hidden = [note for note in _links(document) if not int(note.F) & 4]
    assert hidden == []
    assert [heading for heading in headings if heading not in told] == []
    assert [name for name in raw if "-" in name or name.islower()] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_running_heads_name_book_and_chapter(slug: str) -> None:
    """On the left the book, on the right the chapter that the page ends in; none of it is read aloud, nor numbers."""
    printed = pdf(slug)
    with opened(printed) as document, document.open_outline() as outline:
        starts = [(document.pages.index(one.destination[0]), one.title) for one in outline.root]
        unread = [sheet.Contents.read_bytes().count(b"/Pagination") for sheet in document.pages]
    sheets = pypdfium2.PdfDocument(printed.content)
    assert (unread[0], unread[-1]) == (0, 0)
    assert set(unread[1 : inside(slug)]) <= {2, 3}
    for number in range(1, inside(slug)):
        width, height = sheets[number].get_size()
        words = sheets[number].get_textpage()
        chapter = [name for place, name in starts if place <= number][-1]
        said = words.get_text_bounded(0, height - 18 * MM, width, height).strip()
        assert said == (f"{load_rules(slug).book.title} · {load_rules(slug).book.subtitle}" if number % 2 else chapter)
        assert str(number + 1) in words.get_text_bounded(0, 0, width, 18 * MM)
