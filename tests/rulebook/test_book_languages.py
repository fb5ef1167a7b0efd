"""Nothing that a book prints is English in another language: all of it is in labels and rules."""

from __future__ import annotations

import pytest

from support.html import Page
from support.kits import GAMES
from support.pseudo_language import find_unmarked, mark_rules
from support.publishing import make_page
from wordfleet_print.rulebook.page import Target


@pytest.mark.slow
@pytest.mark.parametrize("target", ["screen", "pdf"])
@pytest.mark.parametrize("slug", GAMES)
def test_every_word_of_a_book_is_a_label_or_of_the_rules(slug: str, target: Target) -> None:
    """With a mark on each word of labels and rules, a book has no word without a mark but names
    that the program reads, numbers and codes.
    """
    source = mark_rules(slug)
    page = Page(make_page(source, target).html)
    # Pictures of example games, which `make pictures` draws again for each language.
    for figure in page.find_all("figure"):
        if figure.get("class", "").startswith("turn"):
            for picture in figure.findall("svg"):
                figure.remove(picture)
    assert find_unmarked(page, source) == set()
