#!/bin/sh
# Make the fonts of tracker/fonts and rulebook/fonts (but symbols.woff2) and their licenses, in src/wordfleet_print or
# the folder given:
#
#   sh make_fonts.sh [FOLDER]
#
# Needs npm, and pyftsubset of fonttools 4.68.0 with brotli 1.2 (PYFTSUBSET names another copy of it).
# The same versions give the same bytes; the sums at the end prove it. The licenses of rulebook fonts
# (OFL 1.1, no Reserved Font Name) are in tracker/fonts: both are subsets of the same packages.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/../src/wordfleet_print" && pwd)
mkdir -p "${1:-$here}"
out=$(CDPATH='' cd -- "${1:-$here}" && pwd)
mkdir -p "$out/tracker/fonts" "$out/rulebook/fonts"
pyftsubset=${PYFTSUBSET:-pyftsubset}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# Names on sheets: Latin with every extension the font has, Vietnamese, IPA, combining marks, Greek
# with its accents, Cyrillic, punctuation, currency, superscripts, arrows and mathematics.
# Left out on purpose, so that a check of the cmap refuses them: the soft hyphen, zero-width
# and bidirectional controls.
names='20-7E,A0-AC,AE-52F,E3F,1D00-1FFF,2000-200A,2010-2027,202F-205F,2070-2BFF,2C60-2C7F,A720-A7FF,AB53,FB01-FB02'
# Wordmark and headings of sheets: Latin to Extended-A (all that Saira Stencil has of it), Romanian's
# letters with commas, the capital ß, typographic punctuation.
tabs='20-7E,A0,A1,AB,B7,BB,BF-17F,218-21B,1E9E,2013-2014,2018-201A,201C-201E,2022,2026,2039-203A,2212'
# Codes, counts, words and ids of sheets: Latin to Extended-A, Greek, Cyrillic.
codes='20-7E,A0,B7,C0-17F,218-21B,1E9E,386-3CE,400-45F,490-491,2013-2014,2212'
# Codes and words of a rulebook: capitals of Western Europe, too.
book_codes='20-7E,A0,B7,C0-DE,2013-2014,2026,2212'

# A rulebook's running text: ASCII, Latin-1 and what English typography needs. Other letters are a
# subset of the larger fonts of sheets, made with the page.
text='20-7E,A0-AC,AE-FF,152-153,2013-2014,2018-201A,201C-201E,2020-2022,2026,2030,2039-203A,2044,20AC'
text=$text',2122,2190-2193,2212,2215,2248,2260,2264-2265,2153-2154'
# A rulebook's headings; its codes also have the three dots.
heads='20-7E,A0,A9,AE,B7,C0-FF,D7,2013-2014,2018-201A,201C-201E,2022,2026,2212'

# What strangers' rules hold: emoji without skin tones and flags' letters; boxes of lines, blocks and arrows.
emoji='203C,2049,2139,2194-2199,21A9-21AA,231A-23FF,25FB-25FE,2600-27BF,2934-2935,2B05-2B55,3030,303D,3297,3299'
emoji=$emoji',1F004-1F1E5,1F200-1F3FA,1F400-1FAFF'
boxes='2190-21FF,2500-259F'

# fetch NAME@VERSION: unpack the package into ./package.
fetch() {
    rm -rf package
    archive=$(npm pack --silent "@expo-google-fonts/$1")
    tar -xzf "$archive"
}

# subset CHARACTERS SOURCE TARGET OPTION…: outlines, metrics and character map, without hinting.
subset() {
    characters=$1 source=$2 target=$3
    shift 3
    "$pyftsubset" "package/$source" \
        --output-file="$out/$target" \
        --unicodes="$characters" \
        --no-layout-closure \
        --no-hinting \
        --no-recalc-timestamp \
        --canonical-order \
        "$@"
    chmod 644 "$out/$target"
}

# sheet CHARACTERS SOURCE TARGET: with names, without layout tables, which reportlab does not read.
sheet() {
    subset "$1" "$2" "tracker/fonts/$3" \
        --layout-features='' \
        --drop-tables+=GDEF,GPOS,GSUB,STAT,gasp \
        --name-IDs=0,1,2,3,4,5,6,7,8,9,11,12,13,14,16,17 \
        --notdef-outline
}

# web CHARACTERS SOURCE TARGET: with kerning, ligatures, figures in columns.
web() {
    subset "$1" "$2" "rulebook/fonts/$3" \
        --flavor=woff2 \
        --layout-features=kern,liga,ccmp,locl,mark,tnum,lnum \
        --drop-tables+=STAT,gasp,DSIG \
        --name-IDs=1,2,4,6,13,14
}

# extra CHARACTERS SOURCE TARGET: single signs for a page's "Rulebook Extra", without layout tables.
extra() {
    subset "$1" "$2" "rulebook/fonts/$3" \
        --flavor=woff2 \
        --layout-features='' \
        --drop-tables+=GDEF,GPOS,GSUB,STAT,gasp,DSIG,vhea,vmtx \
        --name-IDs=1,2,4,6,13,14
}

