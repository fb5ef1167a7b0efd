"""Ask at the terminal what a list leaves open."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wordfleet_print.cli.console import say, stderr

if TYPE_CHECKING:
    from wordfleet_print.errors import BadInputError
    from wordfleet_print.event.roster.questions import Answers, Question


def answer_questions(error: BadInputError, answers: Answers) -> dict[str, str]:
    """Return the answers with those that somebody at the terminal gives to the questions of an error.

    Raises the error if there is no terminal, and if the list has faults, which no answer corrects.
    """
    from wordfleet_print.event.roster.questions import RosterError

    terminal = sys.stdin.isatty() and stderr().is_terminal
    if not (isinstance(error, RosterError) and terminal) or error.faults:
        raise error
    found = dict(answers)
    for question in error.questions:
        found |= question.answer(_ask(question))
    return found


def confirm(text: str) -> bool:
    """Return whether somebody at the terminal says yes; True if there is no terminal, where options have said it."""
    from rich.prompt import Confirm

    return not (sys.stdin.isatty() and stderr().is_terminal) or Confirm.ask(text, console=stderr())


def _ask(question: Question) -> str:
    """Return the value of the choice whose number is typed."""
    from rich.prompt import Prompt

    say(stderr(), f"\n{question.text}")
    numbers = {str(number): choice for number, choice in enumerate(question.choices, start=1)}
    for number, choice in numbers.items():
        say(stderr(), f"  {number}  {choice.label}")
    return numbers[Prompt.ask("Number", choices=[*numbers], console=stderr())].value
