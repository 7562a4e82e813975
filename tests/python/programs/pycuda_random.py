# needs: numpy pycuda
"""pycuda.curandom: CURAND's device library, compiled by nvcc, gives numbers of the right spread."""
import subprocess
import shutil
import sys

import numpy as np

if not shutil.which("nvcc") or subprocess.run(["nvcc", "--version"]).returncode:
    print("skipped: PyCUDA compiles with nvcc, and there is none")
    sys.exit(77)

import pycuda.autoinit
from pycuda.curandom import XORWOWRandomNumberGenerator, rand, seed_getter_uniform

simple = rand((1000,), dtype=np.float32).get()
assert 0 <= simple.min() and simple.max() < 1 and abs(simple.mean() - 0.5) < 0.1
generator = XORWOWRandomNumberGenerator(seed_getter=seed_getter_uniform)
uniform = generator.gen_uniform(10000, np.float32).get()
assert 0 < uniform.min() and uniform.max() <= 1 and abs(uniform.mean() - 0.5) < 0.05
