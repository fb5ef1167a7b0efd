"""Rosters in the shapes of many programmes: each read rightly, or refused with the choice to make."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from making.rosters import names_of, read_as, told_of
from wordfleet_print.cli.console import noted
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.roster.listing import asked_columns
from wordfleet_print.event.roster.roster import Roster

Read = Callable[..., Roster]
SHAPES = (Path(__file__).parents[1] / "data" / "roster-shapes.txt").read_text(encoding="utf-8")


def shapes(sign: str) -> list[object]:
    """The files of the collection under a sign, each with what must come of it."""
    found = re.findall(r"^=(.)= ([^:\n]+): (.*)\n((?:(?!=.= ).*\n?)*)", SHAPES, re.MULTILINE)
    return [pytest.param(text, told.split("; "), id=kind) for known, kind, told, text in found if known == sign]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a roster of this text, under columns that are asked for."""
    return lambda text, *asked: read_as(tmp_path, text, columns=asked_columns(asked))


def _told(roster: Roster) -> list[str]:
    """The players of a roster as the collection writes them."""
    return [
        player.name + f" ({player.club})" * bool(player.club) + " L" * player.large_print + " H" * player.left_handed
        for player in roster.players
    ]


def _pairs(roster: Roster) -> list[str]:
    """The fixtures of a roster as the collection writes them."""
    return [
        f"{one.round}/{one.table or '-'} {'–'.join(roster.players[index].name for index in one.players)}"
        for one in roster.fixtures
    ]


@pytest.mark.parametrize(("text", "players"), shapes("="))
def test_players_are_read_from_every_kind_of_file(read: Read, text: str, players: list[str]) -> None:
    """The players and nobody else, with their clubs and wishes."""
    assert _told(read(text)) == players


@pytest.mark.parametrize(("text", "pairs"), shapes("-"))
def test_pairings_are_read_from_every_kind_of_list(read: Read, text: str, pairs: list[str]) -> None:
    """One row a table or one a player: who meets whom, at which table, in the order of the seats; and no note of
    players without a row who are named as opponents.
    """
    roster = read(text)
    assert _pairs(roster) == pairs
    assert not any("have no row" in warning for warning in roster.warnings)


@pytest.mark.parametrize(("text", "parts"), shapes("!"))
def test_what_nobody_could_know_is_refused_with_the_choice(read: Read, text: str, parts: list[str]) -> None:
    """Each with the call that chooses, or what to write."""
    with pytest.raises(BadInputError) as caught:
        read(text)
    assert [part for part in parts if part not in told_of(caught.value)] == []


@pytest.mark.parametrize(("text", "parts"), shapes("?"))
def test_what_was_made_of_a_file_is_said(read: Read, text: str, parts: list[str]) -> None:
    """Whatever was left out, turned or guessed is a note."""
    notes = "\n".join(read(text).warnings)
    assert [part for part in parts if part not in notes] == []


PLAYERS = (
    "Player",
    "Pupil",
    "Guest",
    "Captain",
    "Spieler",
    "Team",
    "Kid",
    "Joueur",
    "Person",
    "Contestant",
    "Class",
    "Table",
)
COUNTS = [
    "{} 1,{} 2,{} 3",
    "{} A,{} B,{} C,{} D",
    "{}1,{}2,{}3",
    "{} #1,{} #2",
    "{} one,{} two,{} three",
    "{} 9,{} 7,{} 8",
]


@pytest.mark.parametrize("top", ["name\n", "", "Name,Club\n", "Class 5A\nName\n"])
@pytest.mark.parametrize("counts", [*COUNTS, ",".join(f"{{}} {number}" for number in range(98, 123))])
def test_whoever_is_counted_is_a_player(read: Read, top: str, counts: str) -> None:
    """“Player 1” to “Player 25”, under a heading or none: they are no headings, no titles and no totals."""
    for word in PLAYERS:
        names = counts.replace("{}", word).split(",")
        club = ",Rovers" if "Club" in top else ""
        assert [one.name for one in read(top + "".join(f"{name}{club}\n" for name in names)).players] == names


