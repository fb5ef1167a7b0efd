"""Rulebooks as PDF: whole, tagged, findable, printable as sheets and booklets, and the same every time."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from making import nursery, shelf
from making.command import Run, texts
from making.rulebooks import (
    ARCHIVED,
    FOLDED,
    PAPERED,
    READERS,
    SHORTEST,
    SLUGS,
    Outline,
    booklet,
    called,
    complaints_of,
    inside,
    is_log,
    log,
    opened,
    outside,
    own_text,
    page,
    pdf,
    printed_alone,
    read,
    shelved,
    text,
    words_of,
)
from wordfleet_print.errors import BadInputError, ExitCode, WordfleetError
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules
from wordfleet_print.jobs.publish import RulebookRequest, publish
from wordfleet_print.rulebook.book_columns import MARKED
from wordfleet_print.rulebook.bound_book import Flip, print_book, signature
from wordfleet_print.rulebook.pango import PANGO_HELP
from wordfleet_print.rulebook.rendering import RenderOrder, T, render_here
from wordfleet_print.rulebook.weasyprint_pdf import Printed, check_address, print_page
from wordfleet_print.tracker.geometry import PAPERS

FAMILIES = {"Fira-Sans-Condensed", "Saira-Stencil", "JetBrains-Mono", "Rulebook-Extra"}


def test_there_are_readers_that_share_no_code() -> None:
    """Without any, the tests below would prove nothing."""
    assert list(filter(shutil.which, READERS)), "sudo apt install poppler-utils qpdf mupdf-tools"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_pdf_is_made_without_a_warning_and_is_valid(slug: str, tmp_path: Path) -> None:
    """WeasyPrint has nothing to complain of, else there were no file; nor have readers that share no code with it."""
    assert complaints_of(pdf(slug).content, tmp_path) == {}


def test_a_bundled_rulebook_with_a_warning_is_not_published() -> None:
    """What WeasyPrint complains of is told as a fault of the rules, and no file is made."""

    def complaining(orders: Sequence[RenderOrder[T]]) -> list[T | WordfleetError]:
        warned: Any = Printed(b"%PDF", 1, ("Ignored `colour: navy`",))
        return [warned if order.work.func is print_book else render_here([order])[0] for order in orders]

    with pytest.raises(BadInputError, match="The bundled rules have faults") as caught:
        publish(RulebookRequest((SHORTEST,), ("pdf",), PAPERS["a4"]), complaining)
    assert "Ignored `colour: navy`" in str(caught.value)


def _elements(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The elements of a tagged PDF's structure, in the order in which they are read aloud."""
    found, todo = [], [document.Root.StructTreeRoot.K[0]]
    while todo:
        element = todo.pop()
        if isinstance(element, pikepdf.Dictionary) and "/S" in element:
            found.append(element)
            kids = element.get("/K", pikepdf.Array())
            todo += reversed(list(kids) if isinstance(kids, pikepdf.Array) else [kids])
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_figures_and_cells_are_told(slug: str) -> None:
    """A figure is described in a sentence or two, there is one title, and each cell knows its heads."""
    with opened(pdf(slug)) as document:
        elements = _elements(document)
        assert [one for one in elements if one.S == "/Figure" and len(str(one.get("/Alt", ""))) < 60] == []
        assert sum(one.S == "/H1" for one in elements) == 1
        assert all("/Headers" in one.A for one in elements if one.S == "/TD")
        scopes = {(str(one.P.P.S), str(one.A.Scope)) for one in elements if one.S == "/TH"}
        assert scopes <= {("/THead", "/Column"), ("/TBody", "/Row")}
        assert ("/THead", "/Column") in scopes


