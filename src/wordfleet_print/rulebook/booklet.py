"""Booklets: pages two on a side, to print on both sides, fold and staple."""

from __future__ import annotations

import io


def order_pages(count: int) -> list[tuple[int, int]]:
    """Return the sides of a booklet, each as its left and right page from 0; pages beyond the last
    are blank.

    Eight pages make (7, 0), (1, 6), (5, 2), (3, 4): printed on both sides, the outermost sheet
    first.
    """
    whole = -(-count // 4) * 4
    pairs = [(whole - 1 - place, place) for place in range(whole // 2)]
    return [pair if place % 2 == 0 else pair[::-1] for place, pair in enumerate(pairs)]


def impose(book: bytes) -> bytes:
    """Return a PDF with the pages of `book` two on a side, to print on both sides (short edge),
    fold and staple.
    """
    import pikepdf
    from pikepdf import Dictionary, Name, Page, Rectangle

    with pikepdf.open(io.BytesIO(book)) as pages, pikepdf.new() as document:
        height, width = (
            float(one) for one in list(pages.pages[0].mediabox)[2:]
        )  # the same paper, turned
        for pair in order_pages(len(pages.pages)):
            document.add_blank_page(page_size=(width, height))
            side, halves, content = Page(document.pages[-1]), Dictionary(), b""
            for place, number in enumerate(pair):
                if number < len(pages.pages):
                    # Not `add_overlay`, which gives the half a random name
                    name, half = (
                        Name(f"/Half{place}"),
                        Rectangle(place * width / 2, 0, (place + 1) * width / 2, height),
                    )
                    halves[name] = document.copy_foreign(pages.pages[number].as_form_xobject())
                    how = {
                        "invert_transformations": True,
                        "allow_shrink": True,
                        "allow_expand": False,
                    }
                    content += side.calc_form_xobject_placement(halves[name], name, half, **how)
            side.obj.Resources, side.obj.Contents = (
                Dictionary(XObject=halves),
                document.make_stream(content),
            )
        document.docinfo["/Title"] = str(pages.docinfo.get("/Title", ""))
        document.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))
        written = io.BytesIO()
        document.save(written, deterministic_id=True)
    return written.getvalue()
