"""The organiser's form, and the event that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.matching import Rename
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.games import Library
from wordfleet_print.services.ask_event import EventRequest, NamesRequest, RoundsRequest
from wordfleet_print.services.asking import checked_title
from wordfleet_print.web.table_form import Fault, TableForm, faults_by

MORE = {
    "half": "two sheets a leaf",
    "large": "large print for all",
    "left": "left-handed for all",
    "players": "a file for each player",
    "byes": "sheets for byes, too",
    "clubs": "a file for each club",
}
"""What can be ticked beside the kinds of sheets, and how it is called."""
MOST_SPARES, LONGEST_TITLE = 1_000, 100
_OPTIONS = {"half": "half_sheets", "large": "large_print", "left": "left_handed", "players": "per_player"}
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class EventForm:
    """The form as it came; numbers as they were typed, "" for the usual. `table` is what captains choose as well:
    edition, words, paper and kinds. `listed` is the round that a list is of which does not say. `redeal` are printed
    rounds to be paired anew; `renames` players who are the same. `rules` is the text of the edition of its own that an
    event was printed by.
    """

    title: str
    rounds: str = ""
    spare: str = ""
    table: TableForm = field(default_factory=TableForm)
    more: frozenset[str] = frozenset()
    redeal: frozenset[int] = frozenset()
    renames: tuple[tuple[str, str], ...] = ()
    rules: str = ""
    listed: str = ""

    @classmethod
    def read(cls, fields: Iterable[tuple[str, str]], before: EventForm, alike: Iterable[tuple[str, str]]) -> EventForm:
        """The form of these fields; `alike` are the pairs of players that could be ticked as the same."""
        told = list(fields)
        one = dict(told)
        ticked = {value for name, value in told if name == "same"}
        return cls(
            " ".join(one.get("title", "").split()),
            one.get("rounds", "").strip(),
            one.get("spare", "").strip(),
            replace(TableForm.read(told, before.table.paper, before.table.edition), seats=TableForm().seats, title=""),
            frozenset(value for name, value in told if name == "more" and value in MORE),
            frozenset(int(value) for name, value in told if name == "redeal" and _NUMBER.fullmatch(value)),
            (*before.renames, *(pair for at, pair in enumerate(alike) if str(at) in ticked)),
            before.rules,
            one.get("round", "").strip(),
        )

    @classmethod
    def of_event(cls, plan: EventPlan, looks: PackLooks) -> EventForm:
        """The form that asks for a printed event as it is."""
        terms = plan.terms
        kinds = {
            **{"placed": terms.placed, "blank": terms.blank, "mine": looks.mine},
            **{"eco": looks.eco, "rules": looks.with_rules},
        }
        flags = {one: getattr(looks, option) for one, option in _OPTIONS.items()}
        flags |= {"byes": plan.bye_sheets, "clubs": looks.by == "club"}
        table = TableForm(
            edition=terms.edition,
            tier=terms.fill or terms.tier,
            themes=terms.themes,
            paper=looks.paper,
            kinds=frozenset(kind for kind, on in kinds.items() if on),
            own="\n".join(terms.own_words or ()),
            fill=bool(terms.fill),
        )
        more = frozenset(kind for kind, on in flags.items() if on)
        numbers = (str(len(plan.numbers)), str(len(plan.spares)))
        return cls(plan.title, *numbers, table, more, rules=terms.rules)

    def request(
        self,
        files: Sequence[Path],
        players: int | None,
        answers: Answers,
        home: Path,
        seed: str | None,
        before: EventForm | None,
        library: Library,
    ) -> EventRequest:
        """The event that is asked for, of lists, a printed event or so many players, by the rules of a library,
        printed at `home`; where it was printed there `before`, only what is otherwise now counts as said.
        """
        kinds, more = self.table.kinds, self.more
        looks: dict[str, Any] = {
            "paper": self.table.paper,
            "eco": "eco" in kinds,
            "mine": "mine" in kinds,
            "with_rules": "rules" in kinds,
            "by": "club" if "clubs" in more else "table",
            **{option: one in more for one, option in _OPTIONS.items()},
        }
        return EventRequest(
            source=files[0] if files else None,
            others=tuple(files[1:]),
            players=players,
            answers=answers,
            rounds=RoundsRequest(
                _number(self.rounds), redeal=self.redeal, bye_sheets="byes" in more, listed=_number(self.listed)
            ),
            title=self.title,
            seed=seed,
            words=self.table.words(library),
            placed="placed" in kinds,
            spare=_number(self.spare),
            looks=looks,
            output=home,
            names=NamesRequest(renames=tuple(Rename(*pair) for pair in self.renames)),
            typed=frozenset(self._said(before)) if before else frozenset(),
        )

    @property
    def _options(self) -> dict[str, object]:
        """What it says, by option, as far as it can be compared."""
        table = self.table
        return {
            **{"title": self.title, "rounds": self.rounds, "spare": self.spare},
            **{"edition": table.edition, "rules": table.edition, "tier": table.tier, "theme": {*table.themes}},
            **{
                "words": table.own.split(),
                "fill_from": table.fill,
                "plain_letters": table.letters,
                "paper": table.paper,
            },
            **{kind: kind in table.kinds for kind in ("blank", "placed", "eco", "mine")},
            **{"with_rules": "rules" in table.kinds, "bye_sheets": "byes" in self.more, "by": "clubs" in self.more},
            **{option: one in self.more for one, option in _OPTIONS.items()},
        }

    def _said(self, before: EventForm) -> Iterator[str]:
        """The options that are otherwise than they were."""
        then = before._options
        yield from (option for option, value in self._options.items() if value != then[option])
        yield from ["redeal"] * bool(self.redeal) + ["rename"] * bool(self.renames)

    def faults(self, most_rounds: int, library: Library) -> list[Fault]:
        """What is wrong with single fields, at each."""
        faults = list(self._number_faults("rounds", self.rounds, 1, most_rounds))
        faults += self._number_faults("spare", self.spare, 0, MOST_SPARES)
        faults += self._number_faults("round", self.listed, 1, most_rounds)
        if not self.title or len(self.title) > LONGEST_TITLE:
            faults.append(Fault("title", f"Give it a name of 1 to {LONGEST_TITLE} characters."))
        else:
            faults += faults_by("title", partial(checked_title, self.title))
        if "half" in self.more and ("large" in self.more or "rules" in self.table.kinds):
            what = "Two sheets a leaf are printed on both sides and cut: neither large print for all nor rules behind."
            faults.append(Fault("more", what))
        return [*faults, *self.table.faults(2, library)]

    def _number_faults(self, name: str, typed: str, least: int, most: int) -> Iterator[Fault]:
        if typed and not (_NUMBER.fullmatch(typed) and least <= int(typed) <= most):
            yield Fault(name, f"Write a whole number from {least} to {most:,}.")


def _number(typed: str) -> int | None:
    return int(typed) if _NUMBER.fullmatch(typed) else None
