"""Figures are drawn from front matter alone: to scale, well-formed, in the page's own colours, readable by machines."""

from __future__ import annotations

import base64
import re
from collections import Counter
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from making.drawings import ALL, BOOKS, Picture, _drawn, _edition, _with_area
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition, Rulebook, edition_slugs, load_edition, load_rules, rules_slugs
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.edition import Grid, Ship
from wordfleet_print.games.flip_chess import Board, FlipChess, Piece
from wordfleet_print.rulebook.figures import FIGURES, figure
from wordfleet_print.rulebook.figures.miniature import draw_sheet, read_sheet
from wordfleet_print.rulebook.figures.opening import cover
from wordfleet_print.rulebook.text.illustrated import place_figures
from wordfleet_print.rulebook.text.palette import colored, palette

PAINTS = {"none", "currentColor", "var(--paper, #fff)", "var(--tint, #e0e0e0)", "var(--accent, currentColor)"}
CHESSMEN = {"#fff", "#000"}
TINT = "var(--tint, #e0e0e0)"


def _army(**changes: object) -> ArmyMen:
    book = load_rules("army-men").book
    assert isinstance(book, ArmyMen)
    return book.model_copy(update=changes)


def _chess(**changes: object) -> FlipChess:
    book = load_rules("happy-flip-chess").book
    assert isinstance(book, FlipChess)
    return book.model_copy(update=changes)


@pytest.mark.parametrize(("book", "name", "svg"), ALL)
def test_every_figure_names_itself_and_its_colours(book: Rulebook, name: str, svg: str) -> None:
    """Each is well-formed, has a title and a description that label it, scales, and keeps to the page's colours."""
    picture = Picture(svg)
    root = picture.elements[0]
    (title,), (description,) = picture.all("title"), picture.all("desc")
    assert title.text.strip()
    assert len(description.text) > 40
    assert root.attributes["role"] == "img"
    labels = [title.attributes["id"], description.attributes["id"]]
    assert root.attributes["aria-labelledby"].split() == labels
    assert all(f"figure-{name}-" in label for label in labels)
    assert root.attributes["viewBox"].split() == ["0", "0", root.attributes["width"], root.attributes["height"]]
    paints = {e.attributes[kind] for e in picture.elements for kind in ("fill", "stroke") if kind in e.attributes}
    assert paints <= PAINTS | (CHESSMEN if book.game == "happy-flip-chess" else set())


@pytest.mark.parametrize(("book", "name", "svg"), ALL)
def test_figures_fetch_and_run_nothing(book: Rulebook, name: str, svg: str) -> None:
    """No script, no style that a strict policy would refuse, no address but the namespace; the same bytes again. Only
    the tracker holds a picture, which is in it whole.
    """
    images = re.findall(r' href="data:image/png;base64,[^"]*"', svg)
    assert len(images) == (name == "tracker")
    picture = Picture(svg)
    drawing = {"svg", "title", "desc", "rect", "circle", "line", "path", "text", *["image"] * len(images)}
    assert {e.tag for e in picture.elements} <= drawing
    used = {attribute for e in picture.elements for attribute in e.attributes}
    assert not {a for a in used if a.startswith("on") or ("href" in a and not images) or a == "style"}
    assert re.findall(r"[a-z]+://[^\"]+|url\(", svg) == ["http://www.w3.org/2000/svg"]
    assert "nan" not in re.sub('base64,[^"]*', "", svg)
    assert svg == figure(book, name)


@pytest.mark.parametrize(("book", "_name", "svg"), ALL)
def test_figures_stay_inside_their_frames(book: Rulebook, _name: str, svg: str) -> None:
    """Nothing that is drawn in the picture's own units leaves it, and no word is smaller than can be read."""
    picture = Picture(svg)
    root, slack = picture.elements[0], 2.0
    for e in picture.elements:
        reach = float(e.attributes.get("r", 0))
        for name_x, name_y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
            if name_x in e.attributes:
                assert -slack <= e[name_x] - reach, svg
                assert e[name_x] + reach + float(e.attributes.get("width", 0)) <= root["width"] + slack
                assert -slack <= e[name_y] - reach
                assert e[name_y] + reach + float(e.attributes.get("height", 0)) <= root["height"] + slack
    assert all(e["font-size"] >= 12 for e in picture.all("text"))
    assert book.game in FIGURES


