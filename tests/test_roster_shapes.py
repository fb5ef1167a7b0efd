"""Rosters in the shapes of ticketing, form, club, school and pairing programmes: each read rightly, or refused with
the choice to make.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.roster.read import read_roster
from wordfleet_print.event.roster.uses import asked_columns

Read = Callable[..., Roster]
ANN, BEN = "Ann Lee", "Ben Okafor"
PAIR = f"{ANN}, {BEN}"

NAMES = {
    # Ticketing
    "eventbrite": (
        "Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status\n"
        "9001,2026-05-01 10:00,Ann,Lee,a@x.org,1,Player,77001,Attending\n"
        "9002,2026-05-02 11:00,Ben,Okafor,b@x.org,1,Player,77002,Checked In\n",
        PAIR,
    ),
    "eventbrite cancelled": (
        "Order no.;First Name;Last Name;Attendee Status\n1;Ann;Lee;Attending\n2;Cy;Young;Not Attending\n3;Ben;Okafor;Attending\n",
        PAIR,
    ),
    "attendee and buyer": (
        "Buyer first name,Buyer last name,Attendee first name,Attendee last name\nMum,Lee,Ann,Lee\nDad,Okafor,Ben,Okafor\n",
        PAIR,
    ),
    "pretix": (
        "Order code;Email;Order date;Product;Attendee name;Attendee name: Given name;Attendee name: Family name;Company;"
        "Position ID;Status;Invoice address: Name\n"
        "A7K3F;a@x.org;2026-05-01;Player;Ann Lee;Ann;Lee;;1;paid;Mum Lee\n"
        "B8L4G;b@x.org;2026-05-01;Player;Ben Okafor;Ben;Okafor;;1;paid;Dad\n",
        PAIR,
    ),
    "pretix in German": (
        "Bestellnummer;E-Mail;Produkt;Teilnehmername;Teilnehmername: Vorname;Teilnehmername: Nachname\n"
        "A7K3F;a@x.org;Spiel;;Ann;Lee\nB8L4G;b@x.org;Spiel;;Ben;Okafor\n",
        PAIR,
    ),
    "ticket tailor": (
        "Event name,Event ID,Order ID,Buyer first name,Buyer last name,Buyer email,Ticket type,Full name,Ticket reference\n"
        "Cup,ev_1,or_1,Mum,Lee,m@x.org,Adult,Ann Lee,RX7\nCup,ev_1,or_2,Dad,O,d@x.org,Adult,Ben Okafor,RX8\n",
        PAIR,
    ),
    "buyers alone": ("Order,Buyer name,Buyer email\n1,Ann Lee,a@x.org\n2,Ben Okafor,b@x.org\n", PAIR),
    "customer names in one": ("Booking ref,Customer name,Attendee name\nX1,Mum,Ann Lee\nX2,Mum,Ben Okafor\n", PAIR),
    "woocommerce": (
        "Order Number,Order Status,Billing First Name,Billing Last Name,Player Name\n1,completed,M,L,Ann Lee\n2,refunded,C,Y,Cy\n"
        "3,completed,D,O,Ben Okafor\n",
        PAIR,
    ),
    # Forms
    "google forms": (
        "Timestamp,Email Address,What is your full name?,Which school are you from?,Do you need large print?\n"
        "2026/05/01 10:00:00 am,a@x.org,Ann Lee,Hill School,No thanks\n"
        '2026/05/01 10:05:00 am,b@x.org,Ben Okafor,Park,"Yes, please"\n',
        f"{ANN} (Hill School), {BEN} (Park) L",
    ),
    "google forms with usernames": (
        "Timestamp,Username,Your name (as it should be on the badge),Club (if any)\n1/5/2026 10:00:00,a@x.org,Ann Lee,\n"
        "1/5/2026 10:01:00,b@x.org,Ben Okafor,City\n",
        f"{ANN}, {BEN} (City)",
    ),
    "microsoft forms": (
        "ID;Start time;Completion time;Email;Name;What is your full name?;Are you left-handed?\n"
        "1;5/1/26 10:00:00;5/1/26 10:01:00;anonymous;anonymous;Ann Lee;Yes\n"
        "2;5/1/26 10:02:00;5/1/26 10:03:00;anonymous;anonymous;Ben Okafor;No\n",
        f"{ANN} H, {BEN}",
    ),
    "microsoft forms without names": (
        "ID;Start time;Email;Name;Player\n1;5/1/26 10:00;anonymous;;Ann Lee\n2;5/1/26 10:00;anonymous;;Ben Okafor\n",
        PAIR,
    ),
    "surveymonkey": (
        "Respondent ID,Collector ID,Start Date,IP Address,Email Address,First Name,Last Name,What is your name?,Large print?\n"
        ",,,,,,,Open-Ended Response,Response\n114,42,05/01/2026,1.1.1.1,,,,Ann Lee,Yes\n115,42,05/01/2026,1.1.1.2,,,,Ben Okafor,\n",
        f"{ANN} L, {BEN}",
    ),
    "surveymonkey in parts": (
        "Respondent ID,Please tell us about the player,,\n,First name,Last name,Club\n1,Ann,Lee,Rovers\n2,Ben,Okafor,\n",
        f"{ANN} (Rovers), {BEN}",
    ),
    "typeform": (
        "#,*What's your name?*,Do you need large print?,Submit Date (UTC),Network ID,Tags\n"
        "8f3a1b2c4d5e,Ann Lee,1,2026-05-01 10:00:00,ab12,\n9f3a1b2c4d5e,Ben Okafor,0,2026-05-01 10:02:00,cd34,\n",
        f"{ANN} L, {BEN}",
    ),
    "jotform": ("Submission Date,Name - First Name,Name - Last Name,E-mail\n2026-05-01,Ann,Lee,a@x\n2026-05-01,Ben,Okafor,b@x\n", PAIR),
    "qualtrics": (
        'StartDate,RecipientLastName,RecipientFirstName,Q1,Q2\nStart Date,Recipient Last Name,Recipient First Name,'
        'What is your full name?,"Which club, if any?"\n"{""ImportId"":""startDate""}","{""ImportId"":""rl""}","{""ImportId"":""rf""}",'
        '"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n2026-05-01,,,Ann Lee,Rovers\n2026-05-01,,,Ben Okafor,\n',
        f"{ANN} (Rovers), {BEN}",
    ),
    "parents": (
        "Timestamp,Parent's name,Child's first name,Child's surname,Emergency contact\n1/5/2026 9:00:00,Mum,Ann,Lee,1\n"
        "1/5/2026 9:01:00,Dad,Ben,Okafor,2\n",
        PAIR,
    ),
    "guardian in the way": ("Name of parent/guardian;Name of child\nMum;Ann Lee\nDad;Ben Okafor\n", PAIR),
    "one part of the child": ("Child's first name,Surname,School\nAnn,Lee,Hill\nBen,Okafor,Hill\n", f"{ANN} (Hill), {BEN} (Hill)"),
    "real names": ("Username,Real Name\nxx_ann_xx,Ann Lee\nbigben,Ben Okafor\n", PAIR),
    "merged groups": ("Parent,,Player,\nFirst name,Last name,First name,Last name\nMum,Lee,Ann,Lee\nDad,O,Ben,Okafor\n", PAIR),
    "wie heißt du": ("Zeitstempel;Wie heißt du?;Brauchst du Großdruck?\n1.5.2026 10:00;Ann Lee;ja, bitte\n1.5.2026 10:00;Ben Okafor;nein danke\n", f"{ANN} L, {BEN}"),
    "comment t'appelles-tu": ("Horodateur,Comment t'appelles-tu ?,Avez-vous besoin de gros caractères ?\n1/5/2026 10:00:00,Ann Lee,\"Oui, s'il vous plaît\"\n1/5/2026 10:00:00,Ben Okafor,Non merci\n", f"{ANN} L, {BEN}"),
    "accessibility in own words": ("Name,Any access requirements?\nAnn Lee,large print please\nBen Okafor,none\n", f"{ANN} L, {BEN}"),
    "print size": ("Name,Print size\nAnn Lee,Large\nBen Okafor,Standard\n", f"{ANN} L, {BEN}"),
    "writing hand": ("Name,Which hand do you write with?\nAnn Lee,Left\nBen Okafor,Right\n", f"{ANN} H, {BEN}"),
    # Clubs
    "last, first": ('No.,Name,Club/City,Rtg\n1,"Lee, Ann",Rovers,1800\n2,"Okafor, Ben",City,1700\n', f"{ANN} (Rovers), {BEN} (City)"),
    "last, first, junior": ('Name\n"Lee, Ann"\n"Okafor, Ben, Jr."\n"García López, Ana María"\n', f"{ANN}, {BEN} Jr., Ana María García López"),
    "club after a comma": ('Player\n"Ann Lee, Rovers"\n"Ben Okafor, Rovers"\n"Cy Young, City"\n"Dov Adler, City"\n', "Ann Lee, Rovers|Ben Okafor, Rovers|Cy Young, City|Dov Adler, City"),
    "membership": ("Membership No.,Title,Forename,Surname,Known as,DoB,Email\n77,Ms,Ann,Lee,Annie,1/2/1990,a@x.org\n78,Mr,Ben,Okafor,,2/3/1991,b@x.org\n", PAIR),
    "player no": ("Player No,Player Name\n1,Ann Lee\n2,Ben Okafor\n", PAIR),
    "player ids": ("Player,Name\nP001,Ann Lee\nP002,Ben Okafor\n", PAIR),
    "captain's number": ("Captain,Full name\n1,Ann Lee\n2,Ben Okafor\n", PAIR),
    "clubs of all sorts": ("Name,Class,School,Team,Club\nAnn Lee,7b,Hill,Reds,Rovers\nBen Okafor,7a,Hill,Reds,City\n", f"{ANN} (Rovers), {BEN} (City)"),
    "team name": ("Team name,Player name\nReds,Ann Lee\nBlues,Ben Okafor\n", f"{ANN} (Reds), {BEN} (Blues)"),
    "team captain": ("Team,Team captain,Phone\nReds,Ann Lee,5551\nBlues,Ben Okafor,5552\n", f"{ANN} (Reds), {BEN} (Blues)"),
    "are you in a club": ("Name,Are you a member of a club?\nAnn Lee,Yes\nBen Okafor,No\n", PAIR),
    "dutch": ("Lidnr;Voorletters;Roepnaam;Tussenvoegsel;Achternaam\n1;J.;Jan;van der;Berg\n2;B.;Ben;;Okafor\n", f"Jan van der Berg, {BEN}"),
    "spanish": ("Nombre;Primer apellido;Segundo apellido;Colegio\nAna;García;López;Sur\nBen;Okafor;;\n", f"Ana García López (Sur), {BEN}"),
    "ranking": ("Rank,Name,Points,Position\n1,Ann Lee,5,1\n2,Ben Okafor,4,2\n", PAIR),
    "seats in a hall": ("Name,Seat\nAnn Lee,Row B 4\nBen Okafor,Row B 5\n", PAIR),
    "bullets": ("• Molly\n• Finn\n- Ada\n", "Molly, Finn, Ada"),
    "ordinals": ("Players\n1. Molly\n2) Finn\n(3) Ada\n", "Molly, Finn, Ada"),
    "ratings behind": ("Player;Club\nAnn Lee (1850);Reds\nBen Okafor (1700);Reds\n", f"{ANN} (Reds), {BEN} (Reds)"),
    # Schools
    "sims": ("Legal Surname,Legal Forename,Preferred Surname,Preferred Forename,Reg,Year,UPN\nLee,Anne,Lee,Ann,7B,7,A123456789012\nOkafor,Benjamin,Okafor,Ben,7A,7,B123456789012\n", f"{ANN} (7B), {BEN} (7A)"),
    "untis": ("Name;Langname;Vorname;Klasse;Geburtsdatum\nLeeAnn;Lee;Ann;7b;01.02.2014\nOkaBen;Okafor;Ben;7a;02.03.2014\n", f"{ANN} (7b), {BEN} (7a)"),
    "schild": ("Nachname;Vorname;Geburtsdatum;Klasse\nLee;Ann;01.02.2014;7b\nOkafor;Ben;02.03.2014;7a\n", f"{ANN} (7b), {BEN} (7a)"),
    "powerschool": ('Student_Number,LastFirst,Grade_Level\n1001,"Lee, Ann",7\n1002,"Okafor, Ben",7\n', PAIR),
    "canvas": ('Student,ID,Section,Task 1\n"    Points Possible",,,10\n"Lee, Ann",11,A,9\n"Okafor, Ben",12,A,8\n', PAIR),
    "pronote": ("Élève;Né(e) le;Classe\nLEE Ann;01/02/2014;5B\nOKAFOR Ben;02/03/2014;5A\n", "LEE Ann (5B), OKAFOR Ben (5A)"),
    "moodle": ("First name,Surname,ID number,Institution,Email address\nAnn,Lee,1,Hill,a@x.org\nBen,Okafor,2,Hill,b@x.org\n", f"{ANN} (Hill), {BEN} (Hill)"),
    "camel case": ("studentId,firstName,lastName\ns1,Ann,Lee\ns2,Ben,Okafor\n", PAIR),
    "second row of points": ("Player,Week 1,Week 2\nDate,1 May,8 May\n,Points,Points\nAnn Lee,3,4\nBen Okafor,1,2\n", PAIR),
    "merged over two": ("Player,,Club\nFirst,Last,\nAnn,Lee,Rovers\nBen,Okafor,\n", f"{ANN} (Rovers), {BEN}"),
    # Shapes
    "a title": ("Players,,\nNo,Name,Club\n1,Ann Lee,Rovers\n2,Ben Okafor,City\n", f"{ANN} (Rovers), {BEN} (City)"),
    "titles above one column": ("Summer Cup\nName\nAnn Lee\nBen Okafor\n", PAIR),
    "players above names": ("Players\nName\nAnn Lee\nBen Okafor\n", PAIR),
    "a title above no heading": ("Summer Cup 2026\nAnn Lee\nBen Okafor\n", PAIR),
    "numbered without headings": ("1,Ann Lee\n2,Ben Okafor\n3,Cy Young\n", f"{PAIR}, Cy Young"),
    "totals": ("Name,Club\nAnn Lee,Rovers\nBen Okafor,City\n,\nTotal: 17,\n", f"{ANN} (Rovers), {BEN} (City)"),
    "totals in two cells": ("Name,Fee\nAnn Lee,5.00\nBen Okafor,5.00\nTotal,10.00\n", PAIR),
    "cancelled below": ("Name\nAnn Lee\nBen Okafor\n\nCancelled:\nCy Young\n", PAIR),
    "cancelled beside": ("Name,Club\nAnn Lee,\nBen Okafor,\nCancelled: Cy Young,\n", PAIR),
    "waiting list": ("Name,Club\nAnn Lee,\nBen Okafor,\nWaiting list,\nCy Young,City\n", PAIR),
    "a footer": ("Name,Club\nAnn Lee,\nBen Okafor,\nPage 1 of 1,\nGenerated on 5 May 2026 by Sheets,\n", PAIR),
    "groups": ("Name,Club\nUnder 12:,\nAnn Lee,\nUnder 14:,\nBen Okafor,\n", PAIR),
    "headings again": ("Name,Club\nAnn Lee,\nName,Club\nBen Okafor,\n", PAIR),
    "anonymous": ("Name,Player\nanonymous,Ann Lee\nanonymous,Ben Okafor\n", PAIR),
    "an event in every row": ("Name,Participant\nSummer Cup,Ann Lee\nSummer Cup,Ben Okafor\nSummer Cup,Cy Young\n", f"{PAIR}, Cy Young"),
}
"""Each file, and its players: with club in brackets, L for large print, H for the left hand."""


def told(roster: Roster) -> list[str]:
    """The players of a roster as they are written above."""
    return [
        player.name
        + f" ({player.club})" * bool(player.club)
        + " L" * player.large_print
        + " H" * player.left_handed
        for player in roster.players
    ]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a roster of this text, under columns that are asked for."""

    def of(text: str, *asked: str) -> Roster:
        path = tmp_path / "roster.csv"
        path.write_text(text, encoding="utf-8")
        return read_roster(path, columns=asked_columns(asked))

    return of


