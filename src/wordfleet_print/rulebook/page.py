"""A rulebook as one HTML page, for screens and for print, with the fonts that it needs inside."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Literal, NamedTuple

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.files import data_folder, is_file
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.paper import A4, HALVES, Paper
from wordfleet_print.rulebook.drawings import Drawings, PageWidth, open_templates
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.markdown import BookText, read_text

FOLDER = Path(__file__).parent / "fonts"
SYMBOLS = FOLDER / "symbols.woff2"
BOXES = FOLDER / "boxes.woff2"
EMOJI = FOLDER / "emoji.woff2"
# The family of letters that the usual fonts lack.
EXTRA = "Rulebook Extra"
# Characters without ink: a hyphen where a line may end, joiners of letters, a mark of bytes, and
# whether a sign is drawn as text or as a picture.
IGNORED = "\u00ad\u200c\u200d\ufe0e\ufe0f\ufeff"
MOST_FONT_BYTES = 30_000_000


class WebFont(NamedTuple):
    """A bundled web font: its file, and what CSS calls it."""

    file: str
    family: str
    weight: int
    style: str = "normal"


WEB_FONTS = (
    WebFont("text.woff2", "Fira Sans Condensed", 500),
    WebFont("text-italic.woff2", "Fira Sans Condensed", 500, "italic"),
    WebFont("text-bold.woff2", "Fira Sans Condensed", 700),
    WebFont("heads.woff2", "Saira Stencil", 700),
    WebFont("codes.woff2", "JetBrains Mono", 700),
)
# Greek, Cyrillic, Vietnamese and more, which the web fonts leave out.
LARGE_FONT = Path(__file__).parents[1] / "tracker" / "fonts" / "FiraSansCondensed-Medium.ttf"


@cache
def read_characters(path: Path) -> frozenset[int]:
    """Return the characters that a font has. Raises `BadInputError` for a file that is no font."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        if not is_file(path):  # a pipe would never end
            raise BadInputError(Problem(f"{path} is not a file.", "font"))
        if path.stat().st_size > MOST_FONT_BYTES:
            raise BadInputError(
                Problem(f"{path} is larger than {MOST_FONT_BYTES // 1_000_000} MB.", "font")
            )
        with path.open("rb") as file, TTFont(file, lazy=True, fontNumber=0) as font:
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, ValueError, KeyError, AssertionError) as error:
        raise BadInputError(
            Problem(f"{path} is not a usable font (TTF, OTF or WOFF2).", "font")
        ) from error


def find_missing(text: Collection[str], font: Path | None) -> list[str]:
    """Return the characters that no available font has, in their order."""
    missing = {char for char in set(text) if not char.isspace() and char not in IGNORED}
    for path in list_fonts(font):
        if missing:
            known = read_characters(path)
            missing = {char for char in missing if ord(char) not in known}
    return sorted(missing)


def list_fonts(own: Path | None) -> list[Path]:
    """Return the fonts of running text, the usual first; a designer's own comes last."""
    fonts = [FOLDER / WEB_FONTS[0].file, LARGE_FONT, SYMBOLS, BOXES, EMOJI]
    return [*fonts, own] if own else fonts


def embed_fonts(text: Collection[str], font: Path | None = None) -> str:
    """Return `@font-face` rules with every font that a page with this text needs; no font of the
    system's is named.
    """
    usual, *others = list_fonts(font)
    codes = {ord(char) for char in set(text) if not char.isspace() and char not in IGNORED}
    beyond = codes - read_characters(usual)
    faces = [embed_usual_fonts()]
    for path in others:
        # The larger fonts take a moment to open
        here = beyond & read_characters(path) if beyond else frozenset()
        if here:
            beyond -= here
            faces.append(
                write_face(WebFont("", EXTRA, 500), cut_font(path, "".join(map(chr, sorted(here)))))
            )
    return "".join(faces)


@cache
def embed_usual_fonts() -> str:
    """Return the rules of the bundled web fonts, encoded once: a site has dozens of pages."""
    return "".join(write_face(font, (FOLDER / font.file).read_bytes()) for font in WEB_FONTS)


