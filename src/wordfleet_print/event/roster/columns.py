"""Finding a roster's columns by the usual spellings of their headings, in the languages of our neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from wordfleet_print.errors import Complaint
from wordfleet_print.event.roster.rows import Cell, Odd, Row
from wordfleet_print.sheet.captain import plain
from wordfleet_print.wording import near_misses, plural, quote, some_of


class Use(StrEnum):
    """What a column can tell of a player."""

    NAME = "name"
    FIRST = "first name"
    LAST = "last name"
    CLUB = "club"
    TABLE = "table"
    SEAT = "seat"
    ROUND = "round"
    OPPONENT = "opponent"
    LARGE_PRINT = "large print"
    LEFT_HANDED = "left-handed"


_MOST_TOLD = 12
"""Headings told of many."""
_BARE_NAME = "name nom nombre nome nimi naam navn namn nafn imie imię jmeno nev név όνομα имя ad isim vardas ime"
"""Headings that mean a whole name, or what is left of it where a first or last name has a column of its own."""

_SPELLINGS = {
    Use.NAME: """captain, captains, captain name, captain's name, captains name, player, players, player name,
        player's name, players name, full name, whole name, participant, participants, contestant, competitor, entrant,
        person, child, pupil, student, attendee, guest, display name, name of player, name of captain,
        nom complet, joueur, joueuse, joueur/joueuse, joueurs, capitaine, participante, nom du joueur, nom et prénom,
        nom prénom, prénom et nom, prénom nom, nombre completo, nombre y apellidos, jugador, jugadora, jugador/a,
        jugadores, capitán, capitana, spieler, spielerin, spieler/in, spieler:in, spielername, kapitän, kapitänin,
        teilnehmer, teilnehmerin, teilnehmer/in, vollständiger name, vor- und nachname, vorname nachname,
        giocatore, giocatrice, capitano, nome completo, nome e cognome, partecipante, jogador, jogadora, capitão,
        speler, spelers, deelnemer, kapitein, volledige naam, spiller, kaptajn, kaptein, spelare, kapten, deltager,
        deltaker, deltagare, pelaaja, kapteeni, gracz, kapitan, imię i nazwisko, hráč, jméno a příjmení, játékos,
        παίκτης, ονοματεπώνυμο, игрок, капитан, фио, гравець, oyuncu, ad soyad""",
    Use.FIRST: """first, first name, firstname, given name, given names, forename, christian name, prénom, vorname,
        nombre de pila, nome proprio, primeiro nome, voornaam, fornavn, förnamn, etunimi, keresztnév, křestní jméno""",
    Use.LAST: """last, last name, lastname, surname, family name, second name, nom de famille, nachname, familienname,
        apellido, apellidos, cognome, sobrenome, apelido, achternaam, familienaam, etternavn, efternavn, efternamn,
        sukunimi, nazwisko, příjmení, vezetéknév, επώνυμο, фамилия, прізвище, soyad, soyadı, pavardė, prezime""",
    Use.CLUB: """club, clubs, team, teams, team name, club name, school, school name, class, form, group, library,
        organisation, organization, affiliation, branch, troop, troupe, équipe, école, classe, groupe, association,
        club/team, equipo, escuela, colegio, clase, grupo, verein, mannschaft, schule, klasse, gruppe, squadra, scuola,
        società, circolo, equipe, clube, escola, turma, vereniging, klub, klubb, ploeg, school/club, skole, skola, lag,
        hold, forening, förening, joukkue, seura, koulu, drużyna, szkoła, družstvo, škola, csapat, iskola, ομάδα,
        σύλλογος, σχολείο, клуб, команда, школа, kulüp, takım, okul, klubas, komanda""",
    Use.TABLE: """table, table number, table no, table nr, tables, board, board number, board no, desk,
        numéro de table, mesa, tisch, tischnummer, tisch nr, brett, tavolo, tafel, tafelnummer, bord, bordnummer, pöytä,
        stół, stolik, stůl, asztal, τραπέζι, стол, masa, stalas, stol""",
    Use.SEAT: """seat, seat number, seat no, chair, place, position, siège, asiento, silla, puesto, sitz, platz,
        sitzplatz, posto, lugar, assento, stoel, plaats, plads, plass, plats, paikka, miejsce, místo, ülőhely, θέση,
        место, koltuk, vieta""",
    Use.ROUND: """round, rounds, round number, round no, rd, rnd, match, tour, ronde, manche, ronda, vuelta, runde,
        turno, rodada, omgang, omgång, kierros, runda, kolo, forduló, γύρος, тур, раунд, tur, ratas""",
    Use.OPPONENT: """opponent, opponents, opponent name, opponent's name, versus, vs, v, against, plays,
        plays against, playing against, rival, adversary, adversaire, contre, oponente, adversario, contra,
        contrincante, gegner, gegnerin, gegner/in, gegen, avversario, avversaria, contro, adversário,
        adversária, tegenstander, tegen,
        modstander, motstander, motståndare, mod, mot, vastustaja, przeciwnik, soupeř, protihráč, ellenfél, αντίπαλος,
        соперник, противник, rakip""",
    Use.LARGE_PRINT: """large print, largeprint, large type, big print, big type, large, gros caractères,
        grands caractères, letra grande, letras grandes, großdruck, großschrift, grosse schrift, große schrift,
        caratteri grandi, stampa grande, letras ampliadas, grote letters, grootletter, stor skrift, store bogstaver,
        stor stil, storstil, isot kirjaimet, duży druk, velké písmo, nagybetűs, крупный шрифт, büyük yazı""",
    Use.LEFT_HANDED: """left-handed, left handed, lefthanded, left hand, left, lefty, left-hander, gaucher, gauchère,
        gaucher/gauchère, zurdo, zurda, zurdo/a, linkshänder, linkshänderin, linkshändig, linkshänder/in, mancino,
        mancina, canhoto, canhota, esquerdino, linkshandig, links, venstrehåndet, venstrehendt, vänsterhänt,
        vasenkätinen, leworęczny, levák, balkezes, αριστερόχειρας, левша, solak""",
}


_HEADINGS_WITHIN = 10
"""Rows at the top in which headings are looked for: titles may stand above them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row each use stands, and what its heading says ("" in a list without headings).

    `headed` is the number of columns under headings; `row` the headings' row, 0 where there are none.
    """

    places: dict[Use, int]
    headings: dict[Use, str]
    headed: int
    row: int

    def cell(self, cells: Sequence[Cell], use: Use) -> Cell:
        """What a row says of a use; "" where it says nothing."""
        place = self.places.get(use)
        return cells[place] if place is not None and place < len(cells) else ""


@dataclass(frozen=True, slots=True)
class Found:
    """What the top rows of a file told: its columns (None where complaints say why not), and what to warn of.

    `players` are the rows already read that hold players.
    """

    columns: Columns | None
    complaints: tuple[Complaint, ...]
    notes: tuple[str, ...]
    players: tuple[Row, ...]


def find_columns(rows: Iterator[Row], name: str) -> Found | None:
    """Read rows up to the headings and tell the columns; None where no row holds anything. `name` is the file's."""
    top = _top(rows)
    if not top:
        return None
    at = next((index for index, (_, cells) in enumerate(top) if _heads(cells, alone=index == 0)), None)
    if at is None:
        return _headless(top, name)
    number, cells = top[at]
    headings = [_text(cell) for cell in cells]
    where = f"{name} row {number}"
    notes = [f"{name}: row {passed} stands above the headings and was passed over." for passed, _ in top[:at]]
    complaints = [*_repeated(headings, where)]
    places, clashes = _places(headings)
    complaints += [] if complaints else [Complaint(where, clash, "rename the one that is not") for clash in clashes]
    notes += _unused(headings, places, name)
    named = {use: headings[place] for use, place in places.items()}
    columns = Columns(places, named, len(headings), number)
    return Found(None if complaints else columns, tuple(complaints), tuple(notes), tuple(top[at + 1 :]))


