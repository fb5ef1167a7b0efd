"""What people write in a cell: yes and no in their own words, numbers with a word beside them, byes."""

from __future__ import annotations

import re
from functools import lru_cache

from wordfleet_print.event.roster.uses import Use
from wordfleet_print.event.roster.vocabulary.words import Sense, has_phrase, plain_phrases, plain_words, senses
from wordfleet_print.sheet.captain import plain

_YES = plain_words(
    """yes y x 1 true on ja j jo jap jawohl oui o ouais si sim s tak da evet kyllä joo igen ano áno taip jah jā да ναι
    так hai はい 是 예 네 wahr vrai vero verdadero verdadeiro yep yeah yup yea aye ok okay sure definitely absolutely
    certainly indeed please bitte gerne unbedingt natürlich claro certainement bien-sûr needed required necessary"""
)
_NO = plain_words(
    """no n 0 false off nein non nei nee nej não nem nie ne hayır ei ní ikke inte nicht kein keine keines niet geen nope
    nah never not none nil нет ні όχι falsch faux falso aucun aucune ninguno ninguna nessuno nessuna brak nincs yok
    without pas ohne sans sin senza zonder uden utan unnecessary normal standard regular usual default small right"""
)
_REFUSALS = plain_words("no nein non nope nee nej")
_WANTED = plain_words("please bitte needed required need preferred preferably yes ja oui")
_UNSURE = plain_words(
    """maybe perhaps but unsure sometimes possibly except unless depends vielleicht aber manchmal peut-être parfois mais
    quizá quizás pero forse ma misschien maar måske men kanske? kanske ehkä może ale możná talán ama"""
)
_NOT_SURE = re.compile(r"not? (sure|certain)|don t know|dont know|weiss nicht|je ne sais pas|no se\b|non so\b|no idea")
_MARKED = {"✓": True, "✔": True, "☑": True, "✅": True, "👍": True, "+": True} | dict.fromkeys(
    ("-", "–", "—", "✗", "✘", "☐", "❌", "/", "./.", "n/a", "N/A"), False
)
_SAME = {Use.LARGE_PRINT: Sense.BIG | Sense.BIG_PRINT, Use.LEFT_HANDED: Sense.LEFT_HANDED}
_LARGE = plain_words(
    "large big bigger larger enlarged gross grosse grand grande stor stora groot grote gros iso duży nagy büyük"
)
_LEFT = plain_words(
    "left lefty left-handed links linkshänder linkshänderin linkshändig gauche gaucher gauchère izquierda zurdo zurda "
    "mancino canhoto"
)
_RIGHT = plain_words(
    "right right-handed rechts rechtshänder droite droitier droitière derecha diestro destra ambidextrous both beide"
)


def wish(text: str, use: Use) -> bool | None:
    """What an answer says: yes, no, or None where it cannot be told. `use` is what was asked.

    “Yes, please”, “nein danke” and “I need large print” are told by their first words; what says both is not.
    """
    words = plain(text).split()
    if text in _MARKED or not words:
        return _MARKED.get(text)
    said = " ".join(words)
    if _NOT_SURE.search(said):
        return None
    if words[0] in _YES:
        return None if {*words[1:]} & _REFUSALS else True
    if use is Use.LEFT_HANDED and {*words} & _RIGHT:
        return None if {*words} & _LEFT else False
    return _wish_inside(words, said, use)


def _wish_inside(words: list[str], said: str, use: Use) -> bool | None:
    """What an answer says that does not begin with yes."""
    denied = words[0] in _NO or {*words} & _NO - {"s", "n", "ne"} or said.startswith(("don t", "i don t", "i do not"))
    if {*words} & _UNSURE or denied:
        return False if denied and not {*words} & _UNSURE else None
    agreed = {Use.LEFT_HANDED: _LEFT, Use.LARGE_PRINT: _LARGE}.get(use, frozenset()) | _WANTED
    told = any(senses().get(word, Sense(0)) & _SAME.get(use, Sense(0)) for word in words)
    return True if told or {*words} & agreed else None


_DENIED = plain_words("no not don dont doesn isn without nicht kein keine non pas nessun geen ingen")
_SURELY_LEFT = _LEFT - plain_words("left links gauche izquierda")


