"""What stands between a designer's text and a reader, piece by piece: the sandbox, the allowlist, the last look."""

from __future__ import annotations

import pytest

from making.games import with_body
from wordfleet_print.errors import BadInputError
from wordfleet_print.rulebook.links import POLICY, SCRIPTS, policy_of, site_faults
from wordfleet_print.rulebook.text.guard import clean_html, own_policy, removed_from, source_of
from wordfleet_print.rulebook.text.html_page import page_faults
from wordfleet_print.rulebook.text.variables import render_body

RUNNING = (
    *("script", "iframe", "object", "embed", "frame", "frameset", "base", "form", "input", "button", "audio", "video"),
    *("source", "track", "applet", "portal", "foreignObject"),
)
NO_TEXT = ("script", "style", "template", "title", "textarea", "noscript", "iframe", "object")


@pytest.mark.parametrize(
    "html",
    [
        *(f"<{tag}>" for tag in RUNNING),
        *(f'<p {name}="x">' for name in ("style", "srcset", "onclick", "ONLOAD", "onpointerenter")),
        *(
            f'<a href="{start}x">'
            for start in ("javascript:", " JavaScript :", "vbscript:", "data:text/html,", "file:///")
        ),
        *(f'<img src="{start}x">' for start in ("https://", "//", "data:text/html,", "data:,", "file:///", "a.png")),
        *(f'<p {name}="x">' for name in ("background", "action", "formaction", "ping", "poster", "data", "xlink:href")),
        '<link rel="stylesheet" href="x.css">',
        '<script type="text/javascript" type="application/json">x()</script>',
        '<script type="application/json" src="x.js"></script>',
        '<script type="application/json">{</script x><script>x()</script>',
        '<script type="application/json">{</script x><p onclick="x()">',
        '<script type="application/json">"<!--<script></script>',
        '<style>p{}</style x><p onclick="x()">',
        '<meta http-equiv="refresh" content="0">',
        '<META HTTP-EQUIV="Set-Cookie" content="a=b">',
        "<style>p{background:url(file:///etc/passwd)}</style>",
        "<style>p{background:image-set('x.png' 1x)}</style>",
        r"<style>p{background:u\72l(x)}</style>",
    ],
)
def test_a_page_that_could_run_fetch_or_leak_has_a_fault(html: str) -> None:
    """Each by itself, in a page that is all right but for it; and without a policy none is all right."""
    policy = own_policy("")
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    right = '<script type="application/ld+json">{"a":"x()"}</script><img src="data:image/png;base64,x">'
    assert list(page_faults(f'{head}<a href="x.html#y">x</a>{right}', policy)) == []
    assert len(list(page_faults(head + html, policy))) >= 1
    assert list(page_faults("<p>x</p>", policy)) == list(page_faults(head.replace("none", "self"), policy)) != []


