#!/usr/bin/env python3
"""Compiles programs that use CUDA's C++ libraries with NVRTC for targets old and new, and runs them on the
simulated libcuda with every check on: no answer may differ and no finding may be told.

usage: library.py LIBCUDA FILE.cu [--targets 75,90] [TEST...]

A test is `TEST(name, threads[, blocks[, target, dynamic shared bytes, cluster]])` in FILE.cu; see library.h.
"""
import argparse
import concurrent.futures
import ctypes
import glob
import os
import re
import sys
import tempfile
import time

TARGETS = [75, 80, 90, 100, 120]
SKIP = 77


def find_nvrtc():
    """Library and include folder; None: missing."""
    roots = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    libraries = [os.environ.get("CULAB_NVRTC")]
    for root in filter(None, roots):
        libraries += sorted(glob.glob(root + "/lib64/libnvrtc.so.*[0-9]"))
    headers = [r + "/include" for r in filter(None, roots)
               if os.path.exists(r + "/include/cccl/cub/cub.cuh")]
    libraries = [path for path in libraries if path and os.path.exists(path)]
    return (ctypes.CDLL(libraries[0]), headers[0]) if libraries and headers else None


def compile_for(nvrtc, include, target, path):
    folder = os.path.dirname(os.path.abspath(path))
    with open(path, "rb") as file:
        text = file.read()
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, path.encode(), 0, None, None)
    suffix = "a" if target >= 90 else ""
    flags = [f"-arch=compute_{target}{suffix}", "-I" + include, "-I" + include + "/cccl", "-I" + folder, "-std=c++17",
             "-default-device", "-device-int128", "-lineinfo", "-w"]
    flags = [flag.encode() for flag in flags]
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
    size = ctypes.c_size_t()
    kind = "ProgramLog" if failed else "PTX"
    getattr(nvrtc, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
    room = ctypes.create_string_buffer(size.value + 1)
    getattr(nvrtc, "nvrtcGet" + kind)(program, room)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    if failed:
        sys.exit(f"compute_{target}: " + room.value.decode()[:6000])
    return room.value


class Attribute(ctypes.Structure):  # CUlaunchAttribute
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_uint32 * 16)]


class Config(ctypes.Structure):  # CUlaunchConfig
    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(Attribute)), ("count", ctypes.c_uint)]


CLUSTER, COOPERATIVE = 4, 2


class Device:
    def __init__(self, path, report):
        os.environ.update(CULAB_PROFILE="rtx5090", CULAB_SIM_CHECKS="all", CULAB_SIM_REPORT=report,
                          CULAB_SIM_BUDGET=str(10**9))
        self.cuda, self.report = ctypes.CDLL(path), report
        self.begin()

    def begin(self):
        self.call("cuInit", 0)
        context, self.tally = ctypes.c_void_p(), ctypes.c_uint64()
        self.call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
        self.call("cuMemAlloc_v2", ctypes.byref(self.tally), ctypes.c_size_t(8))

    def call(self, name, *args):
        result = getattr(self.cuda, name)(*args)
        if result:
            raise RuntimeError(f"{name} gave {result}")

    def load(self, ptx):
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(2000)
        names = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), 2000)
        if self.cuda.cuModuleLoadDataEx(ctypes.byref(module), ptx, 2, names, values):
            raise RuntimeError("the PTX does not load: " + log.value.decode())
        return module

    def run(self, module, name, threads, blocks, shared, cluster, known):
        """What is wrong, as text; `known`: findings that may be told."""
        function, place, size = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_size_t()
        open(self.report, "w").close()
        self.call("cuMemsetD32_v2", self.tally, 0, ctypes.c_size_t(2))
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        self.call("cuModuleGetGlobal_v2", ctypes.byref(place), ctypes.byref(size), module, b"tally")
        self.call("cuMemcpyHtoD_v2", place, ctypes.byref(self.tally), size)
        self.call("cuFuncSetAttribute", function, 8, shared)  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        attributes = (Attribute * 1)(Attribute(CLUSTER if cluster else COOPERATIVE, 0,
                                               (ctypes.c_uint32 * 16)(cluster or 1, 1, 1)))
        config = Config((blocks, 1, 1), (threads, 1, 1), shared, None, attributes, 1)
        self.call("cuLaunchKernelEx", ctypes.byref(config), function, None, None)
        back = (ctypes.c_int * 2)()
        ended = self.cuda.cuMemcpyDtoH_v2(back, self.tally, ctypes.c_size_t(8))
        with open(self.report) as file:
            findings = file.read()
        if ended:
            raise RuntimeError(f"ended with {ended}\n{findings[:3000]}")
        wrong = f"{back[0]} differ, first in line {back[1]}\n" if back[0] else ""
        told = set(re.findall(r"^========= (\w+/[\w-]+), launch", findings, re.M))
        return wrong + ("" if told <= known else findings[:3000])


def tests(path):
    """Name, threads, blocks, least target, dynamic shared bytes, cluster, findings that may be told."""
    with open(path) as file:
        text = file.read()
    for row in re.finditer(r"^TEST\((\w+), ([\d, ]+)\)", text, re.M):
        numbers = [int(n) for n in row[2].split(",")]
        known = re.findall(r"^// finds (\S+):.*\b" + row[1] + r"\b", text, re.M)
        yield row[1], *(numbers + [1, 0, 0, 0][len(numbers) - 1:]), set(known)


def run_one(device, module, target, test):
    name, threads, blocks, _, shared, cluster, known = test
    try:
        wrong = device.run(module, name, threads, blocks, shared, cluster, known)
    except RuntimeError as error:
        wrong = str(error)
    if wrong:
        print(f"compute_{target}: {name}: {wrong}", flush=True)
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("file")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--targets", default=",".join(map(str, TARGETS)))
    parser.add_argument("--save")
    options = parser.parse_intermixed_args()
    nvrtc = find_nvrtc()
    if not nvrtc:
        print("skipped: no NVRTC, or no CCCL beside it")
        return SKIP
    chosen = [test for test in tests(options.file) if not options.names or test[0] in options.names]
    bad = count = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        device = Device(options.library, folder + "/report")
        targets = [int(target) for target in options.targets.split(",")]
        for target, ptx in zip(targets, pool.map(lambda t: compile_for(*nvrtc, t, options.file), targets)):
            if options.save:
                with open(f"{options.save}_{target}.ptx", "wb") as file:
                    file.write(ptx)
            try:
                module = device.load(ptx)
            except RuntimeError as error:
                print(f"compute_{target}: {error}", flush=True)
                bad += 1
                continue
            for test in chosen:
                if test[3] <= target:
                    count += 1
                    bad += run_one(device, module, target, test)
    print(f"{os.path.basename(options.file)}: {len(chosen)} tests, {count} runs, {bad} bad")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
