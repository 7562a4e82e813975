#!/usr/bin/env python3
"""Sources made by chance (sources.py), compiled by NVRTC for targets old and new, optimised and for debugging, on the
simulated libcuda: all must give what the CPU gives. Exit status 1: one doesn't; 77: no NVRTC or no C++ compiler.

    compiled.py LIBCUDA FIRST COUNT [LIBNVRTC...]"""
import ctypes
import glob
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "recorded")]
from device import Case, Cuda  # noqa: E402  pylint: disable=wrong-import-position
from sources import THREADS, source  # noqa: E402  pylint: disable=wrong-import-position

SKIP = 77
MAIN = """
#include <cstdio>
int main()
{
    static unsigned in[1 << 20];
    static W out[1 << 12];
    size_t n = fread(in, 4, 1 << 20, stdin);
    (void)n;
    for (unsigned t = 0; t < %d; t++)
        k(in, out, t);
    fwrite(out, 8, %d, stdout);
    return 0;
}
"""


def on_cpu(text, words, folder):
    path = pathlib.Path(folder) / "cpu.cpp"
    path.write_text(text + MAIN % (THREADS, THREADS))
    subprocess.run(["g++", "-O1", "-w", "-std=c++17", "-ffp-contract=off", "-fwrapv", "-fno-strict-aliasing", "-frounding-math", "-o", f"{folder}/cpu",
                    str(path)], check=True)
    return subprocess.run([f"{folder}/cpu"], input=struct.pack(f"<{len(words)}I", *words), capture_output=True, check=True).stdout


class Nvrtc:
    def __init__(self, path):
        self.lib, self.path = ctypes.CDLL(path), path
        count = ctypes.c_int()
        self.lib.nvrtcGetNumSupportedArchs(ctypes.byref(count))
        targets = (ctypes.c_int * count.value)()
        self.lib.nvrtcGetSupportedArchs(targets)
        self.targets = [t for t in targets if t >= 50]

    def compile(self, text, flags):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        self.lib.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"chance.cu", 0, None, None)
        failed = self.lib.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*[f.encode() for f in flags]))
        kind = "ProgramLog" if failed else "PTX"
        getattr(self.lib, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
        room = ctypes.create_string_buffer(size.value + 1)
        getattr(self.lib, "nvrtcGet" + kind)(program, room)
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        if failed:
            sys.exit(f"{self.path} {flags}: {room.value.decode()[:3000]}")
        return room.value.decode()


def find_nvrtc():
    for root in filter(None, [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]):
        found = sorted(glob.glob(root + "/lib64/libnvrtc.so.*[0-9]"))
        if found:
            return [found[0]]
    return []


def run_all(cuda, seed, compilers, folder):
    """How many of a source's compiles give something else than the CPU."""
    text, words = source(seed)
    wanted, bad = on_cpu(text, words, folder), 0
    given = struct.pack(f"<{len(words)}I", *words)
    for number, nvrtc in enumerate(compilers):
        targets = [t for t in nvrtc.targets if t <= cuda.capability()]
        first = targets[(seed + number) % len(targets)]
        for target, more in ((first, []), (first, ["-G"]), (targets[-1 - seed % 3], ["-lineinfo"])):
            flags = [f"-arch=compute_{target}", "-fmad=false", "-std=c++14", "-w", *more]
            ptx = nvrtc.compile(text, flags).replace(".entry k(", ".entry form(").replace("k_param_", "form_param_")
            try:
                got = Case("chance", [], ptx, given, 8 * THREADS, (THREADS, 1, 1)).run(cuda)
            except Exception as error:  # pylint: disable=broad-exception-caught
                print(f"{seed}: {nvrtc.path} {flags}: {error}", flush=True)
                return bad + 1
            if got != wanted:
                threads = [t for t in range(THREADS) if got[8 * t:8 * t + 8] != wanted[8 * t:8 * t + 8]]
                print(f"{seed}: {nvrtc.path} {' '.join(flags)}: threads {threads[:8]} of {len(threads)} that differ", flush=True)
                bad += 1
    return bad


def main():
    libraries = sys.argv[4:] or find_nvrtc()
    if not libraries or not shutil.which("g++"):
        print("skipped: no NVRTC, or no g++")
        sys.exit(SKIP)
    cuda, compilers, bad = Cuda(sys.argv[1]), [Nvrtc(path) for path in libraries], 0
    cuda.check(cuda.lib.cuCtxSetLimit(0, 65536), "cuCtxSetLimit")
    first, count = int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            bad += run_all(cuda, seed, compilers, folder)
    print(f"{count} sources, {bad} results differ")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
