"""The languages of our organisers: their letters, the commonest first, and the headings that give one away."""

from __future__ import annotations

import re
from typing import NamedTuple

VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįıōőœūůűų"
_V = f"[{VOWELS}]"


class Language(NamedTuple):
    """Where it is written, how likely it is before anything is read; its letters, what no word has, its headings."""

    home: str
    weight: float
    letters: str
    never: re.Pattern[str]
    heads: frozenset[str]


_TABLE = rf"""
wctb 2 üöäßé ^ß vorname nachname verein klasse schule spieler teilnehmer tisch gegner
w 2 éèçëïêôîâûàœùüÿæ è({_V}|$)|ê[aeiouydbgz]|ù.|(?<!{_V})ë|æ{_V}|[àôî]$|ÿ.|[bdvrzk]î|œ[^uids]|[rgk]û prénom nom école
w 2 áéíóñúü (?<![gq])ü nombre apellidos apellido escuela colegio jugador
w 1.3 ãáéçíóâêúõôàü ã(?![oe])(?<!uã)|õ(?!e) nome sobrenome apelido escola jogador equipa turma
w 1 òàìùèé [àèìòù](?!$) nome cognome scuola squadra giocatore
w 0.3 àèéíòóúçïü (?!) cognoms escola
w 1.5 öäåéü ^é namn förnamn efternamn skola lag klass nimi etunimi sukunimi koulu joukkue
w 1.5 øåæéöäü {_V}æ|æ{_V}|[æø]$ navn fornavn efternavn etternavn skole klubb hold
w 0.7 ëéïöèüç (?<!{_V})ë naam voornaam achternaam vereniging
w 0.5 óðíáöþúéýæø ^ð|[cqwz]|[aeiouá]þ|[kst]ý$|[tnkpsl]ð|ð[bdgkpst] nafn fornafn skóli
w 0.2 óáíéú [jkqwxz] ainm scoil
w 0.15 ëç (?!) emri mbiemri shkolla
wb 1 öäüõšž [cqwxy]|õ$ nimi eesnimi perekonnanimi kool
c 1.2 łóńąśężćź ^[ąęńý]|[qvx]|ó$|[ńćśź]{_V} imię nazwisko szkoła drużyna klasa gracz zawodnik
c 1.2 áíéěýřščžůúňťďó ^[ěůý]|[qwx]|č[bcdfghlmprstvz]|[^aiá]č$ jméno příjmení škola třída družstvo hráč
c 0.8 áíýčšžéúóňťďľôäĺŕ ^[ĺŕ]|[qwx]|č[bcdfghlmprstvz]|[^aiá]č$ meno priezvisko škola trieda družstvo hráč
c 1 áéóöíőüűú [qx]|[őű]([aeiou]|[ltr][dt]) név neve vezetéknév keresztnév csapat iskola osztály játékos egyesület
c 1 ćčšžđ [qwxy]|č[bcdfghlmprstvz]|[^ai]č$ ime prezime priimek škola šola razred igrač momčad
c 0.8 ăîâşţșț [qwy] nume prenume școală şcoală echipa clasa jucător
t 1.5 ışüöğçâîû [qwx]|^ğ|(?<!{_V})ğ|ğ[kpsşt] ad adı soyad soyadı isim takım kulüp okul masa oyuncu sınıf
b 0.7 ėšžūčųįąę [qwx]|^[ęąė]|š$ vardas pavardė mokykla komanda klasė klubas
b 0.7 āīšņēžūļķģč [qwxy]|[aeiou]š$ vārds uzvārds skola komanda klubs
_ 1.5 оеаитнсрвлкмдпуяыьгзбчйхжшюцщэфъё ^[ьыъ]|[аеёиоуыэюя]ь
_ 1 оеаитнсрвлкмдпуяьгзбчйхжшюцщєіїфґ’' ^ь|[аеєиіїоуюя]ь
_ 0.7 аоиетнрсвлкмдпуъгзбчшцяхюйжщфь ^ь
_ 0.7 аоиеојнртсвмлкпдучзгбшцњћђжљхфџѓќѕ (?!)
_ 0.3 оеаітнсрўвлкмдпуяыьгзбчйхжшюцэфё ^[ьы]
_ 1.5 αοιετσνρκπλμςάγδηόέυίθβωχήφύώξζψϊϋΐΰ ς.|σ$|[^αεου]ϋ|[ΐΰ][ΐΰ]
_ 1 יולאהרמבנשתדגקחעםסןטזכפצףךץ [םןףךץ].|[כמנפצ]$
_ 1 امينرلدهسعوحتبفقكشةجزخصطىأذغضثئآظإءؤیکپگچ [ةىء].
_ 1 านรกมสวพิยทัชตีงณลภธดุอศ์จปคขบรูษแไเฐผ่ญหใำื้ฉโ๊ฏๆซึฤถฑฒฟฎฌฝ ^[ะาิีึืุูั่้๊๋์]
_ 1 ー子田山ンア本美藤ラリ中村川一ス井郎野イルト木ナ大小タマミ原佐キシ林コ松島ハ高清太裕ユ陽里花真香直石 (?!) 氏名 名前
_ 1 王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗梁谢宋唐许韩邓曹彭曾田董伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明 (?!) 姓名 学校
_ 0.6 陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾雅婷怡君志明家豪淑芬俊宏美惠建 (?!) 姓名 學校
_ 1 김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하영수은미경희숙순자민준예상재동승 (?!) 이름 성명 학교
"""
"""German, French, Spanish, Portuguese, Italian, Catalan, Swedish and Finnish, Danish and Norwegian, Dutch, Icelandic
and Faroese, Irish, Albanian, Estonian, Polish, Czech, Slovak, Hungarian, Croatian and Slovene, Romanian, Turkish,
Lithuanian, Latvian; Russian, Ukrainian, Bulgarian, Serbian and Macedonian, Belarusian; Greek, Hebrew, Arabic and
Persian, Thai, Japanese, Chinese in two scripts, Korean. Of languages in Latin letters, those beyond a to z.
"""


def _language(home: str, weight: str, letters: str, never: str, *heads: str) -> Language:
    return Language(home, float(weight), letters, re.compile(never), frozenset(heads))


LANGUAGES = tuple(_language(*line.split()) for line in _TABLE.strip().splitlines())
