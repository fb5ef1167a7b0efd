"""Words that a user brings, screened: each is printed, refused or remarked on by its own list, and told by its line."""

from __future__ import annotations

import pytest

from wordfleet_print.fleet.listed_words import Entries
from wordfleet_print.fleet.own_words import ScreenedList, screen
from wordfleet_print.fleet.word_lists import TIERS, load_screen, load_tier
from wordfleet_print.fleet.word_tables import entries_of_text

PRINTED = frozenset(word for words in load_tier(TIERS[-1]).by_length.values() for word in words)


def _screened(*words: str, first: int = 1, letters: str = "") -> ScreenedList:
    entries = Entries(tuple(enumerate(words, start=first)), (), ())
    return screen(entries, (2, 3, 4, 5), name="mine.txt", title="mine", line="mine.txt:", letters=letters)


def test_every_screened_word_is_refused_by_its_line() -> None:
    """Each word that is blocked, and each on the profanity list that no tier prints, in small letters and capitals."""
    words = sorted((load_screen("blocked") | load_screen("profanity")) - PRINTED)
    assert load_screen("profanity") - load_screen("blocked") - PRINTED
    for one in (words, [word.lower() for word in words]):
        found = _screened(*one, first=7)
        assert [fault.where for fault in found.faults] == [f"mine.txt:{at}" for at in range(7, 7 + len(words))]
        assert all("a word that sheets do not print" in fault.what for fault in found.faults)
        assert found.words.by_length == {}


def test_what_a_tier_prints_is_taken_whatever_a_list_says_of_it() -> None:
    """Words of the profanity list that a reader has let pass are words like any others."""
    passed = [word for word in sorted(load_screen("profanity") & PRINTED) if 2 <= len(word) <= 5]
    assert passed
    assert _screened(*passed).faults == ()
    assert sorted(word for words in _screened(*passed).words.by_length.values() for word in words) == passed


@pytest.mark.parametrize(
    ("text", "lines"),
    [("cat\n\nd0g\n", (1, 3)), ("word,meaning\ncat,a pet\n,\nd0g,another\n", (2, 4))],
    ids=["list", "table"],
)
def test_words_are_known_by_their_lines(text: str, lines: tuple[int, ...]) -> None:
    """In lines or in a table, counted from 1 with headings and empty lines."""
    found = entries_of_text(text, (3,))
    assert found
    assert found.words == tuple(zip(lines, ("cat", "d0g"), strict=True))


def test_remarks_name_the_line_and_the_reason() -> None:
    """A proper noun, an abbreviation and a word of no dictionary are remarked on; a repeat says where it was first."""
    noun = min(word for word in load_screen("names") if 2 <= len(word) <= 5)
    short = min(word for word in load_screen("abbreviations") if 2 <= len(word) <= 5)
    notes = _screened("cat", noun, short, "qqxz", "Cat").notes
    assert [(note.where, note.what.split(",")[0].split(";")[0]) for note in notes] == [
        ("mine.txt:2", f"{noun} reads as a proper noun"),
        ("mine.txt:3", f"{short} reads as an abbreviation"),
        ("mine.txt:4", "QQXZ is not in the reference dictionary"),
        ("mine.txt:5", "CAT stands on line 1 already"),
    ]


MARKED = ("niño", "Käse", "groß", "cœur", "Öl")


@pytest.mark.parametrize(
    ("letters", "printed"),
    [("plain", ["OL", "KASE", "NINO", "COEUR", "GROSS"]), ("german", ["OEL", "NINO", "COEUR", "GROSS", "KAESE"])],
)
def test_words_with_marks_are_printed_in_plain_letters(letters: str, printed: list[str]) -> None:
    """As asked for, by a language's own custom or any one's; it is told which became what."""
    found = _screened(*MARKED, letters=letters)
    assert [word for words in found.words.by_length.values() for word in words] == printed
    assert (found.faults, found.rewritten) == ((), True)
    assert f"“niño” as NINO, “Käse” as {'KASE' if letters == 'plain' else 'KAESE'}" in found.told[0]


def test_a_word_with_marks_is_refused_with_what_helps() -> None:
    """Each way of writing it is named; for what is no Latin letter there is none."""
    cheese, child, other, code = _screened("Käse", "niño", "мир", "r2d2").faults
    assert (cheese.advice, cheese.say) == ("in plain letters KASE or KAESE", ("plain_letters", "german_letters"))
    assert (child.advice, child.say) == ("in plain letters NINO", ("plain_letters",))
    assert (other.say, code.say) == ((), ())
    assert not _screened("leaf", letters="plain").rewritten
