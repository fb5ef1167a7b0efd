"""The referee of a battle of Army Men by the tutorial: moves, ranges, kills and combats (M-05 to
M-15).

A battle is data (`rules/pictures/army-men.yaml`): where two squads begin, in inches from the left
and the top, and turn by turn who moves where, who shoots at whom and rolls what, who fights whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

from wordfleet_print.games.army_men.model import ArmyMen
from wordfleet_print.games.referee import require

Place = tuple[float, float]
# How far apart two troopers in contact may be (in): their bases touch.
CONTACT_IN = 1.6
# Measured inches are rounded: a move of exactly the rating is not too far.
TOLERANCE_IN = 0.001


def play_battle(data: Mapping[str, Any], army: ArmyMen) -> list[dict[str, Any]]:
    """Return what to draw of every turn. Raises `IllegalTurnError` for one that the rules
    forbid.
    """
    battle = Battle(data["squads"], army)
    return [battle.play_turn(turn) for turn in data["turns"]]


class Battle:
    """Two squads: where everybody alive is, who moved in the last turn, and whose turn it is."""

    def __init__(self, squads: Sequence[Mapping[str, Sequence[float]]], army: ArmyMen) -> None:
        self.army = army
        self.squads = squads
        self.men = {name: read_place(place) for squad in squads for name, place in squad.items()}
        self.moved: set[str] = set()
        self.turns = 0

    def play_turn(self, turn: Mapping[str, Any]) -> dict[str, Any]:
        """Play one turn, shots before moves and combats, and return what to draw."""
        side = self.squads[self.turns % len(self.squads)]
        before = dict(self.men)
        shots = turn.get("shots", [])
        moves = {name: read_place(place) for name, place in turn.get("moves", {}).items()}
        require({*moves, *(shot["by"] for shot in shots)} <= side.keys(), "not their turn")
        killed: list[str] = []
        fallen: list[str] = []
        shot_words = [self.shoot(shot, killed) for shot in shots]
        after = self.move(moves, killed)
        fight_words = [self.fight(fight, moves, after, fallen) for fight in turn.get("fights", [])]
        words = shot_words or fight_words
        if not words:
            words = [self.army.say("figure.battle.moves", inches=self.army.soldier.movement)]
        self.men = {name: place for name, place in after.items() if name not in fallen}
        self.moved = set(moves)
        self.turns += 1
        return {
            **_draw_troopers(before, after, moves),
            **_draw_dead(before, after, killed, fallen),
            "shots": [(*before[shot["by"]], *before[shot["at"]]) for shot in shots],
            "dark": list(self.squads[0]),
            "said": words[0],
            "then": fight_words[0] if fight_words else None,
            "near": turn.get("near"),
        }

    def shoot(self, shot: Mapping[str, Any], killed: list[str]) -> str:
        """Judge a shot with its roll, and return it in words with its result; a target that is
        killed is added to `killed` (M-10).
        """
        shooter = shot["by"]
        target = shot["at"]
        require({shooter, target} <= self.men.keys(), f"{shooter} or {target} is not there")
        require(not self._are_mates(shooter, target), f"{shooter} shoots at {target}")
        inches = round(dist(self.men[shooter], self.men[target]))
        require(inches <= self.army.soldier.range, f"{shooter} shoots too far")
        rules = self.army.shooting
        is_close = inches <= self.army.close_range
        needed = rules.close_kill_on if is_close else rules.kill_on
        roll = shot["rolls"]
        words = str(roll)
        if target in self.moved and rules.target_moved:
            roll += rules.target_moved
            words = f"{shot['rolls']} − {-rules.target_moved} = {roll}"
        if roll >= needed:
            killed.append(target)
        result = self.army.say("figure.battle.kill" if roll >= needed else "figure.battle.miss")
        return self.army.say("figure.battle.shot", inches=inches, roll=words, result=result)

    def _are_mates(self, piece: str, other: str) -> bool:
        return any({piece, other} <= squad.keys() for squad in self.squads)

    def move(self, moves: Mapping[str, Place], killed: list[str]) -> dict[str, Place]:
        """Return where everybody alive is after these moves: within the rating, and near a squad
        member (M-12).
        """
        after = {name: place for name, place in {**self.men, **moves}.items() if name not in killed}
        for name, place in moves.items():
            require(name in self.men, f"{name} is not there")
            way = dist(self.men[name], place)
            require(way <= self.army.soldier.movement + TOLERANCE_IN, f"{name} moves too far")
            mates = [mate for mate in after if mate != name and self._are_mates(name, mate)]
            nearest = min(dist(place, after[mate]) for mate in mates)
            require(nearest <= self.army.squad.within, f"{name} leaves the squad")
        return after

    def fight(
        self,
        fight: Mapping[str, Any],
        moves: Mapping[str, Place],
        places: Mapping[str, Place],
        fallen: list[str],
    ) -> str:
        """Fight one combat, and return its rolls in words: “A 5 : 3 B”. Each attacker in `by` rolls
        with a bonus against a roll of the trooper in `against`; the lower score of a pair falls and
        is added to `fallen` (M-13, M-14). `moves` are those of this turn, `places` where everybody
        is after them.
        """
        attacked = fight["against"]
        attackers = fight["by"]
        bonus = self.army.combat.attacker
        bonus += self.army.ganging_up.each_extra * (len(attackers) - 1)
        pairs: list[str] = []
        for (name, roll), answer in zip(attackers.items(), fight["rolls"], strict=True):
            require(name in moves, f"{name} fights without a move")
            is_near = dist(places[name], places[attacked]) <= CONTACT_IN
            require(is_near, f"{name} does not touch {attacked}")
            score = roll + bonus
            pairs.append(f"{name[0]} {score} : {answer} {attacked[0]}")
            if score != answer:
                fallen.append(name if score < answer else attacked)
        rolls = ", ".join(pairs)
        return rolls if fallen else self.army.say("figure.battle.tie", rolls=rolls)


def read_place(place: Sequence[float]) -> Place:
    """Return a place of the data."""
    across, down = place
    return across, down


Places = Mapping[str, Place]


def _draw_troopers(before: Places, after: Places, moves: Places) -> dict[str, Any]:
    """Return everybody, with where each that moved began its move; and everybody before."""
    men = []
    for name, place in {**before, **after}.items():
        start = before[name] if name in moves else (None, None)
        men.append((name, *place, *start))
    return {
        "men": men,
        "before": [(name, *place) for name, place in before.items()],
        "moves": [(*before[name], *place) for name, place in moves.items()],
    }


def _draw_dead(
    before: Places, after: Places, killed: list[str], fallen: list[str]
) -> dict[str, Any]:
    """Return who was shot, and where the dead are."""
    return {
        "gone": killed,
        "shot": [before[name] for name in killed],
        "fallen": [{**before, **after}[name] for name in (*killed, *fallen)],
        "struck": [after[name] for name in fallen],
    }
