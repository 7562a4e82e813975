#!/usr/bin/env python3
"""The naive matrix product 512^3 on one core: the simulator, C without and with vectors, and PoCL, in one run.

    against.py CULAB [--rounds N]

Each is measured in turn in every round, and the best round counts. PoCL (Debian: pocl-opencl-icd) is left out where it
isn't there. The C loops and the OpenCL kernel do what kernels/bench/matmul_naive.cu does."""
import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

SIDE = 512
C_SOURCE = """
void product(const float *a, const float *b, float *c, int n)
{
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}
"""
CL_SOURCE = """
__kernel void product(__global const float *a, __global const float *b, __global float *c, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
"""


def floats():
    return (ctypes.c_float * (SIDE * SIDE))(*[1 + i * 7919 % 1009 / 1009 for i in range(SIDE * SIDE)])


class Native:
    def __init__(self, folder, name, options):
        source, library = os.path.join(folder, "product.c"), os.path.join(folder, name + ".so")
        with open(source, "w", encoding="utf-8") as file:
            file.write(C_SOURCE)
        subprocess.run(["cc", "-shared", "-fPIC", *options, source, "-o", library], check=True)
        self.product = ctypes.CDLL(library).product
        self.data = [floats(), floats(), floats()]

    def seconds(self):
        began = time.perf_counter()
        self.product(*self.data, SIDE)
        return time.perf_counter() - began


class Pocl:
    """OpenCL by ctypes: one device, one queue, one kernel."""

    def __init__(self):
        self.cl = cl = ctypes.CDLL("libOpenCL.so.1")
        pointer = ctypes.c_void_p
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel",
                     "clCreateBuffer"):
            getattr(cl, name).restype = pointer
        platform, device, code = pointer(), pointer(), ctypes.c_int()
        self.must(cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
        self.must(cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None))
        context = pointer(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(code)))
        self.queue = pointer(cl.clCreateCommandQueue(context, device, ctypes.c_uint64(0), ctypes.byref(code)))
        text = ctypes.c_char_p(CL_SOURCE.encode())
        program = pointer(cl.clCreateProgramWithSource(context, 1, ctypes.byref(text), None, ctypes.byref(code)))
        self.must(cl.clBuildProgram(program, 1, ctypes.byref(device), b"", None, None))
        self.kernel = pointer(cl.clCreateKernel(program, b"product", ctypes.byref(code)))
        size = SIDE * SIDE * 4
        for i in range(3):  # 32: the host's bytes are copied
            buffer = pointer(cl.clCreateBuffer(context, ctypes.c_uint64(32 | 1), ctypes.c_size_t(size), floats(),
                                               ctypes.byref(code)))
            self.must(cl.clSetKernelArg(self.kernel, i, ctypes.c_size_t(8), ctypes.byref(buffer)))
        self.must(cl.clSetKernelArg(self.kernel, 3, ctypes.c_size_t(4), ctypes.byref(ctypes.c_int(SIDE))))
        self.seconds()

    @staticmethod
    def must(result):
        if result:
            raise OSError(f"OpenCL answers {result}")

    def seconds(self):
        whole, group = (ctypes.c_size_t * 2)(SIDE, SIDE), (ctypes.c_size_t * 2)(16, 16)
        began = time.perf_counter()
        self.must(self.cl.clEnqueueNDRangeKernel(self.queue, self.kernel, 2, None, whole, group, 0, None, None))
        self.must(self.cl.clFinish(self.queue))
        return time.perf_counter() - began


class Simulator:
    def __init__(self, culab):
        self.command = [culab, "bench", "sim", "--json", "--rounds", "1", "--threads", "1", "matmul_naive"]

    def seconds(self):
        row = json.loads(subprocess.run(self.command, check=True, stdout=subprocess.PIPE).stdout)[0]
        return row["instructions"] / row["off"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("culab")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # PoCL uses every core it sees
    os.environ["POCL_MAX_PTHREAD_COUNT"] = "1"
    with tempfile.TemporaryDirectory(prefix="culab-bench-") as folder:
        subjects = {"culab": Simulator(options.culab),
                    "C, -O2 -fno-tree-vectorize": Native(folder, "plain", ["-O2", "-fno-tree-vectorize"]),
                    "C, -O3 -march=native -ffast-math": Native(folder, "fast", ["-O3", "-march=native", "-ffast-math"])}
        try:
            subjects["PoCL"] = Pocl()
        except OSError as missing:
            print(f"no PoCL: {missing}", file=sys.stderr)
        best = {name: min(times) for name, times in
                zip(subjects, zip(*[[s.seconds() for s in subjects.values()] for _ in range(options.rounds)]))}
    for name, seconds in best.items():
        print(f"{name:34} {seconds * 1e3:8.1f} ms   culab takes {best['culab'] / seconds:5.2f} times as long")
    return 0


if __name__ == "__main__":
    sys.exit(main())