COMING = """Spielst du mit?|Ja|Nein; Serez-vous présent ?|Oui|Non; Présence|Présent|Absent; Présent|Oui|Non;
RSVP|Yes|No; Abgemeldet||x; Drop?||Dropped; Will you be there?|Yes|No; ¿Vas a venir?|Sí|No; Asistencia|Sí|No;
Participas?|Sim|Não; Kom je?|Ja|Nee; Kommer du?|Ja|Nej; Ci sarai?|Sì|No; Anwesend|ja|nein; Dabei?|ja|nein;
Playing Friday?|y|n; Are you in?|in|out; Joining us?|Yes!|No, sorry; Status|Confirmed|Withdrawn;
Attendance|Present|Absent; Withdrawn||Yes; Absent||x; Bierzesz udział?|Tak|Nie; Hrajete?|Ano|Ne;
参加|参加|不参加; 出欠|出席|欠席; 是否参加|是|否;
참가 여부|참가|불참; Участие|Да|Нет; Gelecek misin?|Evet|Hayır;
Are you coming on Saturday?|Yes|Can't make it; Here today|1|0; Coming|✓|✗;
Playing|TRUE|FALSE; Dropped out||Yes; Entschuldigt||x; Krank||x; 参加しますか？|参加します|不参加"""


@pytest.mark.parametrize("asked", [one.strip() for one in COMING.split(";")])
def test_whoever_says_no_does_not_play(read: Read, asked: str) -> None:
    """In whatever words: of three the one who says no is left out, and that is told."""
    heading, yes, no = asked.split("|")
    roster = read(f'Name,"{heading}"\nAnn,{yes}\nBen,"{no}"\nCy,{yes}\n')
    assert [player.name for player in roster.players] == ["Ann", "Cy"]
    assert any("“Ben” is said not to play" in warning for warning in roster.warnings)


@pytest.mark.parametrize(
    "answer", ["Maybe", "Invited", "Pending", "Tentative", "Not sure yet", "?", "vielleicht", "未定"]
)
def test_whoever_leaves_it_open_is_asked_of(read: Read, answer: str) -> None:
    """Neither printed nor dropped; either call settles it."""
    text = f"Name,RSVP\nAnn,Yes\nBen,{answer}\nCy,No\n"
    with pytest.raises(BadInputError) as caught:
        read(text)
    assert "row 3: " in told_of(caught.value)
    assert [one.name for one in read(text, "status=RSVP").players] == ["Ann"]
    assert [one.name for one in read(text, "status=").players] == ["Ann", "Ben", "Cy"]


OTHERS = "Lunch; Parking; Photo consent; Newsletter; Vegetarian; Has own board; Bus home; Fotos erlaubt; Mittagessen"


@pytest.mark.parametrize("heading", OTHERS.split("; "))
def test_a_no_to_something_else_is_told(read: Read, heading: str) -> None:
    """A column of yes and no that nobody reads: who said no there, and the call that leaves them out."""
    text = f"Name,{heading}\nAnn,Yes\nBen,No\nCy,Yes\n"
    roster = read(text)
    assert [player.name for player in roster.players] == ["Ann", "Ben", "Cy"]
    told = next(noted(warning) for warning in roster.warnings if "says no" in warning)
    assert "row 3: “Ben” says no under" in told
    assert f'--column status="{heading}"' in told
    assert [player.name for player in read(text, f"status={heading}").players] == ["Ann", "Cy"]


def test_a_no_that_may_be_about_playing_is_asked_of(read: Read) -> None:
    """The heading speaks of coming, and of something that nobody knows: the call says which."""
    text = "Name,Coming to the Zwiebelrunde?\nAnn,Yes\nBen,No\n"
    with pytest.raises(BadInputError) as caught:
        read(text)
    assert '--column status="Coming to the Zwiebelrunde?" or --column status=""' in told_of(caught.value)


LANGUAGES = """Nom complet|Vor- und Nachname|Vorname/Nachname|Förnamn/Efternamn|Nombre y apellidos|Jugador/a|
Imię i nazwisko|Nombre completo del alumno|Jméno a příjmení|Név|Adı Soyadı|Nome e cognome|
Nome do jogador|Voor- en achternaam|For- og efternavn|Etu- ja sukunimi|Teilnehmer:in|
Name des Kindes|Ime i prezime|Nume și prenume|Ονοματεπώνυμο|Имя и фамилия|姓名|Vorname;Nachname|
Prénom;Nom|Prénom du joueur;Nom du joueur|Nombre;Apellidos|Imię;Nazwisko|Jméno;Příjmení|
Keresztnév;Vezetéknév|Adı;Soyadı|Nome;Cognome|Nome;Apelido|Voornaam;Achternaam|Fornavn;Efternavn|
Förnamn;Efternamn|Fornavn;Etternavn|Etunimi;Sukunimi|Имя;Фамилия|
First name(s) *;Surname / family name|Given Name;Family Name|Player first name;Player last name|
first_name;last_name|firstName;lastName|What is your full name?|Real Name|Participant Name"""


