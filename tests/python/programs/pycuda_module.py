# needs: numpy pycuda
"""PyCUDA: SourceModule by nvcc, In/Out/InOut, mem_alloc and copies, streams, events, gpuarray."""
import shutil
import sys

import numpy as np

if not shutil.which("nvcc") or __import__("subprocess").run(["nvcc", "--version"]).returncode:
    print("skipped: PyCUDA compiles with nvcc, and there is none")
    sys.exit(77)

import pycuda.autoinit
import pycuda.driver as drv
import pycuda.gpuarray as gpuarray
from pycuda.compiler import SourceModule

SOURCE = """
__constant__ float factor;
__global__ void multiply(float *out, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] * b[i] * factor;
}
__global__ void twice(float *a) { a[threadIdx.x] *= 2; }
"""


def main():
    module = SourceModule(SOURCE, cache_dir=False)
    multiply, twice = module.get_function("multiply"), module.get_function("twice")
    address, size = module.get_global("factor")
    drv.memcpy_htod(address, np.array([3], np.float32))
    assert size == 4
    a, b = (np.random.default_rng(s).random(400).astype(np.float32) for s in (1, 2))
    out = np.zeros_like(a)
    multiply(drv.Out(out), drv.In(a), drv.In(b), block=(100, 1, 1), grid=(4, 1))
    np.testing.assert_array_equal(out, a * b * np.float32(3))

    changed = a.copy()
    twice(drv.InOut(changed), block=(400, 1, 1))
    np.testing.assert_array_equal(changed, 2 * a)

    memory = drv.mem_alloc(a.nbytes)
    stream, begin, end = drv.Stream(), drv.Event(), drv.Event()
    pinned = drv.pagelocked_empty(a.shape, np.float32)
    pinned[:] = a
    begin.record(stream)
    drv.memcpy_htod_async(memory, pinned, stream)
    twice(memory, block=(400, 1, 1), stream=stream)
    drv.memcpy_dtoh_async(pinned, memory, stream)
    end.record(stream)
    end.synchronize()
    assert begin.time_till(end) > 0
    np.testing.assert_array_equal(pinned, 2 * a)
    back = np.empty_like(a)
    drv.memcpy_dtoh(back, memory)
    np.testing.assert_array_equal(back, 2 * a)

    x = gpuarray.to_gpu(a)
    np.testing.assert_allclose((2 * x + 1).get(), 2 * a + 1, rtol=1e-6)
    print("SourceModule and gpuarray on", pycuda.autoinit.device.name())


main()
