"""Options: what a model reads, refuses and records."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from wordfleet_print.errors import BadInputError, Fix, UsageError
from wordfleet_print.settings.config_file import layer, read_defaults
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.reference import list_commands, spell
from wordfleet_print.settings.table import TrackerSettings

COMMANDS = list_commands()


def problems_of(given: dict[str, Any]) -> dict[str, str]:
    """The message of each problem with settings of `tracker`, by its field."""
    with pytest.raises(UsageError) as caught:
        TrackerSettings.read(given)
    return {one.field: one.message for one in caught.value.problems}


def test_every_problem_is_found_at_once() -> None:
    """Bad values and options that do not go together are all found, each at its field."""
    given = {
        "tier": "famly",
        "count": "0",
        "half_sheets": True,
        "large_print": True,
        "players": ["Bo: lage"],
    }
    assert problems_of(given).keys() == {"tier", "count", "half_sheets", "players"}


def test_a_problem_has_its_fixes() -> None:
    """A misspelled item is replaced by the nearest one in its place; a conflict can be solved
    either way.
    """
    with pytest.raises(UsageError) as caught:
        TrackerSettings.read({"theme": ["animals", "spce"], "blank": True, "placed": True})
    typo, conflict = caught.value.problems
    assert (typo.fixes, typo.place) == ((Fix("theme", "space", instead="spce"),), (1,))
    assert conflict.fixes == (Fix.leave_out("blank"), Fix.leave_out("placed"))


@pytest.mark.parametrize(
    ("typed", "name", "needs"),
    [
        ("Ann", "Ann", {}),
        ("Mia: family, large print", "Mia", {"tier": "family", "large_print": True}),
        ("  Bo   Li :LEFT-HANDED", "Bo Li", {"left_handed": True}),
        ("Cy: Text", "Cy", {"text_sheet": True}),
        ("Cy: braille", "Cy", {"text_sheet": True}),
        ("Cy: text sheet, expert", "Cy", {"text_sheet": True, "tier": "expert"}),
        ("Dr: Who:", "Dr: Who", {}),
    ],
)
def test_a_player_is_typed_with_needs(typed: str, name: str, needs: dict[str, Any]) -> None:
    """Needs follow a colon; a second colon keeps one in the name."""
    (player,) = TrackerSettings.read({"players": [typed]}).players
    assert (player.name, player.model_dump(exclude_defaults=True, exclude={"name"})) == (
        name,
        needs,
    )


@pytest.mark.parametrize("typed", [("Mia:", "family", "Leo"), ("Ann", "Leo:", "11")])
def test_needs_without_quotation_marks_are_no_players(typed: tuple[str, ...]) -> None:
    """`Mia: family` without quotation marks is refused, with an example of how to type it."""
    with pytest.raises(UsageError, match="Put quotation marks around a name") as caught:
        TrackerSettings.read({"players": [*typed]})
    assert f'"{next(one for one in typed if one.endswith(":"))} family"' in str(caught.value)
    assert len(TrackerSettings.read({"players": ["Dr: Who:", "Ann:"]}).players) == 2


def test_hostile_values_are_problems() -> None:
    """Every value of every kind is read, or refused with a message at its option."""
    values: list[object] = [
        None,
        1,
        -1,
        1.5,
        True,
        "",
        "\0",
        "x" * 10_000,
        "٣",
        [],
        [1],
        {},
        {"a": 1},
        [[]],
    ]
    values += [float("nan"), b"\xff", "9" * 5000]
    for model in COMMANDS.values():
        for name in model.model_fields:
            for value in values:
                _, problems = model.examine({name: value})
                assert all(one.message and one.field for one in problems)


def test_one_name_has_one_type() -> None:
    """An option of several commands has the same type and the same short name in all of them; only
    books have a paper more.
    """
    seen: dict[str, Any] = {}
    for model in COMMANDS.values():
        for one in model.fields().values():
            first = seen.setdefault(one.name, one.type)
            differ = {*get_args(first)} ^ {*get_args(one.type)}
            assert first == one.type or (one.name == "paper" and differ == {"a5"}), one.name
            if one.option.argument:
                continue
            assert seen.setdefault(f"-{one.name}", one.option.short) == one.option.short, one.name
            assert seen.setdefault(f"--{one.typed}", one.name) == one.name


def test_relations_name_real_fields() -> None:
    """Every option that a conflict or a requirement names exists in a command that has the
    conflict.
    """
    for model in COMMANDS.values():
        names = {
            name
            for base in model.__mro__
            for one in base.__dict__.get("relations", ())
            for name in one.others
        }
        known = {
            name
            for one in COMMANDS.values()
            for relation in one.all_relations()
            for name in relation.others
        }
        assert names <= known


def test_every_help_line_is_a_short_sentence() -> None:
    """Help fits one line or two, and ends with a full stop."""
    for model in COMMANDS.values():
        for one in model.fields().values():
            assert one.option.help.endswith(".")
            assert len(one.option.help) < 115, one.option.help


def test_a_file_sets_defaults_and_what_is_typed_wins(tmp_path: Path) -> None:
    """A file's table is for one command, the lines above for all; a default in conflict with a
    typed option goes.
    """
    file = tmp_path / "wordfleet.toml"
    file.write_text(
        'paper = "letter"\n[tracker]\nlarge-print = true\nplayers = ["Ann", {name = "Mia", '
        'tier = "family"}]\n'
    )
    defaults = read_defaults(TrackerSettings, "tracker", [file]).values
    settings = TrackerSettings.read(layer(TrackerSettings, defaults, {"half_sheets": True}))
    assert (settings.paper, settings.half_sheets, settings.large_print) == ("letter", True, False)
    assert [(one.name, one.tier) for one in settings.players] == [("Ann", None), ("Mia", "family")]
    assert read_defaults(EventSettings, "event print", [file]).values == {"paper": "letter"}


def test_every_fault_of_a_file_is_named(tmp_path: Path) -> None:
    """Unknown tables, unknown keys and refused values are named with their table."""
    file = tmp_path / "wordfleet.toml"
    file.write_text(
        'papper = "a4"\n[traker]\n[tracker]\nlarge_prnt = true\ntier = 5\ncount = true\neco = '
        '"yes"\n'
        '[event.print]\nrounds = "many"\n'
    )
    with pytest.raises(BadInputError) as caught:
        read_defaults(TrackerSettings, "tracker", [file])
    places = [f"{one.where.removeprefix(f'{file}, ')} {one.field}" for one in caught.value.problems]
    assert sorted(places) == [
        "line 1 papper",
        "line 2 [traker]",
        "line 4 [tracker] large_prnt",
        "line 5 [tracker] tier",
        "line 6 [tracker] count",
        "line 7 [tracker] eco",
        "line 9 [event.print] rounds",
    ]
    file.write_text("paper = ")
    with pytest.raises(BadInputError, match="is not TOML"):
        read_defaults(TrackerSettings, "tracker", [file])


def test_a_record_takes_only_what_was_given() -> None:
    """A stored event keeps its settings but for what was typed."""
    stored = EventSettings.read({"tier": "family", "by_club": True, "large_print": True})
    stored = EventSettings.read(stored.to_record())
    newer = EventSettings.read({"eco": True, "tier": "expert"})
    updated = stored.update_from(newer, {"eco"})
    assert (updated.tier, updated.by_club, updated.eco) == ("family", True, True)
    with pytest.raises(UsageError) as caught:
        stored.update_from(EventSettings.read({"half_sheets": True}), {"half_sheets"})
    assert [one.value for one in caught.value.problems[0].fixes] == [None, "no"]


@pytest.mark.parametrize(
    ("field", "value", "typed"),
    [
        ("half_sheets", None, "--half-sheets"),
        ("half_sheets", "no", "--no-half-sheets"),
        ("as_json", None, "--json"),
        ("tier", "family", "--tier family"),
        ("players.large_print", None, "PLAYER “…: large print”"),
        ("column", "name=Full name", '--column name="Full name"'),
    ],
)
def test_a_field_is_spelled_as_it_is_typed(field: str, value: str | None, typed: str) -> None:
    """A field is shown as it can be typed."""
    assert spell(TrackerSettings, field, value) == typed
