#!/bin/sh
# Asks the simulated libcuda for every function type of NVIDIA's cudaTypedefs.h.
# Usage: typedefs.sh PROGRAM LIBCUDA. Exit status 77: no toolkit with that header of CUDA 13.0.
set -eu
program=$1 library=$2
for root in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    [ -n "$root" ] && [ -f "$root/include/cudaTypedefs.h" ] && break
    root=
done
version=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "${root:-/nowhere}/include/cuda.h" 2>/dev/null || true)
if [ "${version:-0}" != 13000 ]; then
    echo "skipped: no CUDA toolkit 13.0 with cudaTypedefs.h"
    exit 77
fi
sed -n 's/.*(CUDAAPI \*PFN_\(cu[A-Za-z0-9]*\)_v\([0-9]*\)\(_pt[a-z]*\)\{0,1\}).*/\1 \2 \3-/p' \
    "$root/include/cudaTypedefs.h" | sed 's/\(_pt[a-z]*\)-$/\1/' | "$program" "$library"
