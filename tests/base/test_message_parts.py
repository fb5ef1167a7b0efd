"""How messages are worded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.messages import (
    LONGEST,
    count_in_words,
    did_you_mean,
    first_lines,
    how_many,
    near_misses,
    quote,
    shorten,
    some_of,
    suggestion,
)


@pytest.mark.parametrize(
    ("number", "digits", "words"),
    [
        (0, "0 sheets", "zero sheets"),
        (1, "1 sheet", "one sheet"),
        (1200, "1,200 sheets", "1200 sheets"),
    ],
)
def test_one_is_no_plural(number: int, digits: str, words: str) -> None:
    """Counts use the plural except for one, group their digits, and are written in words up to
    twenty.
    """
    assert how_many(number, "sheet") == digits
    assert count_in_words(number, "sheet") == words


def test_a_plural_of_its_own_is_used() -> None:
    """If adding an s is not enough, the given plural is used."""
    assert [how_many(n, "match", "matches") for n in (1, 2)] == ["1 match", "2 matches"]


@given(st.lists(st.text("abc", min_size=1), max_size=9), st.integers(1, 9))
def test_nobody_is_forgotten_in_a_list_cut_short(names: list[str], most: int) -> None:
    """The names shown and the number of the rest make up all of them, in order."""
    output, _, more = some_of(names, most).partition(" and ")
    assert [*filter(None, output.split(", "))] == names[:most]
    assert more == (f"{len(names) - most} more" if len(names) > most else "")


@given(st.integers(0, 30), st.integers(1, 9))
def test_lines_left_out_are_counted_at_the_end(lines: int, most: int) -> None:
    """The first lines are shown; if there are more, a last line says how many."""
    output = list(first_lines(map(str, range(lines)), most, " of the kind."))
    assert output[:most] == [str(number) for number in range(min(lines, most))]
    assert output[most:] == ([f"… and {lines - most} more of the kind."] if lines > most else [])


def test_what_was_probably_meant_is_offered() -> None:
    """A near miss is suggested, as advice or as a tip; otherwise the tip lists all known names."""
    known = ("animals", "space", "kitchen")
    assert near_misses("animal", known) == ["animals"]
    assert did_you_mean("animal", known) == "did you mean animals?"
    assert did_you_mean("xyz", known) == ""
    assert suggestion("animal", known, "Themes") == "Did you mean animals?"
    assert suggestion("xyz", known, "Themes") == "Themes: animals, space, kitchen."
    assert suggestion("xyz", (), "Themes") == "Themes: none."


@given(st.text(max_size=60))
def test_a_quoted_text_is_short_and_harmless(text: str) -> None:
    """A message shows a limited number of characters of a quoted text, and none that a terminal
    acts on.
    """
    assert len(shorten(text)) <= LONGEST
    assert shorten(text) == text or shorten(text).endswith("…")
    assert quote(text).isprintable()
