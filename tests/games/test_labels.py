"""Labels: code and file agree, translations are checked, what is missing stays English."""

import ast
import re
from pathlib import Path

import pytest

from support.sheets import write_edition
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules
from wordfleet_print.games.labels import load_english, load_labels
from wordfleet_print.services.editions import read_library

SOURCES = Path(__file__).parents[2] / "src" / "wordfleet_print"
KEY = re.compile(r"[a-z_]+(?:\.[a-z_0-9]+)+")
QUOTED = re.compile(r"""["']([a-z_]+(?:\.[a-z_0-9]+)*\.?)["']""")


def list_texts() -> set[str]:
    """Return every text in the code."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        found |= {
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    return found


def test_every_label_is_used() -> None:
    """Each label is named in the code or a template, whole or by its start."""
    texts = list_texts()
    for path in data_folder("templates").rglob("*.*"):
        texts |= {found[1] for found in QUOTED.finditer(path.read_text("utf-8"))}
    for key in load_english().wordings:
        start = key.rpartition(".")[0]
        assert texts & {key, start, f"{start}."}, key


WHO_STARTS = {
    "word-fleet": "winner starts",
    "word-fleet-admirals": "winner starts",
    "word-fleet-strike": "winner starts",
    "word-fleet-de": "gewinnt, beginnt",
    "word-fleet-es": "quien gana empieza",
    "word-fleet-fr": "gagnant commence",
}


@pytest.mark.parametrize("slug", WHO_STARTS)
def test_no_wording_of_the_bid_leaves_out_who_starts(slug: str) -> None:
    """However short START's sentence on the bid is, it says who starts."""
    wordings = load_rules(slug).edition.list_wordings("start.bid.text")
    assert [text for text in wordings if WHO_STARTS[slug] not in text.lower()] == []


def test_no_wording_of_the_first_claim_leaves_out_ties() -> None:
    """However short Strike's explanation of the first claim is, it says what happens on a tie."""
    wordings = load_rules("word-fleet-strike").edition.list_wordings("codes.bidding")
    assert [text for text in wordings if "tied, the higher digit" not in text] == []


def write_labels(folder: Path, text: str) -> Path:
    (folder / "labels").mkdir()
    (folder / "labels" / "xx.toml").write_text(text, "utf-8")
    return folder


def test_missing_labels_stay_english(tmp_path: Path) -> None:
    """What a file lacks is English, and a note lists it."""
    labels = load_labels("xx", write_labels(tmp_path, '[turn]\nsheet_code = "Eins:"'))
    assert labels.list_wordings("turn.sheet_code", {}) == ("Eins:",)
    assert labels.list_wordings("card.fold", {}) == ("fold back",)
    assert "card.fold" in labels.untranslated
    assert "turn.sheet_code" not in labels.untranslated
    assert "Not in labels/xx.toml" in labels.note


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[turn]\nsheet_cod = "Eins"', "is not a label"),
        ('[secret]\ntable = "Tisch {tabel}"', "there is no {tabel}"),
        ('[kit]\nbacks = "{ships}"', "there is no {ships}"),
        ("[turn]\nsheet_code = 1", "should be text"),
        ("[turn]\nsheet_code = []", "should be text"),
    ],
)
def test_faults_are_named(tmp_path: Path, text: str, what: str) -> None:
    """A wrong key, place or value is refused with its name."""
    with pytest.raises(BadInputError) as error:
        load_labels("xx", write_labels(tmp_path, text))
    assert what in str(error.value.details[0])


SMALL = {"slug: word-fleet": "slug: own"}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (r"(  turn:\n    )lead:", r"\1led:", "labels.turn.led "),
        (r"(intelligence: {)of:", r"\1fo:", "has no field fo"),
        (r"(intelligence: .*wordings: )\[.*\]", r"\1[]", "should be text"),
        (r"(attack: .*wordings: )\[.*\]", r'\1["{result_4}?"]', "there is no {result_4}"),
        (r"(intelligence: .*wordings: )\[.*\]", r'\1["{ship}?"]', "there is no {ship}"),
    ],
)
def test_faults_in_front_matter_have_their_line(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    """A wrong label of an edition is refused with the line of its key."""
    folder = write_edition(tmp_path, SMALL)
    rules = folder / "own.md"
    before = rules.read_text("utf-8")
    after = re.sub(old, new, before, count=1)
    rules.write_text(after, "utf-8")
    lines = zip(before.splitlines(), after.splitlines(), strict=True)
    (line,) = (number for number, (old_line, own) in enumerate(lines, 1) if old_line != own)
    with pytest.raises(BadInputError) as error:
        read_library(folder)
    problems = [*map(str, error.value.details)]
    assert any(what in problem for problem in problems), problems
    assert problems[0].startswith(f"{rules}:{line}:")


def test_a_missing_sentence_is_named(tmp_path: Path) -> None:
    """An edition without a sentence that its rules decide is refused, and all are named."""
    text = load_rules("word-fleet-strike").text
    start, end = text.index("\nlabels:\n"), text.index("\nvariations:\n")
    (tmp_path / "own.md").write_text(text[:start] + text[end:], "utf-8")
    with pytest.raises(BadInputError) as error:
        read_library(tmp_path)
    found = "\n".join(map(str, error.value.details))
    for key in ("start.play.text", "action.sweep", "letters.once"):
        assert f"labels.{key} is missing" in found


def test_front_matter_replaces_any_label(tmp_path: Path) -> None:
    """An edition words any label itself, and what it wrote is on its sheets."""
    changes = {**SMALL, "\nvariations:": "  enemy: {sunk: down}\n\nvariations:"}
    edition = read_library(write_edition(tmp_path, changes)).edition("own")
    assert edition.say("enemy.sunk") == "down"
    assert edition.list_wordings("action.attack") == ("Bullseye, Hit or Miss?",)
