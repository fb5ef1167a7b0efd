"""A battle of Army Men to look on at: where the soldiers stand, what they do turn by turn, and all that follows.

The front matter holds inches and rolls; distances, what a roll needs and counts, who falls and who is locked in combat
are worked out here, by the tutorial or by the draft. All distances are inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist
from typing import NamedTuple

from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.facts import AgainstRulesError, FieldGame, FieldShows, FieldTurn, Fight, Shot
from wordfleet_print.games.fields import Location

CONTACT = 1.0
"""How far apart the middles of two figures are whose bases touch (inches)."""


class ShotFired(Shot):
    """A shot: how far it went, what it needed, what each roll counted; `moved` and `covered` are why."""

    inches: float
    close: bool
    moved: bool
    needs: int
    counts: tuple[int, ...]
    shows: FieldShows


class PairFought(NamedTuple):
    """One attacker's roll and total against those of the one attacked, and who is `dead`: nobody in a tie."""

    attacker: str
    attacked: str
    roll: int
    against: int
    total: int
    theirs: int
    dead: str


@dataclass(frozen=True, slots=True)
class FieldFrame:
    """A turn with its outcome: which squad's (0 or 1), where all stood before and stand after, who fell."""

    squad: int
    turn: FieldTurn
    before: Mapping[str, tuple[float, float]]
    after: Mapping[str, tuple[float, float]]
    shots: tuple[ShotFired, ...]
    pairs: tuple[PairFought, ...]
    fallen: tuple[str, ...]

    @property
    def shows(self) -> FieldShows:
        """What the turn comes to: its first combat, or else its first shot, or else its moves."""
        if self.pairs:
            first = self.pairs[0]
            if len(self.turn.fights[0].by) > 1:
                return "gang"
            return "tie" if not first.dead else "lost" if first.dead == first.attacker else "won"
        return self.shots[0].shows if self.shots else "move"


def played_field(army: ArmyMen) -> Iterator[FieldFrame]:
    """The battle, a frame for each turn; none where there is no battle.

    Raises `AgainstRulesError` at a turn that the rules do not allow.
    """
    if army.played:
        field = _Field(army, army.played)
        yield from (field.play(turn) for turn in army.played.turns)


@lru_cache(maxsize=4)  # a book's words ask for it, and so does each of its figures
def field_frames(army: ArmyMen) -> tuple[FieldFrame, ...]:
    """The same, played once. Raises nothing for checked front matter."""
    return tuple(played_field(army))


