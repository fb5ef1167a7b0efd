"""A kit as one HTML document: the preview in a browser, and what is printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from wordfleet_print import messages
from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.games.kit import MOST_PAGES, PLAYING_CARD_MM, KitItem
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit.elements import Data, Layout, write_size
from wordfleet_print.kit.fitted_labels import FittedLabels
from wordfleet_print.kit.kit_templates import open_kit_templates
from wordfleet_print.kit.texts import KitTexts
from wordfleet_print.paper import find_paper
from wordfleet_print.rulebook import fonts, styles
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.templates import fill_template
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset

# How far a card's picture runs over its edges (mm).
BLEED_MM = 3.0
BLACK = "#000"
# What `data-on` of an empty back says that it is printed on.
NOTHING = "nothing"
# What marks a ruling in a book.
DAGGER = "†"
_PAGE = re.compile(r"(?=<section )")
# The last two words of a paragraph, of an entry of a list, and of a cell, which is narrower. There
# is a third one before them, and none is so long that the line before would be short.
_CHARACTER = r"(?:[^\s<>&]|&\w+;)"
_END_OF_CELL = r"(?=(?:</\w+>)*\s*</td>)"
_LAST_WORDS = re.compile(
    rf"(\s{_CHARACTER}{{1,12}})\s({_CHARACTER}{{1,9}})(?=(?:</\w+>)*\s*</(?:p|li)>)"
    rf"|(\s{_CHARACTER}{{1,4}})\s({_CHARACTER}{{1,9}}){_END_OF_CELL}"
    rf"|(\s{_CHARACTER}{{1,7}})\s({_CHARACTER}{{1,7}}){_END_OF_CELL}"
)
_SHEET = re.compile(
    r'data-page="([^"]*)"\s+data-title="([^"]*)"\s+data-on="(\w*)"\s+data-side="(\d)"'
    r'(?:\s+data-copies="(\d+)")?'
)
# The page that shows what a printer does; where a kit has it, it is the first.
CHECK = "check"
TIMES = {2: "twice", 3: "three times", 4: "four times"}


@dataclass(frozen=True, slots=True)
class KitSheet:
    """A page of a kit."""

    name: str
    """Of its element, as `--page` names it."""
    title: str
    """Its heading, or the title of its card."""
    card: bool
    """Whether it is for card."""
    side: int
    """1 or 2; 0 where only one side is printed."""
    is_empty: bool = False
    """Whether it is only the other side of a page that has none."""
    copies: int = 1
    """How often players print it."""


@dataclass(frozen=True, slots=True)
class KitDocument:
    """A kit's HTML, its pages, and notes on the lists of its cards."""

    html: str
    sheets: tuple[KitSheet, ...]
    notes: tuple[str, ...] = ()
    is_two_sided: bool = False
    """Whether it is made to be printed on both sides as a whole."""


def describe_printing(sheets: Sequence[KitSheet], *, one_sided: bool) -> str:
    """Return how to print: “12 pages (4 on card and 2 blank); print double-sided, …”.

    For a printer that prints on one side (`one_sided`), backs are pages of their own, to glue.
    """
    pages = messages.how_many(len(sheets), "page")
    card_pages = sum(sheet.card for sheet in sheets)
    blank_pages = sum(sheet.is_empty for sheet in sheets)
    of_them = describe_paper(len(sheets), card_pages, blank_pages)
    has_backs = any(sheet.side for sheet in sheets) and not one_sided
    # Pages are landscape: flipped on the short edge, both sides of a screen are the right way up.
    sides = "double-sided, flip on the short edge" if has_backs else "one-sided"
    return f"{pages}{of_them}; print {sides}, at 100%"


def describe_copies(sheets: Sequence[KitSheet]) -> list[str]:
    """Return sentences on which pages to print first and which of them more than once."""
    sentences: list[str] = []
    pages_by_copies: dict[int, list[int]] = {}
    check_pages: list[int] = []
    for number, sheet in enumerate(sheets, start=1):
        if sheet.copies > 1:
            pages_by_copies.setdefault(sheet.copies, []).append(number)
        if sheet.name == CHECK:
            check_pages.append(number)
    if 0 < len(check_pages) < len(sheets):
        sentences.append(f"Print {name_numbers(check_pages)} first, to check your printer.")
    parts = [
        f"{name_numbers(numbers)} {TIMES.get(copies, f'{copies} times')}"
        for copies, numbers in pages_by_copies.items()
    ]
    if parts:
        count = sum(map(len, pages_by_copies.values()))
        why = "Its head says why." if count == 1 else "Their heads say why."
        sentences.append(f"Print {messages.join_words(parts)}. {why}")
    return sentences


