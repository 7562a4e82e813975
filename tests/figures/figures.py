"""The simulator's figures for the launches of launches.py against the model, and against what Nsight Compute said on
a GPU (ncu-*.json, written by tests/gpu/record-figures; "differs" in it gives the reason where the machine code does
something else than the PTX)."""
import glob
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from launches import LAUNCHES
from model import expected

CULAB = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
BYTES = 4 << 20
# Instructions are PTX's here and the machine's there; these figures are of the accesses, which are the same.
COMPARED = ("l1tex__", "smsp__inst_executed_op_shared")


def figures(launch):
    kernel, grid, block, shared, n = launch
    done = subprocess.run(
        [CULAB, "run", f"{HERE}/kernels.cu", "--kernel", kernel, "--device", "sim", "--json",
         "--grid", f"{grid[0]},{grid[1]}", "--block", f"{block[0]},{block[1]}", "--shared", str(shared),
         "--arg", f"inout:u8[{BYTES}]=constant:0", "--arg", f"in:u8[{BYTES}]=constant:0", "--arg", f"i32={n}"],
        capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    if report["launch"]["status"] != "ok":
        sys.exit(f"{launch}: {report['launch']}")
    return report["metrics"]


def compare(launch, source, told, seen):
    for name, value in told.items():
        if seen.get(name, 0) != value:
            yield f"{launch[0]} n={launch[4]}: {name} is {seen.get(name)}, {source} says {value}"


def recordings():
    for path in sorted(glob.glob(f"{HERE}/ncu-*.json")):
        with open(path, encoding="utf-8") as file:
            yield json.load(file)


def main():
    if subprocess.run([CULAB, "doctor", "--quiet", "nvrtc"], check=False).returncode != 0:
        sys.exit(77)
    with ThreadPoolExecutor(2) as pool:
        seen = list(pool.map(figures, LAUNCHES))
    wrong = []
    for launch, metrics in zip(LAUNCHES, seen):
        model = expected(launch[0], launch[1], launch[2], launch[4])
        if model is not None:
            wrong += compare(launch, "the model", model, metrics)
    for recording in recordings():
        for launch, metrics in zip(LAUNCHES, seen):
            entry = recording["launches"].get(f"{launch[0]} {launch[4]}")
            if entry:
                differs = entry.get("differs", {})
                told = {k: v for k, v in entry["metrics"].items()
                        if k.startswith(COMPARED) and k not in differs}
                wrong += compare(launch, recording["device"], told, metrics)
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