@dataclass
class _Field:
    """Both squads as they stand, who moved in the turn before, and who is locked in a tie."""

    army: ArmyMen
    game: FieldGame
    squad: int = 0
    moved: set[str] = field(default_factory=set)
    locked: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._squads = [dict(squad) for squad in self.game.squads]
        self._standard = self.army.standard if self.game.rules == "standard" else None

    def play(self, turn: FieldTurn) -> FieldFrame:
        before = self._all()
        shots = tuple(self._shoot(shot, ("shots", i)) for i, shot in enumerate(turn.shots))
        fallen = [shot.at for shot in shots if shot.shows == "kill"]
        self._bury(fallen)
        for name, place in turn.moves.items():
            self._move(name, place, ("moves", name))
        self._stay_together(turn)
        pairs = tuple(pair for i, fight in enumerate(turn.fights) for pair in self._fight(fight, ("fights", i)))
        fallen += dict.fromkeys(pair.dead for pair in pairs if pair.dead)
        tied = {name for pair in pairs if not pair.dead for name in (pair.attacker, pair.attacked)}
        self.locked |= tied - set(fallen)
        frame = FieldFrame(self.squad, turn, before, self._all(), shots, pairs, tuple(fallen))
        self._bury(fallen)
        self.moved, self.squad = set(turn.moves), 1 - self.squad
        return frame

    def _all(self) -> dict[str, tuple[float, float]]:
        return {**self._squads[0], **self._squads[1]}

    def _bury(self, fallen: list[str]) -> None:
        for squad in self._squads:
            for name in fallen:
                squad.pop(name, None)

    def _place(self, name: str, squad: int, where: Location) -> tuple[float, float]:
        """Where a soldier of a squad stands, who is alive and in no combat that goes on."""
        if name not in self._squads[squad]:
            whose = "the squad whose turn it is" if squad == self.squad else "the other squad"
            raise AgainstRulesError(where, f"names {name}, who is not, or no longer, in {whose}")
        if name in self.locked:
            raise AgainstRulesError(where, f"names {name}, who is locked in combat; leave the tie for the last turn")
        return self._squads[squad][name]

    def _stray(self, name: str, squad: int) -> int:
        """What is added to each roll that may kill a soldier too far from the squad (M-21)."""
        others = [place for other, place in self._squads[squad].items() if other != name]
        near = [dist(self._squads[squad][name], place) <= self.army.squad.within for place in others]
        return self._standard.leadership.harder_by if self._standard and others and not any(near) else 0

    def _shoot(self, shot: Shot, where: Location) -> ShotFired:
        start, end = self._place(shot.by, self.squad, where), self._place(shot.at, 1 - self.squad, where)
        soldier, inches = self.army.soldier, dist(start, end)
        if inches > soldier.range:
            raise AgainstRulesError(where, f"is out of range: that is more than {soldier.range} inches")
        if len(shot.rolls) != (soldier.rate if isinstance(soldier.rate, int) else 1):
            raise AgainstRulesError(where, f"has {len(shot.rolls)} rolls; the rate of fire is {soldier.rate}")
        if shot.covered and not any(_crosses(start, end, box) for box in self.game.obstacles):
            raise AgainstRulesError(where, "is at a target in cover, but no obstacle stands in between; draw it, too")
        if shot.covered and not self._standard:
            raise AgainstRulesError(where, "is at a target in cover, which the tutorial does not know")
        close = inches <= self.army.close_range_by(self.game.rules)
        rules = self._standard.shooting if self._standard else self.army.shooting
        needs = rules.close_kill_on if close else rules.kill_on
        needs += self._standard.cover.harder_by if self._standard and shot.covered else 0
        moved = shot.at in self.moved
        added = (rules.target_moved if moved else 0) + self._stray(shot.at, 1 - self.squad)
        counts = tuple(roll + added for roll in shot.rolls)
        safe = shot.covered and needs > self.army.dice.sides
        shows: FieldShows = "safe" if safe else "kill" if max(counts) >= needs else "miss"
        facts = {"inches": inches, "close": close, "moved": moved, "needs": needs, "counts": counts, "shows": shows}
        return ShotFired.model_validate(dict(shot) | facts)

    def _move(self, name: str, place: tuple[float, float], where: Location) -> None:
        start, most = self._place(name, self.squad, where), self.army.soldier.movement
        inches = dist(start, place)
        if inches > most:
            raise AgainstRulesError(where, f"goes {written_inches(inches)} inches; a soldier moves {most} at most")
        if place[0] > self.game.table[0] or place[1] > self.game.table[1]:
            raise AgainstRulesError(where, "leaves the table, and would be out for good; stay on it")
        self._squads[self.squad][name] = place

    def _stay_together(self, turn: FieldTurn) -> None:
        """In the tutorial nobody may go too far from the squad (M-12)."""
        squad, within = self._squads[self.squad], self.army.squad.within
        for name in turn.moves if not self._standard else ():
            others = [place for other, place in squad.items() if other != name]
            if others and min(dist(squad[name], place) for place in others) > within:
                raise AgainstRulesError(("moves", name), f"leaves the squad by more than {within} inches")

    def _fight(self, fight: Fight, where: Location) -> Iterator[PairFought]:
        ground = self._place(fight.against, 1 - self.squad, where)
        rules = self._standard.combat if self._standard else self.army.combat
        gang = (len(fight.by) - 1) * self.army.ganging_up.each_extra
        for name, roll in fight.by.items():
            apart = dist(self._place(name, self.squad, where), ground)
            if apart > CONTACT + 0.01:
                why = f"has {name} {written_inches(apart)} inches from {fight.against}; contact is {CONTACT:g}"
                raise AgainstRulesError(where, why)
            total = roll + rules.attacker + gang + self._stray(fight.against, 1 - self.squad)
            defends = fight.roll + self._stray(name, self.squad)
            dead = "" if total == defends else name if total < defends else fight.against
            yield PairFought(name, fight.against, roll, fight.roll, total, defends, dead)


