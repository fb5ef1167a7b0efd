"""What there is to say about a text: faults and notes, each with its file and line."""

from __future__ import annotations

from wordfleet_print.errors import Problem
from wordfleet_print.games import RulesSource


class TextReport:
    """Collects the faults of a text, and notes on what was read otherwise than it is written."""

    def __init__(self, source: RulesSource) -> None:
        self.source = source
        self.faults: list[Problem] = []
        self.notes: list[str] = []

    def find_place(self, line: int) -> str:
        """Return file and line of a line of the text, which counts from 0."""
        return f"{self.source.name}:{line + self.source.body_line}"

    def find_words(self, words: str) -> str:
        """Return file and line of the first line that holds these words; the file alone where none
        does.
        """
        for number, line in enumerate(self.source.body.split("\n")):
            if words in line:
                return self.find_place(number)
        return self.source.name

    def add_fault(self, where: str, message: str, advice: str = "") -> None:
        """Note what is wrong with the text, with its file and line."""
        self.faults.append(Problem(message, where=where, advice=advice))

    def add_note(self, where: str, words: str) -> None:
        """Note what a designer should know, with its file and line."""
        self.notes.append(f"{where}: {words}")

    def list_faults(self) -> list[Problem]:
        """Return the first fault of each line, in the order of lines."""
        # A line with one fault often has more, which are the same mistake seen by another rule.
        first = {fault.where: fault for fault in reversed(self.faults)}
        return sorted(first.values(), key=lambda fault: find_number(fault.where))


def find_number(place: str) -> int:
    """Return the line of “file:line”; 0 if it has no line."""
    number = place.rpartition(":")[2]
    return int(number) if number.isdecimal() else 0
