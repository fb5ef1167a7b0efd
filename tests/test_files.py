"""Files are written whole or not at all, in folders that are safe."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from starlette.testclient import TestClient

import wordfleet_print.files
from support.command import tree
from support.web import HERE, LOCAL_SETTINGS
from wordfleet_print.errors import BadInputError, CannotWriteError, ExitCode
from wordfleet_print.files import (
    PREFIX,
    check_target,
    check_writable,
    data_folder,
    leftovers,
    remove_leftovers,
    together,
    write_all,
    write_stream,
)
from wordfleet_print.games import read_folder
from wordfleet_print.site.build import SiteSettings, build_site
from wordfleet_print.web.live import SCRIPT, STREAM, Draft, make_draft_app

GOOD = b"a good file from yesterday"
NAMES = [
    "a.pdf",
    "Zoë.pdf",
    "Zoe\u0308.pdf",
    "-rf.pdf",
    "with space.pdf",
    ".hidden.pdf",
    "UPPER.PDF",
    "n" * 250 + ".pdf",
]


@contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def test_all_files_are_written_under_their_names(tmp_path: Path) -> None:
    """Each file holds exactly its bytes under exactly its name, in any folder; there is nothing else."""
    (tmp_path / "other").mkdir()
    contents = {tmp_path / name: os.urandom(1000 * i) for i, name in enumerate(NAMES)}
    contents[tmp_path / "other" / "a.pdf"] = b"other"
    write_all(contents)
    expected: dict[str, bytes | None] = {str(path.relative_to(tmp_path)): data for path, data in contents.items()}
    assert tree(tmp_path) == expected | {"other": None}


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600), (0o000, 0o666)])
def test_modes_follow_the_umask(tmp_path: Path, mask: int, mode: int) -> None:
    """A written file may be read by whom the user's umask allows, new or replaced; the umask itself stays."""
    old = tmp_path / "old.pdf"
    old.write_bytes(GOOD)
    old.chmod(0o600)
    with _umask(mask):
        write_all({old: b"1", tmp_path / "new.pdf": b"2"})
        assert os.umask(mask) == mask
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {mode}


@pytest.mark.parametrize("dangling", [False, True])
def test_a_symlink_is_replaced_never_followed(tmp_path: Path, dangling: bool) -> None:
    """A link at the target becomes a file; what it pointed to is untouched, or still missing."""
    pointed, link = tmp_path / "precious", tmp_path / "out.pdf"
    if not dangling:
        pointed.write_bytes(GOOD)
    link.symlink_to(pointed)
    write_all({link: b"new"})
    assert not link.is_symlink()
    assert link.read_bytes() == b"new"
    assert pointed.exists() != dangling
    assert dangling or pointed.read_bytes() == GOOD


def _folder_there(folder: Path) -> Path:
    (folder / "taken").mkdir()
    return folder / "taken"


def _inside_a_file(folder: Path) -> Path:
    (folder / "file").write_bytes(GOOD)
    return folder / "file" / "b.pdf"


def _name_too_long(folder: Path) -> Path:
    return folder / ("n" * 300)


def _name_too_long_in_a_new_folder(folder: Path) -> Path:
    return folder / "fresh" / ("n" * 300)


@pytest.mark.parametrize("bad", [_folder_there, _inside_a_file, _name_too_long, _name_too_long_in_a_new_folder])
@pytest.mark.parametrize("bad_first", [False, True])
def test_one_bad_target_stops_them_all(tmp_path: Path, bad: Any, bad_first: bool) -> None:
    """If one of several files cannot be written, none is: old ones keep their bytes, new ones do not appear."""
    old, new = tmp_path / "old.pdf", tmp_path / "new.pdf"
    old.write_bytes(GOOD)
    target = bad(tmp_path)
    before = tree(tmp_path)
    targets = [target, old, new] if bad_first else [old, new, target]
    with pytest.raises(CannotWriteError) as caught:
        write_all(dict.fromkeys(targets, b"changed"))
    assert caught.value.exit_code == ExitCode.CANNOT_WRITE
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("error", "reason"),
    [(errno.ENOSPC, "disk is full"), (errno.EDQUOT, "quota"), (errno.EROFS, "read-only"), (errno.EACCES, "denied")],
)
def test_a_failing_disk_is_told_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, reason: str
) -> None:
    """A disk that gives up at the second of three files: told in plain words; nothing changed, nothing left over."""
    old = tmp_path / "1.pdf"
    old.write_bytes(GOOD)
    calls = []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(CannotWriteError, match=reason):
        write_all({tmp_path / f"{i}.pdf": b"new" for i in (1, 2, 3)})
    assert tree(tmp_path) == {"1.pdf": GOOD}


