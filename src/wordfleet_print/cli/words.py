"""`words`: the words that sheets are dealt from, and a list of your own checked."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli import parameters
from wordfleet_print.cli.command_types import Group
from wordfleet_print.cli.output import format_examples, say, show_table, stdout
from wordfleet_print.messages import some_of
from wordfleet_print.settings.words import WordCheckSettings, WordListSettings

if TYPE_CHECKING:
    from wordfleet_print.fleet.word_lists import WordList

EXAMPLES = format_examples("words", "words --theme animals", "words check my-words.txt")
# Sample words in the overview: as many as leave each list one line of 80 columns.
SAMPLES = 3
# Words shown of each length of a list, and of those that are left out.
MOST_SHOWN = 6

words = typer.Typer(
    cls=Group,
    epilog=EXAMPLES,
    invoke_without_command=True,
    rich_markup_mode="rich",
    add_completion=False,
)


@words.callback()
@parameters.give_options(WordListSettings, "words")
def show(settings: WordListSettings, origin: parameters.Origin) -> None:
    """List the built-in words, or check your own."""
    from wordfleet_print.fleet.word_lists import TIERS, list_themes, load_theme, load_tier
    from wordfleet_print.services.editions import find_edition, read_library

    if settings.quiet:
        return
    edition = find_edition(settings, read_library(settings.rules))
    lengths = tuple(edition.ships_of_length)  # words of other lengths name no ship
    chosen_lists = [load_theme(slug) for slug in settings.theme]
    if "tier" in origin.given_fields:  # it has a default, which nobody asks for
        chosen_lists.insert(0, load_tier(settings.tier))
    for word_list in chosen_lists:
        say(stdout(), f"{word_list.title}: {word_list.about}")
        for length in lengths:
            matches = word_list.by_length.get(length, ())
            say(stdout(), f"\n{length} letters ({len(matches)}): {' '.join(matches)}")
    if not chosen_lists:
        show_overview("Tiers: each contains those above it", map(load_tier, TIERS), lengths)
        title = "Themes: the tier fills lengths of which a theme has few words"
        show_overview(title, map(load_theme, list_themes()), lengths)
        say(stdout(), "Print with them: wordfleet-print tracker --tier family --theme animals")


def show_overview(title: str, lists: Iterable[WordList], lengths: tuple[int, ...]) -> None:
    """Show a table with a row for each list: how many words of each length it has, and some of the
    longest.
    """
    say(stdout(), title)
    rows = []
    for word_list in lists:
        # Samples are spread evenly over the longest words, so they are the same every time: of 90
        # words those at 15, 45 and 75
        longest = word_list.by_length.get(max(lengths), ())
        step = max(1, len(longest) // SAMPLES)
        samples = " ".join(longest[step // 2 :: step][:SAMPLES])
        counts = [str(len(word_list.by_length.get(length, ()))) for length in lengths]
        rows.append([word_list.slug, *counts, samples])
    show_table(stdout(), ["", *(f"{length} letters" for length in lengths), "Such as"], rows)


@parameters.make_command(WordCheckSettings, "words check", EXAMPLES, words)
def check(settings: WordCheckSettings, _origin: parameters.Origin) -> None:
    """Check your own word list: which words can be printed, and how many are missing.

    It also lists words that would lose a challenge. Exit code 0: the list can be
    printed. 3: none of its words can.
    """
    from wordfleet_print.services.word_check import check_word_list

    own_list, deck, warnings = check_word_list(settings)
    if settings.quiet:
        return
    console = stdout()
    edition = deck.edition
    for line in own_list.reading:
        say(console, line)
    for heading, notes in (("Left out", own_list.skipped), ("Worth knowing", warnings)):
        if notes:
            say(console, f"{heading} ({len(notes)}):")
        for note in notes:
            say(console, f"  • {note}")
    rows = []
    for length, ships in edition.ships_of_length.items():
        own_words = own_list.words.by_length.get(length, ())
        needed = ships * edition.players.count  # opponents share no word
        added = len((deck.words or {})[length]) - len(own_words)
        supply = f"{added} added from the tier" if added else "enough"
        counts = [str(length), str(len(own_words)), str(needed)]
        rows.append([*counts, supply, some_of(own_words, MOST_SHOWN)])
    show_table(console, ["Letters", "Words", "Needed for opponents", "", "Yours"], rows)
    if own_list.unused:
        unused = some_of(own_list.unused, MOST_SHOWN)
        say(console, f"Left out, because no ship has that many letters: {unused}.")
    file = settings.words.file if settings.words else None
    say(console, f"{file} can be printed: wordfleet-print tracker --words {shlex.quote(str(file))}")
