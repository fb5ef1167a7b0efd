"""`Edition`: every number and name of one edition of Word Fleet, as typed, frozen values.

The values come from front matter; no default here is a fact of a game. Shapes are checked by the
types, what fields say of one another by `find_edition_faults`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints, model_validator

from wordfleet_print.games.fields import (
    Capitals,
    Facts,
    Silhouette,
    Slug,
    Text,
)
from wordfleet_print.games.labels import FLEET_NAMES
from wordfleet_print.games.schema import (
    Pair,
    Rulebook,
)
from wordfleet_print.games.word_fleet.letter_rows import (
    MOST_IN_ROW,
    MOST_ROWS,
    cut_before_vowels,
    cut_into_rows,
    has_free_corner,
)

CodeClass = Literal["triple", "run", "mirror", "twin", "plain"]
# A band that holds every difficulty; no front matter gives a fleet more.
ANY_DIFFICULTY = -(10**8), 10**8


class Grid(Facts):
    """The sea: squares across (lettered from A, or as `letters` says) and down (numbered from 1)
    (C-05).
    """

    columns: int = Field(ge=4, le=26)
    rows: int = Field(ge=4, le=26)
    letters: Capitals = ascii_uppercase

    @property
    def column_names(self) -> str:
        """The letters over the columns, left to right."""
        return self.letters[: self.columns]


class Ship(Facts):
    """One ship of the fleet: its name, how many letters long, an example word, its picture
    (C-11).
    """

    ship: Text
    letters: int = Field(ge=2, le=12)
    example: Capitals
    silhouette: Silhouette | None = None


class CodeProfile(Facts):
    """How many codes of each class a sheet may be dealt, and how often, by its share of all odds
    (C-36).
    """

    odds: int = Field(ge=1, le=99)
    triple: int = Field(default=0, ge=0, le=9)
    run: int = Field(default=0, ge=0, le=9)
    mirror: int = Field(default=0, ge=0, le=9)
    twin: int = Field(default=0, ge=0, le=9)
    plain: int = Field(default=0, ge=0, le=9)

    @property
    def classes(self) -> dict[CodeClass, int]:
        """The classes that are dealt and how many codes of each, rarest first."""
        return {kind: getattr(self, kind) for kind in get_args(CodeClass) if getattr(self, kind)}


# A digit of a launch code that can be the highest of several.
CodeDigit = Annotated[int, Field(ge=1, le=9)]


class BidCall(Facts):
    """What one of two says in an example of the bidding, and what it is."""

    who: Text
    words: Text
    note: Text


class BidCodes(Facts):
    """Whose launch codes an example shows, and which of them lie open."""

    who: Text
    codes: tuple[Text, ...] = Field(strict=False, min_length=1, max_length=9)
    open: Text = "all"


class Bidding(Facts):
    """An example of the bidding, as the book's figure shows it (C-32, A-05)."""

    says: tuple[BidCall, ...] = Field(strict=False, min_length=1, max_length=6)
    shows: BidCodes


# At the first number of tables out of the second, both sheets have the same profile of codes.
SharedTables = Annotated[int, Field(ge=0, le=99)]
AllTables = Annotated[int, Field(ge=1, le=99)]