@pytest.mark.parametrize(("slug", "paper"), PAPERED)
def test_pages_are_filled(slug: str, paper: str) -> None:
    """No page is less than half full but a chapter's last; each fact at a section's side stands on one page, whole."""
    printed = pdf(slug, paper)
    with opened(printed) as document, document.open_outline() as outline:
        begun = {
            document.pages.index(one.destination[0]) for one in outline.root if _at_the_top(document, one.destination)
        }
    top, foot = 21, PAPERS[paper].height - 19
    ends = [_lowest_ink(sheet, foot) for sheet in pypdfium2.PdfDocument(printed.content)]
    filled = [(number + 1, round((end - top) / (foot - top), 2)) for number, end in enumerate(ends)]
    inner = filled[2 : inside(slug, paper)]
    assert [page for page in inner[:-1] if page[1] < 0.5 and page[0] not in begun] == []
    pages = [" ".join(sheet.split()) for sheet in read(slug, paper)[: inside(slug, paper)]]
    facts = re.findall(r'<p class="aside">(.*?)</p>', text(slug).chapters, re.DOTALL)
    facts = [" ".join(unescape(re.sub(r"<[^>]*>", "", fact)).split()) for fact in facts]
    words = " ".join(unescape(re.sub(r"<[^>]*>", "", text(slug).chapters)).split())
    torn = [fact for fact in facts if sum(page.count(fact) for page in pages) != words.count(fact)]
    assert torn == [], "torn, or printed twice"


def _at_the_top(document: pikepdf.Pdf, spot: Any) -> bool:
    """Whether a bookmark leads to the first thing on its page."""
    page = document.pages[document.pages.index(spot[0])]
    return float(spot[3]) > float(page.MediaBox[3]) - 30 * 72 / 25.4


def _lowest_ink(sheet: pypdfium2.PdfPage, foot: float) -> float:
    """How far down the page the last ink is above its foot and right of the bar beside drafts (mm)."""
    scale = 0.5
    pixels = scale * 72 / 25.4
    picture = sheet.render(scale=scale, grayscale=True).to_pil()
    text = picture.crop((round(14 * pixels), 0, picture.width, round(foot * pixels)))
    inked = text.point(lambda value: 255 * (value < 200)).getbbox()
    return (inked[3] if inked else 0) / pixels


@pytest.mark.parametrize("slug", SLUGS)
def test_a_pdf_says_what_it_is(slug: str) -> None:
    """Title, language, tags, PDF/UA-1, page labels, and how to open and print it."""
    with opened(pdf(slug)) as document:
        root = document.Root
        book = load_rules(slug).book
        assert book.title in str(document.docinfo["/Title"])
        assert str(root.Lang) == book.language
        assert bool(root.MarkInfo.Marked)
        assert "/StructTreeRoot" in root
        with document.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
        assert bool(root.ViewerPreferences.DisplayDocTitle)
        assert root.ViewerPreferences.PrintScaling == "/None"
        assert [sheet.label for sheet in document.pages] == ["Cover", *map(str, range(2, len(document.pages) + 1))]


@pytest.mark.parametrize("slug", SLUGS)
def test_bookmarks_are_the_chapters(slug: str) -> None:
    """Every chapter and section is a bookmark, nested as in the contents; besides there are those of the log and, the
    last, of the quick reference.
    """
    with opened(pdf(slug)) as document, document.open_outline() as outline:
        found = [(item.title, [child.title for child in item.children]) for item in outline.root]
    entries = [(called(e), [called(below) for below in e.entries]) for e in text(slug).contents]
    *chapters, back = found
    log_title = " ".join(re.sub(r"<[^>]*>", "", log(slug).opening).split())
    assert [one for one in chapters if one[0] != log_title] == entries
    assert len(chapters) - len(entries) <= len(("before the played game", "before the back"))
    assert back == ("Quick reference", [])


