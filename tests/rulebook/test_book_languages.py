"""Nothing that a book prints is English in another language: all of it is in labels and rules."""

from __future__ import annotations

import re

import pytest

from support.kits import GAMES
from support.pseudo_language import find_unmarked, mark_rules
from support.publishing import make_page
from wordfleet_print.rulebook.page import Target

# Pictures of example games, which `make pictures` draws again for each language.
PICTURE = re.compile(r'(?<=<figure class="turn)[^>]*><svg.*?</svg>', re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["screen", "pdf"])
@pytest.mark.parametrize("slug", GAMES)
def test_every_word_of_a_book_is_a_label_or_of_the_rules(slug: str, target: Target) -> None:
    """With a mark on each word of labels and rules, a book has no word without a mark but names
    that the program reads, numbers and codes.
    """
    source = mark_rules(slug)
    html = make_page(source, target).html
    assert find_unmarked(PICTURE.sub(">", html), source) == set()