@lru_cache(maxsize=4096)
def wishes_in(text: str) -> tuple[Use, ...]:
    """What a remark in one's own words asks for: “could I have large print, please”; nothing where it says no."""
    said = plain(text)
    words = {*said.split()}
    if words & _DENIED:
        return ()
    sense = Sense(0)
    for word in words:
        sense |= senses().get(word, Sense(0))
    big = sense & Sense.BIG_PRINT or (sense & Sense.BIG and sense & Sense.PRINT) or has_phrase(Use.LARGE_PRINT, said)
    handed = "left handed" in said or words & _SURELY_LEFT
    return tuple(use for use, told in ((Use.LARGE_PRINT, big), (Use.LEFT_HANDED, handed)) if told)


_NUMBERED = re.compile(
    r"(?:(?:table|tables|board|tisch|brett|table no|mesa|tavolo|tafel|bord|stolik|stol|round|runde|ronde|ronda|turno|"
    r"rodada|"
    r"omgang|omgång|kierros|runda|kolo|forduló|tour|тур|no|nr|t|r|b)[\s.#:]*)?([0-9]{1,9})"
    r"(?:[.ºª]|st|nd|rd|th|er|re|ère|e|ème|(?:\.?\s*(?:runde|ronda|tour|runda|kolo|omgang|omgång|forduló|round)))?",
    re.IGNORECASE,
)


def whole_number(text: str, most: int) -> int | None:
    """A number in plain ASCII digits from 1 to `most`, a word such as “Table” beside it or none; else None.

    `int()` takes far more than people mean.
    """
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found and 1 <= int(found[1]) <= most else None


_BYES = plain_words(
    """bye byes frei freilos spielfrei kampflos libre exempt exempte exemptee exento exenta descansa descanso none
    nobody noone vrij riposo riposa folga isento oversidder oversitter oversittare friplats frirunde frirunda
    frirond fri huili vapaa pauza pauzuje wolny pause volno volny szabad eronyero erőnyerő bay libero свободен
    пропуск выходной hpb zpb fpb pab unpaired niesparowany"""
)
_BESIDE_BYES = plain_words(
    "half full zero point points pt pts requested pairing allocated round los the a no opponent 0 1 2 5 x los"
)
_BYE_PHRASES = plain_phrases(
    """not paired, no opponent, no pairing, no game, n/a, nicht gepaart, nicht ausgelost, non apparié, non
    appariée, sin rival,  no emparejado, no pareado, turno di riposo, sits out, sitting out, kein gegner, sans
    adversaire, no partner, alone,  wolny los, volný los, not playing, half point bye, 1/2, 0.5"""
)


def is_bye(text: str) -> bool:
    """Whether a cell for an opponent says that there is none; dashes come down to nothing, as an empty cell does."""
    letters = plain(text)
    words = {*letters.split()}
    return not letters or letters in _BYE_PHRASES or bool(words & _BYES and words <= _BYES | _BESIDE_BYES)


_WITHDRAWN = plain_phrases(
    """withdrawn, withdrew, withdraws, withdrawal, dropped, dropped out, drop, dropout, drop out, retired, left, gone,
    gone home, out, wd, zurückgezogen, ausgeschieden, abgemeldet, ausgestiegen, aufgegeben, abgereist, rückzug, abandon,
    abandonné, retiré, retirée, parti, partie, retrait, retirado, retirada, retira, abandona, abandono, baja, desistiu,
    desistência, ritirato, ritirata, ritiro, teruggetrokken, uitgevallen, gestopt, utgått, avbröt, struken, hoppat av,
    udgået, trukket, trukket seg, keskeyttänyt, luopunut, wycofany, wycofana, wycofał się, wycofała się, odstoupil,
    odstoupila, visszalépett, çekildi"""
)


def is_withdrawn(text: str) -> bool:
    """Whether a cell for an opponent says that the player has left the event."""
    return plain(text) in _WITHDRAWN


def is_open(text: str) -> bool:
    """Whether a cell for an opponent says that nobody knows yet."""
    return plain(text) in {"tbd", "tba", "tbc", "to be decided", "to be announced", "offen", "a determiner"}