def test_files_are_on_disk_before_any_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is flushed to disk before the first is renamed: a power cut leaves old files or whole new ones."""
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def noted_replace(path: Path, target: Path) -> Path:
        steps.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_all({tmp_path / f"{i}.pdf": b"new" for i in (1, 2, 3)})
    assert steps == ["fsync"] * 3 + ["replace"] * 3 + ["fsync"]  # at last their folder


@pytest.mark.parametrize("error", [None, 5, 32])
@pytest.mark.parametrize("failing", range(4))
def test_a_rename_that_fails_tells_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, error: Any
) -> None:
    """Should a name not be taken, as that of a file which is open in a viewer on Windows, or a stale file not go,
    exactly what is new by then is told, and no temporary is left.
    """
    names = [tmp_path / name for name in ("1.pdf", "2.pdf", "3.pdf", "stale.pdf")]
    for path in names:
        path.write_bytes(GOOD)
    replace, unlink = Path.replace, Path.unlink

    def refuse(path: Path, call: Callable[[], Any]) -> Any:
        if path == names[failing]:
            raised = PermissionError(errno.EACCES, "denied")
            raised.winerror = error  # type: ignore[attr-defined,unused-ignore]
            raise raised
        return call()

    monkeypatch.setattr(Path, "replace", lambda path, target: refuse(target, lambda: replace(path, target)))
    monkeypatch.setattr(Path, "unlink", lambda path, **options: refuse(path, lambda: unlink(path, **options)))

    def write() -> None:
        with together() as files:
            for path in names[:3]:
                files.add(path, [b"new"])
            files.remove(names[3])

    with pytest.raises(CannotWriteError, match=names[failing].name) as caught:
        write()
    new = {str(path) for path in tmp_path.iterdir() if path.suffix == ".pdf" and path.read_bytes() == b"new"}
    assert {complaint.where for complaint in caught.value.complaints} == new == {str(path) for path in names[:failing]}
    told = ["Nothing was changed", "close it in your viewer"]
    assert [one in caught.value.tip for one in told] == [not failing, error is not None]
    assert sorted(tmp_path.iterdir()) == names


class _Stop(BaseException):
    """Something like Ctrl-C."""


def _all_at_once(contents: Mapping[Path, bytes]) -> None:
    write_all(contents)


def _with_a_last(contents: Mapping[Path, bytes]) -> None:
    last, *others = contents
    with together() as files:
        for path in others:
            files.add(path, [contents[path]])
        files.finish_with(last, contents[last])


def _write_until(count: int, write: Callable[[Mapping[Path, bytes]], None], contents: Mapping[Path, bytes]) -> int:
    """Write, but stop before the `count`-th line that files.py runs; its number, or 0 if all was written before."""
    seen: list[int] = []

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if frame.f_code.co_filename != wordfleet_print.files.__file__:
            return None
        if event == "line" and len(seen) < count:
            seen.append(frame.f_lineno)
            if len(seen) == count:
                raise _Stop
        return trace

    sys.settrace(trace)
    try:
        write(contents)
    except _Stop:
        return seen[-1]
    finally:
        sys.settrace(None)
    return 0


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
@pytest.mark.parametrize("write", [_all_at_once, _with_a_last])
def test_an_interrupt_at_any_line_leaves_whole_files_only(
    tmp_path: Path, write: Callable[[Mapping[Path, bytes]], None]
) -> None:
    """Ctrl-C before whichever line of the writing: nothing else is left, and every name holds old or new, whole."""
    leftovers = {}
    with ThreadPoolExecutor(1) as thread:  # tracing is a thread's own: nothing of it reaches other tests
        for count in range(1, 500):
            folder = tmp_path / str(count)
            folder.mkdir()
            old, new = folder / "old.pdf", folder / "new.pdf"
            old.write_bytes(GOOD)
            line = thread.submit(_write_until, count, write, {old: b"new", new: b"new"}).result()
            found = tree(folder)
            assert found.pop("old.pdf") in {GOOD, b"new"}
            assert found.pop("new.pdf", b"new") == b"new"
            if write is _with_a_last and old.read_bytes() == GOOD:  # a stop among the renames is told by this one
                assert found.pop("old.pdf.new", b"new") == b"new"
            if found:
                leftovers[line] = sorted(found)
            if not line:
                break
        else:
            pytest.fail("the writing never came to its end")
    assert count > 10, "the trace saw nothing"
    assert not leftovers, f"stopped before these lines of files.py, temporaries stay: {leftovers}"


def test_a_planted_temporary_is_never_written_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that waits under the very name of a temporary: refused, and what it points to is not made."""
    monkeypatch.setattr(secrets, "token_hex", lambda count: "0" * 2 * count)
    (tmp_path / f"{PREFIX}{0:016x}.part").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotWriteError):
        write_all({tmp_path / "1.pdf": b"new"}, private=True)
    assert not (tmp_path / "elsewhere").exists()
    assert not (tmp_path / "1.pdf").exists()