@pytest.mark.parametrize("kind", NAMES)
def test_players_are_read_from_every_kind_of_file(read: Read, kind: str) -> None:
    """The players and nobody else, with their clubs and wishes."""
    text, players = NAMES[kind]
    assert told(read(text)) == players.split("|" if "|" in players else ", ")


LANGUAGES = [
    ("Nom complet", ""),
    ("Vor- und Nachname", ""),
    ("Vorname/Nachname", ""),
    ("Förnamn/Efternamn", ""),
    ("Nombre y apellidos", ""),
    ("Nombre completo del alumno", ""),
    ("Jugador/a", ""),
    ("Imię i nazwisko", ""),
    ("Jméno a příjmení", ""),
    ("Név", ""),
    ("Adı Soyadı", ""),
    ("Nome e cognome", ""),
    ("Nome do jogador", ""),
    ("Voor- en achternaam", ""),
    ("For- og efternavn", ""),
    ("Etu- ja sukunimi", ""),
    ("Teilnehmer:in", ""),
    ("Name des Kindes", ""),
    ("Ime i prezime", ""),
    ("Nume și prenume", ""),
    ("Ονοματεπώνυμο", ""),
    ("Имя и фамилия", ""),
    ("姓名", ""),
    ("Vorname", "Nachname"),
    ("Prénom", "Nom"),
    ("Prénom du joueur", "Nom du joueur"),
    ("Nombre", "Apellidos"),
    ("Imię", "Nazwisko"),
    ("Jméno", "Příjmení"),
    ("Keresztnév", "Vezetéknév"),
    ("Adı", "Soyadı"),
    ("Nome", "Cognome"),
    ("Nome", "Apelido"),
    ("Voornaam", "Achternaam"),
    ("Fornavn", "Efternavn"),
    ("Förnamn", "Efternamn"),
    ("Fornavn", "Etternavn"),
    ("Etunimi", "Sukunimi"),
    ("Имя", "Фамилия"),
    ("First name(s) *", "Surname / family name"),
    ("Given Name", "Family Name"),
    ("Player first name", "Player last name"),
    ("first_name", "last_name"),
]