def name_numbers(numbers: Sequence[int]) -> str:
    """Return “page 3”, or “pages 3 and 4”."""
    noun = "page" if len(numbers) == 1 else "pages"
    return f"{noun} {messages.join_words(map(str, numbers))}"


def describe_paper(pages: int, card_pages: int, blank_pages: int) -> str:
    """Return which of a kit's pages are special: “ (4 on card and 2 blank)”, “ on card”."""
    if card_pages == pages:
        return " on card"
    counts = {"on card": card_pages, "blank": blank_pages}
    parts = [f"{count} {what}" for what, count in counts.items() if count]
    return f" ({messages.join_words(parts)})" if parts else ""


def list_items(source: RulesSource, settings: KitSettings) -> list[KitItem]:
    """Return the elements of a kit that the settings ask for: boards, cards, pages."""
    items = [item for item in source.book.kit if settings.for_draft or not item.element.draft]
    return [item for item in items if not settings.page or item.name in settings.page]


def make_kit(
    source: BookSource,
    settings: KitSettings,
    *,
    bleed: float = 0,
    sheet_offset: BackOffset | None = None,
) -> KitDocument:
    """Return a kit as a document; with `bleed` (mm) each card on a page of its own.

    `sheet_offset` is how far backs of sheets are moved, which the upright check page measures.

    Raises `BadInputError` with everything that is wrong with any of its elements.
    """
    book = source.book
    colors = choose_colors(book, settings)
    texts = KitTexts(source, colors, draft=settings.for_draft)
    labels = FittedLabels(book, texts.complain_of_label, has_rulings=DAGGER in source.body)
    values = collect_template_values(book, settings, texts)
    paper = find_paper(settings.paper)
    ranges = values.get("ranges", ())
    layout = Layout(book, paper, settings, texts, ranges, is_for_pictures=bool(bleed))
    values |= name_functions(book, labels)
    values["sheet_offset"] = sheet_offset
    # The upright check pages measure sheets, and are flipped on another edge than all of a kit.
    values["is_check_alone"] = {*settings.page} == {CHECK}
    values |= {"paper": paper.slug, "short": layout.short, "long": layout.long, "bleed": bleed}
    pages: list[Markup] = []
    for item in list_items(source, settings):
        data = layout.lay_out(item)
        if data is not None:
            heading = name_pages(book, item)
            pages.append(draw_element(book, item, values | data | {"heading": heading}))
    if texts.faults:
        raise BadInputError("The kit cannot be printed.", dict.fromkeys(texts.faults))
    body = Markup("\n").join(pages)
    sheets = list_sheets(body)
    if len(sheets) > MOST_PAGES and not bleed:
        raise BadInputError(
            f"The kit has {len(sheets)} pages; at most {MOST_PAGES} can be printed at once."
        )
    has_backs = any(sheet.side for sheet in sheets)
    is_two_sided = has_backs and not settings.one_sided and not bleed
    if is_two_sided:
        body = add_empty_backs(body, values)
    html = write_html(source, settings, values, bind_last_words(body))
    notes = tuple(dict.fromkeys(texts.notes))
    return KitDocument(html, list_sheets(body), notes, is_two_sided)


def collect_template_values(
    book: Rulebook, settings: KitSettings, texts: KitTexts
) -> dict[str, Any]:
    """Return what templates of a kit can name, but for functions and the measures of the paper.

    These are all facts, what the game's `kit.py` makes of them (such as whole squads in the place
    of their names), and colors and settings.
    """
    # None prints nothing; a name that no fact has stays an error of jinja2.
    values = {name: "" if value is None else value for name, value in texts.facts.items()}
    values["rules_name"] = name_rules(book, settings)
    values |= find_game(book).collect_kit_data(
        book, squads=settings.squad, points=settings.points, draft=settings.for_draft
    )
    colors = choose_colors(book, settings)
    return values | {
        "eco": settings.eco,
        "one_sided": settings.one_sided,
        "draft": settings.for_draft,
        "back_offset": settings.back_offset,
        "playing_card": PLAYING_CARD_MM,
        "ink": colors["ink"],
        "accent": colors["accent"],
    }


def choose_colors(book: Rulebook, settings: KitSettings) -> dict[str, str]:
    """Return the colors of a book's kit by their names; with less ink all that is drawn is
    black.
    """
    colors = styles.read_colors(book)
    if settings.eco:
        colors |= {"ink": BLACK, "accent": BLACK}
    return colors


