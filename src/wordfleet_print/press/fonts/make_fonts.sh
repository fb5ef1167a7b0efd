#!/bin/sh
# Make the subset fonts and their licences beside this script, or in the folder given:
#
#   sh make_fonts.sh [FOLDER]
#
# Needs npm, and pyftsubset of fonttools 4.68.0 (PYFTSUBSET names another copy of it).
# The same versions give the same bytes; the sums at the end prove it.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "${1:-$here}"
out=$(CDPATH='' cd -- "${1:-$here}" && pwd)
pyftsubset=${PYFTSUBSET:-pyftsubset}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# Names: Latin with every extension the font has, Vietnamese, IPA, combining marks, Greek
# with its accents, Cyrillic, punctuation, currency, superscripts, arrows and mathematics.
# Left out on purpose, so that a check of the cmap refuses them: the soft hyphen, zero-width
# and bidirectional controls.
names='20-7E,A0-AC,AE-52F,E3F,1D00-1FFF,2000-200A,2010-2027,202F-205F,2070-2BFF,2C60-2C7F,A720-A7FF,AB53,FB01-FB02'
# Wordmark and tabs: fixed English, with typographic punctuation.
tabs='20-7E,A0,B7,D7,2013-2014,2018-2019,201C-201D,2022,2026,2212'
# Codes, counts and ids.
codes='20-7E,A0,B7,D7,2013-2014,2212'

# fetch NAME@VERSION: unpack the package into ./package.
fetch() {
    rm -rf package
    archive=$(npm pack --silent "@expo-google-fonts/$1")
    tar -xzf "$archive"
}

# subset CHARACTERS SOURCE TARGET: outlines, metrics, character map and names; no hinting and no
# layout tables, which reportlab does not read.
subset() {
    "$pyftsubset" "package/$2" \
        --output-file="$out/$3" \
        --unicodes="$1" \
        --layout-features='' \
        --no-layout-closure \
        --no-hinting \
        --drop-tables+=GDEF,GPOS,GSUB,STAT,gasp \
        --name-IDs=0,1,2,3,4,5,6,7,8,9,11,12,13,14,16,17 \
        --notdef-outline \
        --no-recalc-timestamp \
        --canonical-order
    chmod 644 "$out/$3"
}

# licence TARGET: the font's licence as the package has it, with plain line ends.
licence() {
    awk '{ sub(/[ \t\r]+$/, ""); print }' package/LICENSE_FONT >"$out/$1"
}

fetch fira-sans-condensed@0.4.1
subset "$names" 500Medium/FiraSansCondensed_500Medium.ttf FiraSansCondensed-Medium.ttf
subset "$names" 600SemiBold/FiraSansCondensed_600SemiBold.ttf FiraSansCondensed-SemiBold.ttf
subset "$names" 700Bold/FiraSansCondensed_700Bold.ttf FiraSansCondensed-Bold.ttf
licence OFL-FiraSansCondensed.txt

fetch saira-stencil@0.4.0
subset "$tabs" 700Bold/SairaStencil_700Bold.ttf SairaStencil-Bold.ttf
subset "$tabs" 800ExtraBold/SairaStencil_800ExtraBold.ttf SairaStencil-ExtraBold.ttf
licence OFL-SairaStencil.txt

fetch jetbrains-mono@0.4.1
subset "$codes" 700Bold/JetBrainsMono_700Bold.ttf JetBrainsMono-Bold.ttf
licence OFL-JetBrainsMono.txt

cd "$out"
sha256sum -c - <<'SUMS'
7e22a22c23b5d7d42bda2abed4306b84bf84c5dfc501a25b63bf71790290fe51  FiraSansCondensed-Bold.ttf
53a4cc89577783d68c658f279c995bb7ac93b2e8298a04081cd9a671885552c4  FiraSansCondensed-Medium.ttf
a814d0bc85bd6bed70e7d3a3a4e9bb691eecf5c65eef698a36f8d53981869e6e  FiraSansCondensed-SemiBold.ttf
f3d105d91a1420597125ec13a2ad4edf53d2cdb8f9d1cc49c6f974e1d9597cb6  JetBrainsMono-Bold.ttf
8f24842e9174beda18a556c2ae7d54f5dc444340c19a3a9ef77e23bca366adbd  OFL-FiraSansCondensed.txt
b2fe5e8987594e9ffd1d2ca52a2f5d73eb8335243893c5d6254b5ad69269591d  OFL-JetBrainsMono.txt
c8c8e69842d209fcab50b7ccd47b3f49b90008017a030cc4422d43cb598dace3  OFL-SairaStencil.txt
e40fb6e1b52dbfc5ac5291b98dc1dbe1b97916a284b3d7fb835b23f9aba67a3f  SairaStencil-Bold.ttf
12df8589c40fe7453086e305520e96c6e56e98994f565eda7a7f876d63f7bd10  SairaStencil-ExtraBold.ttf
SUMS
