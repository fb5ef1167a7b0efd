"""A body is filled from front matter alone: its variables, its sandbox, and each fault with its line."""

from __future__ import annotations

import re

import pytest

from making.games import flat, rendered, with_body, with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.wording import counted, in_words

SLUG = "word-fleet"


def test_the_shipyard_is_marked_as_unfinished() -> None:
    """The chapter with unfinished rules is marked in its heading and opens with a construction box."""
    text = rendered(SLUG)
    chapter = text.split("## Shipyard {: .under-construction }\n")[1]
    assert chapter.lstrip("\n").startswith('!!! construction "Under construction"\n')
    assert text.count(".under-construction") == 1


def test_forbidden_touching_is_said() -> None:
    """The rule about touching ships follows the front matter."""
    source = with_facts(SLUG, lambda facts: facts.update(touching="forbidden"))
    text = flat(render_body(source))
    assert "Ships may not touch" in text
    assert "Ships may touch" not in text


def _only_complaint(body: str) -> tuple[str, str, int]:
    """Where and what the one complaint about a body is, and the line its body starts on."""
    source, first = with_body(SLUG, body)
    with pytest.raises(BadInputError) as caught:
        render_body(source)
    (complaint,) = caught.value.complaints
    return complaint.where, str(complaint), first


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ("{{ grdi }}", 0, "grdi is not a variable here (did you mean grid?)"),
        ("one\n\n{{ grid.colums }}", 2, "colums is not a field here (did you mean columns?)"),
        ("one\n{% if %}", 1, "Expected an expression"),
        ("one\ntwo\n{{ fleet|nothing }}", 2, "No filter named 'nothing'"),
        ("one\n{% for ship in fleet %}", 1, "Unexpected end of template"),
        ('\n{% import "rules/nothing.md" as t %}', 1, "there is no template “rules/nothing.md”"),
        ("\n{% set a, b, c = turn.actions %}", 1, "not enough values"),
        ("\n{{ fleet[99].ship }}", 1, "no element 99"),
        ('\n{{ "x"|in_words }}', 1, "in_words takes a whole number"),
    ],
)
def test_a_faulty_body_is_one_complaint_with_its_line(body: str, line: int, what: str) -> None:
    """An unknown variable or faulty syntax is told with file and line, counted from the file’s top."""
    where, complaint, first = _only_complaint(body)
    assert where == f"mine.md:{first + line}"
    assert what in complaint


def test_a_fault_inside_a_macro_names_both_places() -> None:
    """A fact that a macro misses is told where the macro needs it and where the body called the macro."""
    where, complaint, first = _only_complaint('{% import "rules/tables.md" as tables %}\n\n{{ tables.fleet(flet) }}')
    assert re.search(r"tables\.md:\d+$", where)
    assert f"used at mine.md:{first + 2}" in complaint


@pytest.mark.parametrize(
    "body",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ grid.update({}) }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ '{0.__class__}'.format(grid) }}",
        '{% import "../rules/word-fleet.md" as t %}',
        "{% for i in range(10 ** 9) %}{% endfor %}",
        "{{ 'x' * 10 ** 9 }}",
        "{{ '%999999999d' % 1 }}",
        "{{ 'x'.center(999999999) }}",
        "{{ 'x'|center(999999999) }}",
        "{{ 99 ** 999999 }}",
        "{{ lipsum(999999) }}",
        "{% for a in range(99999) %}{% for b in range(99) %}xxxxxxxxx{% endfor %}{% endfor %}",
        "{{ " + "(" * 5000 + ")" * 5000 + " }}",
        "{% for a in fleet %}" * 30 + "{% endfor %}" * 30,
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    ],
)
def test_the_sandbox_refuses(body: str) -> None:
    """A body reaches nothing behind the facts and fills no memory: it is refused as bad input."""
    where, _, first = _only_complaint(body)
    assert where == f"mine.md:{first}"


def test_models_are_not_handed_to_a_body() -> None:
    """Facts reach a body as plain values: a model's methods, some of which read files, are not there."""
    _, complaint, _ = _only_complaint("{{ grid.parse_file('/etc/hostname') }}")
    assert "parse_file is not a field here" in complaint


@pytest.mark.parametrize(("number", "word"), [(0, "zero"), (1, "one"), (20, "twenty"), (21, "21"), (-1, "-1")])
def test_numbers_in_words(number: int, word: str) -> None:
    """Numbers up to twenty are words; others stay digits."""
    assert in_words(number) == word


def test_counted_things_agree_with_their_number() -> None:
    """One mine, two mines, and plurals of their own."""
    assert [counted(1, "mine"), counted(2, "mine"), counted(0, "foe", "enemies")] == [
        "one mine",
        "two mines",
        "zero enemies",
    ]