class LaunchCodes(Facts):
    """The launch codes of one sheet: how many, their digits, their classes (C-31, C-36).

    `deal` are the profiles a sheet may have. `alike` says how often, as in three tables of four,
    opponents' sheets have the same one for sure; else each has its own. `first_codes` says how
    opponents' first codes are dealt: `any`, or so that a `frequency-lock` decides (S-10). `bids`
    says what is claimed in the bidding: a code, which a rarer one beats, or one's highest digit,
    which a higher one beats (C-32, C-33, A-05). `top_digit`: a sheet's highest digit is any from
    the one to the other, each as often (A-24).
    """

    count: int = Field(ge=1, le=9)
    digits: int = Field(ge=3, le=4)
    examples: tuple[Annotated[str, StringConstraints(pattern=r"^[0-9]+$")], ...] = Field(
        default=(), strict=False
    )
    rarity: tuple[CodeClass, ...] = Field(strict=False)
    deal: tuple[CodeProfile, ...] = Field(strict=False, min_length=1, max_length=8)
    alike: tuple[SharedTables, AllTables] = Field(default=(1, 1), strict=False)
    opening_turns: int = Field(ge=1, le=9)
    first_codes: Literal["any", "frequency-lock"]
    bids: Literal["codes", "digits"] | None = None
    top_digit: Annotated[tuple[CodeDigit, CodeDigit], Field(strict=False)] | None = None
    bidding: Bidding | None = None

    @property
    def dealt(self) -> tuple[CodeClass, ...]:
        """Every class that some sheet holds, rarest first."""
        return tuple(
            kind for kind in self.rarity if any(kind in profile.classes for profile in self.deal)
        )


class Question(Facts):
    """A captain who asks for letters in `order`: what counts is the number of the question,
    `weight` times, that accounts for the letter `known` of the fleet; front matter that does not
    say which means its last.
    """

    order: Capitals
    known: int = Field(ge=1)
    weight: int = Field(ge=1, le=1000)


class Fairness(Facts):
    """How difficult fleets are and which of them are comparable (docs/fairness.md).

    The difficulty is `different` times the different letters, `squares` times the sum of the
    squares of their counts, and what each of the `questions` adds. That of opponents' fleets is in
    `band`, and at most `opponents_within` apart.
    """

    different: int = Field(ge=-1000, le=1000)
    squares: int = Field(ge=-1000, le=1000)
    questions: tuple[Question, ...] = Field(strict=False, max_length=4)
    easy_below: int
    hard_above: int
    band: tuple[int, int] = Field(strict=False)
    opponents_within: int = Field(ge=0)


class PanelText(Facts):
    """A panel of the tracker: the words on its tab (C-12, C-18, C-20)."""

    title: Text


class PanelTexts(Facts):
    """The panels of a tracker, by what they are for."""

    attack: PanelText
    recon: PanelText
    enemy: PanelText
    fleet: PanelText
    codes: PanelText
    defense: PanelText
    manifest: PanelText
    turn: PanelText


class Tracker(Facts):
    """What the printed sheet says of itself.

    `letters_once` prints a box to tick in each recon box, where a letter may be asked once (S-07,
    A-10).
    """

    title: Text
    letters_once: bool
    panels: PanelTexts


# What is drawn for a result; `text.note.…` in labels says it in words.
MarkKind = Literal["ring", "border", "cross", "dot", "slash", "letter"]


class Mark(Facts):
    """One result of an attack, what it tells, how the legend words it, which mark it draws (C-15 to
    C-19). `brief` is what it tells in the two or three words that a sheet has room for, after a bar
    | in fewer.
    """

    result: Text
    tells: Text | None = None
    brief: Text | None = None
    legend: Text
    draws: MarkKind


class TurnAction(Facts):
    """One thing a turn can hold (C-13, C-14, S-05, S-06, A-08, A-09); `kind` is what the text calls
    it by.

    `calls` is for readers only. What a call is made of, and what it brings, is known by the keys of
    `example`: `square`, `letter`, `word`, `from` and `to` are read aloud; `tells` is the
    letter that the answer reveals.
    """

    kind: Slug
    name: Text
    optional: bool = False
    calls: Text
    example: dict[str, str | int]


class Turn(Facts):
    """A turn: its choices."""

    actions: tuple[TurnAction, ...] = Field(strict=False, min_length=1)


class Variation(Facts):
    """An optional rule; `prints` names what it needs on the sheet (C-25 to C-27); `area` is a side
    in squares.
    """

    kind: Slug
    name: Text
    area: int | None = Field(default=None, ge=2, le=9)
    prints: Literal["mine"] | None = None
    mines: int | None = Field(default=None, ge=1, le=3)
    turns: int | None = Field(default=None, ge=1)
    categories: tuple[Text, ...] = Field(default=(), strict=False)