@pytest.mark.parametrize("book", [*BOOKS, _with_area(3)], ids=lambda book: book.slug)
def test_ids_are_unique_on_a_page(book: Rulebook) -> None:
    """All figures of a game can stand on one page."""
    page = place_figures("".join(f"<p>[[figure: {name}]]</p>\n" for name in _drawn(book)), book)
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert set(ids.values()) == {1}
    assert len(ids) == 3 * len(_drawn(book))


def _squares(picture: Picture) -> tuple[int, int]:
    """How many columns and rows a grid has, by its lines."""
    lines = [e for e in picture.all("line") if "stroke-dasharray" not in e.attributes]
    return sum(e["x1"] == e["x2"] for e in lines) + 1, sum(e["y1"] == e["y2"] for e in lines) + 1


@pytest.mark.parametrize("size", [(8, 8), (10, 10), (12, 9), (26, 26)])
def test_the_grid_follows_the_front_matter(size: tuple[int, int]) -> None:
    """Another grid and another fleet give as many squares, and ships of the right lengths with the right letters."""
    fleet = (
        Ship(ship="BARGE", letters=6, example="HARBOR"),
        Ship(ship="TUG", letters=4, example="PULL", silhouette="pt"),
        Ship(ship="RAFT & CO", letters=3, example="LOG"),
        Ship(ship="BUOY", letters=2, example="UP"),
    )
    picture = Picture(figure(_edition(grid=Grid(columns=size[0], rows=size[1]), fleet=fleet), "grid"))
    assert _squares(picture) == size
    (first, second) = [e for e in picture.all("line") if e["x1"] == e["x2"]][:2]
    cell = second["x1"] - first["x1"]
    hulls = [e for e in picture.all("rect", fill=TINT) if "rx" in e.attributes]
    spare = 0.2 * cell
    assert [round((max(e["width"], e["height"]) + spare) / cell) for e in hulls] == [6, 4, 3, 2]
    assert Counter(picture.words)["H"] == 2 + (size[0] >= 8)  # on its ship, in the list, over its column
    assert "RAFT & CO" in picture.words
    assert f"{size[0]} by {size[1]}" in picture.description


@pytest.mark.parametrize("slug", edition_slugs())
def test_stored_pictures_show_the_sheet_as_it_is_printed(slug: str) -> None:
    """A book's tracker is its edition's, as it is printed now: after a change of the sheet, `make pictures`."""
    edition = load_edition(slug)
    stored, drawn = (
        np.asarray(Image.open(BytesIO(content)).convert("L"), dtype=float)
        for content in (read_sheet(edition), draw_sheet(edition))
    )
    assert stored.shape == drawn.shape
    assert np.abs(stored - drawn).mean() < 0.5, "run: make pictures"


@pytest.mark.parametrize("side", [10, 12, 26])
def test_the_tracker_is_drawn_for_any_grid(side: int) -> None:
    """A designer's edition has its own sheet in its book, its panels named, though no paper that a printer takes would
    hold it.
    """
    edition = _edition(grid=Grid(columns=side, rows=side))
    picture = Picture(figure(edition, "tracker"))
    (sheet,) = picture.all("image")
    data = base64.b64decode(sheet.attributes["href"].partition("base64,")[2])
    pixels = Image.open(BytesIO(data)).convert("L")
    assert pixels.width / pixels.height == pytest.approx(sheet["width"] / sheet["height"], abs=0.01)
    assert 0.02 < np.mean(np.asarray(pixels) < 128) < 0.4
    shown = " ".join(picture.words)
    assert all(getattr(edition.tracker.panels, name).title.upper() in shown for name in ("attack", "fleet", "manifest"))


def test_ships_that_may_not_touch_do_not() -> None:
    """The example fleet obeys the edition's touching rule."""
    for slug in rules_slugs():
        book = load_rules(slug).book
        if isinstance(book, Edition) and book.touching == "forbidden":
            picture = Picture(figure(book, "grid"))
            hulls = [e for e in picture.all("rect", fill=TINT) if "rx" in e.attributes]
            cell = min(min(e["width"], e["height"]) for e in hulls) / 0.8
            for i, a in enumerate(hulls):
                for b in hulls[i + 1 :]:
                    apart_x = max(a["x"], b["x"]) - min(a["x"] + a["width"], b["x"] + b["width"])
                    apart_y = max(a["y"], b["y"]) - min(a["y"] + a["height"], b["y"] + b["height"])
                    assert max(apart_x, apart_y) > cell