@pytest.mark.parametrize(("first", "last"), LANGUAGES)
def test_names_are_found_in_the_languages_there_are(read: Read, first: str, last: str) -> None:
    """A column of whole names, or one of first and one of last names, beside a number and an address."""
    cells = [f"{ANN};", f"{BEN};"] if not last else ["Ann;Lee", "Ben;Okafor"]
    rows = [f"{number};{cell};x{number}@example.org" for number, cell in enumerate(cells, start=1)]
    assert told(read("\n".join([f"Nr;{first};{last};E-mail", *rows]))) == [ANN, BEN]


def _pairs(roster: Roster) -> list[str]:
    """The fixtures: “1/2 Ann–Ben” for round 1, table 2; “1/- Cy” for a bye in round 1."""
    return [
        f"{one.round}/{one.table or '-'} {'–'.join(roster.players[index].name for index in one.players)}"
        for one in roster.fixtures
    ]


PAIRINGS = {
    "rounds of tables": (
        "Round,Table,White,Black\n1,1,Ann,Dov\n1,2,Ben,Cleo\n2,1,Ann,Ben\n2,2,Dov,Cleo\n",
        "1/1 Ann–Dov, 1/2 Ben–Cleo, 2/1 Ann–Ben, 2/2 Dov–Cleo",
    ),
    "board, name, opponent": ("Board,Name,Opponent\n1,Ann,Dov\n2,Cleo,Ben\n3,Eve,bye\n", "1/1 Ann–Dov, 1/2 Cleo–Ben, 1/- Eve"),
    "opponents in other rounds": (
        "Round,Board,Name,Opponent\n1,1,Ann,Ben\n1,2,Cy,Dov\n2,1,Ben,Cy\n2,2,Dov,Ann\n",
        "1/1 Ann–Ben, 1/2 Cy–Dov, 2/1 Ben–Cy, 2/2 Dov–Ann",
    ),
    "players 1 and 2": ("Table,Player 1,Player 2\n1,Ann,Ben\n2,Cy,-- bye --\n", "1/1 Ann–Ben, 1/- Cy"),
    "table 1": ("Table,Player 1,Points,Player 2,Points\nTable 1,Ann,3,Ben,0\nTable 2,Cy,0,Dov,0\n", "1/1 Ann–Ben, 1/2 Cy–Dov"),
    "swiss-manager": (
        "Bo.;No.;White;Rtg;Pts.;Result;Pts.;Black;Rtg;No.\n1;1;Lee, Ann;1850;0;1 - 0;0;Okafor, Ben;1700;3\n"
        "2;4;Young, Cy;1500;0;;0;Adler, Dov;1600;2\n3;5;Quinn, Eve;0;0;1;;spielfrei;;\n",
        "1/1 Ann Lee–Ben Okafor, 1/2 Cy Young–Dov Adler, 1/- Eve Quinn",
    ),
    "chess-results": (
        "From the Tournament-Database of Chess-Results https://chess-results.com,,,,,,,,,,\nSummer Cup,,,,,,,,,,\n"
        "Round 1 on 2026/05/05 at 19:00,,,,,,,,,,\nBo.,No.,,Rtg,White,Result,Black,,Rtg,No.,\n1,1,,1850,Ann Lee,-,Ben Okafor,,1700,2,\n"
        "2,3,FM,2200,Cy Young,-,not paired,,,,\nRound 2 on 2026/05/12 at 19:00,,,,,,,,,,\n"
        "Bo.,No.,,Rtg,White,Result,Black,,Rtg,No.,\n1,3,FM,2200,Cy Young,-,Ann Lee,,1850,1,\n2,2,,1700,Ben Okafor,-,bye,,,,\n",
        "1/1 Ann Lee–Ben Okafor, 1/- Cy Young, 2/1 Cy Young–Ann Lee, 2/- Ben Okafor",
    ),
    "sharly-chess": (
        "Éch.;Blancs;Elo;Pts;Résultat;Pts;Noirs;Elo\n1;LEE Ann;1850;0;;0;OKAFOR Ben;1700\n2;YOUNG Cy;1500;0;;;EXEMPT;\n",
        "1/1 LEE Ann–OKAFOR Ben, 1/- YOUNG Cy",
    ),
    "swiss-chess": (
        "Tisch;TNr;Teilnehmer;Punkte;-;TNr;Teilnehmer;Punkte;Ergebnis\n1;1;Ann Lee;0;-;2;Ben Okafor;0;\n2;3;Cy Young;0;-;4;Dov Adler;0;\n",
        "1/1 Ann Lee–Ben Okafor, 1/2 Cy Young–Dov Adler",
    ),
    "brett, weiß, schwarz": ("Runde;Brett;Weiß;Schwarz;Ergebnis\n1;1;Ann;Ben;1:0\n1;2;Cy;freilos;\n", "1/1 Ann–Ben, 1/- Cy"),
    "mesa, blancas, negras": ("Mesa;Blancas;Negras\n1;Ana;Ben\n2;Cy;descansa\n", "1/1 Ana–Ben, 1/- Cy"),
    "home and away": ("Match,Home,Away\n1,Ann,Ben\n2,Cy,Dov\n", "1/- Ann–Ben, 1/- Cy–Dov"),
    "heim und gast": ("Tisch;Heim;Gast\n1;Ann;Ben\n2;Cy;Dov\n", "1/1 Ann–Ben, 1/2 Cy–Dov"),
    "white's titles": ("Board,White Title,White Name,White Rating,Result,Black Title,Black Name,Black Rating\n1,FM,Ann,2300,,,Ben,1800\n", "1/1 Ann–Ben"),
    "names in parts": ("Table,First name,Last name,First name,Last name\n1,Ann,Lee,Ben,Okafor\n", "1/1 Ann Lee–Ben Okafor"),
    "versus": ("Name,vs,Name\nAnn,,Ben\nCy,,Dov\n", "1/- Ann–Ben, 1/- Cy–Dov"),
    "a bye on the left": ("Table,White,Black\n1,Ann,Ben\n2,bye,Cy\n3,,Dov\n", "1/1 Ann–Ben, 1/- Cy, 1/- Dov"),
    "one row a player": ("Name,Board,Colour\nAnn,1,Black\nBen,1,White\n", "1/1 Ben–Ann"),
    "one row a player, last first": ("Name,Opponent\nAnn Lee,\"Okafor, Ben\"\nBen Okafor,\"Lee, Ann\"\n", "1/- Ann Lee–Ben Okafor"),
    "rounds as titles": ("Table,White,Black\nRound 1,,\n1,Ann,Ben\nRound 2,,\n1,Ben,Ann\n", "1/1 Ann–Ben, 2/1 Ben–Ann"),
}


