"""A kernel's time in the lab beside its time in a bare Driver API program: bare.py BUILD LIBCUDA [TOLERANCE [small]].

The same source, compiled by the same NVRTC for the same device, is timed in turn by gpu_bare and by `culab run
--time`; the medians of three rounds each may differ by TOLERANCE (0.01). LIBCUDA: gpu, or a path. A kernel of less than
100 us is compared with launches joined in a graph, as the lab measures it; that of launches one behind the other in a
stream is told beside it, since what lies between two launches is not the kernel's."""
import ctypes
import glob
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, LIBCUDA = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
TOLERANCE = float(sys.argv[3]) if len(sys.argv) > 3 else 0.01
# Steps of arithmetic; grid, block, elements. Small ones are for the simulator.
LAUNCHES = [(4, (64, 64, 4096))] if sys.argv[4:] else [
    (20000, (1056, 256, 270336)), (200000, (1056, 256, 270336)), (2, (16896, 256, 4325376))]
SHORT_US = 100 # as src/worker/timing.c has it
SOURCE = """extern "C" __global__ void k(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = p[i];
    for (int j = 0; j < STEPS; j++) x = x * 0.999f + 0.5f;
    p[i] = x;
}
"""


def nvrtc():
    roots = [os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", ""), *sorted(glob.glob("/usr/local/cuda*"))]
    paths = [os.environ.get("CULAB_NVRTC", ""), "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
             *[p for r in roots if r for p in sorted(glob.glob(f"{r}/lib64/libnvrtc.so*"))]]
    for path in filter(None, paths):
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    sys.exit("no NVRTC")


def compiled(source, target, machine):
    lib, program, size = nvrtc(), ctypes.c_void_p(), ctypes.c_size_t()
    kind = "CUBIN" if machine else "PTX"
    words = [f"--gpu-architecture={'sm' if machine else 'compute'}_{target}".encode()]
    if lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"k.cu", 0, None, None) or \
       lib.nvrtcCompileProgram(program, 1, (ctypes.c_char_p * 1)(*words)):
        sys.exit("NVRTC does not compile it")
    getattr(lib, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
    image = ctypes.create_string_buffer(size.value)
    getattr(lib, f"nvrtcGet{kind}")(program, image)
    return image.raw


def bare(image, shape):
    done = subprocess.run([str(BUILD / "tests/gpu_bare"), LIBCUDA, image, "k", *map(str, shape)],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    single, stream, graph = (float(line.split()[4]) for line in done.stdout.splitlines())
    return (single if single >= SHORT_US else graph), stream


def lab(kernel, shape):
    grid, block, count = shape
    done = subprocess.run([str(BUILD / "bin/culab"), "run", kernel, "--device", "gpu", "--grid", str(grid), "--block",
                           str(block), "--arg", f"inout:f32[{count}]=constant:0", "--arg", f"i32={count}", "--time",
                           "--json"], capture_output=True, text=True, check=False,
                          env={**os.environ, "CULAB_ROOT": str(ROOT)})
    time = json.loads(done.stdout)["time"]
    if not time:
        raise RuntimeError(f"no time: {done.stdout[:300]}")
    return time["median_us"]


def main():
    found = json.loads(subprocess.run([str(BUILD / "bin/culab"), "doctor", "--json"], capture_output=True,
                                      text=True, check=False).stdout)["gpu"]["text"]
    capability = "".join(found.split("compute capability ")[1].split(",")[0].split("."))
    worst = 0
    for steps, shape in LAUNCHES:
        with tempfile.TemporaryDirectory() as folder:
            kernel, image = f"{folder}/k.cu", f"{folder}/image"
            source = SOURCE.replace("STEPS", str(steps))
            pathlib.Path(kernel).write_text(source)
            pathlib.Path(image).write_bytes(compiled(source, capability, True))
            try:
                bare(image, shape)
            except RuntimeError:  # a driver that takes no machine code of this NVRTC's
                pathlib.Path(image).write_bytes(compiled(source, capability, False))
            pairs = [(bare(image, shape), lab(kernel, shape)) for _ in range(3)]
        rows = [(own, ours, stream) for (own, stream), ours in pairs]
        own, ours, stream = (statistics.median(column) for column in zip(*rows))
        worst = max(worst, abs(ours / own - 1))
        print(f"{steps} steps: bare {own:.3f} us, in the lab {ours:.3f} us: {100 * (ours / own - 1):+.2f} %"
              + (f" (in a stream {stream:.3f})" if own < SHORT_US else ""))
    sys.exit(worst > TOLERANCE)


if __name__ == "__main__":
    main()
