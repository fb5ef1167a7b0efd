"""The words of headings, in the languages there are: whole headings by their use, and single words by their sense.

All are compared in `plain` form, without case and accents.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from functools import cache

from wordfleet_print.event.roster.uses import Use
from wordfleet_print.sheet.captain import plain

BARE_NAME = (
    "name nom nombre nome nimi naam navn namn nafn imie imię jmeno meno nev név nevek όνομα имя име ім'я ad adı isim "
    "vardas ime nume nama ainm enw izena vārds nimed namen names emri tên 姓名 名前 氏名 이름 성명 الاسم שם"
)
"""Headings that mean a whole name, or what is left of it where a first or last name has a column of its own."""

HEADINGS: Mapping[Use, str] = {
    Use.NAME: """captain, captains, captain name, player, players, participant, participants, contestant,
        competitor, entrant, entrants, people, child, children, pupil, pupils, student, students, learner,
        attendee, attendees, guest, guests, member, candidate, team captain, team member, club member,
        joueur, joueuse, joueurs, capitaine, participante, participantes, élève, élèves, enfant, inscrit,
        invité, adhérent, licencié, étudiant, jugador, jugadora, jugadores, capitán, capitana, alumno,
        alumna, alumnos, alumnado, asistente, estudiante, niño, niña, spieler, spielerin, kapitän,
        kapitänin, mannschaftsführer, teilnehmer, teilnehmerin, teilnehmende, schüler, schülerin,
        schülerinnen, kind, kinder, gast, mitglied, person, giocatore, giocatrice, giocatori, capitano,
        partecipante, alunno, alunna, studente, iscritto, bambino, jogador, jogadora, jogadores, capitão,
        aluno, aluna, speler, spelers, deelnemer, deelnemers, kapitein, leerling, lid, spiller, spillere,
        kaptajn, kaptein, spelare, kapten, deltager, deltagere, deltaker, deltakere, deltagare, elev,
        elever, medlem, barn, pelaaja, pelaajat, kapteeni, osallistuja, oppilas, gracz, gracze, kapitan,
        uczeń, uczestnik, zawodnik, hráč, hráči, účastník, žák, závodník, játékos, résztvevő, tanuló,
        versenyző, παίκτης, μαθητής, ονοματεπώνυμο, игрок, участник, ученик, капитан, фио, гравець,
        учасник, учень, oyuncu, öğrenci, katılımcı, jucător, elevă, igrač, učenik, nama lengkap, họ tên,
        họ và tên, who, who are you, who is playing, who will be playing, delegate, delegates, registrant,
        invitee, enrollee, contender""",
    Use.FIRST: """first, firstname, forename, forenames, given, given names, christian name, prénom, prénoms,
        vorname, vornamen, rufname, nombre de pila, nome proprio, nome próprio, primeiro nome,
        primer nombre, nombre propio, voornaam, voornamen, roepnaam, fornavn, förnamn, tilltalsnamn,
        etunimi, keresztnév, utónév, křestní jméno, prenume, fname, initials, voorletters, eesnimi, vorn,
        ad""",
    Use.INFIX: """infix, tussenvoegsel, tussenvoegsels, tussenv, tussen, tsv, tv, voorvoegsel, voorvoegsels,
        namenszusatz, vorsatzwort, name particle, nobiliary particle""",
    Use.LAST: """last, lastname, surname, surnames, family, second name, nachname, nachnamen, familienname,
        langname, zuname, nom de famille, patronyme, apellido, apellidos, primer apellido, cognome,
        sobrenome, apelido, achternaam, familienaam, etternavn, efternavn, efternamn, sukunimi, nazwisko,
        příjmení, priezvisko, vezetéknév, családnév, επώνυμο, επίθετο, фамилия, прізвище, soyad, soyadı,
        soyisim, pavardė, prezime, priimek, uzvārds, perekonnanimi, soyadınız, soyadın, lname, nachn,
        cognoms, primer cognom, abizenak, abizena, sloinne, cyfenw, mbiemri, soyadi""",
    Use.SECOND_LAST: "segundo apellido, apellido 2, apellido2, second surname, second last name, apellido materno",
    Use.CLUB: """club, clubs, team, teams, school, schools, class, form, group, library, organisation,
        organization, affiliation, institution, company, branch, troop, troupe, society, house,
        tutor group, reg group, reg, équipe, école, classe, groupe, association, établissement, collège,
        lycée, société, equipo, escuela, colegio, clase, grupo, instituto, entidad, centro, verein,
        mannschaft, schule, klasse, gruppe, stammklasse, squadra, scuola, società, circolo, gruppo,
        equipe, clube, escola, turma, vereniging, school, klas, groep, klub, klubb, ploeg, skole, skola,
        lag, hold, forening, förening, klass, joukkue, seura, koulu, luokka, drużyna, szkoła, klasa,
        družstvo, škola, oddíl, třída, csapat, iskola, osztály, egyesület, ομάδα, σύλλογος, σχολείο, τάξη,
        клуб, команда, школа, класс, клас, kulüp, kulüb, kulübü, takım, okul, sınıf, klubas, komanda,
        mokykla, clasă, școală, echipă, momčad, razred, klubi, klubs, kluba, clwb, félag, skóli, ysgol,
        scoil, eskola, kool, skola, shkolla, klubi""",
    Use.TABLE: """table, tables, board, boards, desk, mesa, tisch, brett, tavolo, tafel, bord, pöytä, stół, stolik,
        stůl, stol, asztal, tábla, τραπέζι, стол, стіл, masa, stalas, échiquier, šach, scacchiera, tablero, tabuleiro,
        szachownica, šachovnice, доска, laud, tbl, bo, bd, brd, ech, éch, br, table tbl, masă, табела,
        maza""",
    Use.SEAT: """seat, chair, place, position, colour, color, siège, asiento, silla, puesto, sitz, platz,
        sitzplatz, farbe, couleur, posto, lugar, assento, stoel, plaats, plads, plass, plats, paikka,
        miejsce, místo, ülőhely, θέση, место, koltuk, vieta""",
    Use.ROUND: """round, rounds, rd, rnd, match, tour, ronde, manche, ronda, vuelta, runde, rde, turno, rodada,
        omgang, runda, omgång, kierros, kolo, forduló, γύρος, тур, раунд, tur, ratas, rond""",
    Use.OPPONENT: """opponent, opponents, versus, vs, v, against, plays, plays against, playing against, rival,
        adversary, adversaire, contre, oponente, adversario, adversaria, contra, contrincante, gegner,
        gegnerin, gegen, avversario, avversaria, contro, adversário, adversária, tegenstander, tegen,
        modstander, motstander, motståndare, mod, mot, vastustaja, przeciwnik, soupeř, protihráč, súper,
        ellenfél, αντίπαλος, соперник, противник, суперник, rakip, protivnik, adversar""",
    Use.LARGE_PRINT: """large, print size, text size, font size, letter size, size of print, gros caractères,
        grands caractères, letra grande, letras grandes, letras ampliadas, texto ampliado, grosse schrift,
        große schrift, große buchstaben, caratteri grandi, stampa grande, grote letters, groot lettertype,
        stor skrift, store bogstaver, store bokstaver, stora bokstäver, stor stil, stor text,
        isot kirjaimet, iso teksti, duży druk, duża czcionka, velké písmo, velký tisk, nagy betű,
        nagy betűs, büyük yazı, büyük punto, крупный шрифт, великий шрифт, caractères agrandis,
        μεγάλα γράμματα, caractere mari, stórt letur, letra ampliada""",
    Use.LEFT_HANDED: """left, left hand, left handed, left hander, lefty, writing hand, main gauche, mano izquierda,
        linke hand, handedness, links, gaucher, zurdo, main d'écriture, schreibhand, skrivehånd""",
    Use.NEEDS: """needs, access, access needs, accessibility, accommodations, adjustments, requirements,
        additional needs, special needs, special requirements, access requirements, support needs,
        barrierefreiheit, besonderheiten, besondere bedürfnisse, accessibilité, besoins particuliers,
        accesibilidad, necesidades especiales, comments, comment, notes, note, remarks, remark,
        anything else, bemerkung, bemerkungen, anmerkung, anmerkungen, hinweise, remarques, remarque,
        commentaire, commentaires, observaciones, comentarios, opmerking, opmerkingen, kommentar,
        kommentarer, bemærkninger, uwagi, poznámka, poznámky, megjegyzés, huomautus, lisätiedot, notlar,
        примечание, osservazioni, observações""",
    Use.STATUS: """status, attendee status, ticket status, order status, registration status, booking status, state,
        attending, coming, rsvp, attendance, cancelled, canceled, withdrawn, waitlisted,
        waitlist, refunded, storniert, abgesagt, teilnahme, statut, estado,
        stato, zusage""",
}
"""Whole headings. Where one is a single word, the word has its sense in longer headings too."""


