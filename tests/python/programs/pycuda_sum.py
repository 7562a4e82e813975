# needs: numpy pycuda
# findings: race/shared-race
"""gpuarray.sum: its reduction leaves out the barriers inside a warp, and the checkers say so."""
import subprocess
import shutil
import sys

import numpy as np

if not shutil.which("nvcc") or subprocess.run(["nvcc", "--version"]).returncode:
    print("skipped: PyCUDA compiles with nvcc, and there is none")
    sys.exit(77)

import pycuda.autoinit
import pycuda.gpuarray as gpuarray

values = np.arange(1000, dtype=np.float32)
assert gpuarray.sum(gpuarray.to_gpu(values)).get() == values.sum()