def test_a_stream_is_written_as_it_comes(tmp_path: Path) -> None:
    """A file may be larger than memory: a chunk is on its way before the next is asked for. Modes are as always."""
    path, seen = tmp_path / "big.pdf", []

    def chunks() -> Iterator[bytes]:
        for i in range(5):
            yield bytes([i]) * 100_000
            seen.append(sum(part.stat().st_size for part in leftovers(tmp_path)))

    with _umask(0o022):
        write_stream(path, chunks())
        write_stream(tmp_path / "key.pdf", [b"secret"], private=True)
    assert path.read_bytes() == b"".join(bytes([i]) * 100_000 for i in range(5))
    assert seen == [100_000, 200_000, 300_000, 400_000, 500_000]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE((tmp_path / "key.pdf").stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"big.pdf", "key.pdf"}


def test_a_stream_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    """If the chunks fail, or the place is odd, the old file stands, nothing else is left, and the error is told."""
    old, link = tmp_path / "old.pdf", tmp_path / "link.pdf"
    old.write_bytes(GOOD)
    link.symlink_to(old)

    def chunks() -> Iterator[bytes]:
        yield b"new"
        raise KeyError("no more")

    with pytest.raises(KeyError):
        write_stream(old, chunks())
    with pytest.raises(CannotWriteError, match="it is a folder"):
        write_stream(tmp_path, [b"new"])
    with pytest.raises(CannotWriteError, match="it is a file, not a folder"):
        write_stream(old / "deeper", [b"new"])
    assert tree(tmp_path) == {"old.pdf": GOOD, "link.pdf": GOOD}
    write_stream(link, [b"new"])
    assert tree(tmp_path) == {"old.pdf": GOOD, "link.pdf": b"new"}


def test_only_our_leftovers_are_removed(tmp_path: Path) -> None:
    """What a killed run left is known by its name; folders, and whatever is named otherwise, are not touched."""
    ours = tmp_path / ".wordfleet-0123456789abcdef.part"
    others = [".wordfleet-0123456789abcdef.parts", ".wordfleet-lock", "a.part", ".wordfleet-0123456789ABCDEF.part"]
    for name in [ours.name, *others]:
        (tmp_path / name).touch()
    (tmp_path / ".wordfleet-fedcba9876543210.part").mkdir()
    remove_leftovers(tmp_path)
    remove_leftovers(tmp_path / "missing")
    assert {path.name for path in tmp_path.iterdir()} == {*others, ".wordfleet-fedcba9876543210.part"}