@pytest.mark.parametrize("headings", LANGUAGES.replace("\n", "").split("|"))
def test_names_are_found_in_the_languages_there_are(read: Read, headings: str) -> None:
    """A column of whole names, or one of first and one of last names, beside a number and an address."""
    cells = ["Ann;Lee", "Ben;Okafor"] if ";" in headings else ["Ann Lee", "Ben Okafor"]
    rows = [f"{number};{cell};x{number}@example.org" for number, cell in enumerate(cells, start=1)]
    assert _told(read("\n".join([f"Nr;{headings};E-mail", *rows]))) == ["Ann Lee", "Ben Okafor"]


TWO_PEOPLE = """Team;Captain;Member 2|Team;Captain;Player|Nr;Captain;Player 2|Team;Captain;Co-captain|
Team;Leader;Member|Team;Captain;Members|Team;Captain;Vice-captain|Team;Captain;Name|
Team name;Captain's name;Second player's name|Team;Team captain's name;Team member 2|
Team;First player;Second player|Team;Player A;Player B|Team;Name;Name 2|
Mannschaft;Kapitän;Mitglied|Mannschaft;Name des Teamkapitäns;Teammitglied 2|Team;Kapitän;Stellvertreter|
Équipe;Capitaine;Équipier|Équipe;Chef d'équipe;Membre 2|Nom de l'équipe;Nom du capitaine;Joueur 2|
Equipo;Capitán;Miembro|Equipo;Nombre del capitán;Integrante 2|Squadra;Capitano;Giocatore 2|Lag;Lagkapten;Medlem 2|
Team;Aanvoerder;Teamlid 2|Drużyna;Kapitan;Zawodnik 2|Table;Player;Partner|Nr;Name;Plus one|Nr;Name;+1|Nr;Name;Guest|
Nr;Name;Additional guests|Nr;Name;Names of other attendees|Nr;Name;Name der Begleitung|Nr;Full name;Spouse/Partner name|
Nr;Child's name;Sibling's name|Nr;Full name;Child|Nr;Name;Name of accompanying person|Nr;Name;Full name of swimmer|
Team;Doubles player 1;Doubles player 2"""


@pytest.mark.parametrize("headings", TWO_PEOPLE.replace("\n", "").split("|"))
def test_of_two_people_in_a_row_nobody_is_dropped(read: Read, headings: str) -> None:
    """A captain and a member, a player and a guest …: refused, and each call that is offered reads a column."""
    text = f"{headings}\n1;Ann Lee;Bob May\n2;Cy Young;Dov Adler\n"
    with pytest.raises(BadInputError, match=r"could both be the name.*whoever else plays.*say which one is") as caught:
        read(text)
    offered = re.findall(r'--column (name="[^"]*")', told_of(caught.value))
    for asked, names in zip(offered, (["Ann Lee", "Cy Young"], ["Bob May", "Dov Adler"]), strict=True):
        assert names_of(read(text, asked.replace('"', ""), "table=")) == names


def test_people_whose_names_are_in_parts_are_chosen_by_both(read: Read) -> None:
    """The call that is offered names both columns; whoever has signed up is not the child."""
    for whose, other in (("Captain ", "Member 2 "), ("Player 1 ", "Player 2 "), ("", "Child's ")):
        text = f"Team,{whose}first name,{whose}last name,{other}first name,{other}last name\nA,Ann,Lee,Bob,May\n"
        if whose:
            with pytest.raises(BadInputError, match="could both") as caught:
                read(text)
            assert f'--column first="{other}first name" --column last="{other}last name"' in told_of(caught.value)
        asked = [f"first={other}first name", f"last={other}last name"] if whose else []
        assert _told(read(text, *asked)) == ["Bob May (A)"]


STRANGERS = """Emergency contact name|Emergency contact (name and number)|ICE name|Next of kin|Next of kin name|
Name of person collecting|Authorised pick-up person|Name of person completing this form|Child's GP name|Doctor's name|
Parent/Guardian full name|Responsible adult|Guest of|Invited by|Accompanied by|Booked by|Paid by|Name of head|
Headteacher|Coach|Preferred partner|Who invited you?|Favourite player|Names of friends you want to play with|
Last opponent|Preferred opponent|Who do you want to play against?|First choice|First language|Maiden name|
Name on T-shirt|Other|Any other comments?|Additional information|Member of|Witness name|Buyer first name|
Personne à contacter en cas d'urgence|Contact d'urgence|Nom du tuteur|Nom de l'accompagnateur|Représentant légal|
Contacto de emergencia|Nombre del padre|Persona autorizada a recoger|Nombre del tutor legal|Nome do encarregado|
Im Notfall zu verständigen|Notfallkontakt Name|Abholberechtigt|Name der Sorgeberechtigten|Name der Mutter|
Rechnungsempfänger|Accompagnatore|Contatto di emergenza|Nome del tutore|Noodcontact|Naam verzorger|Navn på foresatt|
Imię i nazwisko rodzica|Jméno zákonného zástupce|Huoltajan nimi|Szülő neve|ФИО родителя"""


