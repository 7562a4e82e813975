#!/bin/sh
# Makes kernels/ready/: the PTX of the kernels that ./start shows where there is no NVRTC.
# Needs a CUDA toolkit's nvcc; run it when one of these kernels changes.
set -eu
cd "$(dirname "$0")/.."
for kernel in 03-vector-add/solution 03-vector-add/mistake-no-guard; do
    folder=kernels/ready/$(dirname "$kernel")
    mkdir -p "$folder"
    nvcc -ptx -lineinfo -arch=compute_75 -o "$folder/$(basename "$kernel").ptx" "kernels/$kernel.cu"
    # Line tables name the file as the lab does, not where it lay.
    sed -i 's|\(\.file[[:space:]]*[0-9]*[[:space:]]*"\)[^"]*/|\1|' "$folder/$(basename "$kernel").ptx"
done
