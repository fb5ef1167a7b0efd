"""What a tracker says, in plain words, from the edition's facts."""

from __future__ import annotations

from typing import Literal, NamedTuple

from wordfleet_print.games import Edition
from wordfleet_print.games.edition import TurnAction
from wordfleet_print.wording import in_words

Form = Literal["folded", "pages", "halves"]
"""How the two halves lie: on one folded page, on two pages, or on two sides of a cut leaf."""

EXAMPLES = {"triple": "7777", "run": "4567", "mirror": "474", "twin": "4771", "plain": "4718"}
"""A code of each class."""

SIDES = {"pages": ("page 1 of 2", "page 2 of 2"), "halves": ("front", "back")}
"""What the halves are called where they lie apart."""


class Step(NamedTuple):
    """A step of START: what its picture shows, a verb, a sentence, and a shorter one for large print."""

    kind: str
    verb: str
    text: str
    short: str


PLACE = {
    "folded": Step("fold", "Fold at ①", "Hang the lower half off your table’s edge.", "Hang half off the table."),
    "pages": Step("place", "Place", "Page 1 on the table. Hide page 2: it is secret.", "Hide page 2: it is secret."),
    "halves": Step("hold", "Hold", "Show this side. The back is secret.", "Hide the back: it is secret."),
}


def start_steps(edition: Edition, form: Form, *, blank: bool, placed: bool) -> list[Step]:
    """START, step by step."""
    ships = in_words(len(edition.fleet))
    if placed:
        deploy = Step("deploy", "Look", f"Your {ships} ships lie on the Defense Grid.", "Your ships lie in place.")
    else:
        whose = f"{ships} words of your own" if blank else f"your {ships} words"
        short = f"Place {ships} words of your own." if blank else f"Your {ships} words on the Defense Grid."
        deploy = Step("deploy", "Hide", f"Write {whose} on the Defense Grid.", short)
    if edition.launch_codes.bids == "codes":
        bid = Step("bid", "Bid", "Claim a code, or bluff. The winner starts.", "Claim a code. The winner starts.")
    else:
        text = "Claim your highest digit, or bluff. The winner starts."
        bid = Step("bid", "Bid", text, "Claim a digit. The winner starts.")
    steps = {"deploy": deploy, "bid": bid}
    play = Step("play", "Play", *sinks(edition))
    return [PLACE[form], *(steps[step] for step in edition.setup), play]


def sinks(edition: Edition) -> tuple[str, str]:
    """How to win, and in fewer words."""
    marks, ships = {mark.draws for mark in edition.marks}, in_words(len(edition.fleet))
    if "border" in marks:
        best = edition.marks[0].result
        return f"Sink all {ships} ships: a {best} for every letter.", f"A {best} for every letter wins."
    found = "find" if "ring" in marks else "call"
    return f"Sink all {ships}: {found} every letter, or name the word.", "All letters or the word sink a ship."


def call(action: TurnAction) -> str:
    """What a player says aloud: “B4, T!”."""
    match action.example:
        case {"word": word, "from": first, "to": last}:
            said = f"{word}, {first} to {last}!"
        case {"word": word, "square": square}:
            said = f"{square}: {word}!"
        case {"square": square, "letter": letter} if "letter" in action.calls:
            said = f"{square}, {letter}!"
        case {"square": square}:
            said = f"{square}!"
        case {"letter": letter}:
            said = f"How many {letter}?"
        case _:
            said = action.calls
    return f"“{said}”"


class Choice(NamedTuple):
    """One thing a turn can hold: the words to say, its name, what follows (after a bar | shorter)."""

    call: str
    name: str
    answer: str


class Choices(NamedTuple):
    """Choices of a turn, with a number where the turn has several parts and words before them."""

    number: str
    lead: str
    choices: list[Choice]


def turn_choices(edition: Edition) -> list[Choices]:
    """A turn: a word if you like, then one of the others; or just one of all."""
    free = [choice(action, edition) for action in edition.turn.actions if action.optional]
    one_of = [choice(action, edition) for action in edition.turn.actions if not action.optional]
    if not free:
        return [Choices("", "Choose one:", one_of)]
    return [Choices("1", "", free), Choices("2", "Then one of:", one_of)]


def choice(action: TurnAction, edition: Edition) -> Choice:
    """What a player says, and what the enemy answers."""
    results = [mark.result for mark in edition.marks]
    asked = f"{', '.join(results[:-1])} or {results[-1]}?"
    if "word" in action.example:
        return Choice(
            call(action), f"{action.name}, if you like:|Word, if you like:", "wrong ends your turn.|wrong ends it."
        )
    if "square" not in action.example:
        once = "How many? Each letter once.|Each letter once.|Once each."
        return Choice(
            call(action), action.name, once if edition.tracker.letters_once else "They tell you how many.|How many?"
        )
    if "letter" in action.example and "letter" not in action.calls:
        return Choice(call(action), action.name, f"{results[0]} and its letter, or {results[-1]}.|{asked}")
    return Choice(call(action), action.name, asked)


class Bidding(NamedTuple):
    """How the bid works: a note beside the heading, and the lines under the codes."""

    note: str
    lines: list[str]


def bidding(edition: Edition) -> list[Bidding]:
    """How the bid works, from the fullest wording to the shortest."""
    codes = edition.launch_codes
    turns = in_words(codes.opening_turns)
    stakes = f"*Win a challenge:* start with {turns} turns."
    if codes.bids == "digits":
        note = "claim your highest digit, or say “Prove it!”|highest digit, or “Prove it!”"
        higher = "*The higher digit wins,* 0 to 9."
        full = f"{higher} True or bluff, until one gives in."
        return [Bidding(note, [full, stakes]), Bidding(note, [higher, stakes]), Bidding(note, [f"{higher} {stakes}"])]
    examples = [EXAMPLES[kind][: codes.digits] for kind in codes.rarity]
    named = ", ".join(f"{kind} {example}" for kind, example in zip(codes.rarity, examples, strict=True))
    full, rarer = f"*Rarer wins:* {named}.", f"*Rarer wins:* {' › '.join(examples)}."
    note = "claim one, give in, or say “Prove it!”|give in, or say “Prove it!”"
    if codes.first_codes != "frequency-lock":
        return [Bidding(note, [full, stakes]), Bidding(note, [rarer, stakes]), Bidding(note, [f"{rarer} {stakes}"])]
    first = "*First claim:* add both first digits; whoever’s codes hold that sum more often."
    short = "*First claim:* who has both first digits’ sum more often."
    beside = "first claim: who has both first digits’ sum more often"
    return [
        Bidding(note, [first, full, stakes]),
        Bidding(note, [short, rarer, stakes]),
        Bidding(beside, [f"{rarer} *Win a challenge (“Prove it!”):* start with {turns} turns."]),
        Bidding(note, [short, f"*Rarer:* {' › '.join(examples)}. *Win a challenge:* {turns} turns."]),
    ]


def recon_legend(edition: Edition) -> list[tuple[str, str]]:
    """How to mark an answer beside its letter: the mark, its meaning."""
    legend = [("ring", "they have it"), ("cross", "they don’t"), ("count", "how many")]
    return [*legend, ("tick", "asked: only once|only once")] if edition.tracker.letters_once else legend
