"""Questions about rows: what a status means, whether a row is a player, what of a row without a
name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wordfleet_print.messages import quote
from wordfleet_print.roster.entries import DraftPeople, QuotedRows
from wordfleet_print.roster.questions import (
    ALL_ROWS,
    Answers,
    Question,
    describe_rows,
    make_question_key,
    offer,
)

# Rows in doubt from which on one question is asked about all of them.
_MANY_DOUBTS = 3


def ask_about_rows(draft: DraftPeople, answers: Answers, status: int | None) -> Iterator[Question]:
    """Yield a question for everything that rows leave open; `status` is the column of statuses."""
    for text, rows in draft.open_statuses.items():
        yield _ask_about_status(text, rows, status)
    yield from _ask_about_doubtful(draft.doubtful_rows, answers)
    if draft.nameless_rows:
        rows = draft.nameless_rows
        question = f"These rows have no name: {describe_rows(rows)}. Leave them out?"
        choices = offer(skip="yes, leave them out")
        yield Question(
            key="nameless",
            text=question,
            choices=choices,
            rows=_list_numbers(rows),
        )


def _ask_about_status(text: str, rows: QuotedRows, column: int | None) -> Question:
    question = f"{quote(text)}: does that mean that they play? ({describe_rows(rows)})"
    choices = offer(plays="they play", out="leave them out")
    return Question(
        key=make_question_key("status", text),
        text=question,
        choices=choices,
        rows=_list_numbers(rows),
        column=column,
    )


def _ask_about_doubtful(rows: QuotedRows, answers: Answers) -> Iterator[Question]:
    """Yield a question for each text in doubt; one for all if there are many."""
    by_key: defaultdict[str, QuotedRows] = defaultdict(list)
    for number, text in rows:
        by_key[make_question_key("row", text)].append((number, text))
    if len(by_key) >= _MANY_DOUBTS and answers.get(ALL_ROWS) != "each":
        yield _ask_about_all(rows, tuple(by_key))
        return
    for key, same_rows in by_key.items():
        number, text = same_rows[0]
        question = f"Row {number}: is {quote(text)} a player, or a title or a total?"
        choices = offer(player="a player", skip="nobody: leave the row out")
        yield Question(
            key=key,
            text=question,
            choices=choices,
            rows=_list_numbers(same_rows),
        )


def _ask_about_all(rows: QuotedRows, keys: tuple[str, ...]) -> Question:
    """Return the one question about many rows in doubt; `keys` are those of the single ones."""
    text = f"Are these players, or titles or totals? {describe_rows(rows)}"
    choices = offer(
        skip="all of these: leave them out",
        player="all of these are players",
        each="ask about each",
    )
    return Question(
        key=ALL_ROWS,
        text=text,
        choices=choices,
        rows=_list_numbers(rows),
        keys=keys,
    )


def _list_numbers(rows: QuotedRows) -> tuple[int, ...]:
    return tuple(number for number, _ in rows)
