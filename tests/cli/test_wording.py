"""What each message says. Other tests ask for the field, the place or the exit code, so that one
sentence that is worded in another way breaks one test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from support.command import ESCAPES, Run, files_in

# What is typed, the exit code, and a part of the message.
MESSAGES: Sequence[tuple[str, int, str]] = [
    # values
    ("tracker -n 0", 2, "--count: must be from 1 to 1,000, not 0."),
    ("tracker -n １０", 2, "--count: “１０” is not a whole number."),
    ("tracker -n 1e2", 2, "--count: “1e2” is not a whole number."),
    (
        "tracker -t animal",
        2,
        "--theme 1: “animal” is not known. Did you mean animals? Use --theme animals.",
    ),
    (
        "tracker --theme animals,wether",
        2,
        "--theme 2: “wether” is not known. Did you mean weather?",
    ),
    ("tracker -t qqqqqq", 2, "“qqqqqq” is not known. Choose from animals, "),
    (
        "tracker --tier expret",
        2,
        "--tier: “expret” is not known. Did you mean expert? Use --tier expert.",
    ),
    ("tracker --paper a5", 2, "--paper: “a5” is not known. Choose from a4, letter."),
    (
        "tracker --edition word-flet",
        2,
        "--edition: “word-flet” is not known. Did you mean word-fleet?",
    ),
    ("tracker --edition xyz", 2, "--edition: “xyz” is not known. Choose from word-fleet, "),
    (
        "tracker --letters dutch",
        2,
        "--letters: “dutch” is not known. Choose from keep, plain, german.",
    ),
    ("tracker --blnk", 2, "No such option: --blnk (Possible options: --blank, --no-blank)"),
    ("tracker -n", 2, "Option '-n' requires an argument."),
    ("tracker --seed ''", 2, "--seed: must not be empty."),
    ("tracker -o ''", 2, "--output: must not be empty."),
    ("tracker --words ''", 2, "--words: must not be empty."),
    ("trackr", 2, "No such command 'trackr'. Did you mean 'tracker'?"),
    (
        "Ann 'Old Ben'",
        2,
        "No such command 'Ann'. To print sheets, type `wordfleet-print tracker Ann 'Old Ben'`; ",
    ),
    (
        "Noor Papa",
        2,
        "No such command 'Noor'. To print sheets, type `wordfleet-print tracker Noor Papa`; ",
    ),
    (
        "list.csv",
        2,
        "No such command 'list.csv'. To print sheets, type `wordfleet-print event print "
        "list.csv`; ",
    ),
    (
        "event list.csv --rounds 3",
        2,
        "type `wordfleet-print event print list.csv --rounds 3`; `wordfleet-print event",
    ),
    (
        "words animals",
        2,
        "No such command 'animals'. `wordfleet-print words --help` shows all options.",
    ),
    # options together
    (
        "tracker --blank --theme animals",
        2,
        "--blank with --theme: On blank sheets players choose their own words.",
    ),
    (
        "tracker --blank --placed",
        2,
        "A blank sheet has no words to place. Leave out --blank or --placed.",
    ),
    (
        "tracker --blank 'Mia: family' Bo",
        2,
        "--blank with PLAYER “…: tier”: On blank sheets players choose",
    ),
    (
        "tracker --letters plain",
        2,
        "--letters: Only accents in your own words can be changed. Use --words.",
    ),
    ("tracker --half-sheets --with-rules", 2, "Leave out --half-sheets or --with-rules."),
    (
        "tracker --half-sheets --large-print",
        2,
        "--half-sheets with --large-print: Half sheets are printed double-sided and cut, so they "
        "have no large print and no rules on the back. Leave out --half-sheets or --large-print.",
    ),
    (
        "tracker --half-sheets 'Mia: large print' Bo",
        2,
        "Leave out --half-sheets or PLAYER “…: large print”.",
    ),
    ("tracker --split --half-sheets", 2, "A file for one player has a whole sheet."),
    ("tracker -o - --split", 2, "--output with --split: stdout takes one PDF, and nothing else."),
    (
        "tracker -o x.txt --with-rules",
        2,
        "Plain text has no back for rules. Leave out --with-rules.",
    ),
    ("tracker -o x.doc", 2, "x.doc is neither a .pdf nor a .txt; end a folder with a slash."),
    (
        "tracker -o x.pdf --split",
        2,
        "--output with --split: Several files need a folder, not x.pdf.",
    ),
    ("tracker -n 1 Ann Ben", 2, "--count: 1 sheet cannot be for 2 players. Leave out --count."),
    ("tracker --mine -e strike", 3, "has no variation with mines. Leave out --mine."),
    # names
    (
        "tracker Ann Bo:lage",
        2,
        "PLAYER 2: “lage” is unknown after a name. Choose from large print, left-handed, ",
    ),
    (
        "tracker $'Ann\\a' $'Ben\ufffd'",
        3,
        "PLAYER 1 name: “Ann<U+0007>”: character 4, U+0007, is a control character",
    ),
    ("tracker --title $'\\a'", 3, "The title cannot be printed."),
    # words
    (
        "tracker -w SUN,MOON",
        3,
        "SUN,MOON cannot be read: there is no such file. Words are read from a file",
    ),
    (
        "tracker -w long.txt",
        3,
        "long.txt has no word that is as long as a ship: 2, 3, 4 or 5 letters. Too long or too "
        "short",
    ),
    ("tracker -w odd.txt", 3, "odd.txt:1: “ice-cream” has “-”"),
    ("tracker -w .", 3, ". is not a file, but a folder."),
    ("tracker -w nul.txt", 3, "nul.txt, line 4: there is a NUL byte. Save the file as UTF-8."),
    (
        "tracker -w two.csv",
        3,
        "two.csv has no column headed “word”. Write “word” above the column with the words.",
    ),
    ("words check none.txt", 3, "none.txt cannot be read: there is no such file."),
    ("words check", 3, "Give a word list, such as my-words.txt."),
    # codes
    ("look-up WF-XX", 3, "CODE 1: “WF-XX” is not a sheet code. (A sheet code looks like WF-"),
    (
        "reprint WF-5KAMQ-31D34-7JG7Y",
        3,
        "is mistyped: its check symbol does not match. (Compare it with the sheet",
    ),
    ("look-up", 2, "Which sheet? Type the code at its foot."),
    ("event check", 2, "Give a player list."),
    (
        "reprint WF-5KAMQ-31D34-7JG7X --table 3",
        2,
        "--table: A sheet code already says which sheet; these choose",
    ),
    (
        "reprint WF-5KAMQ-31D34-7JG7X --player Ann --player Ben",
        2,
        "2 names cannot be printed on 1 sheet.",
    ),
    ("reprint WF-5KAMQ-31D34-7JG7X --rules rules-gone", 3, "rules-gone is not a folder."),
    ("reprint none/ --spare 1", 3, "none does not exist."),
    (f"reprint {'n' * 300}", 3, "is not a sheet code."),
    # events
    ("event print", 2, "Give a player list or a number of players. Use --players."),
    (
        "event print club.csv --players 4",
        2,
        "Give a player list or a number of players. Use --players.",
    ),
    ("event print --players 0", 2, "--players: must be from 1 to 200,000, not 0."),
    (f"event print --players {'9' * 5000}", 2, f"--players: “{'9' * 39}…” is too large."),
    (
        "event print --players 4 --half-sheets --large-print",
        2,
        "Leave out --half-sheets or --large-print.",
    ),
    (
        "event print --players 4 --rounds 4",
        3,
        "4 rounds are too many for 4 players: after 3 everybody has met",
    ),
    ("event print --players 4 --title 王", 3, "--title: “王”: no bundled font has 王"),
    (
        "event print --players 4 --mine -e strike",
        3,
        "has no variation with mines. Leave out --mine.",
    ),
    ("event print none.csv", 3, "none.csv cannot be read: there is no such file."),
    (
        "event print none.json",
        3,
        "none.json does not exist. Give the event.json of a printed event, or its folder.",
    ),
    (
        "event check printed/event.json",
        3,
        "event.json is the record of a printed event, not a player list. `event print` takes such",
    ),
    (
        "event check printed",
        3,
        "printed is not a file, but the folder of a printed event. Give a player list: a CSV, ",
    ),
    ("event check bare", 3, "bare is not a file, but a folder."),
    ("event print .", 3, ". holds no event.json. Name the folder of a printed event"),
    ("event print club.csv --encoding klingon", 3, "There is no text encoding “klingon”."),
    (
        "event print club.csv --column nme=A --answer a=b",
        2,
        "• --column 1: Columns have no use “nme”. (Uses: large-print, ",
    ),
    ("event print club.csv --answer a=b --answer a=c", 2, "• --answer 2: “a” was given twice."),
    (
        "rules --booklet --paper a5",
        3,
        "A booklet cannot be folded from A5. --paper a4 folds to pages of A5. Leave out --booklet.",
    ),
    (
        "tracker --edition word-fleet-de --theme animals",
        3,
        "this edition is in “de”. Leave out --theme. Use --words.",
    ),
    ("event print club.csv --answer round=x", 2, "--round: “x” is not a whole number."),
    # kits, rules, the site and the page
    ("kit --page bord", 3, "No kit has a page “bord”. Did you mean board?"),
    ("kit ches", 3, "There are no rules “ches”. Did you mean chess?"),
    ("kit army-men --page board", 3, "The kit of Army Men has no page “board”."),
    ("kit army-men --page tape cards", 2, "“cards” is a page, not a game. Use --page cards."),
    ("kit army-men --page squads", 2, "Only the draft has squads. Use --draft."),
    ("kit army-men --points 100", 2, "Points limit what the squads may cost. Use --squad."),
    (
        "kit army-men --squad regular*5 --page cards",
        2,
        "These pages do not show the squads. Use --page squads.",
    ),
    ("kit army-men --square 40", 2, "The kit of Army Men has no board. Leave out --square."),
    (
        "kit happy-flip-chess --squad regular*5",
        2,
        "The kit of Happy Flip Chess has no squads. Leave out --squad.",
    ),
    ("kit happy-flip-chess --square 55 --page pieces", 2, "Use --page board. Leave out --square."),
    (
        "kit word-fleet --png",
        3,
        "Only cards can be pictures, but you asked for other pages. Use --page cards.",
    ),
    ("rules ches", 3, "There are no rules “ches”. Did you mean chess?"),
    ("rules new", 2, "Name a folder for the files"),
    ("rules new mine ches", 2, "no starter “ches”"),
    ("rules --format epub", 2, "“epub” is not known."),
    ("site --url example.org", 2, "--url: “example.org” is not an address"),
    ("serve --url https://example.org/x", 2, "--url: “https://example.org/x”"),
    ("serve --rules nowhere", 3, "nowhere is not a folder."),
    ("site --rules nowhere", 3, "nowhere is not a folder."),
    ("rules --rules nowhere", 3, "nowhere is not a folder."),
    # places
    ("tracker --font none.ttf", 3, "none.ttf cannot be used as a font: No such file or directory."),
    ("tracker --rules none", 3, "none is not a folder."),
    ("tracker --rules bare", 3, "There are no rules in bare."),
]


def split(line: str) -> list[str]:
    """A command line as a shell splits it; `$'…'` holds escapes."""
    parts = re.findall(r"\$'([^']*)'|'([^']*)'|(\S+)", line)
    return [odd.replace("\\a", "\a") if odd else plain or bare for odd, plain, bare in parts]


@pytest.mark.parametrize(
    ("line", "code", "message"), MESSAGES, ids=[ascii(line)[:40] for line, _, _ in MESSAGES]
)
def test_bad_input_is_refused(
    call: Run, tmp_path: Path, line: str, code: int, message: str
) -> None:
    """The message says what is wrong, where, and what to do, on stderr only; nothing is written."""
    (tmp_path / "long.txt").write_text("dinosaur\nelephant\n", encoding="utf-8")
    (tmp_path / "odd.txt").write_text("ice-cream\n", encoding="utf-8")
    (tmp_path / "nul.txt").write_bytes(b"cat\ndog\nhorse\n\0lion\n")
    (tmp_path / "two.csv").write_text("a,b\nc,d\n", encoding="utf-8")
    (tmp_path / "club.csv").write_text("name\nAnn\nBen\n", encoding="utf-8")
    (tmp_path / "bare").mkdir()
    (tmp_path / "printed").mkdir()
    (tmp_path / "printed" / "event.json").write_text("{}", encoding="utf-8")
    before = files_in(tmp_path)
    result = call(*split(line))
    output = " ".join(result.err.split())
    assert (result.code, result.out, files_in(tmp_path)) == (code, "", before), result.err
    assert message in output
    assert output.startswith("Error: ")
    assert not ESCAPES.search(result.err)


FAULTY_FILE = """\
papper = "a4"
[traker]
[tracker]
large_prnt = true
tier = 5
count = true
eco = "yes"
[event.print]
rounds = "many"
"""
# How the message on each line begins: one that is in `MESSAGES` too is not written out again.
FILE_MESSAGES = [
    "wordfleet.toml, line 1 papper: is not an option of any command. Did you mean paper?",
    "wordfleet.toml, line 2 [traker]: is not a command. Did you mean tracker?",
    "wordfleet.toml, line 4 [tracker] large-prnt: is not an option. Did you mean large-print?",
    "wordfleet.toml, line 5 [tracker] tier: “5” is not known. Choose from family, standard, "
    "expert.",
    "wordfleet.toml, line 6 [tracker] count: needs a value, not true.",
    "wordfleet.toml, line 7 [tracker] eco: must be true or false, not “yes”.",
    "wordfleet.toml, line 9 [event.print] rounds: “many” ",
]


def test_faults_of_the_file_of_defaults(call: Run, tmp_path: Path) -> None:
    """Each fault of wordfleet.toml has its line, and its table and key as they are written."""
    (tmp_path / "wordfleet.toml").write_text(FAULTY_FILE, encoding="utf-8")
    result = call("tracker")
    lines = [line.removeprefix("  • ") for line in result.err.splitlines() if "•" in line]
    assert result.code == 3
    pairs = [*zip(sorted(lines), FILE_MESSAGES, strict=True)]
    assert [line for line, start in pairs if not line.startswith(start)] == []