def test_policies_name_all_that_a_page_may_do() -> None:
    """Nothing by default; the pages of a site have styles beside them, and two the one script of their digest."""
    own, rest = own_policy("p{}").split("; "), ["base-uri 'none'", "form-action 'none'"]
    shared = ["default-src 'none'", "style-src 'self'", "font-src data:", "img-src 'self' data:", *rest]
    assert own == ["default-src 'none'", f"style-src '{source_of('p{}')}'", "font-src data:", "img-src data:", *rest]
    assert POLICY.split("; ") == shared
    assert policy_of("index.html") == POLICY
    for name in ("pairs.html", "search.html"):
        assert policy_of(name).split("; ") == [*shared, f"script-src '{source_of(SCRIPTS[name])}'"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.svg", '<svg><image href="b.svg"/></svg>', "fetches b.svg"),
        ("a.svg", '<svg><a href="https://example.org/"/></svg>', "fetches https://example.org/"),
        ("a.svg", "<svg><script/></svg>", "holds <script>"),
        ("a.css", "p{background:url('x.png')}", "fetches x.png"),
        ("a.css", "p{background:url(data:text/html,x)}", "fetches data:text/html,x"),
        ("assets/a.css", "p{background:url(//example.org/x)}", "fetches //example.org/x"),
        ("a.html", '<img src="/assets/b.css">', "fetches /assets/b.css"),
        ("a.html", '<a href="/assets/b.css">', "links to /assets/b.css"),
        ("a.html", '<a href="ftp://example.org">', "links to ftp://example.org"),
        ("a.html", '<a href="assets/../assets/c.css">', "links to assets/../assets/c.css"),
        ("a.html", '<meta http-equiv="Content-Security-Policy" content="default-src *">', "has no strict"),
        ("a.html", '<p srcset="b.png 2x">', "<p> has srcset="),
        ("a.html", '<p style="color:red">', "<p> has style="),
        ("a.html", '<a href="b.html#there">', "links to b.html#there, but no place there"),
        ("a.html", '<a href="#there">', "links to #there, but no place there"),
        ("a.html", '<a href="b.html#here%C3%A9"><a href="https://example.org#x"><a href="mailto:a@b.c">', ""),
    ],
)
def test_a_file_of_a_site_that_leads_nowhere_has_a_fault(name: str, content: str, told: str) -> None:
    """Pages, style sheets and pictures fetch files of the site alone, and link to places that there are."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' if name.endswith(".html") else ""
    known = {
        "b.html": f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><p id="hereé">',
        "assets/b.css": "",
    }
    files = {one: text.encode() for one, text in {**known, name: head + content}.items()}
    faults = list(site_faults(files, frozenset(files)))
    assert [(one, fault[: len(told)]) for one, fault in faults] == ([(name, told)] if told else [])


@pytest.mark.parametrize(
    "html",
    [
        '<p role="button">x</p>',
        '<div role="button">x</div>',
        '<div tabindex="5">x</div>',
        '<span data-page="https://example.org">x</span>',
        '<a data-section="1.1x">x</a>',
        '<a href="https://example.org/ onclick">x</a>',
        '<a href="tel:1">x</a>',
        '<a href="x.pdf">x</a>',
        '<a href="../x.html">x</a>',
        '<a href="x.html" target="_blank">x</a>',
        '<a href="x.html" download>x</a>',
        '<td colspan="31">x</td>',
        '<td rowspan="0">x</td>',
        '<ol start="-1">x</ol>',
        '<img src="blob:x">',
        "<noscript>x</noscript>",
        "<textarea>x</textarea>",
        "<template>x</template>",
        "<marquee>x</marquee>",
    ],
)
def test_what_is_cleaned_away_is_told(html: str) -> None:
    """Attributes and elements beyond the allowlist go, each with words for a note; clean HTML stays as it is."""
    whole = html if not html.startswith("<td") else f"<table><tbody><tr>{html}</tr></tbody></table>"
    cleaned = clean_html(whole)
    assert [clean_html(f"<{tag}>x</{tag}>y") for tag in NO_TEXT] == ["y"] * len(NO_TEXT)
    assert len(list(removed_from(whole))) == 1
    assert list(removed_from(cleaned)) == []
    assert clean_html(cleaned) == cleaned
    wider = '<div role="note" tabindex="0" lang="fr">x</div><a href="a-b.md#c">x</a><span data-page="#x">y</span>'
    assert (clean_html(wider), list(removed_from(wider))) == (wider, [])


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{{ 9 ** 99999 }}", "the numbers are too large for ** here"),
        ("{{ 9999999999 * 9999999999 }}", "the numbers are too large for * here"),
        ("{{ [0] * 9 }}", "* works on numbers only here"),
        ("{{ 'x' % 9 }}", "% works on numbers only here"),
        ("{{ '{0}'.format(9) }}", "unsafe"),
        ("{{ (9).bit_length() }}", "unsafe"),
        ("{{ (0.5).hex() }}", "unsafe"),
        ("{{ 'x'|center(9) }}", "No filter named 'center'"),
        ("{{ 'x'|format }}", "No filter named 'format'"),
        ("{{ 'x'|attr('upper') }}", "No filter named 'attr'"),
        ("{{ lipsum(n=9) }}", "lipsum is not a variable here"),
        ("{{ grid.rowz }}", "rowz is not a field here"),
        ("{{ fleet.append(1) }}", "append is not a field here"),
        ("{% set x = [] %}{% set _ = x.append(1) %}", "unsafe"),
    ],
)
def test_the_sandbox_ends_each_way_out(body: str, told: str) -> None:
    """One complaint with the line of the text: sums are of small numbers, text has filters, not methods."""
    source, line = with_body("word-fleet", f"# A title\n\n{body}\n")
    with pytest.raises(BadInputError) as caught:
        render_body(source)
    (complaint,) = caught.value.complaints
    assert complaint.where == f"mine.md:{line + 2}"
    assert told in complaint.what