def written_inches(inches: float) -> str:
    """Inches as players say them, to a tenth: `18`, `3.6`."""
    return f"{inches:.1f}".removesuffix(".0")


def field_game_faults(army: ArmyMen) -> Iterator[tuple[Location, str]]:
    """What the rules have against the battle: where, and the fault in words."""
    game = army.played
    if not game:
        return
    faults = [*_squad_faults(army, game), *_roll_faults(army, game)]
    if faults:
        yield from faults
        return
    strange, frames = False, played_field(army)
    for number, turn in enumerate(game.turns):
        where: Location = ("played", "turns", number)
        try:
            shows = next(frames).shows
        except AgainstRulesError as error:
            if not strange:  # else it follows from that
                yield (*where, *error.where), str(error)
            return
        strange = strange or shows != turn.shows
        if shows != turn.shows:
            why = f"says {turn.shows}, but by the rules the turn comes to {shows}"
            yield (*where, "shows"), f"{why}; change what happens or, with the words of its frame, what it shows"


def _squad_faults(army: ArmyMen, game: FieldGame) -> Iterator[tuple[Location, str]]:
    least, most = army.squad.size, army.squad.size
    if game.rules == "standard":
        least, most = army.standard.squad.least, army.standard.squad.most
    initials = [name[0] for squad in game.squads for name in squad]
    if len(set(initials)) < len(initials):
        yield ("played", "squads"), "should have names that all start with another letter, for the pictures"
    for i, squad in enumerate(game.squads):
        where = ("played", "squads", i)
        if not least <= len(squad) <= most:
            wanted = str(most) if least == most else f"{least} to {most}"
            yield where, f"has {len(squad)} soldiers; a squad of the {game.rules} rules has {wanted}"
        for name, place in squad.items():
            before = list(squad.values())[: list(squad).index(name)]
            if any(dist(place, other) > army.squad.within for other in before):
                yield (*where, name), f"stands more than {army.squad.within} inches from one of the squad; move closer"
            if place[0] > game.table[0] or place[1] > game.table[1]:
                yield (*where, name), "stands beside the table; move it onto it"
    near = [dist(a, b) for a in game.squads[0].values() for b in game.squads[1].values()]
    if near and abs(min(near) - army.deployment.apart) > 0.05:
        found = written_inches(min(near))
        yield ("played", "squads"), f"start {found} inches apart; the rules have {army.deployment.apart}"


def _roll_faults(army: ArmyMen, game: FieldGame) -> Iterator[tuple[Location, str]]:
    sides = army.dice.sides
    for i, turn in enumerate(game.turns):
        rolls = {("shots", j): shot.rolls for j, shot in enumerate(turn.shots)}
        rolls |= {("fights", j): (*fight.by.values(), fight.roll) for j, fight in enumerate(turn.fights)}
        for where, faces in rolls.items():
            if max(faces) > sides:
                yield ("played", "turns", i, *where), f"rolls {max(faces)}; a D{sides} shows 1 to {sides}"


def _crosses(start: tuple[float, float], end: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    """Whether a straight line crosses a rectangle (left, top, width, height)."""
    low, high = 0.0, 1.0
    for a, b, least, size in zip(start, end, box[:2], box[2:], strict=True):
        if a == b:
            if not least <= a <= least + size:
                return False
            continue
        near, far = sorted(((least - a) / (b - a), (least + size - a) / (b - a)))
        low, high = max(low, near), min(high, far)
    return low <= high
