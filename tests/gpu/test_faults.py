"""Kernels that fault, never end or cannot be launched, on a GPU: the launch is told as what it was,
the simulator beside says which thread and line, and the next case runs."""
import os
import time

from device import FAKE, culab, expect, finish, need, run

need("nvrtc", "sim", "gpu")
TABLE = [
    # what, body, grid, block, status of the launch, words of a finding
    ("illegal address", "p[1 << 28] = 1;", "1", "4", "fault", "k.cu"),
    ("null", "*(volatile int *)0 = 1;", "1", "1", "fault", "line 2"),
    ("misaligned", "*(volatile int *)((char *)p + 1) = 1;", "1", "1", "fault", "line 2"),
    ("trap", "if (threadIdx.x == 3) __trap();", "1", "4", "fault", "thread (3,0,0)"),
    ("assert", "assert(threadIdx.x != 2);", "1", "4", "fault", "thread (2,0,0)"),
    ("one past the end", "p[blockDim.x + threadIdx.x] = 1;", "1", "4", "fault", "line 2"),
    ("race", "p[0] = threadIdx.x;", "1", "64", "ok", "Race"),
    ("block too large", "p[0] = 1;", "1", "2048", "refused", ""),
]
HEAD = "#include <cassert>\n__global__ void k(int *p) { "
for what, body, grid, block, launch, word in TABLE:
    status, document = run(f"{HEAD}{body} }}", "out:i32[4]", grid=grid, block=block)
    expect(f"{what}: exit status {status}", status == 1, document)
    expect(f"{what}: {document['launch']}", document["launch"]["status"] == launch, document["launch"])
    expect(f"{what}: no {word}", word in str(document["findings"]) + str(document["launch"]),
           document["findings"])

# A kernel that never ends: stopped at the limit, what it printed is kept.
SOURCE = HEAD + 'printf("begin %d\\n", threadIdx.x); while (*(volatile int *)p != 77) p[1] = 1; }'
finish()
