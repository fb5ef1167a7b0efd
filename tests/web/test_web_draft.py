"""A designer's pages while their rules are written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from support.html import Page
from support.web import LOCAL_SETTINGS, client_of, open_state

FACTS = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"


def find_live(html: str) -> list[str]:
    """Return where the scripts of a page ask for changes."""
    scripts = Page(html).find_all("script", defer="")
    return [script.attrib["data-live"] for script in scripts if "data-live" in script.attrib]


def write_rules(file: Path, text: str, seconds: int = 0) -> None:
    """Write rules, this much later than before."""
    file.write_text(f"---\n{FACTS}---\n# Rules\n\n## Play\n\n{text}\n", encoding="utf-8")
    later = file.stat().st_mtime + seconds
    os.utime(file, (later, later))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A designer's rules file."""
    folder = tmp_path / "my-games"
    folder.mkdir()
    file = folder / "reeds.md"
    write_rules(file, "Cut.")
    return file


@pytest.fixture
def designer(rules: Path, tmp_path: Path) -> Iterator[TestClient]:
    """The page that shows the designer's folder."""
    settings = replace(LOCAL_SETTINGS, output=tmp_path / "output", rules=rules.parent)
    state, _ = open_state(settings)
    with client_of(state) as client:
        yield client


def test_a_saved_rule_loads_its_page_again(designer: TestClient, rules: Path) -> None:
    """Pages of a designer's rules carry the script that loads them again when a file was saved, and
    so does the page that shows a mistake.
    """
    page = designer.get("/rules/reeds.html")
    (address,) = find_live(page.text)
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "connect-src 'self'" in policy
    version = designer.get(address).text
    assert designer.get(address).text == version
    write_rules(rules, "Cut {{ nothing }}.", seconds=10)
    faulty = designer.get("/rules/reeds.html")
    assert faulty.status_code == 422
    assert find_live(faulty.text) == [address]
    assert designer.get(address).text != version
    write_rules(rules, "Cut twice.", seconds=20)
    assert "Cut twice." in designer.get("/rules/reeds.html").text


def test_bundled_rules_do_not_ask_for_changes() -> None:
    """Our own rules never change while the page runs, so their pages get no such script."""
    state, _ = open_state()
    with client_of(state) as client:
        page = client.get("/rules/happy-flip-chess.html")
    assert page.status_code == 200
    assert find_live(page.text) == []