class Edition(Rulebook):
    """One edition of Word Fleet, whole.

    `touching` says whether ships may lie side by side (C-08, A-04), `reading` whether the designer
    or this edition says that words are read forward; `setup` is what comes first before the battle.
    `letters` is the alphabet that its words are made of.
    """

    game: Literal["word-fleet"]
    players: Pair
    edition: Text
    rules_address: Annotated[str, StringConstraints(pattern=r"^https?://[!-~]+$", max_length=60)]
    grid: Grid
    fleet: tuple[Ship, ...] = Field(strict=False, min_length=1, max_length=8)
    touching: Literal["allowed", "forbidden"]
    reading: Literal["required", "suggested"] = "required"
    setup: tuple[Literal["bid", "deploy"], Literal["bid", "deploy"]] = Field(
        default=("bid", "deploy"), strict=False
    )
    letters: Capitals = ascii_uppercase
    vowels: Capitals
    launch_codes: LaunchCodes
    fairness: Fairness
    tracker: Tracker
    marks: tuple[Mark, ...] = Field(strict=False, min_length=1, max_length=3)
    turn: Turn
    variations: tuple[Variation, ...] = Field(default=(), strict=False)

    @model_validator(mode="before")
    @classmethod
    def fill_questions(cls, facts: object) -> object:
        """Let questions that do not say how many letters become known ask for the whole fleet's."""
        match facts:
            case {"fleet": [*ships], "fairness": {"questions": [*questions], **fairness}, **rest}:
                known = (ship.get("letters") for ship in ships if isinstance(ship, dict))
                # `type`, not isinstance: True is an int as well. Wrong letters are found later,
                # with their own line.
                letters = sum(number for number in known if type(number) is int) or 1
                questions = [
                    {"known": letters, **question} if isinstance(question, dict) else question
                    for question in questions
                ]
                return {**rest, "fleet": ships, "fairness": {**fairness, "questions": questions}}
        return facts

    @property
    def lengths(self) -> tuple[int, ...]:
        """The letters of each ship, in the fleet's order."""
        return tuple(ship.letters for ship in self.fleet)

    @property
    def fleet_letters(self) -> int:
        """How many letters the whole fleet holds."""
        return sum(self.lengths)

    @property
    def ships_of_length(self) -> dict[int, int]:
        """How many ships have each length, longest first."""
        return dict(sorted(Counter(self.lengths).items(), reverse=True))

    def allow_any_fleets(self) -> Edition:
        """The same, but that opponents' fleets may have any difficulty, however far apart."""
        low, high = ANY_DIFFICULTY
        fairness = self.fairness.model_copy(
            update={"band": ANY_DIFFICULTY, "opponents_within": high - low}
        )
        return self.model_copy(update={"fairness": fairness})

    @property
    def mines(self) -> int:
        """How many mine boxes the sheet prints, for the variation that lays them (C-27)."""
        return sum(v.mines or 0 for v in self.variations if v.prints == "mine")

    @property
    def mine_turns(self) -> int:
        """How many turns the owner of a mine takes that is hit (C-27); 0 without mines."""
        return sum(v.turns or 0 for v in self.variations if v.prints == "mine")

    @property
    def alphabet_rows(self) -> tuple[str, ...]:
        """The alphabet in rows for boxes, led by vowels where that takes few rows (C-20)."""
        for width in (6, MOST_IN_ROW):
            rows = cut_before_vowels(self.letters, self.vowels, width)
            if len(rows) <= MOST_ROWS and max(map(len, rows)) <= width and has_free_corner(rows):
                return rows
        return cut_into_rows(self.letters, MOST_IN_ROW)

    @property
    def label_facts(self) -> dict[str, str]:
        """What any label can be filled in with (`labels/en.toml`)."""
        ships = len(self.fleet)
        turns = self.launch_codes.opening_turns
        player = self.players.one
        return {
            "ships": self.all_labels.spell_number(ships),
            "turns": self.all_labels.spell_number(turns),
            "mine_turns": self.all_labels.spell_number(self.mine_turns),
            "ship_count": str(ships),
            "turn_count": str(turns),
            "letter_count": str(self.fleet_letters),
            "digit_count": str(self.launch_codes.digits),
            "player": player,
            "Player": player[0].upper() + player[1:],
            "players": self.players.many,
            "defense": self.tracker.panels.defense.title,
            "best": self.marks[0].result,
            **{f"result_{at}": mark.result for at, mark in enumerate(self.marks, start=1)},
            "ranking": ", ".join(self._name_code_examples()),
            "asked": self.asked_letter,
            "target": self.target,
        }

    @property
    def code_examples(self) -> dict[CodeClass, str]:
        """A code of each class that is ranked, the rarest first: the same wherever classes are
        explained.
        """
        examples = CODE_EXAMPLES[self.launch_codes.digits]
        return {kind: examples[kind] for kind in self.launch_codes.rarity}

    def _name_code_examples(self) -> Iterator[str]:
        """Yield each ranked class with an example, not to be parted: “triple 777”."""
        for kind, example in self.code_examples.items():
            (name, *_) = self.all_labels.list_wordings(f"codes.kind.{kind}", {})
            yield f"{name}\u00a0{example}"

    @property
    def asked_letter(self) -> str:
        """The letter that the example of a turn asks for."""
        examples = (action.example for action in self.turn.actions)
        letters = (
            example["letter"]
            for example in examples
            if "letter" in example and "square" not in example
        )
        return str(next(letters, self.letters[0]))

    @property
    def target(self) -> str:
        """The square that the example of a turn calls."""
        examples = (action.example for action in self.turn.actions)
        squares = (example["square"] for example in examples if "square" in example)
        return str(next(squares, f"{self.grid.column_names[0]}1"))

    @property
    def tried_letter(self) -> str:
        """A letter that could be tried at a square: that of a turn's example."""
        examples = (action.example for action in self.turn.actions)
        letters = (
            str(example.get("letter") or example.get("tells"))
            for example in examples
            if "square" in example
        )
        return next((letter for letter in letters if letter in self.letters), self.asked_letter)

    @property
    def edition_keys(self) -> Mapping[str, bool]:
        """The sentences that its rules decide, and whether the sheet cannot do without them."""
        keys = dict.fromkeys(REQUIRED_LABELS, True)
        keys |= dict.fromkeys(COMPARED_LABELS, False)
        keys["letters.once"] = self.tracker.letters_once
        for action in self.turn.actions:
            keys[f"action.{action.kind}"] = True
            keys[f"action.{action.kind}_name"] = False
        return keys

    @property
    def fleet_names(self) -> tuple[str, ...]:
        """The names of fleets in its language; none where they are made of English parts."""
        return self.all_labels.wordings[FLEET_NAMES]


# A telling code of each class, by the number of its digits.
CODE_EXAMPLES: Mapping[int, Mapping[CodeClass, str]] = {
    3: {"triple": "777", "run": "456", "mirror": "474", "twin": "477", "plain": "471"},
    4: {"triple": "7777", "run": "4567", "mirror": "4774", "twin": "4771", "plain": "4718"},
}
# Sentences of the sheet that each edition writes in its front matter; more depend on its facts.
REQUIRED_LABELS = (
    "start.hide.text",
    "start.own.text",
    "start.placed.text",
    "start.bid.text",
    "start.play.text",
    "turn.lead",
    "codes.note",
    "codes.bidding",
    "grid.touching",
    "fleet.lost",
)
# What an edition can say of its rules where editions are compared.
COMPARED_LABELS = ("compare.touching", "compare.asking", "compare.opens", "compare.starts")
