#!/bin/sh
# Make the rulebooks' web fonts beside this script, or in the folder given:
#
#   sh make_fonts.sh [FOLDER]
#
# Needs npm, and pyftsubset of fonttools 4.68.0 with brotli 1.2 (PYFTSUBSET names another copy of it).
# The same versions give the same bytes; the sums at the end prove it. The licences (OFL 1.1, no Reserved
# Font Name) stand beside the press's fonts, which come from the same packages.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "${1:-$here}"
out=$(CDPATH='' cd -- "${1:-$here}" && pwd)
pyftsubset=${PYFTSUBSET:-pyftsubset}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# Running text: ASCII, Latin-1 and what English typography needs. Whatever else a rulebook holds is cut
# out of the press's larger fonts when its page is made.
text='20-7E,A0-AC,AE-FF,152-153,2013-2014,2018-201A,201C-201E,2020-2022,2026,2030,2039-203A,2044,20AC'
text=$text',2122,2190-2193,2212,2215,2248,2260,2264-2265,2153-2154'
# Headings and stamps.
heads='20-7E,A0,A9,AE,B7,C0-FF,D7,2013-2014,2018-201A,201C-201E,2022,2026,2212'
# Codes, counts and ids.
codes='20-7E,A0,B7,D7,2013-2014,2026,2212'

# fetch NAME@VERSION: unpack the package into ./package.
fetch() {
    rm -rf package
    archive=$(npm pack --silent "@expo-google-fonts/$1")
    tar -xzf "$archive"
}

# subset CHARACTERS SOURCE TARGET: with kerning, ligatures, figures in columns; no hinting.
subset() {
    "$pyftsubset" "package/$2" \
        --output-file="$out/$3" \
        --flavor=woff2 \
        --unicodes="$1" \
        --layout-features=kern,liga,ccmp,locl,mark,tnum,lnum \
        --no-layout-closure \
        --no-hinting \
        --drop-tables+=STAT,gasp,DSIG \
        --name-IDs=1,2,4,6,13,14 \
        --no-recalc-timestamp \
        --canonical-order
    chmod 644 "$out/$3"
}

fetch fira-sans-condensed@0.4.1
subset "$text" 500Medium/FiraSansCondensed_500Medium.ttf text.woff2
subset "$text" 500Medium_Italic/FiraSansCondensed_500Medium_Italic.ttf text-italic.woff2
subset "$text" 700Bold/FiraSansCondensed_700Bold.ttf text-bold.woff2

fetch saira-stencil@0.4.0
subset "$heads" 700Bold/SairaStencil_700Bold.ttf heads.woff2

fetch jetbrains-mono@0.4.1
subset "$codes" 700Bold/JetBrainsMono_700Bold.ttf codes.woff2

cd "$out"
sha256sum -c - <<'SUMS'
42f5c9aebdb85083a3a20a23c68773a194581e54a9e8353bbd5a181d94265c52  codes.woff2
9b000064e732ace2d0a1e3a3e5808c3d30eee77fa0ec811d5f73150a87534da5  heads.woff2
5bc6fcf8cb7b7bfc02f4bd4a3f8c3ef7aad1871f26c7050cddb4b57196424ca9  text-bold.woff2
7510c6037e552f5bdb2feeec56cb0c931409326121e66540f8d1a2c9bdb0c330  text-italic.woff2
d49493f9be2eb851e5c367be2d4e5f991ad277e365c3792f076a1267d4c26ccd  text.woff2
SUMS
