"""What fields of an edition say against one another, each fault with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase

from wordfleet_print.games.fields import Location
from wordfleet_print.games.word_fleet.model import Edition, LaunchCodes


def find_edition_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield fields that contradict each other: where, and the fault in words."""
    yield from find_fleet_faults(edition)
    yield from find_example_faults(edition)
    yield from find_code_faults(edition.launch_codes)
    yield from find_fairness_faults(edition)
    if edition.setup[0] == edition.setup[1]:
        yield ("setup",), "must name bid and deploy, each once"
    for field, items in (("turn", edition.turn.actions), ("variations", edition.variations)):
        if len({item.kind for item in items}) < len(items):
            yield (field,), "uses a kind twice"
    yield from find_alphabet_faults(edition)
    for i, action in enumerate(edition.turn.actions):
        # A player who knows no word cannot announce one, so announcing is optional, and nothing
        # else is.
        announces_word = "word" in action.example
        where = ("turn", "actions", i, "optional")
        if action.optional and not announces_word:
            yield where, "can only be true of a word"
        if announces_word and not action.optional:
            yield where, "must be true: a player may not know any word"
    yield from find_variation_faults(edition)


def find_variation_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield what variations lack, and areas that leave nothing of the grid."""
    for i, variation in enumerate(edition.variations):
        if variation.prints == "mine" and not variation.mines:
            yield ("variations", i, "mines"), f"is missing; {variation.name} needs it"
        if variation.area and variation.area >= min(edition.grid.columns, edition.grid.rows):
            yield ("variations", i, "area"), "is as large as the grid"


MOST_LETTERS = 33


def find_alphabet_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with the alphabet, and letters of other fields that it lacks."""
    letters = edition.letters
    vowels = edition.vowels
    if not 20 <= len(set(letters)) == len(letters) <= MOST_LETTERS:
        yield ("letters",), f"must be 20 to {MOST_LETTERS} different letters"
    if len(vowels) < 2 or vowels != "".join(letter for letter in letters if letter in vowels):
        yield ("vowels",), "must be different letters in alphabetical order, two at least"
    for i, ship in enumerate(edition.fleet):
        if strange := set(ship.example) - set(letters):
            yield (
                ("fleet", i, "example"),
                f"has {', '.join(sorted(strange))}, not among the edition’s letters",
            )
    columns = edition.grid.column_names
    if not len(set(columns)) == len(columns) == edition.grid.columns:
        yield ("grid", "letters"), "must have a different letter for each column"


def find_example_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with examples: of codes, and of actions, which are printed as a captain
    would call them.
    """
    codes = edition.launch_codes
    for i, code in enumerate(codes.examples):
        if len(code) != codes.digits:
            yield ("launch_codes", "examples", i), f"{code} does not have {codes.digits} digits"
    columns = edition.grid.column_names
    rows = edition.grid.rows
    letter = f"[{edition.letters}]"
    square = r"\w[1-9][0-9]?"
    # What each part of a call may be, as a regular expression
    patterns = {
        "square": square,
        "letter": letter,
        "word": f"{letter}{{2,12}}",
        "from": square,
        "to": square,
        "tells": letter,
    }
    for i, action in enumerate(edition.turn.actions):
        for name, value in action.example.items():
            where: Location = ("turn", "actions", i, "example", name)
            text = str(value)
            if name not in patterns:
                yield where, f"is not part of a call; there are {', '.join(patterns)}"
            elif not re.fullmatch(patterns[name], text):
                yield where, f"cannot be {value!r}"
            elif patterns[name] == square:
                is_on_grid = text[0] in columns and int(text[1:]) <= rows
                if not is_on_grid:
                    off = f"off the grid of {len(columns)} × {rows} squares"
                    yield where, f"names {value}, which is {off}"


def find_fleet_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with ships, alone and on the grid."""
    longest_side = max(edition.grid.columns, edition.grid.rows)
    seen: set[str] = set()
    for i, ship in enumerate(edition.fleet):
        if len(ship.example) != ship.letters:
            why = (
                f"{ship.example} has {len(ship.example)} letters, but {ship.ship} carries "
                f"{ship.letters}"
            )
            yield ("fleet", i, "example"), why
        if ship.letters > longest_side:
            yield (
                ("fleet", i, "letters"),
                f"{ship.ship} is longer than the grid's longest side ({longest_side})",
            )
        if ship.ship.casefold() in seen:
            yield ("fleet", i, "ship"), f"{ship.ship} is in the fleet twice"
        seen.add(ship.ship.casefold())
    # Arrangements are drawn until one is lawful, and in a fuller sea hardly any is.
    if edition.fleet_letters > edition.grid.columns * edition.grid.rows // 2:
        yield (
            ("fleet",),
            f"its {edition.fleet_letters} letters crowd a grid of this size: they fill over "
            "half of it",
        )


