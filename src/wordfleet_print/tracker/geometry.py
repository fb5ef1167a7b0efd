"""Rectangles in millimeters, from the top left of the page."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.paper import Paper

# What sums and differences of measures are off by at most (mm).
ROUNDING_MM = 0.01


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle."""

    x: float
    """The left edge (mm)."""
    y: float
    """The top edge (mm)."""
    w: float
    """The width (mm)."""
    h: float
    """The height (mm)."""

    @classmethod
    def of(cls, paper: Paper) -> Rect:
        """Return all of an upright paper."""
        return cls(0, 0, paper.width, paper.height)

    @classmethod
    def around(cls, first: Rect, last: Rect) -> Rect:
        """Return the rectangle from the upper left corner of `first` to the lower right corner of
        `last`.
        """
        return cls(first.x, first.y, last.right - first.x, last.bottom - first.y)

    @classmethod
    def square(cls, x: float, y: float, side: float) -> Rect:
        """Return a square around a point (mm)."""
        return cls(x - side / 2, y - side / 2, side, side)

    @property
    def right(self) -> float:
        """The right edge (mm from the left of the page)."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The bottom edge (mm from the top of the page)."""
        return self.y + self.h

    @property
    def center_x(self) -> float:
        """Halfway across."""
        return self.x + self.w / 2

    @property
    def center_y(self) -> float:
        """Halfway down."""
        return self.y + self.h / 2

    def inset(self, by: float) -> Rect:
        """Return the rectangle `by` mm inside this one on every side."""
        width = self.w - 2 * by
        height = self.h - 2 * by
        return Rect(self.x + by, self.y + by, width, height)

    def inset_vertically(self, by: float) -> Rect:
        """Return this rectangle without `by` mm at the top and `by` mm at the bottom."""
        return Rect(self.x, self.y + by, self.w, self.h - 2 * by)

    def keep_top(self, height: float) -> Rect:
        """Return only the uppermost `height` mm."""
        return Rect(self.x, self.y, self.w, height)

    def keep_bottom(self, height: float) -> Rect:
        """Return only the lowest `height` mm."""
        return Rect(self.x, self.bottom - height, self.w, height)

    def skip_top(self, height: float) -> Rect:
        """Return all but the uppermost `height` mm."""
        return Rect(self.x, self.y + height, self.w, self.h - height)

    def skip_bottom(self, height: float) -> Rect:
        """Return all but the lowest `height` mm."""
        return Rect(self.x, self.y, self.w, self.h - height)

    def keep_left(self, width: float) -> Rect:
        """Return only the leftmost `width` mm."""
        return Rect(self.x, self.y, width, self.h)

    def keep_right(self, width: float) -> Rect:
        """Return only the rightmost `width` mm."""
        return self.skip_left(self.w - width)

    def skip_left(self, width: float) -> Rect:
        """Return all but the leftmost `width` mm."""
        return Rect(self.x + width, self.y, self.w - width, self.h)

    def skip_right(self, width: float) -> Rect:
        """Return all but the rightmost `width` mm."""
        return Rect(self.x, self.y, self.w - width, self.h)

    def mirror(self, page_width: float) -> Rect:
        """Return the same rectangle on the other side of a page of this width (mm)."""
        return Rect(page_width - self.right, self.y, self.w, self.h)

    def split_columns(self, count: int, gap: float = 0) -> list[Rect]:
        """Split into `count` equal parts next to each other, `gap` mm between them."""
        width = (self.w - gap * (count - 1)) / count
        step = width + gap
        return [Rect(self.x + at * step, self.y, width, self.h) for at in range(count)]

    def split_rows(self, count: int, gap: float = 0) -> list[Rect]:
        """Split into `count` equal parts one below the other, `gap` mm between them."""
        height = (self.h - gap * (count - 1)) / count
        step = height + gap
        return [Rect(self.x, self.y + at * step, self.w, height) for at in range(count)]
