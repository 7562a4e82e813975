"""The simulator's figures for the launches of launches.py against the model, and against what Nsight Compute said on
a GPU (ncu-*.json, written by tests/gpu/record-figures). differs.py says where the machine code does something else
than the PTX, and what."""
import glob
import json
import os
import re
import subprocess
import sys

from differs import compared
from driver import Simulator
from launches import LAUNCHES, key, perform, sources
from model import expected
from recording import load
from uses import OBJECTS

CULAB = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
LIBCUDA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(CULAB))), "lib/culab/libcuda.so.1")
BYTES = 4 << 20


def all_figures():
    """Of each launch, in one process."""
    device, files = Simulator(LIBCUDA), sources()
    buffers = [device.buffer(BYTES), device.buffer(BYTES)]
    for launch in LAUNCHES:
        perform(device, files[launch[0]], launch, buffers, BYTES)
        yield device.figures()


def run(launch):
    """The same by `culab run`."""
    kernel, grid, block, shared, n = launch
    done = subprocess.run(
        [CULAB, "run", sources()[kernel], "--kernel", kernel, "--device", "sim", "--profile", "h200", "--json",
         "--grid", f"{grid[0]},{grid[1]}", "--block", f"{block[0]},{block[1]}", "--shared", str(shared),
         "--arg", f"inout:u8[{BYTES}]=constant:0", "--arg", f"in:u8[{BYTES}]=constant:0", "--arg", f"i32={n}"],
        capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    if report["launch"]["status"] != "ok":
        sys.exit(f"{launch}: {report['launch']}")
    return report["metrics"]


def alike(name, ours, theirs):
    """Quotients are told there with two digits behind the point."""
    return ours == theirs or name.endswith((".ratio", ".pct")) and abs(ours - theirs) <= 0.005001


def compare(launch, source, told, seen):
    for name, value in told.items():
        if not alike(name, seen.get(name, 0), value):
            yield f"{key(launch)}: {name} is {seen.get(name)}, {source} says {value}"


# Of the launch and the machine code; ncu counts shared memory's limit in the carve-out that the driver chose.
LAUNCH = re.compile(r"launch__(?!stack_size|occupancy_limit_shared_mem|shared_mem_config|\w*cluster)|sm__maximum")


def compare_run(launch, recorded):
    """What culab run tells of a launch besides: its registers, shared memory, occupancy."""
    report = run(launch)
    told = {name: value for name, value in recorded.items() if LAUNCH.match(name)}
    for name, value in told.items():
        ours = report.get(name, "missing")
        if ours == "missing" or abs(ours - value) > 0.005001:
            yield f"{key(launch)}: {name} is {ours}, recorded {value}"


def recordings():
    for path in sorted(glob.glob(f"{HERE}/ncu-*.json")):
        yield load(path)


OF_LINES = ("memory_l1_tag_requests_global", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
            "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal",
            "memory_l2_theoretical_sectors_local")


def compare_lines(launch, recorded, seen):
    """Lines of the source. An inlined function's first load may stand at the line of its call there, and what is in a
    loop at the line before it; copies of <cuda_pipeline.h> stand in that file."""
    if launch[0].startswith(("reduce", "transpose_tile", "tile16_padded", "scan_", "async_16",
                             "fresh_pipeline", "fresh_csr_scalar", "fresh_atomics_half", "fresh_atomics_short",
                             "fresh_local_table", "table_", "fresh_partial", "fresh_triangle", "fresh_bubble", "fresh_virtual")):
        return
    for line in sorted({int(line) for line in recorded} | set(seen) - {0}):
        for name in OF_LINES:
            told, value = recorded.get(str(line), {}).get(name, 0), seen.get(line, {}).get(name, 0)
            if value != told:
                yield f"{key(launch)}, line {line}: {name} is {value}, recorded {told}"


def main():
    if subprocess.run([CULAB, "doctor", "--quiet", "nvrtc"], check=False).returncode != 0:
        sys.exit(77)
    os.environ["CULAB_PROFILE"] = "h200"
    by_line = list(all_figures())
    seen, wrong, count = [figures[0] for figures in by_line], [], 0
    lines = {}
    for path in sorted(glob.glob(f"{HERE}/lines-*.json")):
        lines.update(load(path)["launches"])
    for launch, figures in zip(LAUNCHES, by_line):
        if key(launch) in lines:
            wrong += compare_lines(launch, lines[key(launch)], figures)
    for launch, metrics in zip(LAUNCHES, seen):
        model = expected(launch[0], launch[1], launch[2], launch[4])
        if model is not None:
            wrong += compare(launch, "the model", model, metrics)
    for launch, metrics in list(zip(LAUNCHES, seen))[:650:50]:  # those of zeros
        wrong += compare(launch, "culab run", {k: v for k, v in run(launch).items() if k in metrics}, metrics)
    for recording in recordings():
        known = [launch for launch in LAUNCHES if launch not in OBJECTS and "engines" not in sources()[launch[0]] and max(len(launch[1]), len(launch[2])) == 2
                 and "launch__block_size" in recording["launches"].get(key(launch), {})]
        for launch in known[::20]:
            wrong += compare_run(launch, recording["launches"][key(launch)])
        for launch, metrics in zip(LAUNCHES, seen):
            told = compared(key(launch), recording["launches"].get(key(launch), {}))
            count += len(told)
            wrong += compare(launch, recording["device"], told, metrics)
    print("\n".join(wrong), f"{count} recorded figures compared", sep="\n")
    sys.exit(1 if wrong else 0)


main()
