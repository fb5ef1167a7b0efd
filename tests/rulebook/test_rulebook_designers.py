"""Designers' own rules and templates: a new game without code; nothing hostile gets out, and limits are named."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from making.command import Ran, Run, texts
from making.games import write_reeds
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules
from wordfleet_print.jobs.publish import Published, RulebookRequest, publish
from wordfleet_print.rulebook.rendering import rendering
from wordfleet_print.rulebook.text.designers_folder import MOST_NOTES, override_notes
from wordfleet_print.rulebook.text.guard import guarded_environment
from wordfleet_print.sandbox import ChildLimits
from wordfleet_print.tracker.geometry import A4

FLEET = [
    {"ship": "CLIPPER", "letters": 6, "example": "BREEZE"},
    {"ship": "BRIG", "letters": 4, "example": "CALM"},
    {"ship": "DINGHY", "letters": 3, "example": "ICY"},
    {"ship": "RAFT", "letters": 2, "example": "UP"},
]


def _front(slug: str = "pocket-fleet", **changes: object) -> str:
    """The front matter of Word Fleet made small: 8 × 8, four ships."""
    facts = load_rules("word-fleet").book.model_dump(mode="json", exclude_none=True)
    facts |= {"title": "Pocket Fleet", "subtitle": "The Small Sea", "slug": slug, "edition": "Pocket", "fleet": FLEET}
    facts |= {"grid": {"columns": 8, "rows": 8}, **changes}
    del facts["played"]  # a game against another fleet
    for question in facts["fairness"]["questions"]:
        question["known"] = 12
    return f"---\n{yaml.safe_dump(facts, sort_keys=False, allow_unicode=True)}---\n"


def _write(folder: Path, body: str, slug: str = "pocket-fleet", **changes: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{slug}.md").write_text(_front(slug, **changes) + body, encoding="utf-8")
    return folder


def _apart(request: RulebookRequest, limits: ChildLimits | None = None) -> Published:
    """The files, made by a child with limits."""
    with rendering(1, limits or ChildLimits()) as render:
        return publish(request, render)


def _nothing_written(folder: Path) -> bool:
    return not list((folder / "made").glob("*"))


def _error(done: Ran) -> str:
    """The one error of a run that failed well."""
    assert done.code == ExitCode.BAD_INPUT, done.err
    assert "Traceback" not in done.err
    assert done.err.count("Error:") == 1
    return " ".join(done.err.split())


def test_an_own_game_needs_no_code(tmp_path: Path) -> None:
    """An 8 × 8 Word Fleet of four ships, its text the bundled one, becomes a page of that game."""
    mine = _write(tmp_path / "mine", load_rules("word-fleet").body)
    published = publish(RulebookRequest((), ("html",), A4, rules=mine))
    assert ([file.file for file in published.files], published.notes) == (["pocket-fleet.html"], ())
    plain = re.sub(r"<[^>]+>", " ", published.files[0].content.decode())
    assert "8 × 8" in plain
    assert "10 × 10" not in plain
    assert all(ship["ship"] in plain and ship["example"] in plain for ship in FLEET)
    assert "KETCH" not in plain


def test_an_own_game_is_printed(call: Run, tmp_path: Path) -> None:
    """A page, a PDF and a quick reference: of its own passages, on its own seas."""
    sea = "On {{ grid.columns }} columns sail {% for ship in fleet %}{{ ship.ship }} {% endfor %}."
    _write(tmp_path / "mine", f"# Pocket\n\n## Play {{: .quick }}\n\n{sea}\n")
    (tmp_path / "own/quick").mkdir(parents=True)
    (tmp_path / "own/quick/word-fleet.md").write_text(f"# Pocket\n\nBrief.\n\n## Play\n\n{sea}\n", encoding="utf-8")
    own = ("--rules", "mine", "--templates", "own", "--workers", "1")
    done = call("rules", *own, "--output", "made", "--paper", "a4", "--quick-reference", "--json")
    assert (done.code, done.err) == (0, "")
    names = ["pocket-fleet.html", "pocket-fleet-a4.pdf", "pocket-fleet-quick-reference-a4.pdf"]
    assert [Path(file["path"]).name for file in json.loads(done.out)["files"]] == names
    for name in names[1:]:
        said = " ".join(" ".join(texts(tmp_path / "made" / name)).split())
        assert "On 8 columns sail CLIPPER BRIG DINGHY RAFT" in said, name


def test_own_templates_are_used(call: Run, tmp_path: Path) -> None:
    """A designer's page, style sheet and partial take the place of the bundled ones; the rest stays."""
    own = tmp_path / "own"
    own.mkdir()
    page = (data_folder("templates") / "rulebook.html").read_text(encoding="utf-8")
    (own / "rulebook.html").write_text(page.replace("Skip to the rules", "Over to the rules"), encoding="utf-8")
    (own / "rulebook.css").write_text("body{color:rebeccapurple}", encoding="utf-8")
    done = call("rules", "happy-flip-chess", "--templates", "own", "--output", "made", "--format", "html")
    assert done.code == 0, done.err
    made = (tmp_path / "made/happy-flip-chess.html").read_text(encoding="utf-8")
    assert "Over to the rules" in made
    assert "rebeccapurple" in made


LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
GROWTH = "{% set a = namespace(b='aaaaaaaa') %}{% for i in range(60) %}{% set a.b = a.b ~ a.b %}{% endfor %}"
BODIES = {
    "huge product": ("{{ 'a' * 10**9 }}", "works on numbers only"),
    "long text": ("{% for a in range(99999) %}" + "a" * 100 + "{% endfor %}", "grows beyond"),
    "reading files": ("{% include '/etc/passwd' %}", "there is no template"),
    "reading files through dots": ("{% include '../../../../etc/passwd' %}", "there is no template"),
    "Python behind": ("{{ ''.__class__.__mro__ }}", "unsafe"),
    "shell": ("{{ cycler.__init__.__globals__.os.popen('id').read() }}", "unsafe"),
    "unknown variable": ("{{ captian }}", "captian is not a variable"),
    "recursion": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "nested too deeply"),
    "deep HTML": ("<div>" * 5000, "nested"),
}


@pytest.mark.parametrize(("body", "told"), BODIES.values(), ids=BODIES.keys())
def test_hostile_bodies_end_in_one_error(body: str, told: str, tmp_path: Path) -> None:
    """The error says what is wrong, or which limit was reached."""
    mine = _write(tmp_path / "mine", f"# Title\n\n## One\n\n{body}\n")
    with pytest.raises(BadInputError) as caught:
        publish(RulebookRequest((), ("html",), A4, rules=mine))
    assert told in str(caught.value)


def test_the_limit_of_memory_is_kept_and_named(tmp_path: Path) -> None:
    """Memory ends what the sandbox cannot."""
    mine = _write(tmp_path / "mine", f"# Title\n\n## One\n\n{GROWTH}\n")
    with pytest.raises(BadInputError, match="more memory than the limit of 600 MB"):
        _apart(RulebookRequest((), ("html",), A4, rules=mine), ChildLimits(30, memory=600))


def test_the_limit_of_time_ends_the_command_with_nothing_written(call: Run, tmp_path: Path) -> None:
    """Processor time ends an endless loop: the command says so, exits as for bad input, and leaves the folder empty."""
    _write(tmp_path / "mine", f"# Title\n\n## One\n\n{LOOP}\n")
    error = _error(call("rules", "--rules", "mine", "-o", "made", "-f", "html", "--max-seconds", "1"))
    assert "Rendering mine/pocket-fleet.md takes longer than the limit of 1 second. Look for a loop" in error
    assert "--max-seconds" in error
    assert _nothing_written(tmp_path)


PAGES = {
    "script": ("<script>alert(1)</script></body>", "holds <script>"),
    "remote image": ('<img src="https://example.com/a.png"></body>', "fetches https://example.com/a.png"),
    "local file": ('<img src="file:///etc/passwd"></body>', "fetches file:///etc/passwd"),
    "attachment": ('<link rel="attachment" href="file:///etc/passwd"></body>', "fetches file:///etc/passwd"),
    "handler": ('<p onclick="alert(1)">a</p></body>', "has onclick="),
    "javascript": ('<a href="javascript:alert(1)">a</a></body>', "fetches javascript:"),
    "refresh": ('<meta http-equiv="refresh" content="0;url=https://example.com"></body>', "sets refresh"),
    "styles": ("<style>p{background:url(https://example.com/a)}</style></body>", "fetches https://example.com/a"),
    "include": ("{% include '/etc/passwd' %}</body>", "etc/passwd"),
    "huge": ("{% for a in range(99999) %}" + "a" * 100 + "{% endfor %}</body>", "more than 5,000,000 characters"),
    "no such variable": ("{{ captain }}</body>", "'captain' is undefined"),
    "Python behind": ("{{ ''.__class__.__mro__ }}</body>", "unsafe"),
}


