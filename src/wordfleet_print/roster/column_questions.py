"""Questions about columns: which hold the names, which has a role, whether one says who plays."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.errors import Problem
from wordfleet_print.messages import join_words, quote
from wordfleet_print.roster.column_answers import NO_COLUMN, write_column, write_option
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.names import ColumnOption, NameGuess, PlayerColumns, join_name_parts
from wordfleet_print.roster.questions import Choice, Question, offer
from wordfleet_print.roster.roles import NAME, Role

# The key of the question whether a class that is written once holds for the rows below.
FILL_CLUB = "fill.club"
# Cells that are shown of a column.
_SHOWN_CELLS = 3


def ask_for_names(columns: Sequence[Column], guess: NameGuess) -> Question:
    """Return the question which columns hold the names; the guess has one option or more."""
    text = _word_names_question(columns, guess)
    choices = _offer_columns(columns, guess.options)
    if not any(column.heading.text for column in columns):
        choices += _offer_first_row(guess.options)
    return Question(
        key="column.name",
        text=text,
        choices=tuple(choices),
        column=_find_first(guess.options),
    )


def _offer_first_row(options: Sequence[ColumnOption]) -> list[Choice]:
    """Return choices by which the first row is headings that nobody knows."""
    columns = [option.player_columns[0][NAME] for option in options]
    first_row = [column.cells[0] for column in columns]
    choices = []
    for column in columns:
        heading, *below = column.cells
        is_readable = len(heading) > 2 and heading.isprintable()
        if is_readable and below and first_row.count(heading) == 1:
            label = f"{column.letter} below {quote(heading)}: {show_cells(below)}"
            choices.append(Choice(heading, label))
    return choices


def _word_names_question(columns: Sequence[Column], guess: NameGuess) -> str:
    """Return the text of the question, by the reason why the names are not clear."""
    labels = [quote(column.heading.text) for column in columns if column.heading.text]
    if not labels:
        return "There is no row of headings. Which column holds the names?"
    single = [option for option in guess.options if len(option.player_columns) == 1]
    names = [quote(_label_of(option.player_columns[0])) for option in single]
    if guess.reason == "others":
        return f"{names[0]} seems to name people who do not play. Are they the players?"
    if guess.reason == "neighbor":
        return "A column next to the names has no heading. Is it part of the names?"
    if guess.reason == "unsaid":
        headings = f"No heading says that it is the name; the headings are {join_words(labels)}."
        return f"{headings} Which column holds the names?"
    if guess.reason == "unknown":
        return f"Is {names[0]} the players’ names?"
    return f"{join_words(names)} could all be the players’ names. Which are?"


def _label_of(group: PlayerColumns) -> str:
    return " + ".join(column.label for column in group.values())


def explain_no_names(columns: Sequence[Column], file: str) -> Problem:
    """Return what is wrong with the list in a file in which nothing can be a name."""
    if not any(column.filled_cells for column in columns):
        return Problem("there are no players in it", where=file, advice="add a row for each")
    for column in columns:
        if column.heading_role is NAME:
            holds = f"{quote(column.label)} holds numbers, dates or addresses"
            what = f"{holds}, and no other column can be the names"
            return Problem(what, where=file, advice="write the names there")
    labels = join_words([quote(column.heading.text) for column in columns if column.heading.text])
    what = f"there is no column of names; the headings are {labels}"
    return Problem(what, where=file, advice="call one “Name”")


def ask_which_column(
    columns: Sequence[Column], role: Role, candidates: Sequence[Column]
) -> Question:
    """Return the question which of several columns has a role."""
    labels = join_words([quote(column.label) for column in candidates])
    text = f"{labels} could all be the {role.name}. Which is?"
    options = [ColumnOption(({role: column},)) for column in candidates]
    choices = tuple(_offer_columns(columns, options))
    return Question(
        key=f"column.{role.option}",
        text=text,
        choices=choices,
        column=_find_first(options),
    )


def ask_if_status(columns: Sequence[Column], column: Column) -> Question:
    """Return the question whether a column of yes and no says who plays."""
    choices = (
        Choice(write_column(columns, column), "yes: leave the others out"),
        Choice(NO_COLUMN, "no: everybody plays"),
    )
    return Question(
        key="column.status",
        text=f"Does {quote(column.label)} say who plays?",
        choices=choices,
    )


def ask_if_club_holds_on(column: Column) -> Question:
    """Return the question whether a club that is written once holds for the rows below it."""
    club = column.filled_cells[0]
    text = f"Under {quote(column.label)} some rows are empty. Do they belong to the {club} …"
    return Question(
        key=FILL_CLUB,
        text=text,
        choices=offer(yes=f"yes: {club} …", no="no"),
    )


def _find_first(options: Sequence[ColumnOption]) -> int:
    """Return the first column of the first option, where the page marks the table."""
    return min(column.index for column in options[0].player_columns[0].values())


def _offer_columns(columns: Sequence[Column], options: Sequence[ColumnOption]) -> list[Choice]:
    """Return a choice for each option."""
    choices = []
    for option in options:
        label = _describe_option(option)
        choices.append(Choice(write_option(columns, option), label))
    return choices


def _describe_option(option: ColumnOption) -> str:
    """Return what the choice of an option says: its columns and some of their cells."""
    if option.rows_are_pairings:
        return "both: the two in a row meet each other"
    if len(option.player_columns) > 1:
        return "all of them: each is a player"
    (group,) = option.player_columns
    return f"{_label_of(group)}: {show_cells(join_name_parts(group))}"


def show_cells(texts: Sequence[str]) -> str:
    """Return the first few texts that are not empty."""
    filled = [quote(text).strip("“”") for text in texts if text]
    more = ", …" if len(filled) > _SHOWN_CELLS else ""
    return ", ".join(filled[:_SHOWN_CELLS]) + more