def known_headings(cells: Iterable[Cell]) -> int:
    """How many of a row's cells are headings of ours."""
    return sum(plain(_text(cell)) in _uses() for cell in cells)


@cache
def _uses() -> dict[str, Use]:
    """The use of each heading, both in `plain` form."""
    known = {plain(word): Use.NAME for word in _BARE_NAME.split()}
    for use, spellings in _SPELLINGS.items():
        for spelling in spellings.split(","):
            known.setdefault(plain(spelling), use)
    return known


@cache
def _bare_names() -> frozenset[str]:
    return frozenset(map(plain, _BARE_NAME.split()))


def _top(rows: Iterator[Row]) -> list[Row]:
    """The first rows that hold anything, up to the first that can be the headings."""
    top: list[Row] = []
    for number, cells in rows:
        if not any(map(_text, cells)):
            continue
        top.append((number, cells))
        if len(top) == _HEADINGS_WITHIN or _heads(cells, alone=len(top) == 1):
            break
    return top


def _heads(cells: Sequence[Cell], *, alone: bool) -> bool:
    """Whether a row is the headings: names have one. Below other rows a single word is rather a player called so."""
    uses = [_uses().get(plain(_text(cell))) for cell in cells]
    return bool({Use.NAME, Use.FIRST, Use.LAST} & {*uses}) and (alone or len(uses) - uses.count(None) > 1)