class Sense(Flag):
    """What a word of a heading speaks of."""

    NAME = auto()
    FULL = auto()
    REAL = auto()
    PERSON = auto()
    OTHER = auto()
    """Somebody who does not play: a parent, whoever has paid."""
    CALLED = auto()
    """A name that is chosen: a nickname, what is preferred."""
    ACCOUNT = auto()
    FIRST = auto()
    LAST = auto()
    INFIX = auto()
    CLUB = auto()
    TABLE = auto()
    SEAT = auto()
    ROUND = auto()
    OPPONENT = auto()
    WHITE = auto()
    BLACK = auto()
    BIG = auto()
    PRINT = auto()
    BIG_PRINT = auto()
    LEFT_HANDED = auto()
    NEEDS = auto()
    STATUS = auto()
    NUMBER = auto()
    FACT = auto()
    """A date, an address, a price …: never a name."""
    THING = auto()
    """Something that has a name of its own: an event, a ticket."""
    ASKING = auto()
    """What says nothing of the column: articles, the words of a question."""
    AND = auto()


_SENSES: Mapping[Sense, str] = {
    Sense.NAME: f"""{BARE_NAME}
        imiona jméno called appelles appelez appelle llamas llama llamo chiami chiama heisst heissen heet
        heter hedder nazywasz jmenuješ lastfirst firstlast fullname neve neved adınız adın adını nimesi
        nombres adınız adın adını neved ismi ismin""",
    Sense.FULL: """full whole complete complet complète completo completa entero vollständiger vollständige voller
        ganzer volledige hela hele fullständigt fulde fulle koko pełne celé teljes tam lengkap fullname
        пълно полное повне""",
    Sense.REAL: "real actual true echter wirklicher richtiger réel véritable verdadero vero echte riktiga",
    Sense.PERSON: """kindes spielers schülers teilnehmers deltagarens elevens spillerens spelarens barnets pelaajan
        hráče gracza ucznia uczestnika zawodnika žáka účastníka oyuncunun öğrencinin játékosok игрока участника
        person persons holder ticketholder""",
    Sense.OTHER: """buyer purchaser payer customer client billing bill invoice booker booking booked organiser organizer
        parent parents guardian guardians carer mother father mum dad emergency contact coach trainer
        teacher tutor manager host sponsor referrer referee arbiter recipient shipping delivery cardholder
        sender leader responsable accompagnant acheteur parents père mère professeur entraîneur facturation
        käufer besteller eltern elternteil mutter vater erziehungsberechtigter erziehungsberechtigte
        ansprechpartner kontakt notfall notfallkontakt lehrer klassenlehrer trainer rechnung
        rechnungsadresse comprador padre madre tutor tutora profesor contacto acquirente genitore genitori
        contatto referente koper ouder ouders contactpersoon docent køber kontaktperson forælder forældre
        vårdnadshavare målsman kontaktuppgifter opiekun rodzic kupujący rodič kupující szülő vásárló veli
        huoltaja покупатель родитель encargado pai mãe responsável""",
    Sense.CALLED: """nick nickname preferred known alias handle gamertag screen pseudo pseudonyme apodo spitzname
        bijnaam öknamn kaldenavn lempinimi przydomek přezdívka becenév takma display artist legal""",
    Sense.ACCOUNT: "username user login account kürzel kurzname kurz short sis usuario utilisateur benutzername",
    Sense.WHITE: """white whites weiss weiß blanc blancs blancas blanca blanco bianco brancas branco wit hvid hvit vit
        valkea valkoinen białe biały bílý bílí bílá világos fehér beyaz белые белый білі λευκά valge
        bijeli alb home heim domicile local thuis hjemme hemma hazai casa koti dom""",
    Sense.BLACK: """black blacks schwarz noir noirs negras negra negro nero pretas preto zwart sort svart musta czarne
        czarny černý černí černá sötét fekete siyah чёрные черные чёрный чорні μαύρα must crni negru away
        auswärts extérieur visitante visitor uit ude borta vendég ospite fora vieras""",
    Sense.BIG: """large big bigger larger enlarged gross grosse grosser grossen größere größerer vergrößert grand grande
        grandes grands gros agrandis agrandi ampliada ampliadas grandi grote groot groter stor stora store större større
        iso isot isoja isompi duży dużego dużym duża dużą dużej duże większy większa velký velké velkého velkým velkými
        nagy nagyobb büyük крупный крупного крупным большой μεγάλα mari mare""",
    Sense.PRINT: """print printing type text font fonts letters lettering schrift schriftart buchstaben druck caractères
        police impression letra letras impresión caratteri stampa lettertype skrift skrifttype bogstaver bokstaver
        bokstäver stil kirjaimet kirjaimia teksti tekstiä druk druku drukiem czcionka czcionki czcionkę czcionką písmo
        písma písmem tisk tisku betű betűs betűk betűméret yazı yazıya yazılı punto puntolu baskı шрифт шрифта шрифтом
        γράμματα caractere""",
    Sense.BIG_PRINT: """largeprint bigprint grossdruck grossschrift grosschrift grootletter grootletterdruk storstil
        storskrift magnaprint nagybetűs nagybetű""",
    Sense.LEFT_HANDED: """lefthanded lefthander lefty handed handedness hand hands gaucher gauchère gauchers zurdo zurda
        linkshänder rechtshänder linkshänderin linkshändig linkshänderinnen händigkeit mancino mancina
        canhoto canhota esquerdino linkshandig venstrehåndet venstrehendt keivhendt vänsterhänt vänsterhänd
        vasenkätinen leworęczny leworęczna levák balkezes αριστερόχειρας левша шульга solak stângaci
        örvhentur ljevak""",
    Sense.NUMBER: """no nr num number numero número numéro nummer number numer číslo szám id ids ref reference code
        codes idx index rank rang ranking pos lp poř sorsz tnr snr startnr startnummer sno sl seed serial
        uid uuid guid upn uln adno key rnk plassering sıra""",
    Sense.FACT: """email mail emails courriel correo phone tel telephone telefon mobile cell téléphone teléfono handy
        handynummer telefonnummer telefoon mobiel gsm puhelin fax address adresse adress dirección indirizzo
        adres osoite street postcode zip plz date dates datum datums fecha data dátum tarih birth birthday
        dob born geburtsdatum geburtstag geb naissance né née nacimiento nascita age ages alter âge edad età
        leeftijd ålder alder wiek kor gender sex geschlecht sexe sexo genre geslacht kön køn pronoun
        pronouns time times timestamp uhrzeit zeit heure hora zeitstempel horodateur start end begin
        submitted submission completion completed created updated modified registered registration rating
        ratings rtg elo fide dwz ecf uscf nwz grade grades level niveau score scores points pts pkt punkte
        puntos punti points buchholz wins losses draws result results ergebnis erg résultat resultado
        risultato uitslag res tiebreak type category kategorie catégorie categoría price preis prix precio
        amount betrag total fee fees paid payment payments bezahlt paye currency refund discount coupon vat
        tax quantity qty count size anzahl menge cantidad ip latitude longitude browser device url link
        photo picture image signature consent agree terms conditions gdpr newsletter marketing diet dietary
        allergies allergy vegetarian meal shirt tshirt country land nation nationality fed federation pays
        país nationalité checked checkin scanned barcode qr title titel anrede salutation honorific mr
        duration prefix progress finished channel language locale source attempt hear heard why how many
        often played year years jahr jahrgang ano año année leaving login suffix middle membership since
        zahlung notizen seats tickets experience beginner confirm""",
    Sense.THING: """event ticket tickets product item items order orders purchase file files list liste lista lijst form
        forms tournament competition game games evento événement veranstaltung billet entrada biglietto
        bestellung produkt artikel turnier tournoi torneo category session slot tariff tier release section
        sektion schlüssel network collector respondent submit response tariff entry pet street""",
    Sense.ASKING: """what whats is s the a an of your you yours are am i my me please enter type write provide state
        tell give us in for from do does did would should will like to be it this that as appear on which
        who whom and/or needed need needs required require requires want wish if yes no any optional
        mandatory field question answer response oder or vor voor etu badge city town location where play
        plays playing represent belong sheet format version with by at der die das des dem den ihr ihre
        ihren dein deine deinen sie du wie ist lautet bitte eingeben angeben von vom aus für ein eine
        brauchst brauchen benötigst benötigen benötigt möchten möchtest sind bist in welcher welche
        welchem welchen kommst spielst le la les l d de du des quel quelle est ton ta tes votre vos
        comment tu vous t avez as besoin êtes es veuillez indiquer saisir un une pour el los las del cuál
        cual es tu su sus cómo como se te su necesitas necesita es usted eres por favor il lo gli i di
        della dello dei qual è il tuo tua suo sua come ti hai bisogno sei o os do da dos das seu sua
        precisa het van je jouw uw wat heb nodig bent van der en et jij ditt din hvad hvilken hvilket vad
        vilken vilket behöver du er är har af av att jaki jakie jest twoje twój masz jak się czy
        potrzebujesz w na ve mi nasıl ne senin mikä on sinun ja badge city ort stadt ville ciudad mer also
        legal""",
    Sense.AND: "and und et y e i en og och ja a és ve και и та şi și amp",
}