def test_a_size_limit_leaves_nothing(tmp_path: Path) -> None:
    """Where the system allows only small files, the big one is told, the small one not written, the old one kept."""
    (tmp_path / "old.pdf").write_bytes(GOOD)
    program = (
        "import resource, sys; from pathlib import Path; from wordfleet_print.files import write_all\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_all({Path('old.pdf'): b'new', Path('small.pdf'): b'new', Path('big.pdf'): b'x' * 5000})"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "CannotWriteError: Cannot write" in done.stderr
    assert "larger than this system allows" in done.stderr
    assert tree(tmp_path) == {"old.pdf": GOOD}


def test_a_folder_is_made_and_proved(tmp_path: Path) -> None:
    """`check_writable` proves a folder, there yet or not, leaves nothing behind, and refuses a place inside a file."""
    check_writable(tmp_path / "a" / "b")
    assert tree(tmp_path) == {}
    (tmp_path / "file").write_bytes(GOOD)
    for place in (tmp_path / "file", tmp_path / "file" / "deeper", Path("/proc"), Path("/proc/new/folder")):
        with pytest.raises(CannotWriteError, match="Cannot write"):
            check_writable(place)
    assert (tmp_path / "file").read_bytes() == GOOD


def test_a_target_that_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    """`check_target` takes a new file, an old one and a link, and refuses a folder and an impossible name."""
    (tmp_path / "old.pdf").write_bytes(GOOD)
    (tmp_path / "link.pdf").symlink_to("nowhere")
    for name in ("old.pdf", "new.pdf", "link.pdf", "fresh/new.pdf"):
        check_target(tmp_path / name)
    for path in (tmp_path, tmp_path / "old.pdf" / "x.pdf", _name_too_long(tmp_path)):
        with pytest.raises(CannotWriteError):
            check_target(path)
    assert tree(tmp_path).get("old.pdf") == GOOD


def test_folders_that_lack_are_made_with_their_files(tmp_path: Path) -> None:
    """`write_all` makes the folders of what it writes."""
    write_all({tmp_path / "a" / "b" / "new.pdf": b"new", tmp_path / "a" / "c" / "new.pdf": b"more"})
    assert tree(tmp_path)["a/b/new.pdf"] == b"new"
    assert tree(tmp_path)["a/c/new.pdf"] == b"more"


@pytest.mark.parametrize("refuse", [check_target, lambda path: check_writable(path / "deeper")])
def test_a_refused_place_leaves_no_folder_behind(tmp_path: Path, refuse: Callable[[Path], None]) -> None:
    """A name that is too long is refused where the folder around it is missing too, and that is not made."""
    with pytest.raises(CannotWriteError, match="the name is too long"):
        refuse(tmp_path / "fresh" / ("n" * 300))
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("name", ["rules", "templates", "wordlists"])
def test_packaged_data_is_found(name: str) -> None:
    """The data folders are there, filled, wherever the package runs from."""
    assert any(data_folder(name).iterdir())


HIDDEN = "root:x:0:0"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of somebody else's, outside every folder that is given."""
    path = tmp_path / "secret.txt"
    path.write_text(HIDDEN, encoding="utf-8")
    return path


def test_rules_are_no_links_out_of_their_folder(secret: Path, tmp_path: Path) -> None:
    """Each such link is told, together with what else is wrong, and nothing of what it leads to is."""
    rules = tmp_path / "rules"
    rules.mkdir()
    for name in ("a.md", "b.md"):
        (rules / name).symlink_to(secret)
    (rules / "c.md").write_text("no front matter", encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        read_folder(rules)
    told = str(caught.value)
    assert [f"{name}: leads out of the folder" in told for name in ("a.md", "b.md")] == [True, True]
    assert str(rules / "c.md") in told
    assert HIDDEN not in told


@pytest.fixture
def job(tmp_path: Path) -> SiteSettings:
    """A site of one short game without PDFs."""
    (tmp_path / "rules").mkdir()
    shutil.copytree(data_folder("rules"), tmp_path / "rules", dirs_exist_ok=True)
    for path in (tmp_path / "rules").glob("[aw]*.md"):
        path.unlink()
    return SiteSettings(tmp_path / "site", rules=tmp_path / "rules", downloads=False)


def test_nothing_is_written_or_removed_through_links(job: SiteSettings, secret: Path, tmp_path: Path) -> None:
    """A page that became a link is a page again, and what the link led to is as it was; a folder that became one is
    refused, whether files would be written there or removed.
    """
    build_site(job)
    page = job.output / "happy-flip-chess.html"
    good = page.read_bytes()
    for elsewhere, content in ((secret, HIDDEN.encode()), (tmp_path / "same.html", good)):
        elsewhere.write_bytes(content)
        page.unlink()
        page.symlink_to(elsewhere)
        assert "happy-flip-chess.html" in build_site(job).written
        assert (page.is_symlink(), page.read_bytes(), elsewhere.read_bytes()) == (False, good, content)
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "mine.pdf").write_bytes(b"mine")
    before = {path.name for path in victim.iterdir()}
    (job.output / "pairs").symlink_to(victim)
    with pytest.raises(CannotWriteError, match="pairs: is a link"):
        build_site(job)
    assert {path.name for path in victim.iterdir()} == before


def test_a_strangers_link_is_not_replaced(job: SiteSettings, tmp_path: Path) -> None:
    """A link under one of the site's names, even one to nowhere, is a file of others."""
    job.output.mkdir()
    (job.output / "index.html").symlink_to(tmp_path / "gone")
    with pytest.raises(CannotWriteError, match=r"index\.html"):
        build_site(job)
    assert (job.output / "index.html").is_symlink()


@pytest.fixture
def folder(secret: Path, tmp_path: Path) -> Path:
    """A small site with links out of it."""
    place = tmp_path / "served"
    (place / "assets").mkdir(parents=True)
    for name, policy in (("index", ""), ("404", ""), ("pairs", "a; script-src 'sha256-x'; b"), ("plain", "base-uri")):
        page = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}"></head>{name}'
        (place / f"{name}.html").write_text(page, encoding="utf-8")
    (place / ".wordfleet-site.json").write_text("{}", encoding="utf-8")
    (place / "assets/large.css").write_bytes(b"x" * 8_000_000)
    (place / "pw.txt").symlink_to(secret)
    (place / "pw.html").symlink_to(secret)
    (place / "up").symlink_to(tmp_path)
    return place


