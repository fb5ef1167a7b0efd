"""Lists in the shapes of many programs: each read right, asked about, or refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from support.rosters import names_of, read_as
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.roster import Roster

Read = Callable[..., Roster]
SHAPES = (Path(__file__).parents[1] / "data" / "roster-shapes.txt").read_text(encoding="utf-8")


def shapes(signs: str) -> list[object]:
    """The files of the collection under these signs, each with what must come of it."""
    found = re.findall(r"^=(.)= ([^:\n]+): (.*)\n((?:(?!=.= ).*\n?)*)", SHAPES, re.MULTILINE)
    return [
        pytest.param(sign, text, what, id=kind) for sign, kind, what, text in found if sign in signs
    ]


def refusal(read: Callable[[], Roster]) -> RosterError | None:
    """What is asked about a list; None if it is read."""
    try:
        read()
    except RosterError as error:
        return error
    return None


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a roster of this text by these answers."""
    return lambda text, **answers: read_as(
        tmp_path, text, answers={key.replace("_", "."): value for key, value in answers.items()}
    )


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., RosterError]:
    """Read what must be asked about, and return the questions."""

    def of(text: str) -> RosterError:
        with pytest.raises(RosterError) as caught:
            read_as(tmp_path, text)
        assert caught.value.questions, caught.value
        assert not caught.value.faults
        return caught.value

    return of


def _write(roster: Roster, sign: str) -> str:
    """The players or the pairings of a roster as the collection writes them."""
    players = [
        player.name
        + f" ({player.club})" * bool(player.club)
        + " L" * player.large_print
        + " H" * player.left_handed
        for player in roster.players
    ]
    pairs = [
        f"{one.round}/{one.table or '-'} "
        f"{'–'.join(roster.players[index].name for index in one.players)}"
        for one in roster.fixtures
    ]
    return "; ".join(pairs if sign in "-~" else players)


@pytest.mark.parametrize(("sign", "text", "what"), shapes("=-"))
def test_what_can_be_known_is_read_without_a_question(
    tmp_path: Path, sign: str, text: str, what: str
) -> None:
    """Exactly the players are read, with clubs and needs, and who meets whom at which table."""
    assert _write(read_as(tmp_path, text), sign) == what


@pytest.mark.parametrize(("sign", "text", "what"), shapes("?~"))
def test_what_only_the_organizer_knows_is_asked(
    tmp_path: Path, sign: str, text: str, what: str
) -> None:
    """Step by step, each question has an answer that leads to the right roster, and nothing is
    asked twice.
    """
    pairs, _, right = what.partition(" -> ")
    answers = dict(pair.split("=", 1) for pair in pairs.split(" & "))
    given: dict[str, str] = {}
    with pytest.raises(RosterError):
        read_as(tmp_path, text)
    for _ in answers:
        if error := refusal(partial(read_as, tmp_path, text, answers=given)):
            assert not error.faults
            given = given | {one.key: answers[one.key] for one in error.questions}
    assert _write(read_as(tmp_path, text, answers=given), sign) == right


@pytest.mark.parametrize(("sign", "text", "what"), shapes("!"))
def test_what_no_answer_settles_is_refused(tmp_path: Path, sign: str, text: str, what: str) -> None:
    """The refusal says what is wrong."""
    assert sign == "!"
    with pytest.raises(RosterError) as caught:
        read_as(tmp_path, text)
    assert [part for part in what.split("; ") if part not in str(caught.value)] == []


def test_asking_is_no_way_out() -> None:
    """Of the whole collection, more than four in five lists are read without a question."""
    read, every = len(shapes("=-")), len(shapes("=-?~!"))
    assert every >= 336
    assert read / every > 0.83


PEOPLE = "Player Pupil Guest Captain Spieler Team Kid Joueur Person Contestant Class Table"
COUNTS = [
    "{} 1,{} 2,{} 3",
    "{} A,{} B,{} C,{} D",
    "{}1,{}2,{}3",
    "{} #1,{} #2",
    "{} one,{} two,{} three",
    "{} 9,{} 7",
]


@pytest.mark.parametrize("top", ["name\n", "", "Name,Club\n", "Class 5A\nName\n"])
@pytest.mark.parametrize(
    "counts", [*COUNTS, ",".join(f"{{}} {number}" for number in range(98, 123))]
)
def test_whoever_is_counted_is_a_player(read: Read, top: str, counts: str) -> None:
    """“Player 1” to “Player 25” are players, under a heading or none; they are no headings, titles
    or totals.
    """
    for word in PEOPLE.split():
        names = counts.replace("{}", word).split(",")
        club = ",Rovers" if "Club" in top else ""
        assert names_of(read(top + "".join(f"{name}{club}\n" for name in names))) == names


