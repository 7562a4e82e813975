"""The same program on the simulator, and on a libcuda that is taken for a GPU's (tests/faults/faulty_cuda.c):
its calls are the same, its timeline comes from events; and any call may fail with any error."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# symbol=code: what the program's call then gives, by name
FAILURES = {
    "cuMemAlloc_v2=2": ("cuMemAlloc", "CUDA_ERROR_OUT_OF_MEMORY"),
    "cuStreamCreate=999": ("cuStreamCreate", "CUDA_ERROR_UNKNOWN"),
    "cuMemcpyHtoDAsync_v2=700": ("cuMemcpyHtoDAsync", "CUDA_ERROR_ILLEGAL_ADDRESS"),
    "cuLaunchKernel=701": ("cuLaunchKernel", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"),
    "cuStreamSynchronize=719": ("cuStreamSynchronize", "CUDA_ERROR_LAUNCH_FAILED"),
    "cuEventElapsedTime_v2=600": ("cuEventElapsedTime", "CUDA_ERROR_NOT_READY"),
}


def run(culab, folder, device, **more):
    done = subprocess.run(
        [culab, "run", str(folder / "clean_streams.c"), str(folder / "kernel.cu"), "--device",
         device, "--json"],
        capture_output=True, text=True, check=False, timeout=100, env={**os.environ, **more})
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{device} {more}: status {done.returncode}: {done.stderr}{done.stdout[:500]}")


def names(report):
    return [call["name"] for call in report["host"]["calls"]]


def kinds(report):
    return sorted(span["kind"] for span in report["host"]["timeline"])


def trace_problems(culab, folder):
    """The trace has each kernel in its stream's row and in the row of kernels."""
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "trace.json"
        subprocess.run([culab, "run", str(folder / "clean_streams.c"), str(folder / "kernel.cu"),
                        "--device", "sim", "--trace", str(path)], capture_output=True, check=False,
                       timeout=100)
        events = json.loads(path.read_text())["traceEvents"]
    kernels = [(e["pid"], e["tid"]) for e in events if e["ph"] == "X" and e["name"] == "scale"]
    if sorted(kernels) != [(2, 1), (2, 2), (3, 2), (3, 2)]:
        yield f"kernels in other rows: {kernels}"
    if not any(e["ph"] == "X" and e["pid"] == 1 and e["name"] == "cuLaunchKernel" for e in events):
        yield "no call in the trace"


def problems(culab, folder, gpu):
    yield from trace_problems(culab, folder)
    _, sim = run(culab, folder, "sim")
    status, real = run(culab, folder, "gpu", **gpu)
    if status != 0 or real["host"]["simulated_time"]:
        yield f"not a clean run in real time: {status} {real['launch']} {real['findings']}"
    if names(real) != names(sim):
        yield f"other calls: {names(real)}"
    if kinds(real) != kinds(sim):
        yield f"another timeline: {kinds(real)}, not {kinds(sim)}"
    for failure, (call, error) in FAILURES.items():
        status, report = run(culab, folder, "gpu", FAULTY_CUDA=failure, **gpu)
        results = {(c["name"], c["result"]) for c in report["host"]["calls"]}
        rules = [f["rule"] for f in report["findings"] if not f["note"]]
        if status != 1 or (call, error) not in results or "exit" not in rules:
            yield f"{failure}: status {status}, {sorted(results)}, {rules}"


def main():
    culab, folder, faulty, simulated = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:5]
    doctor = subprocess.run([culab, "doctor"], capture_output=True, text=True, check=False).stdout
    lacking = re.search(r"^MISSING\s+NVRTC\b.*$", doctor, re.MULTILINE)
    if lacking:
        print(lacking.group(0))
        sys.exit(77)
    gpu = {"CULAB_LIBCUDA_GPU": faulty, "SIMULATED_CUDA": simulated}
    found = list(problems(culab, folder / "programs", gpu))
    print("\n".join(found))
    sys.exit(bool(found))


main()
