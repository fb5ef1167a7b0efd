"""Booklets: pages two on a side, to print on both sides, fold and staple."""

from __future__ import annotations

import io

from wordfleet_print.paper import MM, Paper


def order_pages(count: int) -> list[tuple[int, int]]:
    """Return the sides of a booklet, each as its left and right page from 0; pages beyond the last
    are blank.

    Eight pages make (7, 0), (1, 6), (5, 2), (3, 4): printed on both sides, the outermost sheet
    first.
    """
    whole = -(-count // 4) * 4
    pairs = [(whole - 1 - place, place) for place in range(whole // 2)]
    return [pair if place % 2 == 0 else pair[::-1] for place, pair in enumerate(pairs)]


def impose(book: bytes, paper: Paper) -> bytes:
    """Return a PDF with the pages of `book`, half a `paper` each, two on a side, to print on both
    sides (short edge), fold and staple.
    """
    import pikepdf
    from pikepdf import Dictionary, Name, Page

    # The same paper, turned
    width = paper.height * MM
    height = paper.width * MM
    with pikepdf.open(io.BytesIO(book)) as pages, pikepdf.new() as document:
        for pair in order_pages(len(pages.pages)):
            document.add_blank_page(page_size=(width, height))
            side = Page(document.pages[-1])
            halves = Dictionary()
            content = b""
            for place, number in enumerate(pair):
                if number >= len(pages.pages):
                    continue
                # Not `add_overlay`, which gives the half a random name
                name = Name(f"/Half{place}")
                halves[name] = document.copy_foreign(pages.pages[number].as_form_xobject())
                content += f"q 1 0 0 1 {place * width / 2:.3f} 0 cm {name} Do Q ".encode()
            side.obj.Resources = Dictionary(XObject=halves)
            side.obj.Contents = document.make_stream(content)
        document.docinfo["/Title"] = str(pages.docinfo.get("/Title", ""))
        document.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))
        written = io.BytesIO()
        document.save(written, deterministic_id=True)
    return written.getvalue()
