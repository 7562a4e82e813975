#!/bin/sh
# The library exports the whole Driver API of CUDA 13.0, its functions for graphics among them, and
# culabSimApi, and nothing else.
# Usage: symbols.sh NM LIBCUDA SYMBOLS...
set -eu
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
"$1" -D --defined-only "$2" | awk '{ print $3 }' | grep -v '^__asan\|^__ubsan\|^__odr_asan' | LC_ALL=C sort >"$made/got"
(shift 2 && cat "$@" && echo culabSimApi) | LC_ALL=C sort >"$made/expected"
diff "$made/expected" "$made/got" || { echo "(<) is missing, (>) must not be exported"; exit 1; }
echo "$(wc -l <"$made/got") symbols"