def name_rules(book: Rulebook, settings: KitSettings) -> str:
    """Return which rules of a book with a draft the kit is for; nothing for any other book."""
    if not any(item.element.draft for item in book.kit):
        return ""
    return book.unfinished if settings.for_draft else book.finished


def name_functions(book: Rulebook, labels: FittedLabels) -> dict[str, Any]:
    """Return the functions that templates can call to write words, by their names there."""
    return {
        "say": book.say,
        "wordings": labels.list_wordings,
        "capitals": labels.list_capitals,
        "words_alone": labels.take_words,
        "fit": labels.fit,
        "fit_head": labels.fit_head,
        "fit_foot": labels.fit_foot,
        "note_rulings": labels.note_rulings,
        "write_imprint": partial(write_imprint, book),
        "write_size": write_size,
    }


def write_imprint(book: Rulebook, side: int) -> str:
    """Return what each page says about its game: its name, its version, which side of two it is."""
    words = " ".join(filter(None, (book.title, book.edition, book.version)))
    return f"{words} · {book.say('kit.side', side=side)}" if side else words


def name_pages(book: Rulebook, item: KitItem) -> str:
    """Return what the pages of an element are headed with; a page that is drawn has labels."""
    element = item.element
    if element.heading or item.page:
        return element.heading or ""
    if element.name:
        return element.name[:1].upper() + element.name[1:]
    return book.say(f"kit.{item.kind}")


def draw_element(book: Rulebook, item: KitItem, values: Data) -> Markup:
    """Return the HTML of an element's pages, by the game's own template or by that of its kind."""
    name = item.page.name if item.page else item.kind
    files = [f"{book.game}-{name}.html", f"{name}.html"]
    template = open_kit_templates().select_template(files)
    return fill_template(template, {**values, "item": item})


def add_empty_backs(body: Markup, values: Data) -> Markup:
    """Return the HTML of pages with an empty back behind each page that has none.

    A printer that prints the whole kit on both sides then prints each face with its own back, and
    nothing behind what is cut out.
    """
    template = open_kit_templates().get_template("empty-back.html")
    pages: list[str] = []
    # Before the first page there is nothing but space, which is no sheet.
    for page in filter(list_sheets, _PAGE.split(body)):
        (sheet_before,) = list_sheets(pages[-1]) if pages else (None,)
        if sheet_before and not sheet_before.side:
            item = {"name": sheet_before.name}
            is_upright = pages[-1].startswith('<section class="sheet upright"')
            page_values = {**values, "item": item, "is_upright": is_upright}
            pages.append(fill_template(template, page_values))
        pages.append(page)
    return Markup("".join(pages))  # noqa: S704 - pages of our own templates


def bind_last_words(body: Markup) -> Markup:
    """Return pages on which no short word is alone in the last line of a paragraph, of an entry of
    a list or of a cell: a no-break space is before it.
    """
    bound = _LAST_WORDS.sub(r"\1\3\5&nbsp;\2\4\6", str(body))
    return Markup(bound)  # noqa: S704 - pages of our own templates


def list_sheets(body: str) -> tuple[KitSheet, ...]:
    """Return the pages of a kit, as attributes of their `<section>` describe them."""
    sheets: list[KitSheet] = []
    for name, title, printed_on, side, copies in _SHEET.findall(body):
        sheet = KitSheet(
            unescape(name),
            unescape(title),
            card=printed_on == "card",
            side=int(side),
            is_empty=printed_on == NOTHING,
            copies=int(copies or 1),
        )
        sheets.append(sheet)
    return tuple(sheets)


def write_html(source: RulesSource, settings: KitSettings, values: Data, body: Markup) -> str:
    """Return the whole document: pages, fonts, and the designer's own styles.

    Raises `BadInputError` for characters that no font has.
    """
    words = fonts.strip_markup(body)
    if missing := fonts.find_missing(words, settings.font):
        what = f"no available font has {fonts.name_characters(missing)}"
        summary = Problem(
            "The kit cannot be printed.",
            fixes=(Fix.choose("font"),),
            advice="Name a font that has them.",
        )
        raise BadInputError(summary, [Problem(what, where=source.name)])
    faces = fonts.embed_fonts(words, settings.font)
    font_faces = Markup(faces)  # noqa: S704 - names of ours, and font files in Base64
    css = styles.read_own_styles(Path(source.name).parent, styles.OWN_KIT_STYLES)
    own_styles = Markup(css)  # noqa: S704 - `read_own_styles` refuses “</”: it cannot leave its element
    template = open_kit_templates().get_template("kit.html")
    return template.render(values, body=body, fonts=font_faces, own_styles=own_styles)
