"""Links of a text: headings by the names that GitHub gives them, and links that lead nowhere."""

from __future__ import annotations

import re
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


def name_links(root: Element, names: Mapping[str, str], report: TextReport) -> None:
    """Lead links to headings by `names` (`find_aliases`); other files are named as words."""
    other_files: list[str] = []
    for link in root.iter("a"):
        address = link.get("href", "")
        if address.startswith("#"):
            name = unquote(address[1:])
            link.set("href", f"#{names.get(name.casefold(), name)}")
        elif not LINK.fullmatch(address) and not _SCHEME.match(address):
            other_files.append(unquote(address))
            link.tag = "span"
            link.attrib.pop("href", None)
    if other_files:
        addresses = join_words(list(dict.fromkeys(other_files))[:MOST_NAMED])
        where = report.find_words(other_files[0])
        report.add_note(where, f"links to other files are printed as words: {addresses}")


def find_aliases(root: Element, tree: SyntaxTreeNode, titles: Mapping[int, str]) -> dict[str, str]:
    """Return the id of each heading by its id and by the name that GitHub gives it, in lower case.

    `titles` are those that lost their number, by line.
    """
    aliases: dict[str, str] = {}
    counted: dict[str, int] = {}
    for element, title in _list_headings(root, tree, titles):
        words = title or "".join(element.itertext())
        name = re.sub(r"[^\w\- ]", "", words.strip().casefold()).replace(" ", "-")
        before = counted.get(name, 0)
        counted[name] = before + 1
        identity = element.get("id", "")
        aliases.setdefault(f"{name}-{before}" if before else name, identity)
        aliases.setdefault(name.strip("-"), identity)
    for element in root.iter():
        if own := element.get("id"):
            aliases[own.casefold()] = own
    return aliases


def _list_headings(
    root: Element, tree: SyntaxTreeNode, titles: Mapping[int, str]
) -> Iterator[tuple[Element, str]]:
    """Yield each heading with the title that it had before it lost its number, or nothing."""
    elements = [element for element in root.iter() if re.fullmatch("h[1-6]", element.tag)]
    nodes = [node for node in tree.children if node.type == "heading"]
    for element, node in zip(elements, nodes, strict=False):
        yield element, titles.get(node.map[0], "") if node.map else ""


def check_links(page: str, report: TextReport) -> None:
    """Report names that two headings have, links that lead nowhere, and classes that nothing
    took.
    """
    ids = re.findall(r'\bid="([^"]+)"', page)
    known = set(ids)
    for name in sorted(known):
        if ids.count(name) > 1:
            where = report.find_words(f"#{name}")
            advice = f"rename one, or write `{{#{name}_1}}` behind the second"
            report.add_fault(where, f"two headings are named “{name}”", advice)
    for name in dict.fromkeys(re.findall(r'href="#([^"]*)"', page)):
        target = unescape(name)
        if target not in known:
            where = report.find_words(f"(#{target}")
            near = did_you_mean(name, known) or HEADING_NAMES
            report.add_fault(where, f"there is no heading “#{name}”", near)
    for missing in dict.fromkeys(re.findall(r"<a(?: title=\"[^\"]*\")?>(.*?)</a>", page)):
        where = report.find_words(f"[{missing}")
        report.add_fault(where, "this link leads nowhere", "write https://…")
    for left in _CLASS.findall(_CODE_AND_TAGS.sub("", page)):
        advice = "write it on a line of its own, right below its paragraph"
        report.add_fault(report.find_words(left), "this class belongs to nothing", advice)
