"""The same program on the simulator, and on a libcuda that is taken for a GPU's (tests/faults/faulty_cuda.c):
its calls are the same, its timeline comes from events; and any call may fail with any error."""
import json
import os
import pathlib
import re
import shutil
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


def run(culab, folder, device, name="clean_streams.c", **more):
    done = subprocess.run(
        [culab, "run", str(folder / name), str(folder / "kernel.cu"), "--device", device, "--json"],
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


def older_problems(culab, folder, gpu):
    """A driver that lacks the newest forms of calls does as well."""
    for name in ("clean_streams.c", "clean_context.c"):
        status, report = run(culab, folder, "gpu", name, **gpu)
        if status != 0:
            yield f"{name} on an older driver: {status} {[f['text'] for f in report['findings']]}"


def driver_problems(culab, folder, faulty, simulated):
    """A driver in a folder of its own, as containers have it, by a link from another: programs can load it; one that
    they cannot load is no fault of theirs."""
    with tempfile.TemporaryDirectory() as place:
        real, links = pathlib.Path(place) / "real", pathlib.Path(place) / "links"
        real.mkdir()
        links.mkdir()
        shutil.copy(faulty, real / "libcuda.so.580.1")
        (links / "libcuda.so.1").symlink_to("../real/libcuda.so.580.1")
        gpu = {"LD_LIBRARY_PATH": f"{links}:{os.environ.get('LD_LIBRARY_PATH', '')}", "SIMULATED_CUDA": simulated}
        status, report = run(culab, folder, "gpu", **gpu)
        if status != 0 or report["device"]["libcuda"] != str(links / "libcuda.so.1"):
            yield f"a driver elsewhere: {status} {report['launch']} {report['device']} {report['host']['output']}"
        # What it needs in turn lies where a program may not look.
        far = pathlib.Path(place) / "far"
        far.mkdir()
        shutil.copy(faulty, far / "libfaulty_cuda.so")
        os.unlink(links / "libcuda.so.1")
        compiler = [*os.environ.get("CC", "cc").split(), "-shared", "-x", "c", "/dev/null", "-x", "none"]
        subprocess.run([*compiler, "-Wl,--no-as-needed", f"-Wl,-rpath,{far}", str(far / "libfaulty_cuda.so"), "-o",
                        str(links / "libcuda.so.1")], check=True)
        status, report = run(culab, folder, "gpu", **gpu)
        said = report["launch"]["error"]
        if report["launch"]["status"] != "ok" and (status != 3 or "libfaulty_cuda.so" not in said):
            yield f"a driver that programs cannot load: {status} {report['launch']}"


def beside_problems(culab, lessons, gpu):
    """Beside a GPU the simulator judges by its exact time, and what both found is told once."""
    done = subprocess.run([culab, "check", "30-clock", str(lessons / "kernels/30-clock/mistake-seconds.c"), "--device",
                           "gpu", "--json"], capture_output=True, text=True, check=False, timeout=100,
                          env={**os.environ, "CULAB_ROOT": str(lessons), **gpu})
    report = json.loads(done.stdout)
    case = report["cases"][0]
    told = [(finding["rule"], finding["place"]["line"]) for finding in case["findings"]]
    figures = case["kernels"][0]["metrics"]
    if len(told) != len(set(told)) or not told:
        yield f"findings of a program on a GPU: {told}"
    if "host.kernel_ms" not in figures or "simulated.kernel_ms" not in figures:
        yield f"figures of both: {sorted(figures)}"
    if report["reasons"] != ["measure"] or "on the simulator" not in report["sentences"][0]:
        yield f"judged by exact time: {report['reasons']} {report['sentences']}"
    if [number["name"] for number in case["host"]["measured_beside"]] != ["kernel_ms"]:
        yield f"what was measured beside: {case['host']['measured_beside']}"


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
    for kind in ("copy to device", "copy to host"):
        copies = sorted((span["begin_ns"], span["end_ns"]) for span in real["host"]["timeline"] if span["kind"] == kind)
        if len(copies) < 2 or any(a[1] > b[0] for a, b in zip(copies, copies[1:])):
            yield f"one engine makes two copies at once: {copies}"
    for failure, (call, error) in FAILURES.items():
        status, report = run(culab, folder, "gpu", FAULTY_CUDA=failure, **gpu)
        results = {(c["name"], c["result"]) for c in report["host"]["calls"]}
        ends = [f["text"] for f in report["findings"] if f["rule"] == "exit"]
        told = any(f"{call} answered {error} " in text for text in ends)
        if status != 1 or (call, error) not in results or not ends or not told:
            yield f"{failure}: status {status}, {sorted(results)}, {ends}"


def main():
    culab, folder, faulty, simulated, older = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:6]
    doctor = subprocess.run([culab, "doctor"], capture_output=True, text=True, check=False).stdout
    lacking = re.search(r"^MISSING\s+NVRTC\b.*$", doctor, re.MULTILINE)
    if lacking:
        print(lacking.group(0))
        sys.exit(77)
    gpu = {"CULAB_LIBCUDA_GPU": faulty, "SIMULATED_CUDA": simulated}
    found = list(problems(culab, folder / "programs", gpu))
    found += older_problems(culab, folder / "programs", {"CULAB_LIBCUDA_GPU": older, "SIMULATED_CUDA": simulated})
    found += beside_problems(culab, folder.resolve().parents[1], gpu)
    found += driver_problems(culab, folder / "programs", faulty, simulated)
    print("\n".join(found))
    sys.exit(bool(found))


main()
