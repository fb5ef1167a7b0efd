"""`Fit`: which wording of a label a place has room for, and by how many mm it fits or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.labels import Wordings

# Measures are compared with this much to spare (mm), which rounding needs.
TOLERANCE_MM = 0.001


@dataclass(frozen=True, slots=True)
class Fit:
    """Which wording of a label a place has room for."""

    key: str
    """The dotted key of the label, such as `start.bid.text`."""
    text: str
    """The wording that was chosen; the shortest one if none fits."""
    number: int
    """Its place among the label's wordings, from 1 for the fullest; 0 if none fits."""
    count: int
    """How many wordings the label has."""
    room: float
    """What the place has (mm)."""
    need: float
    """What the wording takes (mm)."""
    required: bool
    """Whether the sheet cannot do without it."""

    @property
    def has_room(self) -> bool:
        """Whether any wording fits."""
        return self.number > 0

    @property
    def printed(self) -> str:
        """The text to print: the wording, or nothing if none fits."""
        return self.text if self.has_room else ""

    @property
    def missing(self) -> float:
        """How much room is missing (mm)."""
        return self.need - self.room

    @property
    def fault(self) -> str:
        """What does not fit, with its measure: “start.bid.text needs 31.4 mm and has 30.0 mm”."""
        need = f"{self.need:.1f} mm"
        room = f"{self.room:.1f} mm"
        return f"{self.key} needs {need} and has {room}: “{self.text}”"

    @property
    def error(self) -> BadInputError:
        """The refusal of a sheet that cannot do without it."""
        return BadInputError(
            Problem(
                f"A label does not fit the sheet. {self.fault}.",
                "edition",
                advice=f"Add a shorter wording of {self.key}; docs/translate.md says where.",
            )
        )


def fit_only_wording(key: str, text: str, room: float, need: float) -> Fit:
    """Return how the only wording of a label that the sheet cannot do without fits (mm)."""
    number = 1 if need <= room else 0
    return Fit(key, text, number, count=1, room=room, need=need, required=True)


def choose_wording(
    key: str,
    wordings: Wordings,
    room: float,
    measure: Callable[[str], float],
    *,
    required: bool = False,
) -> Fit:
    """Return the fullest wording that `measure` (mm) says there is room for."""
    count = len(wordings)
    need = 0.0
    text = ""
    for number, text in enumerate(wordings, start=1):
        need = measure(text)
        if need <= room + TOLERANCE_MM:
            return Fit(key, text, number, count, room=room, need=need, required=required)
    return Fit(key, text, 0, count, room=room, need=need, required=required)


def find_misfits(fits: Iterable[Fit]) -> list[Fit]:
    """Return what did not fit, each label once, where it misses most."""
    worst: dict[str, Fit] = {}
    for fit in fits:
        known = worst.get(fit.key)
        if not fit.has_room and (not known or fit.missing > known.missing):
            worst[fit.key] = fit
    return [*worst.values()]
