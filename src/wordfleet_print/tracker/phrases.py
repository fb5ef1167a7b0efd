"""Which labels a tracker says: chosen by the edition's facts, filled in with them. Words between
*asterisks* are bold.

Texts that come in several wordings are tuples, the fullest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.games.labels import Wordings
from wordfleet_print.games.word_fleet import TurnAction

# Where the two halves are: on one folded page, on two pages, or on two sides of a page that is cut
# in half.
Form = Literal["folded", "pages", "halves"]

# The label of the public and of the secret half.
SIDES = {"pages": ("side.page_1", "side.page_2"), "halves": ("side.front", "side.back")}
# What START begins with: its picture and its label.
PLACE = {
    "folded": ("fold", "start.fold"),
    "pages": ("place", "start.pages"),
    "halves": ("hold", "start.halves"),
}
# A code of each class, to be cut to the edition's digits.
EXAMPLES = {"triple": "7777", "run": "4567", "mirror": "474", "twin": "4771", "plain": "4718"}


def name_side(edition: Edition, form: Form, *, secret: bool = False) -> str:
    """Say which half it is: “page 1 of 2”; "" on a folded page."""
    return edition.say(SIDES[form][secret]) if form in SIDES else ""


class Step(NamedTuple):
    """A step of START: what its picture shows, a verb, and a sentence in all its wordings."""

    kind: str
    verb: str
    wordings: Wordings

    @property
    def text(self) -> str:
        """The full sentence."""
        return self.wordings[0]


def list_steps(edition: Edition, form: Form, *, blank: bool, placed: bool) -> list[Step]:
    """Return START, step by step, in the order of the edition's setup."""
    picture, label = PLACE[form]
    steps = [make_step(edition, picture, label)]
    for kind in edition.setup:
        if kind == "deploy":
            label = choose_deploying(blank=blank, placed=placed)
        else:
            label = (
                "start.bid_codes" if edition.launch_codes.bids == "codes" else "start.bid_digits"
            )
        steps.append(make_step(edition, kind, label))
    play = Step("play", edition.say("start.play.verb"), describe_sinking(edition))
    return [*steps, play]


def choose_deploying(*, blank: bool, placed: bool) -> str:
    """Return the label for how the fleet gets onto the grid."""
    if placed:
        return "start.placed"
    return "start.own" if blank else "start.hide"


def make_step(edition: Edition, kind: str, label: str) -> Step:
    """Return a step with the verb and the sentence of a label."""
    verb = edition.say(f"{label}.verb")
    return Step(kind, verb, edition.list_wordings(f"{label}.text"))


def describe_sinking(edition: Edition) -> Wordings:
    """Say how to win."""
    for action in edition.turn.actions:
        if action.optional or "square" not in action.example:
            continue
        if "letter" in action.example:  # both are called: a letter counts in its own square only
            return edition.list_wordings("sink.aimed")
        if "tells" in action.example:
            return edition.list_wordings("sink.told")
    return edition.list_wordings("sink.called")


def quote_call(edition: Edition, action: TurnAction) -> str:
    """Return what a player says aloud: “B4, T!”."""
    label = choose_call(action.example)
    return edition.say(label, words=action.calls, **action.example)


def choose_call(example: dict[str, str | int]) -> str:
    """Return the label of a call that has the parts of this example."""
    if "word" in example:
        return "call.square_and_word" if "square" in example else "call.word_and_ends"
    if "square" in example:
        return "call.square_and_letter" if "letter" in example else "call.square"
    return "call.letter" if "letter" in example else "call.other"


class Choice(NamedTuple):
    """One thing that a turn can hold: the words to say, its name, what follows."""

    call: str
    name: Wordings
    answer: Wordings


class ChoiceGroup(NamedTuple):
    """Choices of a turn, with a number where the turn has several parts, and words before them."""

    number: str
    lead: str
    choices: list[Choice]


def list_choices(edition: Edition) -> list[ChoiceGroup]:
    """Return a turn: a word if you like, then one of the others; or just one of all."""
    actions = edition.turn.actions
    free = [describe_choice(action, edition) for action in actions if action.optional]
    one_of = [describe_choice(action, edition) for action in actions if not action.optional]
    if not free:
        return [ChoiceGroup("", edition.say("turn.one_of"), one_of)]
    then = ChoiceGroup("2", edition.say("turn.then_one_of"), one_of)
    return [ChoiceGroup("1", "", free), then]