@pytest.mark.parametrize("kind", PAIRINGS)
def test_pairings_are_read_from_every_kind_of_list(read: Read, kind: str) -> None:
    """One row a table or one a player: who meets whom, at which table, in the order of the seats; and no note of
    players without a row, who are named as opponents.
    """
    text, pairs = PAIRINGS[kind]
    roster = read(text)
    assert ", ".join(_pairs(roster)) == pairs
    assert not any("have no row" in warning for warning in roster.warnings)


BYES = """bye|BYE|-- bye --|Bye 1|spielfrei|freilos|exempt|EXEMPTE|not paired|no opponent|half point bye|½ bye|descansa|libre|riposo|
pauza|wolny los|szabad|vapaa|oversitter|PAB|—|n/a"""


@pytest.mark.parametrize("bye", BYES.replace("\n", "").split("|"))
def test_byes_are_known_however_they_are_written(read: Read, bye: str) -> None:
    """In a list of tables and in one of players."""
    assert _pairs(read(f"Table,White,Black\n1,Ann,Ben\n2,Cy,{bye}\n"))[1:] == ["1/- Cy"]
    assert _pairs(read(f"Name,Opponent\nAnn,Ben\nBen,Ann\nCy,{bye}\n"))[1:] == ["1/- Cy"]


