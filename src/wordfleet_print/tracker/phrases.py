"""What a tracker says, in plain words made from the edition's facts. Bars | part wordings, from the
fullest to the shortest; words between *asterisks* are bold.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.games.word_fleet import TurnAction
from wordfleet_print.messages import in_words

# Where the two halves are: on one folded page, on two pages, or on two sides of a page that is cut
# in half.
Form = Literal["folded", "pages", "halves"]

SIDES = {"folded": ("", ""), "pages": ("page 1 of 2", "page 2 of 2"), "halves": ("front", "back")}
FOLD = "fold back here"
CUTS = "cut here · print on both sides, flip on the long edge", "cut here"
WARNING = "secret · for your eyes only"
RECON = "the letters I ask for|letters I ask for|my questions"
MANIFEST = "the letters in my words|letters in my words|my letters"
COUNT_LETTERS = "*Count your words’ letters* and write the numbers here.|*Count your letters* here."
TELL_COUNT = (
    "*“How many R?”* Find the R here and tell them the number.|*Asked?* Find it, say how many."
)
# A code of each class, to be cut to the edition's digits.
EXAMPLES = {"triple": "7777", "run": "4567", "mirror": "474", "twin": "4771", "plain": "4718"}


class Step(NamedTuple):
    """A step of START: what its picture shows, a verb, a sentence, and a shorter one for large
    print.
    """

    kind: str
    verb: str
    text: str
    short: str


PLACE = {
    "folded": Step(
        "fold",
        "Fold at ①",
        "Hang the lower half off your table’s edge.",
        "Hang half off the table.",
    ),
    "pages": Step(
        "place",
        "Place",
        "Page\u00a01 on the table. Page\u00a02 is secret: hide it.",
        "Hide page\u00a02: it is secret.",
    ),
    "halves": Step(
        "hold", "Hold", "Show this side. The back is secret.", "Hide the back: it is secret."
    ),
}


def list_steps(edition: Edition, form: Form, *, blank: bool, placed: bool) -> list[Step]:
    """Return START, step by step, in the order of the edition's setup."""
    ships, claim = (
        in_words(len(edition.fleet)),
        "code" if edition.launch_codes.bids == "codes" else "digit",
    )
    if placed:
        deploy = Step(
            "deploy",
            "Look",
            f"Your {ships} ships are on the Defense Grid.",
            "Your ships are in place.",
        )
    else:
        words = f"{ships} words of your own" if blank else f"your {ships} words"
        short = f"Place {words}." if blank else f"Your {ships} words on the Defense Grid."
        deploy = Step("deploy", "Hide", f"Write {words} on the Defense Grid.", short)
    claims = "Claim a code" if claim == "code" else "Claim your highest digit"
    ends = "or bluff. The winner starts."
    steps = {
        "deploy": deploy,
        "bid": Step("bid", "Bid", f"{claims}, {ends}", f"Claim a {claim}, {ends}"),
    }
    return [
        PLACE[form],
        *(steps[step] for step in edition.setup),
        Step("play", "Play", *describe_sinking(edition)),
    ]


def describe_sinking(edition: Edition) -> tuple[str, str]:
    """Say how to win, and in fewer words."""
    ships, actions = (
        in_words(len(edition.fleet)),
        [action for action in edition.turn.actions if not action.optional],
    )
    attack = next((action for action in actions if "square" in action.example), None)
    if (
        attack and "letter" in attack.calls
    ):  # both are called: a letter counts in its own square only
        best = edition.marks[0].result
        return (
            f"Sink all {ships} ships: a {best} for every letter.",
            f"A {best} for every letter wins.",
        )
    find = "find" if attack and "letter" in attack.example else "call"
    return (
        f"Sink all {ships}: {find} every letter, or name the word.",
        "All letters or the word sink a ship.",
    )


def quote_call(action: TurnAction) -> str:
    """Return what a player says aloud: “B4, T!”."""
    example = action.example
    if "word" in example:
        word, square = example["word"], example.get("square", "")
        call = f"{square}: {word}!" if square else f"{word}, {example['from']} to {example['to']}!"
    elif "square" in example:
        both = "letter" in example and "letter" in action.calls
        call = f"{example['square']}, {example['letter']}!" if both else f"{example['square']}!"
    else:
        call = f"How many {example['letter']}?" if "letter" in example else action.calls
    return f"“{call}”"


class Choice(NamedTuple):
    """One thing that a turn can hold: the words to say, its name, what follows."""

    call: str
    name: str
    answer: str


