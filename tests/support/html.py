"""HTML read by the standard library's parser."""

from __future__ import annotations

from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.found.append((tag, attrs))


def read_tags(html: str) -> list[tuple[str, Attributes]]:
    """Return every element that begins in HTML, with its attributes."""
    tags = _Tags()
    tags.feed(html)
    return tags.found