ANSWERS = {
    True: """yes|Yes, please|yes please!|YES|y|x|1|✓|ja|ja, bitte|Ja gerne|oui|Oui, s'il vous plaît|sí|Sí, por favor|si|sì, grazie|sim|
tak, proszę|ano, prosím|igen|evet|kyllä kiitos|ja tack|Ja tak|да|ναι|yep|sure|I need large print|Large print please|large|
definitely|Yes - 18pt if possible|TRUE|wahr|needed""",
    False: """no|No thanks|no thank you|NO|n|0|–|nein|nein danke|Nein, danke!|non merci|non|No, gracias|não|nie, dziękuję|ne|nem|hayır|
ei kiitos|nej tack|nej tak|нет|όχι|nope|none|N/A|not needed|not required|no need|I do not need it|I don't|normal|standard|FALSE|falsch""",
}


@pytest.mark.parametrize(("said", "text"), [(said, one.strip("\n")) for said, all_ in ANSWERS.items() for one in all_.split("|")])
def test_answers_are_understood_in_peoples_own_words(read: Read, said: bool, text: str) -> None:
    """Politeness, other languages, and an answer that repeats the question."""
    assert read(f'Name;Do you need large print?\nAnn;"{text}"\n').players[0].large_print is said


@pytest.mark.parametrize("text", ["maybe", "not sure", "only if there is enough", "don't know", "16", "no, but big would help", "yes and no", "?"])
def test_an_answer_that_is_not_understood_is_asked_about(read: Read, text: str) -> None:
    """Never passed over: the row is told, and what to write."""
    with pytest.raises(BadInputError, match=r"row 2, column “Do you need large print\?”.*neither yes nor no.*write yes, no"):
        read(f'Name;Do you need large print?\nAnn;"{text}"\n')