@contextmanager
def watching(folder: Path) -> Iterator[TestClient]:
    """A browser at a site that is being written."""
    with TestClient(make_draft_app(Draft(folder), LOCAL_SETTINGS), base_url=HERE) as client:
        yield client


def test_head_is_guarded_as_get_is(folder: Path, secret: Path) -> None:
    """Both give files of the site and nothing else, to be kept by nobody and under its own name alone; no link is
    followed, in whatever way it is asked for. What leads nowhere gets the site's own page for that.
    """
    asked = {
        "/": 200,
        "/index.html": 200,
        "/assets/large.css": 200,
        SCRIPT: 200,
        "/pw.txt": 404,
        "/pw.html": 404,
        "/up/secret.txt": 404,
        "/assets/../pw.txt": 404,
        "/.wordfleet-site.json": 404,
        "/%2ewordfleet-site.json": 404,
        "/assets": 404,
        "/%00": 404,
        f"/{'x' * 1000}": 404,
        f"/{'x' * 5000}": 414,
        "/..%2fsecret.txt": 404,
        f"/{secret}": 404,
    }
    with watching(folder) as client:
        for path, status in asked.items():
            got, head = client.get(f"{HERE}{path}"), client.head(f"{HERE}{path}")
            assert (path, got.status_code, head.status_code, head.content) == (path, status, status, b"")
            assert head.headers["Content-Length"] == str(len(got.content))
            assert got.headers["Cache-Control"] == "no-store"
            assert HIDDEN.encode() not in got.content
            assert status != 404 or got.content.endswith(b"404")
        for ask in (client.get, client.head):
            assert ask("/", headers={"Host": "example.org"}).status_code == 421
        assert client.post("/").status_code == 405


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("pairs", "a; script-src 'self' 'sha256-x'; b; connect-src 'self'; frame-ancestors 'none'"),
        ("plain", "base-uri; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"),
        ("empty/index", "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"),
    ],
)
def test_a_served_page_loads_again(name: str, policy: str, folder: Path) -> None:
    """Its policy is the page's own, and lets the script that loads it again; a page that is not built yet waits."""
    where, _, name = f"/{name}".rpartition("/")
    (folder / "empty").mkdir()
    with watching(folder / where.strip("/")) as client:
        answer = client.get(f"/{name}.html")
        assert (answer.headers["Content-Security-Policy"], "http-equiv" in answer.text) == (policy, False)
        assert f'<script src="{SCRIPT}" data-live="{STREAM}" defer></script></head>' in answer.text
        assert (answer.status_code, "Nothing built yet" in answer.text) == ((404, True) if where else (200, False))
