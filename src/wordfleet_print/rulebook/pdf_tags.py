"""What WeasyPrint leaves to do in a tagged PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from pydyf import PDF, Object
    from weasyprint.document import Document, Page
    from weasyprint.pdf.stream import Stream

BARE = ("/Span", "/NonStruct")
"""Elements that say nothing without content."""
PRINTED = 4
"""An annotation's flag: on paper as on screen."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

Reference = bytes
"""Such as `12 0 R`."""


def link_names(page: Element) -> dict[str, str]:
    """What a page's links lead to, in words, by address, or by anchor where they stay on the page.

    That is the link's title, or what its place is called: a heading, a box's title, a figure's caption; or else its
    own words. Raises nothing. Source: PDF/UA-1 (ISO 14289-1), 7.18.5.
    """
    places = {element.get("id", ""): element for element in page.iter() if element.get("id")}
    names: dict[str, str] = {}
    for link in page.iter("a"):
        target = link.get("href", "").removeprefix("#")
        name = link.get("title") or _called(places.get(target), places) or _words(link)
        footnote = "Footnote " if link.get("class") == "footnote-ref" else ""
        names.setdefault(target, f"{footnote}{name or target}")
    return names


def _called(place: Element | None, places: Mapping[str, Element]) -> str:
    if place is None:
        return ""
    if place.tag in HEADINGS:
        return _words(place)
    return _words(places.get(place.get("aria-labelledby", ""), place.find("figcaption")))