class ChoiceGroup(NamedTuple):
    """Choices of a turn, with a number where the turn has several parts, and words before them."""

    number: str
    lead: str
    choices: list[Choice]


def list_choices(edition: Edition) -> list[ChoiceGroup]:
    """Return a turn: a word if you like, then one of the others; or just one of all."""
    free = [_describe_choice(action, edition) for action in edition.turn.actions if action.optional]
    one_of = [
        _describe_choice(action, edition) for action in edition.turn.actions if not action.optional
    ]
    if not free:
        return [ChoiceGroup("", "Choose one:", one_of)]
    return [ChoiceGroup("1", "", free), ChoiceGroup("2", "Then one of:", one_of)]


def _describe_choice(action: TurnAction, edition: Edition) -> Choice:
    call, results = quote_call(action), [mark.result for mark in edition.marks]
    asked = f"{', '.join(results[:-1])} or {results[-1]}?" if len(results) > 1 else f"{results[0]}?"
    if "word" in action.example:
        name = f"{action.name}, if you like:|Word, if you like:"
        return Choice(call, name, "wrong ends your turn.|wrong ends it.")
    if "square" not in action.example:
        once = "How many? Each letter once.|Each letter once."
        return Choice(
            call, action.name, once if edition.tracker.letters_once else "They say how many."
        )
    if "letter" in action.example and "letter" not in action.calls:
        return Choice(call, action.name, f"{results[0]} and its letter, or {results[-1]}.|{asked}")
    return Choice(call, action.name, asked)


class Bidding(NamedTuple):
    """How the bid works: a note beside the heading, and the paragraphs under the codes."""

    note: str
    paragraphs: tuple[str, ...]


def list_bidding(edition: Edition) -> list[Bidding]:
    """Return how the bid works, from the fullest wording to the shortest."""
    codes, turns = edition.launch_codes, in_words(edition.launch_codes.opening_turns)
    stakes = f"*Win a challenge:* start with {turns} turns."
    if codes.bids != "codes":
        prove, wins = "say “Prove it!”", "*The higher digit wins,*"
        note = (
            f"claim your highest digit, or {prove}|claim the highest, or {prove}|highest "
            "digit, or “Prove it!”"
        )
        full = f"{wins} 0 to 9. True or bluff, until one gives in."
        return [
            Bidding(note, lines)
            for lines in (
                (full, stakes),
                (f"{wins} 0 to 9.", stakes),
                (f"{wins} 0 to 9. {stakes}",),
            )
        ]
    examples = [EXAMPLES[kind][: codes.digits] for kind in codes.rarity]
    named = ", ".join(
        f"{kind} {example}" for kind, example in zip(codes.rarity, examples, strict=True)
    )
    full, rarer = f"*Rarer wins:* {named}.", f"*Rarer wins:* {' › '.join(examples)}."
    note = "claim one, give in, or say “Prove it!”|give in, or say “Prove it!”"
    if codes.first_codes != "frequency-lock":
        return [
            Bidding(note, lines)
            for lines in ((full, stakes), (rarer, stakes), (f"{rarer} {stakes}",))
        ]
    first = "add both first digits.", "Who has that number more often?"
    claim = f"*First claim:* {' '.join(first)}"
    prove = stakes.replace("challenge:*", "challenge (“Prove it!”):*")
    paragraphs = (
        (claim, full, stakes),
        (claim, f"{rarer} {stakes}"),
        (f"{claim} {rarer} {stakes}",),
    )
    shortest = Bidding(f"First claim: {first[0]}\n{first[1]}", (f"{rarer} {prove}",))
    return [*(Bidding(note, lines) for lines in paragraphs), shortest]


def describe_touching(edition: Edition) -> str:
    """Say how ships may be placed on the Defense Grid."""
    if edition.touching == "allowed":
        return (
            "my ships: across or down; they may touch, never cross|across or down; may touch, "
            "never cross"
        )
    corners = "my ships: across or down; they never touch, not even at corners"
    return f"{corners}|my ships: across or down; they never touch|across or down; never touch"


def list_answers(edition: Edition) -> list[tuple[str, str]]:
    """Return how to mark an answer beside its letter: the mark, its meaning."""
    answers = [("ring", "they have it"), ("cross", "they don’t"), ("count", "how many")]
    return (
        [*answers, ("tick", "asked: only once|only once")]
        if edition.tracker.letters_once
        else answers
    )
