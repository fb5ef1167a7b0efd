"""Labels: code and file agree, translations are checked, what is missing stays English."""

import ast
import re
from pathlib import Path

import pytest

from wordfleet_print.errors import BadInputError
from wordfleet_print.games.labels import load_english, load_labels

SOURCES = Path(__file__).parents[2] / "src" / "wordfleet_print"
KEY = re.compile(r"[a-z_]+(?:\.[a-z_0-9]+)+")


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
    """Each label is named in the code, whole or by its start."""
    texts = list_texts()
    for key in load_english().wordings:
        start = key.rpartition(".")[0]
        assert texts & {key, start, f"{start}."}, key


def write_labels(folder: Path, text: str) -> Path:
    (folder / "labels").mkdir()
    (folder / "labels" / "xx.toml").write_text(text, "utf-8")
    return folder


def test_missing_labels_stay_english(tmp_path: Path) -> None:
    """What a file lacks is English, and a note lists it."""
    labels = load_labels("xx", write_labels(tmp_path, '[turn]\none_of = "Eins:"'))
    assert labels.list_wordings("turn.one_of", {}) == ("Eins:",)
    assert labels.list_wordings("turn.count", {}) == ("They say how many.",)
    assert "turn.count" in labels.note
    assert "turn.one_of" not in labels.note


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[turn]\none_off = "Eins"', "is not a label"),
        ('[secret]\ntable = "Tisch {tabel}"', "there is no {tabel}"),
        ("[turn]\none_of = 1", "should be text"),
        ("[turn]\none_of = []", "should be text"),
    ],
)
def test_faults_are_named(tmp_path: Path, text: str, what: str) -> None:
    """A wrong key, place or value is refused with its name."""
    with pytest.raises(BadInputError) as error:
        load_labels("xx", write_labels(tmp_path, text))
    assert what in str(error.value.found[0])