def _words(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


Languages = dict[int, str]
"""Of a page's marked content, by its number, what is not in the document's language, such as `en`."""


def languages_of(document: Document) -> list[Languages]:
    """What each page has in other languages, by `lang` in HTML: empty until the page is painted. Raises nothing.

    Source: WeasyPrint, which hands `lang` down to every box, and forgets with the painting whose box a tag is of.
    """
    found: list[Languages] = []
    for page in document.pages:
        found.append({})
        page.paint = partial(_paint, page, document.metadata.lang, found[-1])
    return found


def _paint(page: Page, language: str, found: Languages, stream: Stream, scale: float = 1) -> None:
    type(page).paint(page, stream, scale)
    told = {mark["mcid"]: box.style["lang"] for box, mark in stream._tags.items()}
    found |= {number: other for number, other in told.items() if other not in {None, language}}


def tidy_tags(pdf: PDF, names: Mapping[str, str], languages: Sequence[Languages]) -> None:
    """Put a finished PDF's structure right, in place; `names` are `link_names`, `languages` are `languages_of`.

    Source: PDF/UA-1, 7.8 (running heads are artifacts), 7.5 (headers have a scope), 7.6 (items have a body),
    7.18.5 (links), 7.2 (languages); ISO 32000-1, 14.7, 14.9.2.
    """
    import pydyf

    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    owners = _at(pdf, root["ParentTree"])["Nums"]  # a page's number and its elements, in turn; then links' likewise
    pages = [_at(pdf, reference) for reference in pdf.page_references]
    links = _Links(pdf)
    for reference in root["K"]:
        links.gather(reference)
    for number, page in enumerate(pages):
        for place, language in languages[number].items():
            _at(pdf, owners[2 * number + 1][place])["Lang"] = pydyf.String(language)
        _set_apart(_at(pdf, page["Contents"]).stream, owners[2 * number + 1], links.read)
    del owners[2 * len(pages) :]
    kept = links.tie(names, len(pages), owners)
    for page in pages:
        page.get("Annots", [])[:] = [reference for reference in page.get("Annots", ()) if reference in kept]
    for thing in pdf.objects:
        if isinstance(thing, pydyf.Dictionary) and _left_over(thing, links.read, kept):
            thing.clear()


def _left_over(thing: Object, read: set[Reference], kept: set[Reference]) -> bool:
    """Whether an element is not read, or an annotation or what ties it has gone."""
    kind = thing.get("Type")
    gone = kind == "/StructElem" and thing.reference not in read
    return gone or (kind == "/Annot" and thing.reference not in kept) or (kind == "/OBJR" and thing["Obj"] not in kept)


def _set_apart(stream: list[Any], elements: list[bytes], read: set[Reference]) -> None:
    """Make artifacts of a page's marked content that no element of the tree reads: its head and its number."""
    import pydyf

    for place, item in enumerate(stream):
        if isinstance(item, pydyf.Dictionary) and "MCID" in item and elements[item["MCID"]] not in read:
            elements[item["MCID"]] = b"null"
            stream[place - 1 : place + 1] = "/Artifact", pydyf.Dictionary({"Type": "/Pagination"})


class _Links:
    """The links of a structure tree, and all elements that are read."""

    def __init__(self, pdf: PDF) -> None:
        self.read: set[Reference] = set()
        self._pdf = pdf
        self._marks: dict[Reference, list[Reference]] = {}

    def gather(self, reference: Reference, link: Reference = b"") -> None:
        """Give each link the marks of the parts inside it, drop empty parts, headers get scopes and items bodies; no
        heading lies in itself.
        """
        element = _at(self._pdf, reference)
        self.read.add(reference)
        if element["S"] == "/Link" or (not link and self._tied(element)):
            element["S"] = "/Span" if link else "/Link"
            link = link or reference
        elif element["S"][2:].isdigit() and element["S"] == _at(self._pdf, element["P"])["S"]:
            element["S"] = "/Span"  # the words of a heading, beside a number that is a block
        elif element["S"] == "/TH":
            group = _at(self._pdf, _at(self._pdf, element["P"])["P"])
            element["A"]["Scope"] = "/Column" if group["S"] == "/THead" else "/Row"
        elif element["S"] == "/LI":
            _embody(self._pdf, element)
        element["K"][:] = [kid for kid in element["K"] if isinstance(kid, int) or self._stays(kid, link)]

    def _tied(self, element: Object) -> bool:
        return any(_at(self._pdf, kid)["Type"] == "/OBJR" for kid in element["K"] if not isinstance(kid, int))

    def _stays(self, reference: Reference, link: Reference) -> bool:
        kid = _at(self._pdf, reference)
        if kid["Type"] == "/OBJR":
            self._marks.setdefault(link, []).append(reference)
            return False
        self.gather(reference, link)
        if kid["S"] in BARE and not kid["K"]:
            self.read.remove(reference)
        return reference in self.read

    def tie(self, names: Mapping[str, str], number: int, owners: list[Any]) -> set[Reference]:
        """Tie links to their marks on the pages, numbered from here on, and name these. Gives the marks that stay."""
        import pydyf

        kept = set()
        for link, marks in self._marks.items():
            outermost = _outermost(self._pdf, marks)
            _at(self._pdf, link)["K"][:0] = outermost
            for mark in outermost:
                reference = _at(self._pdf, mark)["Obj"]
                annotation = _at(self._pdf, reference)
                target = (annotation["Dest"] if "Dest" in annotation else annotation["A"]["URI"]).string
                annotation |= {"Contents": pydyf.String(names.get(target, target)), "F": PRINTED}
                annotation["StructParent"] = number
                owners += [number, link]
                number += 1
                kept.add(reference)
        return kept


def _embody(pdf: PDF, item: Object) -> None:
    """Put what a list's item holds, but its label, into a body: WeasyPrint makes none around paragraphs."""
    import pydyf

    labels = [kid for kid in item["K"] if _at(pdf, kid)["S"] == "/Lbl"]
    held = [kid for kid in item["K"] if kid not in labels]
    if any(_at(pdf, kid)["S"] != "/LBody" for kid in held):
        body = pydyf.Dictionary(item | {"S": "/LBody", "K": pydyf.Array(held), "P": item.reference})
        pdf.add_object(body)
        for kid in held:
            part = _at(pdf, kid)
            part |= {"P": body.reference, "S": part["S"].replace("/LBody", "/Div")}
        item["K"][:] = [*labels, body.reference]


def _outermost(pdf: PDF, marks: list[Reference]) -> list[Reference]:
    """The marks of a link that do not lie within another of its marks: those of its parts do."""
    placed = {mark: (_at(pdf, mark)["Pg"], _at(pdf, _at(pdf, mark)["Obj"])["Rect"]) for mark in marks}
    kept: list[Reference] = []
    for mark in sorted(marks, key=lambda mark: -_area(placed[mark][1])):
        if not any(_within(placed[mark], placed[other]) for other in kept):
            kept.append(mark)
    return [mark for mark in marks if mark in kept]


def _area(box: list[float]) -> float:
    return abs((box[2] - box[0]) * (box[3] - box[1]))


def _within(inner: tuple[Reference, list[float]], outer: tuple[Reference, list[float]]) -> bool:
    (page, box), (other, around) = inner, outer
    low = all(min(around[n], around[n + 2]) - 0.5 <= min(box[n], box[n + 2]) for n in (0, 1))
    return page == other and low and all(max(box[n], box[n + 2]) <= max(around[n], around[n + 2]) + 0.5 for n in (0, 1))


def _at(pdf: PDF, reference: Reference) -> Object:
    """The object that a reference stands for."""
    return pdf.objects[int(reference.split()[0])]