# The lowest digit that can be a sheet's highest: of fewer there are not enough codes of every
# class.
LEAST_TOP_DIGIT = 3


def find_code_faults(codes: LaunchCodes) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with launch codes: profiles that do not add up, or that there are not
    enough codes for.
    """
    for i, profile in enumerate(codes.deal):
        dealt = sum(profile.classes.values())
        if dealt != codes.count:
            yield ("launch_codes", "deal", i), f"deals {dealt} codes, but a sheet has {codes.count}"
    dealt_classes = {kind for profile in codes.deal for kind in profile.classes}
    # A class that no sheet holds may be ranked: books list the rarities of all codes.
    if len(set(codes.rarity)) < len(codes.rarity) or not dealt_classes <= set(codes.rarity):
        yield ("launch_codes", "rarity"), "must name every class that is dealt, each once"
    if codes.alike[0] > codes.alike[1]:
        why = (
            "should be two numbers such as [3, 4]: at three tables of four both sheets have "
            "the same profile"
        )
        yield ("launch_codes", "alike"), why
    if codes.top_digit:
        yield from find_top_digit_faults(codes, *codes.top_digit)


def find_top_digit_faults(
    codes: LaunchCodes, low: int, high: int
) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with the range of a sheet's highest digit."""
    if low >= high:
        yield (
            ("launch_codes", "top_digit"),
            "must run from a lower digit to a higher one, as in [4, 9]",
        )
    if low < LEAST_TOP_DIGIT:
        yield (
            ("launch_codes", "top_digit"),
            f"must begin with {LEAST_TOP_DIGIT} or more: lower digits make few codes",
        )
    # If a sheet's highest digit is 4, its codes have digits from 0 to 4: there are five triples,
    # 000 to 444, and six runs, 012, 123 and 234 up and down. Of other classes there are enough.
    code_counts = {"triple": low + 1, "run": 2 * (low + 2 - codes.digits)}
    for i, profile in enumerate(codes.deal):
        for kind, wanted in profile.classes.items():
            count = code_counts.get(kind, wanted)
            if wanted > count:
                yield (
                    ("launch_codes", "deal", i, kind),
                    f"is {wanted}, but digits up to {low} make only {count} of them",
                )


def find_fairness_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """Yield what is wrong with how the difficulty of fleets is measured and compared."""
    fairness = edition.fairness
    for i, question in enumerate(fairness.questions):
        if sorted(question.order) != sorted(edition.letters):
            every = "A to Z" if edition.letters == ascii_uppercase else "of the alphabet"
            yield ("fairness", "questions", i, "order"), f"must hold each letter {every} once"
        if question.known > edition.fleet_letters:
            why = f"is more than the fleet's {edition.fleet_letters} letters"
            yield ("fairness", "questions", i, "known"), f"{why}; leave it out to mean all of them"
    if not (fairness.different or fairness.squares or fairness.questions):
        yield (
            ("fairness",),
            "gives all fleets the same difficulty: different, squares or questions must count",
        )
    if fairness.band[0] > fairness.band[1]:
        yield ("fairness", "band"), "must run from low to high"
    if fairness.easy_below > fairness.hard_above:
        yield ("fairness", "easy_below"), "must not be above hard_above"