@pytest.mark.parametrize("slug", SLUGS)
def test_only_bundled_fonts_are_used_and_all_are_embedded(slug: str) -> None:
    """Every font is one of ours, with its program inside."""
    with opened(pdf(slug)) as document:
        fonts = [obj for obj in document.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        names = {re.sub(r"^/[A-Z]{6}\+", "", str(font.BaseFont)).rsplit("-", 1)[0] for font in fonts}
        descriptors = [font.FontDescriptor for font in fonts if "/FontDescriptor" in font]
        assert {name for name in names if not any(name.startswith(family) for family in FAMILIES)} == set()
        assert descriptors
        assert all("/FontFile2" in each or "/FontFile3" in each for each in descriptors)


@pytest.mark.parametrize("slug", SLUGS)
def test_pdf_and_page_say_the_same(slug: str) -> None:
    """Every word of the page's text is in the PDF as often; the PDF adds but running heads, page numbers, addresses."""
    unseen = r'<a class="permalink".*?</a>|<title[ >].*?</title>|<desc[ >].*?</desc>'
    on_page = Outline(re.sub(unseen, "", page(slug), flags=re.DOTALL))
    said = " ".join(words for words in read(slug)[1 : inside(slug)] if not is_log(slug, words))
    said = re.sub(r"\s\((§\s[\d.]+,\s)?p\.\s+\d+\)|\sp\.\s+\d+", "", said)
    told = words_of(" ".join(" ".join(on_page.texts[part]) for part in ("main", "nav", "section", "h1", "h2", "th")))
    assert words_of(on_page.texts["main"][0]) - words_of(said) == Counter()
    added = {str(number) for number in range(1, 30)} | {"https", "http", "www", "com", "org", *words_of(MARKED)}
    assert set(words_of(said)) - set(told) <= added


@pytest.mark.parametrize("paper", PAPERS)
def test_both_papers(paper: str) -> None:
    """A4 and US Letter pages have their own size, and the contents give the page each chapter is on."""
    printed = pdf("word-fleet-strike", paper)
    with opened(printed) as document:
        sizes = {tuple(round(float(n) * 25.4 / 72, 1) for n in sheet.MediaBox[2:]) for sheet in document.pages}
    assert sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    pages = read("word-fleet-strike", paper)
    with opened(printed) as document, document.open_outline() as outline:
        starts = {one.title: document.pages.index(one.destination[0]) + 1 for one in outline.root}
    contents = " ".join(pages[1].split())
    for entry in text("word-fleet-strike").contents:
        number = re.escape(str(starts[called(entry)]))
        assert re.search(rf"{re.escape(entry.title)}\D{{0,40}}{number}\b", contents), entry.title


def test_links_have_printed_addresses() -> None:
    """A web address stands after its link, a page number after a link within; other rulebooks are only named."""
    made = own_text(
        "## One\n\n[Here](https://example.com/a), [below](#two), [there](army-men.html).\n\n## Two\n\nText."
    )
    said = " ".join(" ".join(texts(printed_alone(made).content)).split())
    assert "Here (https://example.com/a), below (§ 2, p. 2), there." in said


@pytest.mark.parametrize("printed", ["reeds", "bundled"])
def test_archived_pdfs_are_pdf_a(printed: str, tmp_path: Path) -> None:
    """With `--archive` the file says PDF/A-3a, carries its color profile, and needs nothing from outside itself."""
    archived = shelved("reeds-letter.pdf", shelf.ARCHIVED) if printed == "reeds" else pdf(*ARCHIVED)
    with opened(archived) as document:
        assert document.Root.OutputIntents[0].S == "/GTS_PDFA1"
        with document.open_metadata() as metadata:
            assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("3", "A")
        assert bool(document.Root.MarkInfo.Marked)
        assert not document.is_encrypted
        actions = {str(obj.S) for obj in document.objects if isinstance(obj, pikepdf.Dictionary) and "/URI" in obj}
        assert actions <= {"/URI"}
        assert not {"/EmbeddedFiles", "/JavaScript"} & set(document.Root.get("/Names", {}))
    assert complaints_of(archived.content, tmp_path) == {}


@pytest.mark.parametrize("pages", range(1, 30))
def test_a_folded_signature_reads_in_order(pages: int) -> None:
    """Nest the sheets, fold them once, leaf through: every page comes in order, then the blanks."""
    sides = signature(pages)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first_half = [page for (_, right), (left, _) in sheets for page in (right, left)]
    second_half = [page for (left, _), (_, right) in reversed(sheets) for page in (right, left)]
    total = pages + -pages % 4
    assert first_half + second_half == [number if number < pages else None for number in range(total)]


@pytest.mark.parametrize(
    ("title", "flip", "size"), [("Army Men", Flip.SHORT, (297, 210)), ("Reeds", Flip.LONG, (279, 216))]
)
def test_a_booklet_is_imposed(title: str, flip: Flip, size: tuple[int, int], tmp_path: Path) -> None:
    """Landscape sheets of either paper, both sides, two pages each in saddle-stitch order; backs upside down for the
    long edge.
    """
    long = flip is Flip.LONG
    printed = shelved("reeds-booklet-letter.pdf", shelf.ARCHIVED) if long else booklet("army-men")
    assert complaints_of(printed.content, tmp_path) == {}
    with opened(printed) as document:
        assert len(document.pages) == printed.pages
        assert printed.pages % 2 == 0
        boxes = {tuple(round(float(n) * 25.4 / 72) for n in sheet.MediaBox[2:]) for sheet in document.pages}
        about = [re.search(rb"^-1 0 0 -1 (.+) (.+) cm$", one.Contents.read_bytes(), re.M) for one in document.pages]
        corners = {tuple(round(float(n) * 25.4 / 72) for n in turn.groups()) for turn in about if turn}
        turned = [turn is not None for turn in about]
        assert title in str(document.docinfo["/Title"])
    assert boxes == {size}
    assert corners == ({size} if long else set())
    assert turned == [long and place % 2 == 1 for place in range(printed.pages)]
    assert title.upper() in " ".join(texts(printed.content)[0].upper().split())


def test_a_booklet_can_be_read_aloud() -> None:
    """Its structure is the rulebook's, in the same order, and finds its text in the halves of the sheets. Bookmarks and
    labels of pages that are no more are left out.
    """
    with opened(pdf(SHORTEST)) as straight, opened(booklet(SHORTEST)) as folded:
        assert not {"/Outlines", "/Names", "/PageLabels"} & set(folded.Root)
        assert bool(folded.Root.MarkInfo.Marked)
        headings = [
            [str(element.S) for element in _elements(document) if re.fullmatch(r"/H\d", str(element.S))]
            for document in (straight, folded)
        ]
        sheets = {sheet.obj.objgen for sheet in folded.pages}
        texts = [kid for element in _elements(folded) for kid in element.K if "/MCID" in kid]
        own = 1 + sum(1 + len(chapter.entries) for chapter in text(SHORTEST).contents)
        assert headings[0][:own] == headings[1][:own]
        assert {kid.Pg.objgen for kid in texts} == sheets
        assert all(kid.Stm.Subtype == "/Form" for kid in texts)
        numbers = [int(number) for number in list(folded.Root.StructTreeRoot.ParentTree.Nums)[::2]]
        assert {int(kid.Stm.StructParents) for kid in texts} == set(numbers)


@pytest.mark.parametrize(("slug", "paper"), PAPERED)
def test_a_rulebook_keeps_to_its_margins(slug: str, paper: str) -> None:
    """No letter of a rulebook, running heads included, lies nearer the edge than designed: but for its number in the
    tab of each page, and the covers, which are printed to the edges.
    """
    near, last = outside(pdf(slug, paper), (12, 9, 8)), pdf(slug, paper).pages
    assert [(number, letter) for number, letter in near if 1 < number < last and not letter.isdigit()] == []


@pytest.mark.parametrize("slug", FOLDED)
def test_a_booklet_keeps_to_its_margins(slug: str) -> None:
    """Nor does any of a booklet, whose pages are half as large; the cover is on its first side."""
    near = outside(booklet(slug), (8, 6, 6))
    assert [(number, letter) for number, letter in near if number > 1 and not letter.isdigit()] == []


def test_characters_without_a_font_are_refused() -> None:
    """A PDF never prints an empty box: the character is named with its code point."""
    made = own_text("## One\n\nA ship: 🚢.")
    with pytest.raises(BadInputError, match=r"U\+1F6A2 SHIP"):
        printed_alone(made)


def test_greek_and_cyrillic_are_printed_in_our_fonts() -> None:
    """Letters that the web fonts lack come out of the press's fonts."""
    printed = printed_alone(own_text("## One\n\nΝαυμαχία, Флот.\n\n**Флот**"))
    assert printed.warnings == ()
    assert "Ναυμαχία, Флот" in " ".join(texts(printed.content))
    with opened(printed) as document:
        fonts = {str(o.BaseFont) for o in document.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
    assert all(any(family in name for family in FAMILIES) for name in fonts)


ADDRESSES = ["file:///etc/passwd", "https://example.com/", "http://127.0.0.1/", "ftp://example.com/", "file://host/etc"]


@pytest.mark.parametrize("address", [*ADDRESSES, "data:text/plain," + "a" * 600_000, "//example.com", "passwd"])
def test_weasyprint_fetches_nothing_from_elsewhere(address: str) -> None:
    """Neither the network nor files outside the bundled folders."""
    with pytest.raises(ValueError, match="only what is bundled"):
        check_address(address)


def test_weasyprint_may_fetch_what_is_bundled() -> None:
    """A file of ours, and small data; but no way out through dots."""
    style = data_folder("templates") / "rulebook.css"
    check_address(style.as_uri())
    check_address("data:text/css,p{}")
    with pytest.raises(ValueError, match="only what is bundled"):
        check_address(f"{data_folder('templates').as_uri()}/../../etc/passwd")


def test_a_warning_is_kept() -> None:
    """What WeasyPrint complains of is collected, such as an image that it may not fetch."""
    printed = print_page('<html lang="en"><title>a</title><img src="file:///etc/passwd" alt="a">')
    assert "only what is bundled" in printed.warnings[0]


WITHOUT_PANGO = """
import cffi.api

def dlopen(self, name, flags=0):
    raise OSError(f"cannot load library {name!r}")

cffi.api.FFI.dlopen = dlopen
"""


def test_without_pango_html_is_made_and_pdfs_say_what_to_install(tmp_path: Path) -> None:
    """Exit code 5 with a line for each system, nothing on stdout, nothing written; the web page needs none of it."""
    folders = [tmp_path / kind for kind in ("pdf", "html")]
    for folder in folders:
        folder.mkdir()
    doing = WITHOUT_PANGO + nursery.PROGRAMME
    pdfs, html = (
        nursery.called("rules", SHORTEST, "--format", folder.name, folder=folder, doing=doing) for folder in folders
    )
    assert (pdfs.code, pdfs.out) == (ExitCode.MISSING_DEPENDENCY, "")
    assert [line for line in PANGO_HELP.values() if line not in pdfs.err] == []
    assert set(PANGO_HELP) == {"Debian or Ubuntu", "Fedora", "macOS", "Windows"}
    assert not (folders[0] / "output").exists()
    assert html.code == 0, html.err
    assert [path.name for path in (folders[1] / "output").glob("[!.]*")] == [f"{SHORTEST}.html"]


def test_the_command_writes_what_it_says() -> None:
    """`rules` writes each file that it lists, and says so in one JSON document."""
    done = shelf.printed_by(shelf.ARCHIVED)
    assert (done.code, done.err) == (0, "")
    names = [Path(file["path"]).name for file in json.loads(done.out)["files"]]
    kinds = ("-letter", "-booklet-letter", "-quick-reference-letter")
    assert names == ["reeds.html", *(f"reeds{kind}.pdf" for kind in kinds)]
    assert sorted(names) == sorted(done.files())


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["word-flet"], ExitCode.BAD_INPUT, "Did you mean word-fleet?"),
        (["--format", "docx"], ExitCode.USAGE, "html or pdf"),
        (["--flip", "long"], ExitCode.USAGE, "--booklet"),
        (["--booklet", "--flip", "wide"], ExitCode.USAGE, "short or long"),
        (["--archive", "--format", "html"], ExitCode.USAGE, "--format pdf"),
        (["--paper", "a5"], ExitCode.USAGE, "a4 or letter"),
        (["--rules", "nowhere"], ExitCode.BAD_INPUT, "is not a folder"),
        (["--max-seconds", "0"], ExitCode.USAGE, "seconds"),
    ],
)
def test_wrong_options_are_told(arguments: list[str], code: int, told: str, call: Run, tmp_path: Path) -> None:
    """One message, the right exit code, nothing written."""
    done = call("rules", *arguments)
    assert done.code == code
    assert told in " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.err).split())
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