def test_marks_are_those_of_the_edition() -> None:
    """Each result stands there as the edition words it, with the call of its example."""
    edition = _edition()
    picture = Picture(figure(edition, "marks"))
    attack = next(action for action in edition.turn.actions if "square" in action.example)
    for mark in edition.marks:
        assert mark.result.upper() in picture.words
        assert mark.legend in picture.words
    assert f"{attack.example['square']}, {attack.example['letter']}" in picture.words


@pytest.mark.parametrize("digits", [3, 4])
def test_the_bidding_is_worked_out(digits: int) -> None:
    """Claims have the edition's digits, and who takes how many turns follows from the codes shown."""
    codes = _edition().launch_codes.model_copy(update={"digits": digits, "opening_turns": 4, "examples": ()})
    for name in ("bidding", "digit-bidding"):
        picture = Picture(figure(_edition(launch_codes=codes), name))
        assert any(words.endswith("4 opening turns.") for words in picture.words)
        shown = re.findall(rf"\b\d{{{digits}}}\b", picture.description.split("shows the codes")[1])
        claim = re.findall(r"rarer \w+ code (\d+)|raises to (\d)", picture.description)[0]
        there = any("".join(claim) in code for code in shown[: codes.count])
        assert ("not there: Ada takes" in picture.description) is not there


@pytest.mark.parametrize("side", [2, 3, 5])
def test_the_area_of_sonar_is_as_large_as_the_variation_says(side: int) -> None:
    """The outlined area measures its squares, and its corners are named."""
    picture = Picture(figure(_with_area(side), "sonar"))
    area = next(e for e in picture.all("rect", fill=TINT) if "rx" not in e.attributes)
    first, second = [e for e in picture.all("line") if e["x1"] == e["x2"]][:2]
    assert area["width"] == pytest.approx(side * (second["x1"] - first["x1"]), abs=0.1)
    assert area["width"] == area["height"]
    assert f"an area of {side} × {side}" in picture.all("title")[0].text


def test_an_edition_without_an_area_has_no_sonar() -> None:
    """A figure of a variation that is not there is refused in words."""
    with pytest.raises(BadInputError, match="no variation that asks about an area"):
        figure(_edition(), "sonar")


def _ruler(picture: Picture) -> float:
    """Units to the inch, by the scale bar's first two figures."""
    figured = [e for e in picture.all("text") if e.text.isdecimal() and e.attributes["font-size"] == "12.5"]
    zero, one = figured[:2]
    assert zero.text == "0"
    return (one["x"] - zero["x"]) / int(one.text)


@pytest.mark.parametrize("within", [2, 3, 6, 9, 40])
def test_the_blast_is_drawn_to_scale(within: int) -> None:
    """The circle measures the radius of the front matter on the picture's own scale; inside is inside."""
    army = _army()
    effect = army.standard.area_effect.model_copy(update={"within": within})
    picture = Picture(figure(_army(standard=army.standard.model_copy(update={"area_effect": effect})), "blast"))
    (circle,) = picture.all("circle", stroke_dasharray="6 4")
    assert circle["r"] == pytest.approx(within * _ruler(picture), rel=0.01)
    assert f"{within} in" in picture.words
    usual = Picture(figure(army, "blast")).all("circle", stroke_dasharray="6 4")[0]
    if within < 10:
        assert circle["r"] / usual["r"] == pytest.approx(within / army.standard.area_effect.within, rel=0.01)


@pytest.mark.parametrize(("apart", "reach", "movement"), [(24, 20, 6), (12, 30, 3), (60, 15, 9)])
def test_distances_are_drawn_to_scale(apart: int, reach: int, movement: int) -> None:
    """Deployment, range, half range and movement measure what the front matter says, on one scale."""
    army = _army()
    soldier = army.soldier.model_copy(update={"range": reach, "movement": movement})
    deployment = army.deployment.model_copy(update={"apart": apart})
    picture = Picture(figure(_army(soldier=soldier, deployment=deployment), "distances"))
    inch = _ruler(picture)
    bars = [e["width"] for e in picture.all("rect", stroke="currentColor")]
    assert bars == pytest.approx([movement * inch, reach / 2 * inch, reach * inch], rel=0.01)
    left, right = sorted({e["x1"] for e in picture.all("line", stroke_dasharray="2 2")})
    assert right - left == pytest.approx(apart * inch, rel=0.01)
    ours = [e for e in picture.all("circle") if e.attributes["fill"] == "currentColor"]
    assert len(ours) == army.squad.size
    for a, b in pairwise(ours):
        assert ((a["cx"] - b["cx"]) ** 2 + (a["cy"] - b["cy"]) ** 2) ** 0.5 <= army.squad.within * inch + 0.1