# license TARGET: write the font's license, with plain line ends.
license() {
    awk '{ sub(/[ \t\r]+$/, ""); print }' package/LICENSE_FONT >"$out/tracker/fonts/$1"
}

fetch fira-sans-condensed@0.4.1
sheet "$names" 400Regular/FiraSansCondensed_400Regular.ttf FiraSansCondensed-Regular.ttf
sheet "$names" 500Medium/FiraSansCondensed_500Medium.ttf FiraSansCondensed-Medium.ttf
sheet "$names" 600SemiBold/FiraSansCondensed_600SemiBold.ttf FiraSansCondensed-SemiBold.ttf
sheet "$names" 700Bold/FiraSansCondensed_700Bold.ttf FiraSansCondensed-Bold.ttf
web "$text" 500Medium/FiraSansCondensed_500Medium.ttf text.woff2
web "$text" 500Medium_Italic/FiraSansCondensed_500Medium_Italic.ttf text-italic.woff2
web "$text" 700Bold/FiraSansCondensed_700Bold.ttf text-bold.woff2
license OFL-FiraSansCondensed.txt

fetch saira-stencil@0.4.0
sheet "$tabs" 700Bold/SairaStencil_700Bold.ttf SairaStencil-Bold.ttf
sheet "$tabs" 800ExtraBold/SairaStencil_800ExtraBold.ttf SairaStencil-ExtraBold.ttf
web "$heads" 700Bold/SairaStencil_700Bold.ttf heads.woff2
license OFL-SairaStencil.txt

fetch jetbrains-mono@0.4.1
sheet "$codes" 700Bold/JetBrainsMono_700Bold.ttf JetBrainsMono-Bold.ttf
web "$book_codes" 700Bold/JetBrainsMono_700Bold.ttf codes.woff2
extra "$boxes" 500Medium/JetBrainsMono_500Medium.ttf boxes.woff2
license OFL-JetBrainsMono.txt

fetch noto-emoji@0.4.7
extra "$emoji" 500Medium/NotoEmoji_500Medium.ttf emoji.woff2
awk '{ sub(/[ \t\r]+$/, ""); print }' package/LICENSE_FONT >"$out/rulebook/fonts/OFL-NotoEmoji.txt"

cd "$out"
sha256sum -c - <<'SUMS'
7e22a22c23b5d7d42bda2abed4306b84bf84c5dfc501a25b63bf71790290fe51  tracker/fonts/FiraSansCondensed-Bold.ttf
53a4cc89577783d68c658f279c995bb7ac93b2e8298a04081cd9a671885552c4  tracker/fonts/FiraSansCondensed-Medium.ttf
828cde4092b2aa9d554e0f21cc809947e2e6d9d39b1201daecbf20f03cc55838  tracker/fonts/FiraSansCondensed-Regular.ttf
a814d0bc85bd6bed70e7d3a3a4e9bb691eecf5c65eef698a36f8d53981869e6e  tracker/fonts/FiraSansCondensed-SemiBold.ttf
69f0b009d2f9b8dccbd7180cfe08863d44abc845dc3778c46f636ba754c22b0a  tracker/fonts/JetBrainsMono-Bold.ttf
8f24842e9174beda18a556c2ae7d54f5dc444340c19a3a9ef77e23bca366adbd  tracker/fonts/OFL-FiraSansCondensed.txt
b2fe5e8987594e9ffd1d2ca52a2f5d73eb8335243893c5d6254b5ad69269591d  tracker/fonts/OFL-JetBrainsMono.txt
c8c8e69842d209fcab50b7ccd47b3f49b90008017a030cc4422d43cb598dace3  tracker/fonts/OFL-SairaStencil.txt
35dfffd8043d9a354da6128c5f13e860e33b447ba971b08bc6447e42e014948e  tracker/fonts/SairaStencil-Bold.ttf
a211abd482b8f07c6674d59a0cb68bba80d8d22f79fb1a5d0898c380494d9e7a  tracker/fonts/SairaStencil-ExtraBold.ttf
79d348cb5161481f603dcda564fb129a9b2c11d7012dcad820af045fed75c020  rulebook/fonts/OFL-NotoEmoji.txt
f290479d53caa609cc71e7a07adaa8889e9d8b6f7d557295cc27c9e5e258a0d1  rulebook/fonts/boxes.woff2
cd3530f536981e5b69e314a4d8deec5031f2059322dd15bf9a9efee4a3a3e209  rulebook/fonts/codes.woff2
a3e415fda6989af813d5ebd72a134ce231063438ccb3398cbf0a9f6bf63683fd  rulebook/fonts/emoji.woff2
9b000064e732ace2d0a1e3a3e5808c3d30eee77fa0ec811d5f73150a87534da5  rulebook/fonts/heads.woff2
5bc6fcf8cb7b7bfc02f4bd4a3f8c3ef7aad1871f26c7050cddb4b57196424ca9  rulebook/fonts/text-bold.woff2
7510c6037e552f5bdb2feeec56cb0c931409326121e66540f8d1a2c9bdb0c330  rulebook/fonts/text-italic.woff2
d49493f9be2eb851e5c367be2d4e5f991ad277e365c3792f076a1267d4c26ccd  rulebook/fonts/text.woff2
SUMS
