"""Short wordings on sheets: a changed block of the book asks for them to be compared again."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run
from support.sheets import write_edition
from wordfleet_print.games import RulesSource, packaged
from wordfleet_print.rulebook.short_wordings import find_unconfirmed, read_blocks
from wordfleet_print.services.editions import read_library

TOUCHING = "They may touch, but they never overlap."


def read_edition(folder: Path, changes: dict[str, str]) -> RulesSource:
    """Return the bundled edition with these changes of its text."""
    library = read_library(write_edition(folder, {"slug: word-fleet": "slug: own", **changes}))
    return library.rules("own")


@pytest.mark.parametrize("slug", packaged().slugs)
def test_bundled_wordings_are_confirmed(slug: str) -> None:
    """Somebody compared each short wording with its block as the block is now."""
    assert not [*map(str, find_unconfirmed(packaged().rules(slug)))]


def test_a_changed_block_names_its_wordings(tmp_path: Path) -> None:
    """A changed sentence names all labels that shorten its block, and no others; a line that is
    broken elsewhere names none.
    """
    source = read_edition(tmp_path, {TOUCHING: "They never touch."})
    found = [*map(str, find_unconfirmed(source))]
    keys = ["start.hide.text", "start.placed.text", "grid.touching", "compare.touching"]
    assert all(any(f"labels.{key}:" in one for one in found) for key in keys)
    assert len(found) == len(keys)
    assert "write `confirmed: " in found[0]
    wrapped = read_edition(tmp_path, {TOUCHING: "They may touch,\n  but they never overlap."})
    assert not [*find_unconfirmed(wrapped)]


def test_a_wrong_heading_is_named(tmp_path: Path) -> None:
    """A block that is not there is named with the nearest."""
    source = read_edition(tmp_path, {"of: mission-accomplished": "of: mission-acomplished"})
    (found,) = map(str, find_unconfirmed(source))
    assert "is no heading" in found
    assert "mission-accomplished" in found


def test_a_translated_heading_says_how_to_name_it(tmp_path: Path) -> None:
    """A heading in another language is named by what `of` calls it, and then found."""
    heading = "## Mission accomplished"
    translated = {heading: "## Missie volbracht"}
    found = [*map(str, find_unconfirmed(read_edition(tmp_path, translated)))]
    assert found
    assert all("write `{#mission-accomplished}` behind its heading" in one for one in found)
    named = {heading: "## Missie volbracht {#mission-accomplished}"}
    assert not [*find_unconfirmed(read_edition(tmp_path, named))]


def test_headings_are_named_as_links_name_them() -> None:
    """By their words, or by the name they are given; a heading in a fence is not one."""
    text = "# Book\n\n## Who? {: .wide }\n\nYou.\n\n```\n## No\n```\n\n### It {#me}\n\nI.\n"
    blocks = read_blocks(text)
    assert [*blocks] == ["book", "who", "me"]
    assert "## No" in blocks["who"]


def test_a_text_without_headings_has_no_blocks() -> None:
    """A stranger's first draft may be a few sentences only."""
    assert read_blocks("Each player starts with three beans.\n") == {}
    assert [*read_blocks("Beans.\n\n# Rules")] == ["rules"]


def test_check_lists_and_writes_nothing(call: Run, tmp_path: Path) -> None:
    """`rules --check` says which wordings to compare, and makes no file."""
    write_edition(tmp_path / "mine", {"slug: word-fleet": "slug: own", TOUCHING: "Never touch."})
    result = call("rules", "--rules", "mine", "--check", "--format", "html")
    assert result.code == 0
    assert "grid.touching" in result.out + result.err
    assert not [*tmp_path.rglob("*.html")]
