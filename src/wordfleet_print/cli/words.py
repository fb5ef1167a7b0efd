"""`words`: the lists at hand, and a user's own list checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli.config import as_typed_again
from wordfleet_print.cli.console import examples, say, show_json, show_table, stdout
from wordfleet_print.cli.options import (
    AsJson,
    EditionSlug,
    Fair,
    FillFrom,
    GermanLetters,
    PlainLetters,
    Quiet,
    RulesFolder,
    argument,
    letters_of,
    option,
)
from wordfleet_print.errors import ExitCode
from wordfleet_print.limits import DEFAULT_TIER
from wordfleet_print.messages import how_many, listed, some_of

if TYPE_CHECKING:
    from wordfleet_print.fleet.word_lists import WordList
    from wordfleet_print.services.check_words import CheckedList

EXAMPLES = examples("words", "words --theme animals", "words check my-words.txt")

SAMPLES = 3
"""Sample words in the overview: as many as leave each list one line of 80 columns."""
SHOWN = 6
"""Words shown of those that no ship takes."""
SAID = ("fill_from", "plain_letters", "german_letters", "fair", "edition", "rules")
FEW_PAIRS = 20
"""Fair pairs of a list that are so few that it is told."""

words_app = typer.Typer(
    help="Show the words that sheets are dealt from; check a list of your own.",
    epilog=EXAMPLES,
    invoke_without_command=True,
    rich_markup_mode="rich",
    add_completion=False,
)


@words_app.callback()
def words(
    context: typer.Context,
    tier: Annotated[str | None, option("--tier TIER", "All words of one tier.")] = None,
    theme: Annotated[str | None, option("--theme -t THEME", "All words of one theme.")] = None,
    edition: EditionSlug = None,
    rules: RulesFolder = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Show the words that sheets are dealt from: tiers and themes, how many words of each length, and samples."""
    if context.invoked_subcommand or (quiet and not json):
        return
    from wordfleet_print.fleet.word_lists import TIERS, load_theme, load_tier, theme_slugs
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.own_rules import read_library

    lengths = tuple(WordsRequest(edition, library=read_library(rules)).named_edition().ships_of_length)
    if tier or theme:
        chosen = [*([load_tier(tier)] if tier else []), *([load_theme(theme)] if theme else [])]
        if json:
            show_json({"lists": [_as_json(one, lengths, whole=True) for one in chosen]})
        for one in () if json else chosen:
            say(stdout(), f"{one.title}: {one.about}")
            for length in lengths:
                found = one.by_length.get(length, ())
                say(stdout(), f"\n{length} letters ({len(found)}): {' '.join(found)}")
        return
    tiers, themes = [load_tier(slug) for slug in TIERS], [load_theme(slug) for slug in theme_slugs()]
    if json:
        both = {"tiers": tiers, "themes": themes}
        show_json({kind: [_as_json(one, lengths, whole=False) for one in lists] for kind, lists in both.items()})
        return
    _show_overview("Tiers: each holds the ones above it", tiers, lengths)
    _show_overview("Themes: the tier fills up lengths of which a theme has few words", themes, lengths)
    say(stdout(), "Print with them: wordfleet-print tracker --tier family --theme animals")


def _show_overview(title: str, lists: list[WordList], lengths: tuple[int, ...]) -> None:
    say(stdout(), title)
    columns = ["", *(f"{length} letters" for length in lengths), "Such as"]
    rows = [
        [one.slug, *(str(len(one.by_length.get(n, ()))) for n in lengths), " ".join(_samples(one, lengths))]
        for one in lists
    ]
    show_table(stdout(), columns, rows)


