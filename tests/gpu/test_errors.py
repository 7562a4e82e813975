"""Whatever call of the driver fails, with whatever error: the worker lives, the failure is told in
words, and a kernel is blamed only for what is a kernel's."""
import re
from concurrent.futures import ThreadPoolExecutor

from device import FAKE, ROOT, culab, expect, finish, need, report, write

need("nvrtc", "sim", "gpu")
KERNEL = write("k.cu", '__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; printf("%d\\n", 1); }\n')
# What reads this register is launched as one that may wait for its whole grid.
WAITS = write("waits.cu", '__global__ void k(int *p) { asm volatile("mov.u32 %0, %%envreg2;" : "=r"(p[threadIdx.x])); }\n')
SYMBOLS = dict(re.findall(r"CUDA_CLIENT\(\w+, (\w+), (\w+),", (ROOT / "src/cuda/driver.def").read_text()))


def called(*paths):
    return {name for path in paths for name in re.findall(r"cuda(?:\.|->)(cu[A-Z]\w+)\(", path.read_text())}


TIMING = ROOT / "src/worker/timing.c"
CALLED = sorted(called(*[path for path in (ROOT / "src/worker").glob("*.c") if path != TIMING]))
TIMED = sorted(called(TIMING) - set(CALLED))
ERRORS = {2: False, 700: True, 999: False}  # the kernel may be blamed
# Their failure is no failure of the run: what they would have told is missing.
HARMLESS = {"cuDriverGetVersion", "cuDeviceTotalMem", "cuDeviceGetAttribute", "cuCtxSetLimit",
            "cuFuncGetAttribute", "cuFuncSetAttribute", "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            "cuModuleGetGlobal", "cuModuleLoadData", "cuModuleUnload", "cuMemFree", "cuMemFreeHost",
            "cuDevicePrimaryCtxReset", "cuDevicePrimaryCtxRelease", "cuStreamQuery",
            "cuMemcpyDtoHAsync", "cuStreamSynchronize"}


def attempt(name, error):
    kernel = WAITS if name == "cuLaunchCooperativeKernel" else KERNEL
    done = culab("run", kernel, "--device", "gpu", "--grid", "1", "--block", "4", "--arg",
                 "out:i32[4]", FAULTY_CUDA=f"{SYMBOLS[name]}={error}")
    told = (done.stdout + done.stderr).decode()
    what = f"{name}={error}"
    expect(f"{what}: the worker died", "the worker " not in told, told)
    if name in HARMLESS:
        expect(f"{what}: status {done.returncode}", done.returncode in (0, 1, 3), told)
        return
    blamed = ERRORS[error] and name in ("cuLaunchKernel", "cuLaunchCooperativeKernel", "cuCtxSynchronize")
    expect(f"{what}: status {done.returncode}", done.returncode == (1 if blamed else 3), told)
    expect(f"{what}: whose fault", blamed == ("not your kernel's fault" not in told), told)


def time(name, error):
    """What only measuring calls: its failure costs the time, not the run."""
    faults = {"FAULTY_CUDA": f"{SYMBOLS[name]}={error}"} if name else {}
    status, told = report("run", KERNEL, "--grid", "1", "--block", "4", "--arg", "out:i32[4]", "--time", **faults)
    expect(f"{name}={error}, timed: status {status}", status == 0, told)
    return told["time"]


if FAKE:
    measured = time(None, 0)
    expect("the time is measured", measured and measured["samples"] >= 15 and measured["median_us"] > 0
           and measured["launches_in_graph"] > 1 and measured["ceiling_bytes_per_s"] > 0, measured)
    for function in TIMED:
        if "Destroy" not in function and "Graph" not in function or function == "cuGraphLaunch":
            time(function, 999)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda case: attempt(*case), [(n, e) for n in CALLED for e in ERRORS]))
finish()
