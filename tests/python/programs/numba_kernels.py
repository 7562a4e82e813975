# needs: numpy numba-cuda
"""numba.cuda: kernels, device functions, shared memory, atomics, streams, events, linked CUDA C,
the grid's barrier."""
import warnings

import numpy as np
from numba import cuda, float32

warnings.simplefilter("ignore")


@cuda.jit(device=True)
def product(a, b):
    return a * b


@cuda.jit
def dot(x, y, out):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = product(x[i], y[i]) if i < x.size else 0
    cuda.syncthreads()
    half = 64
    while half:
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


square = cuda.declare_device(
    "square", "float32(float32)",
    link=cuda.CUSource('extern "C" __device__ int square(float *out, float x) { *out = x * x; return 0; }'))


@cuda.jit
def squares(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = square(x[i])


@cuda.jit
def last_to_first(a):
    i = cuda.grid(1)
    a[i] = i
    cuda.cg.this_grid().sync()
    if i == 0:
        a[0] = a[a.size - 1]


def main():
    n = 10_001
    x, y = np.arange(n, dtype=np.float32) / n, np.full(n, 2, np.float32)
    stream = cuda.stream()
    begin, end = cuda.event(), cuda.event()
    dx, dy = cuda.to_device(x, stream), cuda.to_device(y, stream)
    out = cuda.to_device(np.zeros(1, np.float32), stream)
    begin.record(stream)
    dot[(n + 127) // 128, 128, stream](dx, dy, out)
    end.record(stream)
    end.synchronize()
    np.testing.assert_allclose(out.copy_to_host(stream=stream)[0], float(x.sum() * 2), rtol=1e-4)
    assert begin.elapsed_time(end) > 0
    result = np.zeros_like(x)
    squares[(n + 255) // 256, 256](x, result)
    np.testing.assert_array_equal(result, x * x)
    a = np.zeros(64, np.int32)
    last_to_first[2, 32](a)
    assert a[0] == 63
    print("dot and squares on", cuda.get_current_device().name)


main()