REFUSED = {
    "two names": ("Captain,Player\nAnn,Ben\nCy,Dov\n", ['--column name="Captain" or --column name="Player"']),
    "a name and its guest": ("Player name,Guest name\nAnn,Ben\nCy,Dov\n", ["could both be the name", '--column name="Guest name"']),
    "doubled headings": ("Name,Club,Name,Club\nAnn,A,Ben,B\n", ["“Name” stands over 2 columns", '--column name="A" or --column name="C"']),
    "a team's players": ("Team,Player 1,Player 2,Player 3\nReds,Ann,Ben,Cy\n", ["could both be the name", '--column name="Player 1"']),
    "no heading of ours": ("Wer kommt,Woher\nAnn Lee,Köln\nBen Okafor,Bonn\n", ['--column name="Wer kommt" or --column name="Woher"']),
    "no headings": ("Ann Lee,Rovers\nBen Okafor,City\nCy Young,City\n", ['--column name="A" or --column name="B"']),
    "only addresses": ("Name,E-mail\na@x.org,a@x.org\nb@x.org,b@x.org\n", ["“Name” holds e-mail addresses"]),
    "only anonymous": ("ID,Name\n1,anonymous\n2,anonymous\n", ["“Name” holds “anonymous” and the like"]),
    "parents alone": ("Parent's name,Phone\nMum Lee,5551\nDad Okafor,5552\n", ["does not play", "--column name=\"Parent's name\""]),
    "ids beside what is not understood": ("Player,Wer kommt\n17,Ann Lee\n18,Ben Okafor\n", ["“Player” holds numbers", '--column name="Wer kommt"']),
    "info requested": ("First Name,Last Name\nAnn,Lee\nInfo Requested,Info Requested\n", ["row 3", "is no name", "write the player’s name"]),
    "a remark": ("Name,Club\nAnn,\nBring a pen: Ben,\n", ["row 3", "reads as a remark"]),
    "large print of a table": ("Table,White,Black,Large print\n1,Ann,Ben,yes\n", ["“Large print” does not say which of two players"]),
    "two answers": ("Name,Large print,Do you need large print?\nAnn,yes,no\n", ["could both be the large print", '--column large-print="Large print"']),
    "asked for what is not there": ("Name,Club\nAnn,A\n", ["no column is called “Full nam”"]),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_nobody_could_know_is_refused_with_the_choice(read: Read, kind: str) -> None:
    """Each with the call that chooses, or what to write."""
    text, parts = REFUSED[kind]
    with pytest.raises(BadInputError) as caught:
        read(text, *(["name=Full nam"] if "asked" in kind else []))
    assert [part for part in parts if part not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("asked", "players"),
    [
        (["name=Full name (as on badge)"], "Ann Lee, Ben Okafor"),
        (["name=full NAME (as on badge)", "club=Where from"], "Ann Lee (Rovers), Ben Okafor (City)"),
        (["first=Nick", "last=D"], "Annie Rovers, Benny City"),
        (["name=Nick", "large-print=Big?"], "Annie L, Benny"),
        (["name=Nick", "opponent=A"], "Annie, Ann Lee, Benny, Ben Okafor"),
    ],
)
def test_a_column_can_be_said_outright(read: Read, asked: list[str], players: str) -> None:
    """By heading in any case or by letter; it counts for more than what headings say."""
    text = "Full name (as on badge);Nick;Big?;Where from\nAnn Lee;Annie;yes;Rovers\nBen Okafor;Benny;;City\n"
    assert told(read(text, *asked)) == players.split(", ")


def test_a_use_can_be_taken_from_a_column(read: Read) -> None:
    """An empty heading says that no column has the use; what is no use, or said twice, is refused."""
    assert told(read("Name,Club\nAnn,Rovers\n", "club=")) == ["Ann"]
    for wrong, part in ((["nme=A"], "no use “nme”"), (["name"], "a use and a heading"), (["name=A", "name=B"], "twice")):
        with pytest.raises(UsageError, match=part):
            asked_columns(wrong)


NOTED = {
    "Name,Club\nAnn,\nTotal: 17,\nCancelled:,\nCy,A\n": ["rows 3 and 4: “Total: 17”, “Cancelled:” are no player", "row 5: “Cy” is said not to play"],
    'Name\n"Lee, Ann"\n"Okafor, Ben"\n': ["names are written as “Lee, Ann”, last name first, and were turned"],
    "1. Ann\n2. Ben\n": ["numbers or bullets before names were left off, as in row 1, “1. Ann”"],
    "Buyer name,Fee\nAnn,5\nBen,5\n": ["“Buyer name” was taken for the players, since no other column names them"],
    "Name,Notes\nAnn,large print please\n": ["row 2: “large print please” was taken for large print"],
    "Round 3,,\nTable,White,Black\n1,Ann,Ben\n": ["its title speaks of round 3"],
    "Player,,Club\nFirst,Last,\nAnn,Lee,A\n": ["row 2 was taken for a second row of headings"],
}


@pytest.mark.parametrize("text", NOTED)
def test_what_was_made_of_a_file_is_said(read: Read, text: str) -> None:
    """Whatever was left out, turned or guessed is a note."""
    notes = "\n".join(read(text).warnings)
    assert [part for part in NOTED[text] if part not in notes] == []