def _samples(words: WordList, lengths: tuple[int, ...]) -> list[str]:
    """Words spread evenly over the longest list: the same ones every time."""
    longest = words.by_length.get(max(lengths), ())
    step = max(1, len(longest) // SAMPLES)
    return list(longest[step // 2 :: step][:SAMPLES])


def _as_json(words: WordList, lengths: tuple[int, ...], *, whole: bool) -> dict[str, Any]:
    found = {str(length): list(words.by_length.get(length, ())) for length in lengths}
    counts = {length: len(some) for length, some in found.items()}
    document = {"slug": words.slug, "title": words.title, "about": words.about, "counts": counts}
    return document | ({"words": found} if whole else {})


@words_app.command("check", epilog=EXAMPLES)
def check(
    context: typer.Context,
    file: Annotated[Path, argument("FILE", "Your word list: text, CSV, XLSX or ODS.")],
    edition: EditionSlug = None,
    rules: RulesFolder = None,
    fill_from: FillFrom = None,
    plain_letters: PlainLetters = False,
    german_letters: GermanLetters = False,
    fair: Fair = "on",
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check a word list of your own: what is taken of it, what a challenge would fail, whether it is enough.

    Exit code 0: it can be printed; 3: it has too few words, or none that make fair opponents.
    """
    from wordfleet_print.services.check_words import check_list
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.own_rules import read_library

    letters = letters_of(plain=plain_letters, german=german_letters)
    words = WordsRequest(edition, fair=fair == "on", fill=fill_from, library=read_library(rules), letters=letters)
    checked = check_list(file, words)
    if json:
        show_json(_check_as_json(checked))
    elif not quiet:
        _show_check(checked)
        _show_ready(file, checked, as_typed_again(context, SAID))
    if not checked.ready:
        raise typer.Exit(ExitCode.BAD_INPUT)


def _check_as_json(checked: CheckedList) -> dict[str, Any]:
    screened = checked.screened
    return {
        "ok": checked.ready,
        "counts": {str(length): count for length, count in checked.counts.items()},
        "needed": {str(length): need for length, need in checked.needed.items()},
        "filled": {str(length): count for length, count in checked.filled.items()},
        "fair_pairs": checked.fair_pairs,
        "words": {str(length): list(screened.words.by_length.get(length, ())) for length in checked.needed},
        "unused": list(screened.unused),
        "read": list(screened.told),
        "left_out": [{"where": c.where, "what": c.what} for c in screened.skipped],
        "notes": [{"where": c.where, "what": c.what} for c in screened.notes],
    }


def _show_check(checked: CheckedList) -> None:
    console, screened = stdout(), checked.screened
    for line in screened.told:
        say(console, line)
    for heading, complaints in (("Left out", screened.skipped), ("Worth knowing", screened.notes)):
        if complaints:
            say(console, f"{heading} ({len(complaints)}):")
        for complaint in complaints:
            say(console, f"  • {complaint}")
    show_table(console, ["Letters", "Words", "Needed for opponents", "", "Taken"], checked.rows)
    if screened.unused:
        say(console, f"Left out, because no ship is as long: {some_of(screened.unused, SHOWN)}.")


def _show_ready(file: Path, checked: CheckedList, said: list[str]) -> None:
    """Whether the list can be printed, or what makes it so; and how many fair opponents there are, where few."""
    from shlex import join

    console, pairs, call = stdout(), checked.fair_pairs, ["wordfleet-print", "tracker", "--words", str(file), *said]
    if pairs == 0:
        say(console, "No two fleets of these words are fair opponents, about equally hard to find: add words.")
        say(console, f"Or deal fleets as they come: {join([*call, '--fair', 'off'])}")
    elif pairs is not None and pairs < FEW_PAIRS:
        they = how_many(pairs, "pair of fleets is a fair match", "pairs of fleets are fair matches")
        say(console, f"Only {they}: captains soon know the fleets. Add words for more.")
    if checked.ready:
        say(console, f"{file} is ready: {join(call)}")
        return
    say(console, f"{file} cannot be printed yet.")
    if checked.fillable and "--fill-from" not in said:
        lengths = listed(map(str, checked.fillable))
        say(console, f"To fill up words of {lengths} letters from a tier: {join([*call, '--fill-from', DEFAULT_TIER])}")