@pytest.mark.parametrize(("end", "told"), PAGES.values(), ids=PAGES.keys())
def test_hostile_templates_end_in_one_error(end: str, told: str, tmp_path: Path) -> None:
    """A page that would run, fetch, loop or leak is refused, though its writer is the user."""
    own = tmp_path / "own"
    own.mkdir()
    page = (data_folder("templates") / "rulebook.html").read_text(encoding="utf-8")
    (own / "rulebook.html").write_text(page.replace("</body>", end), encoding="utf-8")
    job = RulebookRequest((), ("html",), A4, templates=own, rules=write_reeds(tmp_path / "reeds"))
    with pytest.raises(BadInputError) as caught:
        publish(job)
    assert told in str(caught.value)


def test_a_page_without_its_policy_is_refused(tmp_path: Path) -> None:
    """A template cannot drop the Content-Security-Policy."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "rulebook.html").write_text("<!doctype html><title>a</title><p>{{ book.title }}</p>", encoding="utf-8")
    with pytest.raises(BadInputError, match="Content-Security-Policy"):
        publish(RulebookRequest((), ("html",), A4, templates=own, rules=write_reeds(tmp_path / "reeds")))


def test_hostile_markdown_is_published_clean_with_notes(tmp_path: Path) -> None:
    """Scripts and remote images are left out of the page, each with a note; the rest is published."""
    body = "# Title\n\n## One\n\n<script>alert(1)</script>\n\n![A sea](https://example.com/a.png)\n\nText.\n"
    published = publish(RulebookRequest((), ("html",), A4, rules=_write(tmp_path / "mine", body)))
    assert len(published.notes) == 2
    page = published.files[0].content.decode()
    assert "alert(1)" not in page
    assert "example.com" not in page
    assert "<p>Text.</p>" in page


SLIPS = {
    "figure": ("[[figur: grid]]", "mean [[figure: grid]]?"),
    "figure with a capital": ("[[Figure: grid]]", "mean [[figure: grid]]?"),
    "figure in a line of text": ("See [[figure: grid]].", "mean [[figure: grid]] in a paragraph of its own?"),
    "stamp": ("### Shipyard {: .underconstruction }", "mean under-construction?"),
    "box": ('!!! exmaple "Down she goes"\n    Text.', "mean example?"),
}


@pytest.mark.parametrize(("slip", "told"), SLIPS.values(), ids=SLIPS.keys())
def test_misspelt_markup_is_refused(slip: str, told: str, tmp_path: Path) -> None:
    """A marker, stamp or box whose meaning is plain is not published as something else: file, line, what was meant."""
    mine = _write(tmp_path / "mine", f"# Title\n\n## One\n\n{slip}\n\nText.\n")
    with pytest.raises(BadInputError) as caught:
        publish(RulebookRequest((), ("html",), A4, rules=mine))
    (complaint,) = caught.value.complaints
    assert complaint.where == f"{mine}/pocket-fleet.md:{len(_front().splitlines()) + 5}"
    assert told in complaint.advice


UNKNOWN = {
    "marker": ("[[see: below]]", "[[see: below]] places no figure"),
    "class of a heading": ("### Shipyard {: .wide }", "a heading with {: .wide } gets no stamp"),
    "box": ('!!! weather "Rain"\n    Text.', "!!! weather makes a plain box"),
}


@pytest.mark.parametrize(("markup", "told"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_unknown_markup_gets_a_note(markup: str, told: str, tmp_path: Path) -> None:
    """What is like nothing known is published, with a note that has file and line."""
    mine = _write(tmp_path / "mine", f"# Title\n\n## One\n\n{markup}\n\nText.\n")
    published = publish(RulebookRequest((), ("html",), A4, rules=mine))
    (note,) = published.notes
    assert note.startswith(f"{mine}/pocket-fleet.md:{len(_front().splitlines()) + 5}: {told}")


def test_words_that_are_not_the_writers_are_marked_as_english(tmp_path: Path) -> None:
    """In a book of another language, with one note that says so, at the line that names it; contents stay its own."""
    body = "# Haufen\n\n## Ziel {: .draft }\n\nWer nimmt, verliert.[^1]\n\n[[figure: grid]]\n\n[^1]: Fast immer.\n"
    mine = _write(tmp_path / "mine", body, language="de")
    published = publish(RulebookRequest((), ("html",), A4, rules=mine))
    page = published.files[0].content.decode()
    ours = ('nav class="contents"', 'section class="reading"', 'p class="stamp"', "footer", 'div class="panel"')
    ours += ("figcaption", 'a class="footnote-backref"')
    assert [start for start in ours if f'<{start} lang="en"' not in page] == []
    assert page.count('<ol lang="de">') >= 2
    (note,) = published.notes
    assert re.search(r"pocket-fleet\.md:\d+: what a rulebook adds to these words, .* is in English", note)


def test_markers_may_be_quoted(tmp_path: Path) -> None:
    """A rulebook on rulebooks can show markers as code, and brackets are no markers by themselves."""
    mine = _write(tmp_path / "mine", "# Title\n\n## One\n\nWrite `[[figur: grid]]`.\n\n    [[figure: a]]\n\n[[1]]\n")
    assert publish(RulebookRequest((), ("html",), A4, rules=mine)).notes == ()


def test_classes_of_own_styles_get_no_note(tmp_path: Path) -> None:
    """Who brings templates may have styles for classes of headings and boxes that nobody else knows."""
    body = '# Title\n\n## One {: .wide }\n\n!!! weather "Rain"\n    Text.\n'
    mine, own = _write(tmp_path / "mine", body), tmp_path / "own"
    own.mkdir()
    (own / "rulebook.css").write_text(".wide, .weather { color: navy }", encoding="utf-8")
    assert publish(RulebookRequest((), ("html",), A4, rules=mine, templates=own)).notes == ()


def test_templates_that_replace_nothing_get_a_note(tmp_path: Path) -> None:
    """A misspelt or misplaced file is named with the one meant; a partial that another names is in use."""
    own = tmp_path / "own"
    (own / "rules").mkdir(parents=True)
    for name in ("rulebok.html", "site.css", "rules/weather.md", "rules/idle.md", ".draft.md"):
        (own / name).write_text("{# nothing #}", encoding="utf-8")
    mine = _write(tmp_path / "mine", '{% include "rules/weather.md" %}\n# Title\n\n## One\n\nText.\n')
    assert publish(RulebookRequest((), ("html",), A4, rules=mine, templates=own)).notes == (
        f"{own}/rulebok.html: replaces no template (did you mean rulebook.html?)",
        f"{own}/rules/idle.md: replaces no template",
        f"{own}/site.css: replaces no template (did you mean site/site.css?)",
    )


def test_notes_on_templates_are_few(tmp_path: Path) -> None:
    """A folder of other things gives some notes and a count, not one note for each file."""
    own = tmp_path / "own"
    own.mkdir()
    for number in range(MOST_NOTES + 7):
        (own / f"page-{number:02}.html").write_text("", encoding="utf-8")
    notes = [*override_notes(own)]
    assert len(notes) == MOST_NOTES + 1
    assert notes[-1] == f"{own}: 7 more files replace no template"


@pytest.mark.parametrize(
    ("body", "filled"),
    [
        ("One {% if 1 %}two{% endif %}\nthree.", "One two\nthree."),
        ("{% if 1 %}\nOne\n{% endif %}\n{% if 0 %}{% endif %}\ntwo.", "One\ntwo."),
        ("{{ 1 }}{# why #}\n  {# a line of its own #}\n2", "1\n2"),
        ("One {% if 1\n and 1 %}\ntwo{% endif %}\n{% set few = [\n1] %}\n3", "One \ntwo\n3"),
        ("One{% if 1 -%}\n two{% endif -%}\n three", "Onetwothree"),
        ("{% raw %}a {% b %}\nc{% endraw %}\r\n{{ d.e }}", "a {% b %}\nc\n5"),
    ],
)
def test_a_line_of_text_keeps_its_end(body: str, filled: str) -> None:
    """Also where a tag or a comment stands last; a tag that has a line for itself leaves none, and `-` joins lines."""
    environment = guarded_environment(None, autoescape=False)
    assert environment.from_string(body).render(d={"e": 5}) == filled


def test_names_that_a_text_sets_are_suggested(tmp_path: Path) -> None:
    """A mistyped variable is most like the one that the text itself has set; a field of the front matter comes next."""
    body = "# T\n\n{{% set captain = players.one %}}\n{{% for sailor in fleet %}}{{% endfor %}}\n\n{{{{ {} }}}}\n"
    for name, meant in {"captian": "captain", "sialor": "sailor", "tagelin": "tagline"}.items():
        mine = _write(tmp_path / "mine", body.format(name))
        with pytest.raises(BadInputError, match=rf"{name} is not a variable here \(did you mean {meant}\?\)"):
            publish(RulebookRequest((), ("html",), A4, rules=mine))


def test_a_table_too_long_for_the_time_is_told(call: Run, tmp_path: Path) -> None:
    """Thousands of rows in a PDF meet the limit of time."""
    rows = "\n".join(f"| {number} | text |" for number in range(4000))
    _write(tmp_path / "mine", f"# Title\n\n## One\n\n| a | b |\n| - | - |\n{rows}\n")
    error = _error(call("rules", "--rules", "mine", "-o", "made", "-f", "pdf", "--max-seconds", "1", "--workers", "1"))
    assert "longer than the limit of 1 second" in error
    assert _nothing_written(tmp_path)


FOLDERS = {
    "no rules": ({}, "There are no rules in"),
    "not UTF-8": ({"a.md": b"---\ntitle: \xff\n---\n"}, "is not UTF-8"),
    "no front matter": ({"a.md": b"# Title\n"}, "the first line must be `---`"),
    "two broken files": ({"a.md": b"# Title\n", "b.md": b"---\ngame: word-fleet\n---\n"}, "b.md"),
    "the same slug twice": ({"a.md": _front("one").encode(), "b.md": _front("one").encode()}, "has the slug one"),
}


@pytest.mark.parametrize(("files", "told"), FOLDERS.values(), ids=FOLDERS.keys())
def test_folders_that_cannot_be_published(files: dict[str, bytes], told: str, call: Run, tmp_path: Path) -> None:
    """All complaints come together, and nothing is written."""
    mine = tmp_path / "mine"
    mine.mkdir()
    for name, content in files.items():
        (mine / name).write_bytes(content)
    error = _error(call("rules", "--rules", "mine", "-o", "made", "-f", "html"))
    assert told in error
    assert all(name in error for name in files)
    assert _nothing_written(tmp_path)


@pytest.mark.parametrize("option", ["--rules", "--templates"])
@pytest.mark.parametrize("command", ["rules", "site"])
def test_a_folders_name_may_be_too_long(command: str, option: str, call: Run) -> None:
    """A name longer than the system knows is told like any folder that is not there."""
    error = _error(call(command, option, "L" * 300))
    assert "cannot be read: File name too long" in error
    assert f"Look at {option}." in error


def test_one_broken_rulebook_stops_all(call: Run, tmp_path: Path) -> None:
    """Nothing is published half-way: a good rulebook waits for the broken one beside it."""
    _write(tmp_path / "mine", "# Title\n\n## One\n\nText.\n", "good")
    _write(tmp_path / "mine", "# Title\n\n## One\n\n{{ nothing }}\n", "bad")
    error = _error(call("rules", "--rules", "mine", "-o", "made", "-f", "html"))
    assert re.search(r"bad\.md:\d+: nothing is not a variable", error)
    assert _nothing_written(tmp_path)


def test_a_child_makes_the_same_bytes_and_not_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendered apart or here, a rulebook is the same; the child imports nothing from where it happens to stand. What
    it may hand back is limited.
    """
    short = RulebookRequest((), ("html",), A4, rules=_write(tmp_path / "mine", "# Title\n\n## One\n\nText.\n"))
    body = "# Title\n\n## One\n\n{% for a in range(160) %}" + "Text. " * 1000 + "{% endfor %}"
    long = replace(short, rules=_write(tmp_path / "long", body))
    for name in ("markdown.py", "json.py", "nh3.py"):
        (tmp_path / name).write_text("raise SystemExit('run!')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with rendering(1, ChildLimits(output=1)) as render:
        assert publish(short, render) == publish(short)
        with pytest.raises(BadInputError, match="larger than the limit of 1 MB"):
            publish(long, render)