def test_cover_follows_the_numbers_to_hit() -> None:
    """What a shot needs is worked out: harder in cover, safe where no die shows it."""
    army = _army()
    words = Picture(figure(army, "cover")).words
    assert [w for w in words if w in {"5+", "a 6", "safe"}] == ["5+", "a 6", "a 6", "safe"]
    easier = army.standard.shooting.model_copy(update={"kill_on": 4, "close_kill_on": 3})
    words = Picture(figure(_army(standard=army.standard.model_copy(update={"shooting": easier})), "cover")).words
    assert [w for w in words if re.fullmatch(r"\d\+|a 6|safe", w)] == ["3+", "4+", "4+", "5+"]


def test_ganging_up_counts_the_troopers() -> None:
    """As many soldiers stand there as the example says, and the bonus is worked out."""
    army = _army()
    gang = army.ganging_up.model_copy(update={"example": army.ganging_up.example.model_copy(update={"many": 5})})
    picture = Picture(figure(_army(ganging_up=gang), "combat"))
    assert len(picture.all("line", stroke_dasharray="4 3")) == 5
    assert f"{army.combat.roll} + 4" in picture.words


def test_prone_soldiers_measure_by_the_rules() -> None:
    """A prone soldier's movement and range follow from the standing one's."""
    soldier = _army().soldier.model_copy(update={"movement": 5, "range": 11})
    words = Picture(figure(_army(soldier=soldier), "poses")).words
    assert words.count("moves 5 in") == 2
    assert {"moves 2½ in", "range 22 in"} <= set(words)


def _subpaths(picture: Picture, fill: str) -> int:
    """How many shapes a picture's paths of a colour draw: dark squares, or the backs of pieces."""
    return sum(e.attributes["d"].count("M") for e in picture.all("path", fill=fill))


def test_the_board_follows_the_front_matter() -> None:
    """A board of other squares holds a face-down piece on each, and every full side's score is worked out."""
    pieces = (Piece(name="rook", each=14, score=3), Piece(name="king", each=1, score=20))
    chess = _chess(board=Board(columns=6, rows=5, made_from="paper"), pieces=pieces)
    picture = Picture(figure(chess, "board"))
    assert _subpaths(picture, "var(--paper, #fff)") == 30
    assert _subpaths(picture, TINT) == 15
    assert "62" in Picture(figure(chess, "scores")).words
    bars = [e["width"] for e in Picture(figure(chess, "scores")).all("rect", fill=TINT)]
    assert bars[0] / bars[1] == pytest.approx(3 / 20, rel=0.01)
    first, second = chess.seats
    assert f"{chess.colors[0]} belongs to {second} and {chess.colors[1]} to {first}" in (
        Picture(figure(chess, "first-turn")).description
    )


def test_a_position_counts_its_pieces() -> None:
    """The description tells how many pieces of each kind are seen, and the picture shows as many backs."""
    picture = Picture(figure(_chess(), "position"))
    light, dark, hidden, empty = map(int, re.findall(r"\d+", picture.description)[:4])
    assert light + dark + hidden + empty == _chess().board.squares
    assert _subpaths(picture, "var(--paper, #fff)") == hidden + 1  # and one in the key
    bodies = [e for e in picture.all("path") if "transform" in e.attributes]
    assert sum(e.attributes["fill"] == "#fff" for e in bodies) == light + 1
    assert sum(e.attributes["fill"] == "#000" for e in bodies) == dark + 1


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.slug)
def test_every_cover_has_its_picture(book: Rulebook) -> None:
    """A picture of what the game is played with, titled and told in words, in the page's colours, always the same."""
    picture = Picture(cover(book))
    assert book.title in picture.all("title")[0].text
    assert len(picture.description) > 40
    root = picture.elements[0]
    assert root["height"] <= 0.65 * root["width"]
    paints = {e.attributes[kind] for e in picture.elements for kind in ("fill", "stroke") if kind in e.attributes}
    assert paints <= PAINTS | CHESSMEN
    assert cover(book) == picture.svg