COMING = """Spielst du mit?|Ja|Nein; Serez-vous présent ?|Oui|Non; Présence|Présent|Absent;
Présent|Oui|Non;
RSVP|Yes|No; Abgemeldet||x; Drop?||Dropped; Will you be there?|Yes|No; ¿Vas a venir?|Sí|No;
Asistencia|Sí|No;
Participas?|Sim|Não; Kom je?|Ja|Nee; Kommer du?|Ja|Nej; Ci sarai?|Sì|No; Anwesend|ja|nein; Dabei?|
ja|nein;
Playing Friday?|y|n; Are you in?|in|out; Joining us?|Yes!|No, sorry; Status|Confirmed|Withdrawn;
Attendance|Present|Absent; Withdrawn||Yes; Absent||x; Bierzesz udział?|Tak|Nie; Hrajete?|Ano|Ne;
参加|参加|不参加; 出欠|出席|欠席; 是否参加|是|否; 참가 여부|참가|불참;
Участие|Да|Нет; Gelecek misin?|Evet|Hayır;
Are you coming on Saturday?|Yes|Can't make it; Here today|1|0; Coming|✓|✗; Spielst du mit?|Ja|
Leider nein;
Playing|TRUE|FALSE; Dropped out||Yes; Entschuldigt||x; Krank||x; 参加しますか？|参加します|不参加"""


@pytest.mark.parametrize("question", [one.strip() for one in COMING.replace("\n", "").split(";")])
def test_whoever_says_no_does_not_play(tmp_path: Path, question: str) -> None:
    """Players who say no, in many words, are left out and named. Unknown words are asked about."""
    heading, yes, no = question.split("|")
    text = f'Name,"{heading}"\nAnn,{yes}\nBen,"{no}"\nCy,{yes}\n'
    if error := refusal(lambda: read_as(tmp_path, text)):
        assert "Ben" in error.questions[0].text
        return
    roster = read_as(tmp_path, text)
    assert names_of(roster) == ["Ann", "Cy"]
    assert any("1 left out" in line and "row 3 “Ben”" in line for line in roster.reading)


@pytest.mark.parametrize(
    "answer",
    ["Maybe", "Invited", "Pending", "Tentative", "Not sure yet", "?", "vielleicht", "未定"],
)
def test_whoever_leaves_it_open_is_asked_about(
    tmp_path: Path, ask: Callable[..., RosterError], answer: str
) -> None:
    """An undecided player is neither printed nor dropped until the question is answered."""
    text = f"Name,RSVP\nAnn,Yes\nBen,{answer}\nCy,No\n"
    (question,) = ask(text).questions
    found = [
        names_of(read_as(tmp_path, text, answers=question.answer(one.value)))
        for one in question.choices
    ]
    assert found == [["Ann", "Ben"], ["Ann"]]


OTHERS = (
    "Lunch; Parking; Photo consent; Newsletter; Vegetarian; Bus home; Fotos erlaubt; Mittagessen"
)


def test_a_no_to_something_else_leaves_nobody_out(
    read: Read, ask: Callable[..., RosterError]
) -> None:
    """A no under a heading about something else leaves nobody out; unknown headings are asked
    about.
    """
    for heading in OTHERS.split("; "):
        roster = read(f"Name,{heading}\nAnn,Yes\nBen,No\nCy,Yes\n")
        assert names_of(roster) == ["Ann", "Ben", "Cy"], heading
    text = "Name,Has own board\nAnn,Yes\nBen,No\nCy,Yes\n"
    (question,) = ask(text).questions
    assert [names_of(read(text, column_status=one.value)) for one in question.choices] == [
        ["Ann", "Cy"],
        ["Ann", "Ben", "Cy"],
    ]


