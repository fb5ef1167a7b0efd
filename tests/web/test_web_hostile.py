"""Whatever is sent to whatever address, the page answers without a bug and shows no option of a
command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from support.web import (
    GOOD_LIST,
    LOCAL_SETTINGS,
    EventClient,
    client_of,
    deal,
    find_options,
    open_state,
    state_behind,
)
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.table import TrackerSettings
from wordfleet_print.web.app import ROUTES

NAMES = sorted(
    {
        *(
            name
            for model in (EventSettings, KitSettings, TrackerSettings)
            for name in model.model_fields
        ),
        *(
            "players-1-name",
            "players-2-tier",
            "players-99-name",
            "players-x-y",
            "names",
            "sheets-1-code",
            "sheets-99-code",
            "sheets-1-name",
        ),
        *("code", "do", "fix", "shown", "version", "listed", "void", "from"),
    }
)
VALUES = (
    *(
        "",
        "on",
        "a4",
        "print",
        "one",
        "look",
        "more",
        "go",
        "1",
        "0",
        "-1",
        "9" * 5_000,
        "١٢",
        "1e5",
        "nan",
        "..",
    ),
    *(
        "a=1&b=2&c=3",
        "players.tier",
        "theme",
        "&",
        "=",
        "WF-5KAMQ-31D9V-P9TYY",
        "strike",
        "family",
    ),
    *(
        "<script>alert(1)</script>",
        "{{ 7 * 7 }}",
        "'\";--",
        "\u202eabc",
        "\U0001f600",
        "名前",
        "a\tb\nc;d,e",
        "\x00",
    ),
    *("/etc/passwd", "A" * 1_000),
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The owner's browser, for all examples."""
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path_factory.mktemp("output")))
    with client_of(state) as client:
        yield client


@pytest.fixture(scope="module")
def tickets(client: TestClient) -> dict[str, str]:
    """A ticket of each kind, by the first part of its addresses."""
    table = deal(client)
    kit = (
        client.post("/kit/happy-flip-chess", data={"paper": "a4"})
        .headers["location"]
        .partition("#")[0]
    )
    event = EventClient(client, state_behind(client))
    event.upload(GOOD_LIST)
    event.print(title="Cup")
    found = {"sheets": table, "kit": kit, "event": event.at}
    return {name: address.rpartition("/")[2] for name, address in found.items()}


FORMS = st.dictionaries(
    st.sampled_from(NAMES), st.sampled_from(VALUES) | st.text(max_size=20), max_size=6
)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(route=st.sampled_from(ROUTES), form=FORMS, place=st.sampled_from(VALUES[:16]))
def test_any_form_is_answered(
    route: Any, form: dict[str, str], place: str, client: TestClient, tickets: dict[str, str]
) -> None:
    """Answers are never server errors, except “busy”; values are escaped, and no option is
    named.
    """
    kind = route.path.split("/")[1]
    if route.path.endswith("/delete"):
        return
    parts = {
        "ticket": tickets.get(kind, "x"),
        "slug": "happy-flip-chess",
        "number": "1",
        "digest": "1",
    }
    values = {
        **parts,
        "name": re.sub(r"[^\w.-]", "", place),
        "edition": "word-fleet",
        "look": "a4",
        "format": "a4",
    }
    address = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values[found[1]], route.path)
    sent = {name: value.encode("utf-8", "replace").decode() for name, value in form.items()} or {
        "x": "1"
    }
    answer = (
        client.post(address, data=sent)
        if "POST" in route.methods
        else client.get(address, params=sent)
    )
    assert answer.status_code in {200, 303, 400, 403, 404, 405, 413, 414, 415, 422, 503}, (
        address,
        form,
    )
    if answer.headers.get("content-type", "").startswith("text/html") and kind != "rules":
        assert "<script>alert" not in answer.text


PAGES = ("/", "/table", "/event", "/kit", "/kit/army-men", "/reprint", "/look-up", "/nothing")


@pytest.mark.parametrize("path", PAGES)
def test_no_page_names_an_option(path: str, client: TestClient) -> None:
    """Pages use the words of their fields."""
    assert find_options(client.get(path).text) == []