def describe_choice(action: TurnAction, edition: Edition) -> Choice:
    """Return a choice with its name and what the answer to it is."""
    call = quote_call(edition, action)
    if "word" in action.example:
        name = edition.list_wordings("turn.word", name=action.name)
        return Choice(call, name, edition.list_wordings("turn.wrong_word"))
    return Choice(call, (action.name,), describe_answer(action, edition))


def describe_answer(action: TurnAction, edition: Edition) -> Wordings:
    """Say what the answer to a square or a letter is."""
    if "square" not in action.example:
        label = "turn.count_once" if edition.tracker.letters_once else "turn.count"
        return edition.list_wordings(label)
    asked = ask_result(edition)
    if "tells" not in action.example:
        return (asked,)
    results = [mark.result for mark in edition.marks]
    return (edition.say("turn.letter_or_miss", first=results[0], last=results[-1]), asked)


def ask_result(edition: Edition) -> str:
    """Return the question for the result of an attack: “Hit or Miss?”"""
    labels = ("turn.one_result", "turn.two_results", "turn.three_results")
    results = [mark.result for mark in edition.marks]
    named = dict(zip(("first", "second", "third"), results, strict=False))
    return edition.say(labels[len(results) - 1], **named)


class Bidding(NamedTuple):
    """How the bid works: a note beside the heading, and the paragraphs under the codes."""

    note: Wordings
    paragraphs: tuple[str, ...]


def list_bidding(edition: Edition) -> list[Bidding]:
    """Return how the bid works, from the fullest wording to the shortest."""
    codes = edition.launch_codes
    if codes.bids != "codes":
        return list_digit_bidding(edition)
    named = edition.say("codes.rarer", codes=", ".join(name_examples(edition)))
    ranked = edition.say("codes.rarer", codes=" › ".join(list_examples(edition)))
    wordings = edition.list_wordings("codes.stakes")
    stakes, brief = wordings[0], wordings[-1]
    paragraphs = [
        (named, stakes),
        (ranked, stakes),
        (f"{ranked} {stakes}",),
        (f"{ranked} {brief}",),
    ]
    note = edition.list_wordings("codes.claim_code")
    if codes.first_codes != "frequency-lock":
        return [Bidding(note, lines) for lines in paragraphs]
    claim = edition.say("codes.first_claim")
    shortest = f"{ranked} {edition.say('codes.stakes_short')}"
    return [
        Bidding(note, (claim, named, stakes)),
        Bidding(note, (claim, f"{ranked} {stakes}")),
        Bidding(note, (f"{claim} {ranked} {stakes}",)),
        Bidding(edition.list_wordings("codes.first_claim_note"), (shortest,)),
    ]


def list_digit_bidding(edition: Edition) -> list[Bidding]:
    """Return how the bid works where the highest digit is claimed."""
    note = edition.list_wordings("codes.claim_digit")
    short = edition.say("codes.higher_short")
    stakes = edition.say("codes.stakes")
    paragraphs = [(edition.say("codes.higher"), stakes), (short, stakes), (f"{short} {stakes}",)]
    return [Bidding(note, lines) for lines in paragraphs]


def list_examples(edition: Edition) -> Iterator[str]:
    """Yield a code of each class that is ranked, the rarest first."""
    codes = edition.launch_codes
    return (EXAMPLES[kind][: codes.digits] for kind in codes.rarity)


def name_examples(edition: Edition) -> Iterator[str]:
    """Yield each ranked class with an example: “triple 777”."""
    for kind, example in zip(edition.launch_codes.rarity, list_examples(edition), strict=True):
        yield f"{edition.say(f'codes.kind.{kind}')} {example}"


def describe_touching(edition: Edition) -> Wordings:
    """Say how ships may be placed on the Defense Grid."""
    allowed = edition.touching == "allowed"
    return edition.list_wordings("grid.may_touch" if allowed else "grid.never_touch")


def list_answers(edition: Edition) -> list[tuple[str, Wordings]]:
    """Return how to mark an answer beside its letter: the mark, its meaning."""
    labels = {"ring": "letters.has", "cross": "letters.has_not", "count": "letters.count"}
    if edition.tracker.letters_once:
        labels["tick"] = "letters.once"
    return [(mark, edition.list_wordings(label)) for mark, label in labels.items()]