_BY_USE = {
    Use.NAME: Sense.PERSON,
    Use.FIRST: Sense.FIRST,
    Use.INFIX: Sense.INFIX,
    Use.LAST: Sense.LAST,
    Use.CLUB: Sense.CLUB,
    Use.TABLE: Sense.TABLE,
    Use.SEAT: Sense.SEAT,
    Use.ROUND: Sense.ROUND,
    Use.OPPONENT: Sense.OPPONENT,
    Use.NEEDS: Sense.NEEDS,
    Use.STATUS: Sense.STATUS,
}
_ONLY_ALONE = """
    form reg house hold lag left large links platz place plats position match tour tur turno v mod mot ad masa bo bd
    brd br tbl ech given family who person state colour color coming access notes note comment comments needs tv
    kind since people lid voor rd plays centro kolo bord laud stol place puesto initials group
"""
"""Words that mean a use where they are the whole heading, and too many other things in longer ones."""
_GLUED = "liste list lijst lista name namen naam namn navn nimi nummer nr number no id nev"
"""What words of one language are made of with others: Spielername, Tischnummer."""


def plain_words(text: str) -> frozenset[str]:
    """The words of a text, each in `plain` form."""
    return frozenset(map(plain, text.split()))


def plain_phrases(text: str) -> frozenset[str]:
    """What stands between the commas of a text, each in `plain` form."""
    return frozenset(map(plain, text.split(","))) - {""}


