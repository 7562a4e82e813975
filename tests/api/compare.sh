#!/bin/sh
# Runs a recorder on the simulated library and compares its lines with the recording.
# Usage: compare.sh RECORDING PROGRAM ARGUMENT...
# Left out are comments, and the sections called [restart ...]: after a fault NVIDIA's driver is of no
# more use to the process, while the simulated one begins anew when the context is reset or destroyed.
set -eu
recording=$1
shift
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
compared() {
    awk '/^#/ { next } /^\[/ { skip = /^\[restart/ } !skip' "$1"
}
"$@" >"$made/all" 2>"$made/errors" || { cat "$made/errors"; exit 1; }
compared "$recording" >"$made/expected"
compared "$made/all" >"$made/got"
diff "$made/expected" "$made/got" || { echo "(<) is the recording, (>) the simulated library"; exit 1; }
echo "$(wc -l <"$made/got") lines agree"
