"""A press that stays warm: the same file whatever was printed before, in bounded memory, in any thread."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import _lru_cache_wrapper, partial
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from making.command import Run
from making.sheets import printed
from wordfleet_print.games import load_edition
from wordfleet_print.jobs.choose_words import WordsRequest
from wordfleet_print.jobs.print_trackers import TrackerRequest
from wordfleet_print.press.ink.fonts import use_fallback
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.press.ink.printable_names import fallback_program
from wordfleet_print.press.panels.layout import Looks, sheet_layout
from wordfleet_print.press.trackers import print_trackers

Print = Callable[[], bytes]
PAIRS = (("Ann", "Ben"), ("Zoë", "Łukasz Żółć"), ("Nguyễn Thị Hằng", "Ελένη"), ("Иван", "Ẹ̀dá"))


def _print(names: tuple[str, ...], *, font: Path | None = None, eco: bool = False) -> bytes:
    """The sheets of a table, as all who print them ask for them."""
    words = WordsRequest(tier="family")
    request = TrackerRequest(words, names, seed="warm", paper="a4", eco=eco, fallback_font=font)
    (pdf,) = request.job().deal().print([Path("one.pdf")]).values()
    return pdf


def _caches() -> Iterator[_lru_cache_wrapper[object]]:
    """All that our modules keep of what was asked for."""
    gc.unfreeze()  # what a worker froze would be passed over
    kept = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return (one for one in kept if str(getattr(one, "__module__", "")).startswith("wordfleet_print."))


def _cool_down() -> None:
    for one in _caches():
        if ".press." in one.__module__ or ".event." in one.__module__:
            one.cache_clear()


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A font with a box for each sign of a Chinese name."""
    signs = {".notdef": 0, **{f"u{ord(char):04X}": ord(char) for char in "王小明"}}
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    pen.lineTo((900, 0))
    pen.lineTo((500, 700))
    pen.closePath()
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(list(signs))
    builder.setupCharacterMap({code: name for name, code in signs.items() if code})
    builder.setupGlyf(dict.fromkeys(signs, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(signs, (1000, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "psName": "Boxes"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path_factory.mktemp("fonts") / "boxes.ttf"
    builder.save(path)
    return path


def test_a_file_is_the_same_whatever_was_printed_before(boxes: Path) -> None:
    """Cold or warm, forwards or backwards, one after the other or in several threads at once, each of them with its own
    names, looks and fallback font, a table's file has the same bytes.
    """
    tables: list[Print] = [partial(_print, names) for names in PAIRS]
    tables += [partial(_print, PAIRS[2], eco=True), partial(_print, ("王小明", "Ann"), font=boxes)]
    tables += [partial(_print, ("王小明", "Ann"))]
    _cool_down()
    cold = [table() for table in tables]
    assert len(set(cold)) == len(tables)
    assert [table() for table in tables] == cold
    _cool_down()
    assert [table() for table in reversed(tables)][::-1] == cold
    _cool_down()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda table: table(), tables * 3))
    sys.setswitchinterval(before)
    assert together == cold * 3


def test_a_fallback_font_is_its_own_threads(boxes: Path) -> None:
    """A font that one thread uses sets nothing in another."""
    use_fallback(b"")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(use_fallback, fallback_program(boxes, ["王小明"])).result()
        assert [pool.submit(_legible, "王小明").result(), _legible("王小明")] == [True, False]


def _legible(name: str) -> bool:
    from wordfleet_print.press.ink.printable_names import legible

    return bool(legible(name))


def test_the_command_line_prints_the_very_same_file(call: Run, tmp_path: Path) -> None:
    """Whoever asks, and whatever else this process has printed."""
    names = [part for name in PAIRS[2] for part in ("--captain", name)]
    assert call("tracker", "--tier", "family", "--seed", "warm", "--paper", "a4", *names, "-o", "one.pdf").code == 0
    assert (tmp_path / "one.pdf").read_bytes() == _print(PAIRS[2])


@pytest.mark.parametrize(("names", "most"), [(PAIRS[0], 33_000), (PAIRS[2], 38_000), (("Łukasz Żółć", "Иван"), 40_000)])
def test_a_pair_is_a_small_file(names: tuple[str, str], most: int) -> None:
    """Glyphs are chosen finely: letters that no plain name needs cost a kilobyte or two a script."""
    assert len(_print(names)) <= most


def test_edited_rules_make_a_plate_of_their_own() -> None:
    """Facts that were edited, under the same slug, are on the next sheet; those before are not forgotten."""
    edition, once = load_edition("word-fleet"), printed("words", "a4")
    pairs = [(sheet, sheet_layout(edition, Looks(A4))) for sheet in once.sheets]
    edited = edition.model_copy(update={"title": "Word Feet"})
    others = [(sheet, sheet_layout(edited, Looks(A4))) for sheet in once.sheets]
    assert len({print_trackers(edition, pairs), print_trackers(edition, others), once.pdf}) == 2
    assert sheet_layout(edition.model_copy(), Looks(A4)) is pairs[0][1]


def test_nothing_that_grows_with_names_is_kept_for_ever() -> None:
    """Names that were never there before leave nothing behind where there is no bound."""
    for _ in range(2):
        endless = {id(one): one.cache_info().currsize for one in _caches() if one.cache_info().maxsize is None}
        for number in range(12):
            name = "".join(chr(0x1EA0 + (7 * number + at) % 80) for at in range(12))
            _print((f"{name} {number}", f"Ά{number}"))
    assert endless
    assert {id(one): one.cache_info().currsize for one in _caches() if id(one) in endless} == endless


def test_only_few_things_are_kept_without_bound() -> None:
    """Of what is asked for in all sorts, as layouts, plates and fonts are, a bounded number is kept; without a bound
    there is only what the programme brings: faces, lists, pictures, and small tables by small numbers.
    """
    few = {
        "font",
        "usual_advance",
        "_widest",
        "cap_height",
        "_boxes",
        "load_picture",
        "path_operators",
        "_tables",
        "_units",
        "_glyph",
    }
    few |= {"load_tier", "load_theme", "load_screen", "load_pairs", "pairs_digest", "load_reference", "_reviewed"}
    few |= {"names_digest", "nouns_digest", "_parts", "numbered", "_question_numbers", "_options", "codes_by_class"}
    rooms = tuple(f"wordfleet_print.{room}." for room in ("press", "sheet", "fleet"))
    asked = [one for one in _caches() if one.__module__.startswith(rooms) and "<locals>" not in one.__qualname__]
    own = [one for one in asked if "." not in one.__qualname__ and one.__name__ != "<lambda>"]
    endless = {one.__name__ for one in own if one.cache_info().maxsize is None}
    assert {"_layout", "_plate", "_resources", "embed", "_legible"} <= {one.__name__ for one in own} - endless
    assert endless <= few