def _headless(top: list[Row], name: str) -> Found:
    """A single column of names needs no heading; anything wider does."""
    number, cells = top[0]
    filled = [index for index, cell in enumerate(cells) if _text(cell)]
    if len(filled) > 1 or known_headings(cells):
        return Found(None, (_nameless(f"{name} row {number}", [_text(cell) for cell in cells]),), (), ())
    first = quote(_text(cells[filled[0]]))
    note = f"{name} has no heading such as “name”: its first row, {first}, was taken for a player."
    columns = Columns({Use.NAME: filled[0]}, {}, filled[0] + 1, 0)
    return Found(columns, (), (note,), tuple(top))


def _nameless(where: str, headings: Iterable[str]) -> Complaint:
    seen = [heading for heading in headings if heading]
    nearest = [near for heading in seen if (near := _nearest(heading, {Use.NAME, Use.FIRST, Use.LAST}))]
    advice = "call the column with the names “name”"
    if nearest:
        advice += f"; did you mean {quote(nearest[0])}?"
    return Complaint(where, f"no column of names: the headings are {some_of([*map(quote, seen)], _MOST_TOLD)}", advice)


def _nearest(heading: str, uses: Iterable[Use]) -> str:
    known = [spelling for spelling, use in _uses().items() if use in uses]
    near = near_misses(plain(heading)[:40], known, 5, alike=0.75)
    return min(near, key=known.index, default="")


def _repeated(headings: Sequence[str], where: str) -> Iterator[Complaint]:
    """Every heading that stands over more than one column."""
    seen: dict[str, list[str]] = {}
    for heading in headings:
        if heading:
            seen.setdefault(plain(heading) or heading, []).append(heading)
    for same in seen.values():
        if len(same) > 1:
            what = f"the heading {quote(same[0])} stands over {len(same)} columns"
            yield Complaint(where, what, "rename or remove all but one")


def _places(headings: Sequence[str]) -> tuple[dict[Use, int], list[str]]:
    """Where each use stands, and a complaint of every two columns that tell the same use."""
    places: dict[Use, int] = {}
    clashes = []
    for place, heading in enumerate(headings):
        use = _uses().get(plain(heading))
        if use in places:
            clashes.append(f"{quote(headings[places[use]])} and {quote(heading)} could both be the {use}")
        elif use:
            places[use] = place
    _part_names(places, headings)
    return places, clashes


def _part_names(places: dict[Use, int], headings: Sequence[str]) -> None:
    """“Nom, Prénom” and “Nombre, Apellidos”: beside one part of a name, a bare “name” is the other part."""
    parts = [use for use in (Use.FIRST, Use.LAST) if use in places]
    whole = places.get(Use.NAME)
    if whole is None or not parts:
        return
    if len(parts) == 1 and plain(headings[whole]) in _bare_names():
        del places[Use.NAME]
        places[Use.LAST if parts == [Use.FIRST] else Use.FIRST] = whole
    else:
        for use in parts:
            del places[use]


def _unused(headings: Sequence[str], places: dict[Use, int], name: str) -> list[str]:
    unused = [heading for place, heading in enumerate(headings) if heading and place not in places.values()]
    if not unused:
        return []
    told = []
    for heading in unused[:_MOST_TOLD]:
        near = _nearest(heading, set(Use) - set(places))
        told.append(f"{quote(heading)} (did you mean {quote(near)}?)" if near else quote(heading))
    columns = f"{plural(len(unused), 'column')} {some_of([*told, *unused[_MOST_TOLD:]], _MOST_TOLD)}"
    return [f"{name}: nothing was read from {columns}."]


def _text(cell: Cell) -> str:
    return cell.what if isinstance(cell, Odd) else cell.strip()
