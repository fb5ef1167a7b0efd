"""Names and titles that users bring: what the fonts at hand can print of them, and how organizers
read the rest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from wordfleet_print import errors, messages
from wordfleet_print.sheet import player_names
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.combining_marks import can_place
from wordfleet_print.tracker.fonts import Face

_UNSEEN = {
    "Cf": "an invisible character",
    "Co": "a private-use character",
    "Cn": "an unassigned code point",
}
# What makes a digit a key.
KEYCAP = "\u20e3"
# The first and last character of the blocks that hold pictures alone (Unicode 16).
FIRST_PICTURE = "\U0001f000"
LAST_PICTURE = "\U0001fbff"
# Signs of a name without letters that are called by their names.
MOST_SIGNS = 3
# Names shown in a note.
MOST_NAMES = 5


def check_name(text: str, face: Face = Face.SEMIBOLD) -> tuple[str, tuple[str, ...]]:
    """Return the name in NFC, trimmed and single-spaced, and every reason why it cannot be printed
    as it is.

    Characters that no font sets are named first, those that the face lacks only where there are
    none of them.
    """
    faults = tuple(player_names.find_name_faults(text)) or tuple(find_unset_faults(text, face))
    return player_names.parse_name(text), faults


def find_unset_faults(text: str, face: Face = Face.SEMIBOLD) -> Iterator[str]:
    """Yield the reasons why the fonts at hand cannot set a name as it is written, each as the end
    of a sentence. Characters that no font has are named only if there is no other fault.
    """
    # The last letter, on which a combining mark would go
    letter = ""

    def find_fault(char: str) -> str:
        """Return why a character cannot be set where it is."""
        nonlocal letter
        category = unicodedata.category(char)
        if category in _UNSEEN:
            return f"is {_UNSEEN[category]}; remove it"
        if is_right_to_left(char):
            return (
                "is written right to left and cannot be printed; write the name in Latin, "
                "Greek or Cyrillic letters"
            )
        if is_mark(char):
            if can_place(char, letter, face):
                return ""
            return "is a combining mark, which cannot be printed on its letter"
        letter = char
        return ""

    faults = list(player_names.find_char_faults(text, find_fault))
    yield from faults
    if faults:
        return
    if missing := fonts.list_missing(player_names.parse_name(text), face):
        yield (
            f"no bundled font has {', '.join(missing)}; write it in Latin, Greek or Cyrillic "
            "letters"
        )


def is_right_to_left(char: str) -> bool:
    """Whether a character is a letter of a script that is written from right to left."""
    return unicodedata.bidirectional(char) in {"R", "AL"}


def is_mark(char: str) -> bool:
    """Whether a character is a mark that combines with the letter before it."""
    return unicodedata.category(char).startswith("M")


def make_printable(name: str) -> str:
    """Return the name as it is printed: without emoji that no font has; "" where the fonts cannot
    set the rest, so that its line is left to write on.
    """
    return _make_printable(name, fonts.get_fallback_digest())


@lru_cache(maxsize=fonts.CACHED_TEXTS)
def _is_plain(char: str, _fallback: str) -> bool:
    """Whether a character has no fault by itself."""
    return not is_mark(char) and not any(find_unset_faults(char))


@lru_cache(maxsize=fonts.CACHED_TEXTS)
def _make_printable(name: str, fallback: str) -> str:
    """Return what `make_printable` does; `fallback` names the fallback font in use, so that what is
    remembered holds for that font alone.
    """
    # Names are new on nearly every sheet, their letters are not: whole checks took a quarter of a
    # page's time.
    if all(_is_plain(char, fallback) for char in name) or not any(find_unset_faults(name)):
        return name
    without_emoji = "".join(" " if _is_unset_emoji(char) else char for char in name)
    printable = " ".join(without_emoji.split())
    if not any(map(str.isalnum, printable)) or any(find_unset_faults(printable)):
        return ""
    return printable


def _is_unset_emoji(char: str) -> bool:
    """Whether a character is a picture that no font has."""
    return _is_emoji(char) and fonts.find_font(char, Face.SEMIBOLD) is None


def _is_emoji(char: str) -> bool:
    """Whether a character is a picture, or what one is put together of (UTS 51): also one newer
    than this Python.
    """
    return (
        unicodedata.category(char) == "So"
        or char == KEYCAP
        or FIRST_PICTURE <= char <= LAST_PICTURE
    )


def find_bare_names(names: Iterable[str]) -> list[str]:
    """Return the names that are printed without the emoji in them, each once."""
    return [name for name in dict.fromkeys(names) if make_printable(name) not in ("", name)]


def note_names(
    names: Iterable[str], cut: Mapping[str, bool], cut_on_papers: Collection[str] = ()
) -> Iterator[errors.Note]:
    """Yield a sentence each on names that no font can set, that lose their emoji, and that are cut
    on a sheet or on papers of an event. `cut` says of each name that is cut on sheets whether only
    those in large print cut it.
    """
    names = list(dict.fromkeys(names))
    unset = [name for name in names if not make_printable(name)]
    if unset:
        what = "in letters that no available font has; the line stays empty, to write on"
        add_font = errors.Fix("font", "FILE", "{} adds a font with more letters.")
        yield _note(unset, what, add_font)
    bare = find_bare_names(names)
    if bare:
        yield _note(bare, "printed without emoji")
    for only_large, sheets in ((False, "a sheet"), (True, "a sheet in large print")):
        cut_there = [name for name, is_only_large in cut.items() if is_only_large == only_large]
        if cut_there:
            yield _note(cut_there, f"too long for {sheets} and cut with an ellipsis")
    if cut_on_papers:
        where = "the event’s papers around the sheets"
        yield _note(cut_on_papers, f"too long for some of {where} and cut with an ellipsis")


def _note(names: Collection[str], what: str, *fixes: errors.Fix) -> errors.Note:
    """Return a sentence on names."""
    # Long names that begin in the same way are quoted in the same way
    some = messages.some_of([*dict.fromkeys(map(messages.quote, names))], MOST_NAMES)
    are = messages.plural(len(names), "is", "are")
    return errors.Note(f"{some} {are} {what}.", fixes)


def spell_name(name: str, number: str | int = "") -> str:
    """Return the name as handouts show it: itself, or its transcription and the player's number;
    "" for no name. Sheets show the name alone.

    A transcription is in Latin letters, as near as a table of letters comes (“Wang Xiao Ming”), or
    it is what the name's signs are called; words that can be set stay as they are.
    """
    printable = make_printable(name)
    if printable or not name:
        return printable
    parts = [_spell_part(part) for part in name.split(", ")]
    spelled = ", ".join(filter(None, parts))
    if not number:
        return spelled
    return f"{spelled} (no. {number})" if spelled else f"No. {number}"


def _spell_part(part: str) -> str:
    """Return the transcription of a part of a name, or what its signs are called."""
    words = [make_printable(word) or _transcribe(word) for word in part.split()]
    if any(words):
        return " ".join(filter(None, words))
    signs = [unicodedata.name(char, "").lower() for char in part if char.strip()]
    return ", ".join(signs[:MOST_SIGNS])


def _transcribe(word: str) -> str:
    """Return a word in Latin letters."""
    return messages.slug(word, None).replace("-", " ").title()


def check_title(title: str) -> str:
    """Return a title in single spaces.

    Raises `BadInputError` for characters that cannot be printed.
    """
    name, faults = check_name(title) if title.strip() else ("", ())
    if faults:
        problems = [
            errors.Problem(f"{messages.quote(title)}: {fault}", "title") for fault in faults
        ]
        raise errors.BadInputError("The title cannot be printed.", problems)
    return name
