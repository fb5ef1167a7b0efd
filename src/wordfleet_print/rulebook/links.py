"""Links of a text: headings by the names that GitHub gives them, and links that lead nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.messages import did_you_mean, join_words
from wordfleet_print.rulebook.sanitize import LINK
from wordfleet_print.rulebook.text_report import TextReport

# Files that a note names.
MOST_NAMED = 5
HEADING_NAMES = "a heading’s name is its words in small letters, with hyphens"
_CLASS = re.compile(r"\{:[^}\n]*\}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_CODE_AND_TAGS = re.compile(r"(?s)<code.*?</code>|<[^>]+>")


def name_links(root: Element, ids: Mapping[str, str], report: TextReport) -> None:
    """Let `#…` links lead to the headings of `ids` (`find_heading_ids`).

    Links to other files become plain words: a book is one file. A note names these files.
    """
    other_files: list[str] = []
    for link in root.iter("a"):
        address = link.get("href", "")
        if address.startswith("#"):
            name = unquote(address[1:])
            link.set("href", f"#{ids.get(name.casefold(), name)}")
        elif not LINK.fullmatch(address) and not _SCHEME.match(address):
            other_files.append(unquote(address))
            link.tag = "span"
            link.attrib.pop("href", None)
    if other_files:
        addresses = join_words(list(dict.fromkeys(other_files))[:MOST_NAMED])
        where = report.find_words(other_files[0])
        report.add_note(where, f"links to other files are printed as words: {addresses}")


def find_heading_ids(
    root: Element, tree: SyntaxTreeNode, titles: Mapping[int, str]
) -> dict[str, str]:
    """Return the id of each heading, by the names that a link may have for it, in lower case.

    These are its id in our books, and its name on GitHub, which a designer may have copied: “2.
    Your turn!” is `your-turn` here and `2-your-turn` there. `titles` are those of headings that
    lost their number in our books, by line.
    """
    ids: dict[str, str] = {}
    counts = Counter[str]()
    for element, title in _list_headings(root, tree, titles):
        words = title or "".join(element.itertext())
        name = re.sub(r"[^\w\- ]", "", words.strip().casefold()).replace(" ", "-")
        same_names = counts[name]
        counts[name] += 1
        own_id = element.get("id", "")
        # GitHub calls the second of two headings with one name `turn-1`.
        ids.setdefault(f"{name}-{same_names}" if same_names else name, own_id)
        ids.setdefault(name.strip("-"), own_id)
    for element in root.iter():
        if element_id := element.get("id"):
            ids[element_id.casefold()] = element_id
    return ids


def _list_headings(
    root: Element, tree: SyntaxTreeNode, titles: Mapping[int, str]
) -> Iterator[tuple[Element, str]]:
    """Yield each heading with its title before it lost its number; "" if it had none."""
    elements = [element for element in root.iter() if re.fullmatch("h[1-6]", element.tag)]
    nodes = [node for node in tree.children if node.type == "heading"]
    for element, node in zip(elements, nodes, strict=False):
        yield element, titles.get(node.map[0], "") if node.map else ""


def check_links(page: str, report: TextReport) -> None:
    """Report as faults of a sanitized page (HTML): two headings with one name, links that lead
    nowhere, and a `{: .class }` that Python-Markdown left among the words.
    """
    ids = re.findall(r'\bid="([^"]+)"', page)
    names = set(ids)
    for name in sorted(names):
        if ids.count(name) > 1:
            where = report.find_words(f"#{name}")
            advice = f"rename one, or write `{{#{name}_1}}` behind the second"
            report.add_fault(where, f"two headings are named “{name}”", advice)
    for address in dict.fromkeys(re.findall(r'href="#([^"]*)"', page)):
        name = unescape(address)
        if name not in names:
            where = report.find_words(f"(#{name}")
            advice = did_you_mean(name, names) or HEADING_NAMES
            report.add_fault(where, f"there is no heading “#{name}”", advice)
    # `clean_html` has taken away each address that a book may not have.
    for words in dict.fromkeys(re.findall(r"<a(?: title=\"[^\"]*\")?>(.*?)</a>", page)):
        where = report.find_words(f"[{words}")
        report.add_fault(where, "this link leads nowhere", "write https://…")
    for left in _CLASS.findall(_CODE_AND_TAGS.sub("", page)):
        advice = "write it on a line of its own, right below its paragraph"
        report.add_fault(report.find_words(left), "this class belongs to nothing", advice)