@pytest.mark.parametrize("size", [(4, 4), (8, 8), (10, 10), (26, 26)])
@pytest.mark.parametrize("touching", ["allowed", "forbidden"])
def test_a_cover_follows_the_front_matter(size: tuple[int, int], touching: str) -> None:
    """The fleet's words lie in a strip of its own sea, whole and lawfully, or not at all where they do not fit."""
    edition = _edition(grid=Grid(columns=size[0], rows=size[1]), touching=touching)
    picture = Picture(cover(edition))
    hulls = [e for e in picture.all("rect", fill=TINT) if "rx" in e.attributes]
    assert "".join(picture.words) in ("".join(ship.example for ship in edition.fleet), "")
    assert len(hulls) == (len(edition.fleet) if picture.words else 0)
    assert bool(hulls) is (size[0] >= (8 if touching == "allowed" else 10))
    assert _squares(picture)[0] == size[0]


def test_a_cover_counts_soldiers_inches_and_pieces() -> None:
    """The yardstick is as long as the squads stand apart; the board has its pieces, shown and hidden."""
    pieces = (Piece(name="rook", each=14, score=3), Piece(name="king", each=1, score=20))
    army, chess = _army(), _chess(board=Board(columns=6, rows=5, made_from="paper"), pieces=pieces)
    stick = [int(words) for words in Picture(cover(army)).words]
    assert stick == list(range(1, army.deployment.apart))
    told = Picture(cover(chess))
    assert "6 by 5 squares" in told.description
    assert _subpaths(told, TINT) == 15
    assert cover(Rulebook.model_construct(game="other", title="Other")) == ""


def test_words_of_the_front_matter_are_escaped() -> None:
    """Names may hold whatever XML would trip over; overlong ones are cut, not spilled."""
    edition = _edition()
    marks = (edition.marks[0].model_copy(update={"result": "<script>&\"'", "legend": "x" * 200}),)
    picture = Picture(figure(edition.model_copy(update={"marks": marks}), "marks"))
    assert any(words.startswith("<SCRIPT>&") for words in picture.words)
    assert any(re.fullmatch("x+…", words) for words in picture.words)


def test_an_unknown_figure_names_the_nearest() -> None:
    """A mistyped name is refused with the figure that was probably meant; another game's figures are not offered."""
    with pytest.raises(BadInputError) as caught:
        figure(_edition(), "gird")
    assert caught.value.tip == "Did you mean grid?"
    with pytest.raises(BadInputError) as caught:
        figure(_army(), "zzz")
    assert "blast" in caught.value.tip


def test_markers_become_figures_and_the_rest_stays() -> None:
    """A paragraph that is only a marker is replaced, caption and all; everything else is kept byte for byte."""
    before = "<h2>The sea</h2>\n<p>Look at [[figure: marks]] here.</p>\n"
    html = f"{before}<p>[[figure: grid | Your <em>own</em> sea]]</p>\n<p>End.</p><p>[[figure: marks]]</p>"
    placed = place_figures(html, _edition())
    assert placed.startswith(f'{before}<figure id="figure-grid" class="figure">\n<svg ')
    assert "<figcaption>Your <em>own</em> sea</figcaption>\n</figure>\n<p>End.</p>" in placed
    title = Picture(figure(_edition(), "marks")).all("title")[0].text
    assert f"<figcaption>{title}</figcaption>" in placed
    assert figure(_edition(), "grid") in placed
    assert place_figures("<p>Nothing here.</p>", _edition()) == "<p>Nothing here.</p>"


def test_all_wrong_markers_are_told_at_once() -> None:
    """Unknown figures, figures of missing variations and figures placed twice are complaints, together."""
    html = "".join(f"<p>[[figure: {name}]]</p>" for name in ("gird", "sonar", "grid", "grid"))
    with pytest.raises(BadInputError) as caught:
        place_figures(html, _edition())
    told = [str(complaint) for complaint in caught.value.complaints]
    assert len(told) == 3
    assert "Did you mean grid" in told[0]
    assert "no variation" in told[1]
    assert "twice" in told[2]


def test_figures_are_printed_in_the_colors_of_their_book() -> None:
    """For WeasyPrint every variable gives way to the book's color of that name, in figures alone."""
    page = colored(place_figures("<p>[[figure: grid]]</p><p>var(--ink, #123)</p>", _edition()), _edition())
    svg = page[page.index("<svg") : page.index("</svg>")]
    assert "var(" not in svg
    assert f'color="{_edition().look.colors.ink}"' in svg
    assert f'fill="{palette(_edition())["tint"]}"' in svg
    assert page.endswith("<p>var(--ink, #123)</p>")


def test_the_first_figure_shows_how_a_sheet_is_held() -> None:
    """As text and page tell it: the attack grid before its captain, the secret half over the table's edge."""
    told = figure(_edition(), "tracker")
    assert "on the table with the attack grid before you; the secret half hangs over the edge, towards you" in told