LANGUAGES = """Nom complet|Vor- und Nachname|Vorname/Nachname|Förnamn/Efternamn|Nombre y apellidos|
Jugador/a|
Imię i nazwisko|Nombre completo del alumno|Jméno a příjmení|Név|Adı Soyadı|Nome e cognome|
Nome do jogador|Voor- en achternaam|For- og efternavn|Etu- ja sukunimi|Teilnehmer:in|
Name des Kindes|Ime i prezime|Nume și prenume|Ονοματεπώνυμο|Имя и фамилия|姓名|Vorname;Nachname|
Prénom;Nom|Prénom du joueur;Nom du joueur|Nombre;Apellidos|Imię;Nazwisko|Jméno;Příjmení|
Keresztnév;Vezetéknév|Adı;Soyadı|Nome;Cognome|Nome;Apelido|Voornaam;Achternaam|Fornavn;Efternavn|
Förnamn;Efternamn|Fornavn;Etternavn|Etunimi;Sukunimi|Имя;Фамилия|
First name(s) *;Surname / family name|Given Name;Family Name|Player first name;Player last name|
first_name;last_name|firstName;lastName|What is your full name?|Real Name|Participant Name"""


def test_names_are_found_in_many_languages(read: Read) -> None:
    """Whole names, and first and last names, are found next to a number and an address."""
    for headings in LANGUAGES.replace("\n", "").split("|"):
        cells = ["Ann;Lee", "Ben;Okafor"] if ";" in headings else ["Ann Lee", "Ben Okafor"]
        rows = [
            f"{number};{cell};x{number}@example.org" for number, cell in enumerate(cells, start=1)
        ]
        text = "\n".join([f"Nr;{headings};E-mail", *rows])
        assert names_of(read(text)) == ["Ann Lee", "Ben Okafor"], headings


TWO_PEOPLE = """Team;Captain;Member 2|Team;Captain;Player|Nr;Captain;Player 2|
Team;Captain;Co-captain|
Team;Leader;Member|Team;Captain;Members|Team;Captain;Vice-captain|Team;Captain;Name|
Team name;Captain's name;Second player's name|Team;Team captain's name;Team member 2|
Team;First player;Second player|Team;Player A;Player B|Team;Name;Name 2|
Mannschaft;Kapitän;Mitglied|Mannschaft;Name des Teamkapitäns;Teammitglied 2|
Team;Kapitän;Stellvertreter|
Équipe;Capitaine;Équipier|Équipe;Chef d'équipe;Membre 2|Nom de l'équipe;Nom du capitaine;Joueur 2|
Equipo;Capitán;Miembro|Equipo;Nombre del capitán;Integrante 2|Squadra;Capitano;Giocatore 2|
Lag;Lagkapten;Medlem 2|
Team;Aanvoerder;Teamlid 2|Drużyna;Kapitan;Zawodnik 2|Nr;Name;Plus one|Nr;Name;+1|Nr;Name;Guest|
Nr;Name;Additional guests|Nr;Name;Names of other attendees|Nr;Name;Name der Begleitung|
Nr;Full name;Spouse/Partner name|
Nr;Child's name;Sibling's name|Nr;Full name;Child|Nr;Name;Name of accompanying person|
Team;Doubles player 1;Doubles player 2"""


@pytest.mark.parametrize("headings", TWO_PEOPLE.replace("\n", "").split("|"))
def test_of_two_people_in_a_row_nobody_is_dropped(
    read: Read, ask: Callable[..., RosterError], headings: str
) -> None:
    """For a captain and a member, or a player and a guest, one answer is that both play."""
    text = f"{headings}\n1;Ann Lee;Bob May\n2;Cy Young;Dov Adler\n"
    everybody = next(
        one for one in ask(text).questions[0].choices if one.label.startswith("all of them")
    )
    assert names_of(read(text, column_name=everybody.value)) == [
        "Ann Lee",
        "Bob May",
        "Cy Young",
        "Dov Adler",
    ]


STRANGERS = """Emergency contact name|Emergency contact (name and number)|ICE name|Next of kin|
Next of kin name|
Name of person collecting|Authorised pick-up person|Name of person completing this form|
Child's GP name|Doctor's name|
Parent/Guardian full name|Responsible adult|Guest of|Invited by|Accompanied by|Booked by|Paid by|
Name of head|
Headteacher|Coach|Preferred partner|Who invited you?|Names of friends you want to play with|
Last opponent|Preferred opponent|Who do you want to play against?|First choice|First language|
Maiden name|
Name on T-shirt|Other|Any other comments?|Additional information|Member of|Witness name|
Buyer first name|
Personne à contacter en cas d'urgence|Contact d'urgence|Nom du tuteur|Représentant légal|
Contacto de emergencia|Nombre del padre|Persona autorizada a recoger|Nombre del tutor legal|
Nome do encarregado|
Im Notfall zu verständigen|Notfallkontakt Name|Abholberechtigt|Name der Sorgeberechtigten|
Name der Mutter|
Rechnungsempfänger|Accompagnatore|Contatto di emergenza|Nome del tutore|Noodcontact|Naam verzorger|
Navn på foresatt|
Imię i nazwisko rodzica|Jméno zákonného zástupce|Huoltajan nimi|Szülő neve|ФИО родителя"""


