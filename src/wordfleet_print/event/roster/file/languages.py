"""The languages of our organisers: the letters that their words have beyond a to z, and what gives a language away.

Letters stand in the order of how common they are, the commonest first: those of languages that write Latin letters
beyond a to z, those of others altogether. Compiled for this programme by hand, tried on names as programmes make them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűų"
_V = f"[{VOWELS}]"
_C = f"[^{VOWELS}]"


@dataclass(frozen=True)
class Language:
    """`never` is what its words never have, `likes` what hardly any other's have; `headings` are words that stand above
    columns in it and in few others; `weight` is how likely it is before anything is read.
    """

    letters: str
    never: str = "(?!)"
    headings: str = ""
    weight: float = 1
    likes: str = "(?!)"

    @property
    def is_whole(self) -> bool:
        """Whether the letters are all that the language has, not only those beyond a to z."""
        return self.letters[0] >= "Ͱ"

    @cached_property
    def odd(self) -> re.Pattern[str]:
        """Finds what its words never have."""
        return re.compile(self.never)

    @cached_property
    def own(self) -> re.Pattern[str]:
        """Finds what its words like to have."""
        return re.compile(self.likes)

    @cached_property
    def heads(self) -> frozenset[str]:
        """The headings, in small letters."""
        return frozenset(self.headings.split())


LANGUAGES = (
    Language(
        "üöäßé",
        r"^ß",
        "vorname nachname verein großdruck linkshänder linkshändig schule klasse spieler teilnehmer tisch gegner",
        2,
    ),
    Language(
        "éèçëïêôîâûàœùüÿæ",
        rf"è(?:{_V}|$)|ê[aeiouydbgz]|ù.|(?<!{_V})ë|æ(?={_V})|[àôî]$.|ï(?={_C}{_C})|ÿ(?!$)|[bdvrzk]î|œ(?![uids])|[rgkd]û|{_V}æ",
        "prénom nom école équipe âge joueur joueuse adversaire gaucher caractères",
        2,
        "œ[uid]|ière$|ème$|[^eiou]ère$|ïs$",
    ),
    Language("áéíóñúü", rf"ñ(?:{_C}|$)|(?<![gq])ü", "nombre apellidos apellido escuela colegio jugador zurdo curso", 2),
    Language(
        "ãáéçíóâêúõôàü",
        r"ã(?![oe])(?<!uã)|õ(?!e)",
        "nome sobrenome apelido escola jogador equipa turma idade",
        1.3,
        "ão$|ães|ões",
    ),
    Language("òàìùèé", r"[àèìòù](?!$)|[ie]è", "nome cognome scuola squadra giocatore avversario", 0.7, "[àèìòù]$"),
    Language("àèéíòóúçïü", rf"è(?:{_V}|$)(?<!cè)|ç(?={_C})", "cognoms escola", 0.3),
    Language(
        "öäåéü", r"^é", "namn förnamn efternamn skola lag vänsterhänt klass nimi etunimi sukunimi koulu joukkue", 1.5
    ),
    Language(
        "øåæéöäü",
        rf"{_V}æ|æ(?:{_V}|$)|ø[aouåæø]|[aeiouåæ]ø|[æøå]w",
        "navn fornavn efternavn etternavn skole klubb hold lag venstrehendt",
        1.5,
    ),
    Language(
        "ëéïöèüç", rf"(?<!{_V})ë|è(?:{_V}|$)", "naam voornaam achternaam vereniging tegenstander linkshandig", 0.7
    ),
    Language(
        "óðíáöþúéýæ",
        r"^ð|þ(?!ó|or|r|u|e|a|i|y|ý|ú|í|á|j|é|ö|v)|(?<=.)(?<!f)(?<!n)(?<!l)(?<!r)(?<!í)þ|[cqwz]|yý|oðlu|[tnkpsl]ð|ðk|ýn$|[kst]ý$",
        "nafn fornafn skóli",
        0.5,
        "sson$|dóttir$|ur$|björn|rún$",
    ),
    Language("óáøíðúýæ", rf"^ð|[cqwxz]|{_V}æ|ø[aeiouíáó]|[íáaeo]ø", "navn", 0.2),
    Language("óáíéú", "[jkqwxz]", "ainm scoil", 0.5),
    Language("ëç", rf"ç{_C}{_C}", "emri mbiemri shkolla", 0.15),
    Language("öäüõšž", "[cqwxy]|õ$", "nimi eesnimi perekonnanimi kool", 0.5),
    Language(
        "łóńąśężćź",
        rf"^[ąęńý]|[qvx]|ó$|[ńćśź]{_V}",
        "imię nazwisko szkoła drużyna klasa stolik gracz zawodnik runda",
        1.2,
        "sk[ia]$|cz|rz|sław",
    ),
    Language(
        "áíéěýřščžůúňťďó",
        r"^[ěůýďťň](?![aeiáéíě])|[qwx]|ř[yýř]|^ě|[^aeiouyáéíóúýělr]ř(?![aeiíěéáu])|[tdn]ů.ů",
        "jméno příjmení škola třída družstvo hráč soupeř velké levák",
        1.2,
    ),
    Language("áíýčšéžúóňťďľôäĺŕ", r"[qwx]|ĺ(?![bčkžnst])|^ĺ|^ŕ", "meno priezvisko škola trieda družstvo hráč", 0.8),
    Language(
        "áéóöíőüűú",
        r"[qx]|ő[aeiouáéíóúöü]|[aeouáéóúö]ő",
        "név neve vezetéknév keresztnév csapat iskola osztály asztal ellenfél játékos egyesület forduló balkezes",
    ),
    Language("ćčšžđ", rf"[qwxy]|ć{_C}{_C}", "ime prezime priimek škola šola razred igrač momčad", 1),
    Language("ăîâşţșț", r"[kqwyî]$|[qwy]", "nume prenume școală şcoală echipa clasa jucător", 0.8, "ă$|escu$|[şţ]$"),
    Language(
        "ışüöğçâîû",
        rf"[qwx]|^ğ|(?<!{_V})ğ|nn$|ss|şy",
        "ad adı soyad soyadı isim takım kulüp okul masa oyuncu rakip sınıf katılımcı solak ad-soyad",
        1.5,
        "oğlu$|ı[mnlrz]$|oğan$|ğ",
    ),
    Language("ėšžūčųįąę", "[qwx]|^[ęąė]", "vardas pavardė mokykla komanda klasė", 0.7, "[aiu]s$|[tl]ė$"),
    Language("āīšņēžūļķģč", "[qwxy]", "vārds uzvārds skola komanda", 0.7, "[aiīe]s$|iņ[ašu]|[žk]š$"),
    Language("оеаитнсрвлкмдпуяыьгзбчйхжшюцщэфъё", r"^[ьыъ]|[аеёиоуыэюя]ь", "", 1.5),
    Language("оеаитнсрвлкмдпуяьгзбчйхжшюцщєіїфґ’'", r"^ь|[аеєиіїоуюя]ь", "", 1),
    Language("аоиетнрсвлкдмпуъгзбчшцяхюйжщфь", r"^ь", "", 0.7),
    Language("аоиејнртсвмлкпдучзгбшцњћђжљхфџѓќѕ", "", "", 0.7),
    Language("оеаітнсрўвлкмдпуяыьгзбчйхжшюцэфё", r"^[ьы]", "", 0.3),
    Language("αοιετσνρκπλμςάγδηόέυίθβωχήφύώξζψϊϋΐΰ", r"ς.|σ$|[^αεου]ϋ|[ΐΰ]{2}", "", 1.5),
)
"""German, French, Spanish, Portuguese, Italian, Catalan, Swedish and Finnish, Danish and Norwegian, Dutch, Icelandic,
Faroese, Irish, Albanian, Estonian, Polish, Czech, Slovak, Hungarian, Croatian and Slovene, Romanian, Turkish,
Lithuanian, Latvian; Russian, Ukrainian, Bulgarian, Serbian and Macedonian, Belarusian; Greek.
"""
