#!/bin/sh
# Runs a recorder on the simulated library and compares its lines with the recording.
# Usage: compare.sh RECORDING PROGRAM ARGUMENT...
# Left out are comments, and the sections called [restart ...]: after a fault NVIDIA's driver is of no
# more use to the process, while the simulated one begins anew when the context is reset or destroyed.
# What NVIDIA's driver answers by crashing may be answered in any way. Lines that are meant to differ
# stand in RECORDING with .known for .txt, with the reason: as diff tells them, (<) the recording's.
set -eu
recording=$1
shift
known=${recording%.txt}.known
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
compared() {
    awk '/^#/ { next } /^\[/ { skip = /^\[restart/ } !skip' "$1"
}
# The lines of file 2 with " = crash" where file 1 has that, the same call being counted.
crashes_taken() {
    awk 'FNR == 1 { section = ""; split("", count) }
        { call = $0; sub(/ = [^=]*$/, "", call) } /^\[/ { section = $0; split("", count) }
        { key = section SUBSEP call SUBSEP (++count[call]) }
        NR == FNR { if (/ = crash$/) crash[key] = 1; next }
        key in crash { $0 = call " = crash" } { print }' "$1" "$2"
}
"$@" >"$made/all" 2>"$made/errors" || { cat "$made/errors"; exit 1; }
compared "$recording" >"$made/expected"
compared "$made/all" >"$made/plain"
crashes_taken "$made/expected" "$made/plain" >"$made/got"
diff "$made/expected" "$made/got" >"$made/difference" || true
grep '^[<>]' "$made/difference" >"$made/differs" || true
{ [ ! -e "$known" ] || grep '^[<>]' "$known" || true; } >"$made/meant"
diff "$made/meant" "$made/differs" >"$made/unmeant" || {
    cat "$made/difference"
    echo "(<) is the recording, (>) the simulated library"
    [ ! -s "$made/meant" ] || { echo "not as in $known:"; cat "$made/unmeant"; }
    exit 1
}
echo "$(wc -l <"$made/got") lines agree, but for $(grep -c '^<' "$made/meant" || true) known ones"