@cache
def cut_font(path: Path, characters: str) -> bytes:
    """Return a web font with these characters of a larger one; the same bytes every time."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(notdef_outline=True, recalc_timestamp=False, canonical_order=True)
    with TTFont(path, recalcTimestamp=False, fontNumber=0) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        font.flavor = "woff2"
        target = io.BytesIO()
        font.save(target)
    return target.getvalue()


def write_face(font: WebFont, content: bytes) -> str:
    """Return the `@font-face` rule of a font, with the font inside."""
    data = base64.b64encode(content).decode()
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'font-display:block;src:url("data:font/woff2;base64,{data}")format("woff2")}}\n'
    )


Target = Literal["screen", "pdf"]
# The size of letters (pt) of a book that does not say its own.
LETTERS = 10.4
OWN_STYLES = "book.css"
OWN_KIT_STYLES = "kit.css"
MOST_STYLES = 200_000
# Characters without a font that a message names.
MOST_NAMED = 10
TINTS = {"ink": "#14263a", "accent": "#8c1d17", "tint": "#eef1f4"}


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How a book is published: its paper, with less ink, with a font for letters that the bundled
    ones lack.
    """

    paper: Paper = A4
    eco: bool = False
    font: Path | None = None
    note_pages: int = 0
    """Pages to write on, before the quick reference."""


@dataclass(frozen=True, slots=True)
class BookPage:
    """A finished page, the letters that it is set in (pt; 0 where they are to be found), and notes
    on its text.
    """

    html: str
    letters: float
    quick_letters: float
    has_quick: bool
    notes: tuple[str, ...]
    spots: tuple[str, ...] = ()
    """Pictures (SVG) for white space on paper."""

    def resize(self, letters: float, quick_letters: float) -> BookPage:
        """Return the page with letters of other sizes."""
        sizes = f"--letters:{letters:g}pt;--quick-letters:{quick_letters:g}pt"
        html = re.sub(r"--letters:[\d.]+pt;--quick-letters:[\d.]+pt", sizes, self.html, count=1)
        return replace(self, html=html, letters=letters, quick_letters=quick_letters)

    def add_class(self, name: str) -> BookPage:
        """Return the page with one more class on its body."""
        return replace(self, html=self.html.replace('<body class="', f'<body class="{name} ', 1))

    def turn(self, paper: Paper) -> BookPage:
        """Return the page on the same paper, turned to landscape."""
        size = f"<style>@page{{size:{paper.height:g}mm {paper.width:g}mm}}</style></head>"
        return replace(self, html=self.html.replace("</head>", size, 1))


def make_page(
    source: RulesSource, target: Target = "screen", settings: BookSettings | None = None
) -> BookPage:
    """Return a book as one page that needs no other file.

    Raises `BadInputError` with a complaint for every fault of its text, and on paper for letters
    that no font has.
    """
    settings = settings or BookSettings()
    book = source.book
    facts = derive_facts(book)
    colors = read_colors(book)
    # WeasyPrint does not know the page's variables inside SVG; a browser takes them, and dark mode
    # changes them
    figure_colors = colors if target == "pdf" else {name: f"var(--{name})" for name in colors}
    width = find_width(target, settings.paper)
    drawings = Drawings(book, facts, figure_colors, Path(source.name).parent, width)
    text = read_text(source, facts, drawings)
    slug = settings.paper.slug
    letters = book.look.letters.get(slug, 0.0)
    quick_letters = book.look.quick.get(slug, 0.0)
    html = (
        open_templates("book")
        .get_template("book.html")
        .render(
            facts=drawings.names["facts"],
            label=drawings.names["label"],
            parts=text.parts,
            colors=colors,
            banner=drawings.draw_banner(book.game),
            paper=settings.paper,
            sizes=(
                f"--letters:{letters or LETTERS:g}pt;--quick-letters:{quick_letters or LETTERS:g}pt"
            ),
            note_pages=settings.note_pages,
            classes=list_classes(text, settings),
        )
    )
    plain = unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))
    notes = [*text.notes, *report_missing(source, plain, settings.font, target)]
    if book.all_labels.note:
        notes.append(f"{source.name}: {book.all_labels.note}")
    files = ("book.css", "screen.css") if target == "screen" else ("book.css",)
    styles = embed_fonts(plain, settings.font)
    styles += "".join(
        (data_folder("templates") / "book" / name).read_text("utf-8") for name in files
    )
    styles += read_own_styles(Path(source.name).parent)
    page = html.replace("/* styles */", styles, 1)
    page = add_policy(page) if target == "screen" else page
    return BookPage(
        page,
        letters,
        quick_letters,
        any(part.quick for part in text.parts),
        tuple(dict.fromkeys(notes)),
        tuple(drawings.draw_spots(eco=settings.eco)) if target == "pdf" else (),
    )


