"""Drawn pictures stand out from their ground, light and dark, on a desktop and on a phone."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from support.browser import DESK, PHONE, browser, load, look
from support.publishing import build_site
from wordfleet_print.settings.games import SiteSettings

__all__ = ["browser"]

Pixels = npt.NDArray[np.float64]
# Graphics that one needs to see (WCAG 2.2, 1.4.11).
LEAST_CONTRAST = 3.0
# Of a picture's outline; the rest may be a light fill inside a dark line.
LEAST_SHARE = 0.6
PLACE = """one => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return {x: x + scrollX, y: y + scrollY, width, height};
}"""
GROUND_RULE = "*, *::before, *::after { background: %s !important }"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled site without PDFs."""
    folder = tmp_path_factory.mktemp("site")
    build_site(SiteSettings(output=folder, downloads=False))
    return folder


def take_pixels(page: Page, picture: Locator) -> Pixels:
    """Return what is on the screen at a picture, as linear light from 0 to 1."""
    place = picture.evaluate(PLACE)
    shown = Image.open(BytesIO(page.screenshot(clip=place, full_page=True))).convert("RGB")
    values = np.asarray(shown, dtype=np.float64) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def find_luminance(pixels: Pixels) -> Pixels:
    """Return the relative luminance of pixels (WCAG 2.2)."""
    luminance: Pixels = pixels @ np.array([0.2126, 0.7152, 0.0722])
    return luminance


def take_on_ground(page: Page, picture: Locator, color: str) -> Pixels:
    """Return a picture's pixels with another color behind it."""
    rule = page.add_style_tag(content=GROUND_RULE % color)
    pixels = take_pixels(page, picture)
    rule.evaluate("tag => tag.remove()")
    return pixels


def measure_outline(page: Page, picture: Locator) -> float:
    """Return the share of a picture's outline that has enough contrast to its ground.

    What looks the same on black and on white is drawn; its outline is where it meets the ground.
    """
    black = take_on_ground(page, picture, "#000")
    white = take_on_ground(page, picture, "#fff")
    drawn = np.abs(black - white).max(axis=2) < 0.01
    shown = find_luminance(take_pixels(page, picture))
    picture.evaluate("one => { one.style.visibility = 'hidden' }")
    ground = find_luminance(take_pixels(page, picture))
    picture.evaluate("one => { one.style.visibility = '' }")
    inside = drawn.copy()
    for step, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
        inside &= np.roll(drawn, step, axis)
    outline = drawn & ~inside
    high = np.maximum(shown, ground)[outline]
    low = np.minimum(shown, ground)[outline]
    assert outline.any()
    return float(np.mean((high + 0.05) / (low + 0.05) >= LEAST_CONTRAST))


@pytest.mark.slow
@pytest.mark.parametrize("light", [(DESK, "light"), (DESK, "dark"), (PHONE, "dark")])
def test_pictures_of_the_first_page_stand_out(
    light: tuple[tuple[int, int], str], site: Path, browser: Browser
) -> None:
    """The picture of each game is drawn for a dark cover: its ground has the cover's color."""
    page = browser.new_page(bypass_csp=True)  # for the other grounds
    load(page, (site / "index.html").as_uri())
    look(page, *light)
    # What only readers of print hear of, such as a ruler below a picture, is a part of it
    pictures = page.locator(".picture svg:not([aria-hidden])").all()
    assert len(pictures) == page.locator(".hero").count()
    shares = [measure_outline(page, one) for one in pictures]
    assert all(share >= LEAST_SHARE for share in shares), shares
    page.close()
