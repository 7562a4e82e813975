#!/bin/sh
# Compiles facts.c twice, with our declarations and with NVIDIA's headers, and compares what they say.
# Usage: run.sh COMPILER SRC TESTS BUILD. Exit status 77: no toolkit with headers of CUDA 13 or newer.
set -eu
compiler=$1 source=$2 tests=$3 build=$4
for root in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    [ -n "$root" ] && [ -f "$root/include/cuda.h" ] && [ -f "$root/include/nvrtc.h" ] && break
    root=
done
if [ -z "$root" ]; then
    echo "skipped: no CUDA toolkit with cuda.h and nvrtc.h in \$CUDA_HOME, \$CUDA_PATH or /usr/local/cuda"
    exit 77
fi
version=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "$root/include/cuda.h")
if [ "${version:-0}" -lt 13000 ]; then
    echo "skipped: $root is of version ${version:-?}; the declarations are those of 13000"
    exit 77
fi
"$compiler" -std=gnu17 -I"$source" "$tests/facts.c" -o "$build/facts_ours"
"$compiler" -std=gnu17 -w -DREAL_HEADERS -I"$source" -isystem "$root/include" "$tests/facts.c" \
    -o "$build/facts_real"
"$build/facts_ours" >"$build/ours.txt"
"$build/facts_real" >"$build/real.txt"
if ! diff "$build/ours.txt" "$build/real.txt"; then
    echo "our declarations (<) differ from $root (>)"
    exit 1
fi
echo "$(wc -l <"$build/ours.txt") facts agree with $root"