@cache
def whole_headings() -> Mapping[str, Use]:
    """The use of each whole heading that is known."""
    known = {plain(word): Use.NAME for word in BARE_NAME.split()}
    for use, said in HEADINGS.items():
        for heading in said.split(","):
            known.setdefault(plain(heading), use)
    return known


@cache
def bare_names() -> frozenset[str]:
    """The headings that mean a name and do not say which part."""
    return plain_words(BARE_NAME)


@cache
def senses() -> Mapping[str, Sense]:
    """The senses of each word that is known."""
    known: dict[str, Sense] = {}
    alone = plain_words(_ONLY_ALONE)
    for sense, said in _SENSES.items():
        for word in said.split():
            for part in plain(word).split():
                known[part] = known.get(part, Sense(0)) | sense
    for heading, use in whole_headings().items():
        if " " not in heading and heading not in alone and heading not in bare_names() and use in _BY_USE:
            known[heading] = known.get(heading, Sense(0)) | _BY_USE[use]
    for word in ("given", "family", "second", "colour", "color", "group", "first", "last"):
        known[word] = known.get(word, Sense(0)) | (Sense.CLUB if word == "group" else Sense.ASKING)
    return known


@cache
def _phrases(use: Use) -> tuple[str, ...]:
    """The whole headings of a use that have several words, with a space around each."""
    return tuple(f" {known} " for known, of in whole_headings().items() if of is use and " " in known)


def has_phrase(use: Use, text: str) -> bool:
    """Whether a text in `plain` form holds one of the longer headings of a use."""
    padded = f" {text} "
    return any(phrase in padded for phrase in _phrases(use))


def counts_rows(word: str) -> bool:
    """Whether a word of a heading speaks of numbers: “No.”, “rank”."""
    return bool(senses().get(word, Sense(0)) & Sense.NUMBER)


@cache
def parts(word: str) -> tuple[str, ...]:
    """The words that a word is made of, where it is not known itself: “spielername” is “spieler” and “name”."""
    if word not in senses():
        for end in map(plain, _GLUED.split()):
            stem = word.removesuffix(end)
            for made in (stem, stem.removesuffix("s"), stem.removesuffix("n"), f"{stem}s"):
                if stem != word and made in senses() and len(made) > 2:
                    return made, end
    return (word,)