@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_players_of_a_row_are_offered(
    players: int, read: Read, ask: Callable[..., RosterError]
) -> None:
    """However many pairs of first and last names a row has, one answer reads all of them."""
    headings = ",".join(["First name,Last name"] * players)
    rows = [",".join(f"{first}{at},Lee{at}" for at in range(players)) for first in ("Ann", "Ben")]
    text = "\n".join([headings, *rows])
    (question,) = ask(text).questions
    everybody = next(choice.value for choice in question.choices if "|" in choice.value)
    roster = read(text, column_name=everybody)
    assert names_of(roster) == [
        f"{first}{at} Lee{at}" for first in ("Ann", "Ben") for at in range(players)
    ]


def test_somebody_else_is_never_a_player_unasked(tmp_path: Path) -> None:
    """Emergency contacts, guardians and wished-for partners are never players without asking."""
    asked = 0
    headings = STRANGERS.replace("\n", "").split("|")
    for heading, name, first in product(headings, ["Full name", "Player name"], [True, False]):
        columns = [(heading, "Mum Lee", "Dad O"), (name, "Ann Lee", "Ben O")][:: 1 if first else -1]
        text = "\n".join(";".join(cells) for cells in zip(*columns, strict=True))
        if error := refusal(partial(read_as, tmp_path, text)):
            assert error.questions[0].key == "column.name", columns
            asked += 1
            continue
        roster = read_as(tmp_path, text)
        assert (names_of(roster), roster.fixtures) == (["Ann Lee", "Ben O"], ()), columns
    assert asked < 4 * len(headings) * 0.1


BYES = """bye|BYE|-- bye --|Bye 1|spielfrei|freilos|exempt|EXEMPTE|not paired|no opponent|
half point bye|
½ bye|descansa|libre|riposo|pauza|wolny los|szabad|vapaa|oversitter|PAB|—|n/a"""


def test_byes_are_known_in_many_words(read: Read) -> None:
    """Byes are recognized in lists of tables and of players."""
    for bye in BYES.replace("\n", "").split("|"):
        for text in (
            f"Table,White,Black\n1,Ann,Ben\n2,Cy,{bye}\n",
            f"Name,Opponent\nAnn,Ben\nBen,Ann\nCy,{bye}\n",
        ):
            last = read(text).fixtures[-1]
            assert (last.table, len(last.players), last.withdrawn) == (None, 1, False), text


WISHES = ("Large print", "Do you need large print?")
ANSWERS = {
    True: """yes|Yes, please|yes please!|YES|y|Y|x|X|1|true|✓|Ja|ja|ja, bitte|Ja gerne|oui|
Oui, s'il vous plaît|sí|
Sí, por favor|si|SI|sì, grazie|sim|tak, proszę|ano, prosím|igen|evet|kyllä kiitos|ja tack|Ja tak|да|
ναι|yep|sure|I need large print|Large print please|large|definitely|Yes - 18pt if possible|TRUE|
wahr|needed""",
    False: """|no|No thanks|no thank you|NO|n|N|0|–|-|False|nein|nein danke|Nein, danke!|non merci|
non|No, gracias|não|
nie, dziękuję|ne|nem|hayır|ei kiitos|nej tack|nej tak|нет|όχι|nope|none|N/A|not needed|not required|
no need|I do not need it|I don't|normal|standard|FALSE|falsch|no trouble""",
    None: (
        "maybe|not sure|only if there is enough|don't know|16|no, but big would help|yes and no|?"
    ),
}


def test_answers_are_understood_in_peoples_own_words(
    read: Read, ask: Callable[..., RosterError]
) -> None:
    """Polite answers, other languages and repeated questions are understood; an empty cell is no;
    the rest is asked.
    """
    for said, texts in ANSWERS.items():
        for answer, heading in product(texts.replace("\n", "").split("|"), WISHES):
            text = f'Name;{heading}\nAnn;"{answer}"\n'
            if said is not None:
                assert read(text).players[0].large_print is said, answer
                continue
            (question,) = ask(text).questions
            choices = [read(text, **{question.key: one.value}) for one in question.choices]
            assert [one.players[0].large_print for one in choices] == [True, False], answer