@pytest.mark.parametrize("name", ["Full name", "Player name"])
def test_whoever_else_is_named_is_no_player(read: Read, name: str) -> None:
    """The emergency contact, the guardian, whoever collects the child or is only wished for: on either side."""
    for heading in STRANGERS.replace("\n", "").split("|"):
        for columns in ((heading, name), (name, heading)):
            rows = [{heading: "Mum Lee", name: "Ann Lee"}, {heading: "Dad O", name: "Ben O"}]
            cells = [";".join(row[column] for column in columns) for row in rows]
            roster = read("\n".join([";".join(columns), *cells]))
            assert (_told(roster), roster.fixtures) == (["Ann Lee", "Ben O"], ()), columns


BYES = """bye|BYE|-- bye --|Bye 1|spielfrei|freilos|exempt|EXEMPTE|not paired|no opponent|half point bye|
½ bye|descansa|libre|riposo|pauza|wolny los|szabad|vapaa|oversitter|PAB|—|n/a"""


def test_byes_are_known_however_they_are_written(read: Read) -> None:
    """In a list of tables and in one of players."""
    for bye in BYES.replace("\n", "").split("|"):
        assert _pairs(read(f"Table,White,Black\n1,Ann,Ben\n2,Cy,{bye}\n"))[1:] == ["1/- Cy"], bye
        assert _pairs(read(f"Name,Opponent\nAnn,Ben\nBen,Ann\nCy,{bye}\n"))[1:] == ["1/- Cy"], bye


WISHES = ("Large print", "Do you need large print?")
ANSWERS = {
    True: """yes|Yes, please|yes please!|YES|y|Y|x|X|1|true|✓|Ja|ja|ja, bitte|Ja gerne|oui|Oui, s'il vous plaît|sí|
Sí, por favor|si|SI|sì, grazie|sim|tak, proszę|ano, prosím|igen|evet|kyllä kiitos|ja tack|Ja tak|да|
ναι|yep|sure|I need large print|Large print please|large|definitely|Yes - 18pt if possible|TRUE|
wahr|needed""",
    False: """|no|No thanks|no thank you|NO|n|N|0|–|-|False|nein|nein danke|Nein, danke!|non merci|non|No, gracias|não|
nie, dziękuję|ne|nem|hayır|ei kiitos|nej tack|nej tak|нет|όχι|nope|none|N/A|not needed|not required|
no need|I do not need it|I don't|normal|standard|FALSE|falsch""",
    None: "maybe|not sure|only if there is enough|don't know|16|no, but big would help|yes and no|?",
}


@pytest.mark.parametrize("said", ANSWERS)
def test_answers_are_understood_in_people_s_own_words(read: Read, said: bool | None) -> None:
    """Politeness, other languages, an answer that repeats the question; what is not understood is asked about; an empty
    cell is no.
    """
    for answer, heading in product(ANSWERS[said].replace("\n", "").split("|"), WISHES):
        text = f'Name;{heading}\nAnn;"{answer}"\n'
        if said is None:
            asked = rf"row 2, column “{re.escape(heading)}”.*“{re.escape(answer)}” is neither yes nor no.*write yes, no"
            with pytest.raises(BadInputError, match=asked):
                read(text)
        else:
            assert read(text).players[0].large_print is said, answer


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
    assert _told(read(text, *asked)) == players.split(", ")


def test_what_is_said_of_columns_is_checked(read: Read) -> None:
    """An empty heading says that no column has the use; a heading that is not there, no use, and one said twice."""
    assert _told(read("Name,Club\nAnn,Rovers\n", "club=")) == ["Ann"]
    with pytest.raises(BadInputError, match=r"no column is called “Full nam”.*did you mean Full name"):
        read("Full name,Club\nAnn,A\n", "name=Full nam")
    for wrong, part in (
        (["nme=A"], "no use “nme”"),
        (["name"], "a use and a heading"),
        (["name=A", "name=B"], "twice"),
    ):
        with pytest.raises(UsageError, match=part):
            asked_columns(wrong)
