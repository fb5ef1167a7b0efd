"""`event print`: from options to a pack, or to the same pack again."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.config import named_on_line
from wordfleet_print.cli.console import examples, waiting
from wordfleet_print.cli.prompts import answer_questions
from wordfleet_print.errors import BadInputError

if TYPE_CHECKING:
    from wordfleet_print.services.ask_event import EventRequest

PRINT_EXAMPLES = examples(
    "event print summer-cup.xlsx --rounds 5 --theme animals",
    'event print 5A.csv 5B.csv 6A.csv --title "Spelling Cup" --by club',
    "event print round-2.csv --round 2 --output output/friday-swiss/",
    'event print --players 64 --half-sheets --title "Library Night"',
    "event print output/summer-cup/event.json --output again/",
)


def print_(
    context: typer.Context,
    roster: options.Source = None,
    players: options.PlayerCount = None,
    rounds: options.Rounds = None,
    encoding: options.Encoding = None,
    column: options.Column = None,
    answer: options.Answer = None,
    sheet: options.SheetOfWorkbook = None,
    round_: options.RoundPrinted = None,
    withdraw: options.Withdraw = None,
    return_: options.Return = None,
    redeal: options.Redeal = None,
    rename: options.Renames = None,
    strict: options.Strict = False,
    title: options.Title = None,
    edition: options.EditionSlug = None,
    rules: options.RulesFolder = None,
    tier: options.Tier = None,
    theme: options.Themes = None,
    words: options.Words = None,
    fill_from: options.FillFrom = None,
    plain_letters: options.PlainLetters = False,
    german_letters: options.GermanLetters = False,
    seed: options.Seed = None,
    band: options.Band = None,
    fair: options.Fair = "on",
    blank: options.Blank = False,
    placed: options.Placed = False,
    eco: options.Eco = False,
    mine: options.Mine = False,
    large_print: options.Large = False,
    left_handed: options.Left = False,
    half_sheets: options.HalfSheets = False,
    with_rules: options.WithRules = False,
    paper: options.PaperSlug = None,
    fallback_font: options.FallbackFont = None,
    spare: options.Spare = None,
    bye_sheets: options.ByeSheets = False,
    per_player: options.PerPlayer = False,
    by: options.FilesOfSheets = "table",
    output: options.EventFolder = None,
    workers: options.PackWorkers = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Print an event: a fair sheet for every player in every round, the organiser's key, and the papers around.

    Sheets go together in table order, with bookmarks. Spare sheets, table
    cards, a name index, score slips and lists come along. A round that was
    printed stays as it is, whatever the next roster holds; --round prints one
    round alone.
    """
    asked = locals()
    from wordfleet_print.event.pack.looks import PackLooks
    from wordfleet_print.services.ask_event import EventRequest, NamesRequest, RoundsRequest
    from wordfleet_print.services.asking import paper_of
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.own_rules import read_library

    themes, fairly = options.slugs_of(theme), fair == "on"
    letters = options.letters_of(plain=plain_letters, german=german_letters)
    request = EventRequest(
        source=roster[0] if roster else None,
        others=tuple((roster or ())[1:]),
        players=players,
        answers=options.answers_of(column, answer, encoding, sheet),
        rounds=RoundsRequest(
            rounds, round_, frozenset(chain(*redeal or ())), tuple(withdraw or ()), tuple(return_ or ()), bye_sheets
        ),
        title=title,
        seed=seed,
        words=WordsRequest(edition, tier, themes, words, blank, fairly, fill_from, read_library(rules), letters),
        placed=placed,
        band=band,
        spare=spare,
        looks=PackLooks.asked({**asked, "paper": paper_of(paper).slug}),
        output=output,
        workers=workers,
        names=NamesRequest(strict, fallback_font, tuple(rename or ())),
        typed=frozenset(named_on_line(context)),
    )
    print_request(_with_answers(request), json=json, quiet=quiet)


def _with_answers(request: EventRequest) -> EventRequest:
    """Return the request with what a list leaves open answered at the terminal, before a folder is made."""
    while True:
        try:
            _ = request.roster
        except BadInputError as error:
            request = replace(request, answers=answer_questions(error, request.answers))
        else:
            return request


def print_request(request: EventRequest, *, json: bool, quiet: bool) -> None:
    """Plan and print, alone in the event's folder."""
    from wordfleet_print.cli.event_told import show_as_json, show_beginning, show_done, watching
    from wordfleet_print.event.lock import alone_in
    from wordfleet_print.services.what_changed import changes_by

    _ = request.roster
    with alone_in(request.folder):
        job = request.job()
        with waiting("Planning …", quiet=quiet):
            plan = job.plan()
        changes = changes_by(job, plan)
        pack = job.pack(plan)
        if not quiet:
            show_beginning(job, pack, changes)
        with watching(quiet=quiet) as progress:
            written = job.print(pack, progress)
    if json:
        show_as_json(job, pack, written, changes)
    elif not quiet:
        show_done(job, pack, written)