def find_width(target: Target, paper: Paper) -> PageWidth:
    """Return for which pages figures are drawn."""
    if target == "screen":
        return "any"
    return "narrow" if paper in HALVES.values() else "wide"


def list_classes(text: BookText, settings: BookSettings) -> list[str]:
    """Return what a page's styles depend on: its body's classes."""
    has_rulings = any("†" in part.title or "†" in part.body for part in text.parts)
    chosen = {
        "booklet": settings.paper in HALVES.values(),
        "eco": settings.eco,
        "rulings": has_rulings,
        "own-numbers": text.own_numbers,
    }
    return [name for name, holds in chosen.items() if holds]


def read_colors(book: Rulebook) -> dict[str, str]:
    """Return the colors of a book by their names."""
    chosen = book.look.colors.model_dump(exclude_none=True)
    return {**TINTS, **chosen, "paper": "#ffffff"}


def read_own_styles(folder: Path, name: str = OWN_STYLES) -> str:
    """Return the styles next to the rules, which are read last. Raises `BadInputError` for an
    unusable file.
    """
    path = folder / name
    if not is_file(path) or folder == data_folder("rules"):
        return ""
    content = path.read_bytes()[: MOST_STYLES + 1]
    try:
        styles = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not UTF-8 text.") from error
    if len(content) > MOST_STYLES or "</" in styles:
        raise BadInputError(
            f"{path} cannot be used.", [Problem("is too large, or holds “</”", where=str(path))]
        )
    return f"\n{styles}"


def name_characters(characters: Sequence[str]) -> str:
    """Return the first of some characters with their numbers: “ሀ (U+1200)”."""
    named = (f"{char} (U+{ord(char):04X})" for char in characters[:MOST_NAMED])
    return ", ".join(named)


def report_missing(source: RulesSource, plain: str, font: Path | None, target: Target) -> list[str]:
    """Return a note on letters that no font has. Raises `BadInputError` on paper, where nobody has
    another font.
    """
    missing = find_missing(plain, font)
    if not missing:
        return []
    shown = name_characters(missing)
    before, found, _ = source.text.partition(missing[0])
    line = before.count("\n") + 1
    place = f"{source.name}:{line}" if found else source.name
    if target == "pdf":
        complaint = Problem(f"no available font has {shown}", where=place)
        tip = "Name a font that has them. The web page needs none."
        raise BadInputError(
            Problem(
                f"{source.name} cannot be printed.",
                fixes=(Fix.choose("font"), Fix("format", "html")),
                advice=tip,
            ),
            [complaint],
        )
    return [
        f"{place}: no bundled font has {shown}; readers see their own fonts; name a font that "
        "has them"
    ]


def add_policy(page: str) -> str:
    """Let a page use its own styles, scripts, fonts and pictures, and nothing else. Source: W3C,
    CSP Level 3.
    """
    rules = ["default-src 'none'"]
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        if found := re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL):
            digests = (
                base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
                for content in found
            )
            rules.append(" ".join([kind, *(f"'sha256-{digest}'" for digest in digests)]))
    policy = "; ".join(
        [*rules, "font-src data:", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    )
    return page.replace(
        "<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1
    )
