"""The simulator's figures against ones of Nsight Compute on real GPUs that their authors have published with their
kernels' shapes. The launches here are smaller; their figures are multiplied by `scale`, the ratio of the works.

A GPU's own counters tell a little more than the accesses ask for, where shared memory's data stage is taken by
something else in that cycle: `extra` is what that may be at most, as a part of the requests. Requests and sectors of
global memory are held to be equal but for rounding."""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CULAB = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
LOADS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
STORES = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
LOADED = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
STORED = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
READS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
WRITES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
READ_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
WRITE_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
TILE = {LOADS: 524288, STORES: 524288, LOADED: 4194304, STORED: 4194304}

# kernel, grid, block, n, scale, figures. Sums and transposes of doubles: reports of the exercises 4 and 8 of OLCF's
# and NERSC's CUDA training series, n = 16384 and 4096, V100 and a later card, 2020 to 2024. Squares: a post on shared
# memory with an RTX 3080. Tile of floats: notes on transposing with an Ada card (8.9).
PUBLISHED = [
    ("row_sums", (2, 1), (256, 1), 512, 32 * 32, {LOADS: 8388608, LOADED: 268435451}),
    ("column_sums", (2, 1), (256, 1), 512, 32 * 32, {LOADS: 8388608, LOADED: 33554432}),
    ("transpose_by_rows", (16, 16), (32, 32), 512, 64, {**TILE, STORED: 16777216}),
    ("transpose_by_columns", (16, 16), (32, 32), 512, 64, {**TILE, LOADED: 16777216}),
    ("tile_written_by_columns", (16, 16), (32, 32), 512, 64,
     {**TILE, READS: 1048664, WRITES: 17061038, READ_CONFLICTS: 88, WRITE_CONFLICTS: 16012462}),
    ("tile_read_by_columns", (16, 16), (32, 32), 512, 64,
     {**TILE, READS: 16878697, WRITES: 1321322, READ_CONFLICTS: 15830121, WRITE_CONFLICTS: 272746}),
    ("tile_padded", (16, 16), (32, 32), 512, 64,
     {**TILE, READS: 1048576, WRITES: 1290266, READ_CONFLICTS: 0, WRITE_CONFLICTS: 241690}),
    ("square_by_rows", (1, 1), (32, 32), 0, 1, {READS: 32, WRITES: 32}),
    ("square_by_columns", (1, 1), (32, 32), 0, 1, {READS: 1024, WRITES: 1024}),
    ("tile_of_floats", (16, 8), (32, 8), 512, 16, {READ_CONFLICTS: 0, WRITE_CONFLICTS: 2031616}),
]
EXTRA = 0.6  # wavefronts a request; the most that was seen is 0.54
ROUNDING = 1e-6


def run(row):
    kernel, grid, block, n, _, _ = row
    done = subprocess.run(
        [CULAB, "run", f"{HERE}/published.cu", "--kernel", kernel, "--device", "sim", "--json", "--check", "sync",
         "--grid", f"{grid[0]},{grid[1]}", "--block", f"{block[0]},{block[1]}",
         "--arg", "in:u8[2097152]=constant:0", "--arg", "out:u8[2097152]", "--arg", f"i32={n}"],
        capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["metrics"]


def compare(row, seen):
    kernel, _, _, _, scale, published = row
    for name, told in published.items():
        ours = seen.get(name, 0) * scale
        requests = published.get(STORES, 0) if "shared" in name else 0
        most = ours * (1 + ROUNDING) + EXTRA * requests
        if not ours * (1 - ROUNDING) <= told * (1 + ROUNDING) or told > most:
            yield f"{kernel}: {name} is {ours:.0f}, published {told}"


def main():
    if subprocess.run([CULAB, "doctor", "--quiet", "nvrtc"], check=False).returncode != 0:
        sys.exit(77)
    with ThreadPoolExecutor(2) as pool:
        seen = list(pool.map(run, PUBLISHED))
    wrong = [line for row, metrics in zip(PUBLISHED, seen) for line in compare(row, metrics)]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
