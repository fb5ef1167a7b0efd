"""Which labels a tracker says: chosen by the edition's facts, filled in with them. Words between
*asterisks* are bold.

Texts that come in several wordings are tuples, the fullest first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.games.labels import Wordings
from wordfleet_print.games.word_fleet.model import TurnAction

# Where the two halves are: on one folded page, on two pages, on two sides of a page that is cut in
# half, or above and below a line of text.
Form = Literal["folded", "pages", "halves", "text"]

# The label of the public and of the secret half.
SIDES = {"pages": ("side.page_1", "side.page_2"), "halves": ("side.front", "side.back")}
# What START begins with: its picture and its label.
PLACE = {
    "folded": ("fold", "start.fold"),
    "pages": ("place", "start.pages"),
    "halves": ("hold", "start.halves"),
    "text": ("", "start.text"),
}


def name_side(edition: Edition, form: Form, *, secret: bool = False) -> str:
    """Say which half it is: “page 1 of 2”; "" on a folded page."""
    return edition.say(SIDES[form][secret]) if form in SIDES else ""


class Step(NamedTuple):
    """A step of START."""

    key: str
    """Its label."""
    kind: str
    """What its picture shows."""
    verb: str
    wordings: Wordings
    """Its sentence in all its wordings."""

    @property
    def text(self) -> str:
        """The full sentence."""
        return self.wordings[0]


def list_steps(edition: Edition, form: Form, *, blank: bool, placed: bool) -> list[Step]:
    """Return the steps of START: how to fold or lay down the sheet, then bidding and deploying in
    the order of the edition's setup, then the first turn. `blank` sheets have no words; on `placed`
    ones the fleet is printed on the grid.
    """
    picture, label = PLACE[form]
    steps = [make_step(edition, picture, label)]
    for kind in edition.setup:
        label = choose_deploying(blank=blank, placed=placed) if kind == "deploy" else "start.bid"
        steps.append(make_step(edition, kind, label))
    return [*steps, make_step(edition, "play", "start.play")]


def choose_deploying(*, blank: bool, placed: bool) -> str:
    """Return the label for how the fleet gets onto the grid."""
    if placed:
        return "start.placed"
    return "start.own" if blank else "start.hide"


def make_step(edition: Edition, kind: str, label: str) -> Step:
    """Return a step with the verb and the sentence of a label."""
    verb = edition.say(f"{label}.verb")
    return Step(f"{label}.text", kind, verb, edition.list_wordings(f"{label}.text"))


def quote_call(edition: Edition, action: TurnAction) -> str:
    """Return what a player says aloud: “B4, T!”."""
    label = choose_call(action.example)
    return edition.say(label, words=action.calls, **action.example)


def choose_call(example: dict[str, str | int]) -> str:
    """Return the label of what is said aloud for an action, by the parts that its example has."""
    if "word" in example:
        return "call.square_and_word" if "square" in example else "call.word_and_ends"
    if "square" in example:
        return "call.square_and_letter" if "letter" in example else "call.square"
    return "call.letter" if "letter" in example else "call.other"


class Choice(NamedTuple):
    """One thing that a turn can hold."""

    key: str
    """Its label."""
    call: str
    """The words to say."""
    name: Wordings
    answer: Wordings
    """What follows."""


class ChoiceGroup(NamedTuple):
    """Choices of a turn."""

    number: str
    """Which part of the turn they are; "" where it has one."""
    lead: Wordings
    """The words before them."""
    choices: list[Choice]


def list_choices(edition: Edition) -> list[ChoiceGroup]:
    """Return what a player can do in a turn, in groups. Where something is optional, such as to
    announce a word, that is group 1, and all from which one must be chosen are group 2; else there
    is one group without a number.
    """
    actions = edition.turn.actions
    optional = [describe_choice(action, edition) for action in actions if action.optional]
    one_of = [describe_choice(action, edition) for action in actions if not action.optional]
    lead = edition.list_wordings("turn.lead")
    if not optional:
        return [ChoiceGroup("", lead, one_of)]
    return [ChoiceGroup("1", (), optional), ChoiceGroup("2", lead, one_of)]


def describe_choice(action: TurnAction, edition: Edition) -> Choice:
    """Return a choice with its name and what the answer to it is."""
    key = f"action.{action.kind}"
    has_name = f"{key}_name" in edition.own_labels
    name = edition.list_wordings(f"{key}_name") if has_name else (action.name,)
    return Choice(key, quote_call(edition, action), name, edition.list_wordings(key))


def list_bidding(edition: Edition) -> list[tuple[str, ...]]:
    """Return the paragraphs that say how the bid works, from the fullest wording to the
    shortest.
    """
    return [tuple(wording.split("\n")) for wording in edition.list_wordings("codes.bidding")]


def list_answers(edition: Edition) -> list[tuple[str, str]]:
    """Return how to mark an answer next to its letter: the mark, the label of its meaning."""
    labels = {"ring": "letters.has", "cross": "letters.has_not", "count": "letters.count"}
    if edition.tracker.letters_once:
        labels["tick"] = "letters.once"
    return [*labels.items()]
