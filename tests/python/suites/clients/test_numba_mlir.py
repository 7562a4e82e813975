"""numba-cuda-mlir: Python functions that MLIR and NVVM make PTX of, against NumPy."""
import numpy as np
from numba_cuda_mlir import cuda


def test_sums():
    @cuda.jit
    def add(a, b, c):
        i = cuda.grid(1)
        if i < c.size:
            c[i] = a[i] + b[i]

    a, b = np.random.default_rng(1).random((2, 1000))
    c = np.zeros(1000)
    add[8, 128](a, b, c)
    assert (c == a + b).all()


def test_shared_memory_and_barriers():
    @cuda.jit
    def reverse(a):
        tile = cuda.shared.array(128, np.int32)
        i = cuda.threadIdx.x
        tile[i] = a[cuda.blockIdx.x * 128 + i]
        cuda.syncthreads()
        a[cuda.blockIdx.x * 128 + i] = tile[127 - i]

    a = np.arange(512, dtype=np.int32)
    device = cuda.to_device(a)
    reverse[4, 128](device)
    assert (device.copy_to_host() == a.reshape(4, 128)[:, ::-1].ravel()).all()


def test_atomics():
    @cuda.jit
    def count(numbers, bins):
        i = cuda.grid(1)
        if i < numbers.size:
            cuda.atomic.add(bins, numbers[i] % 16, 1)

    numbers = np.random.default_rng(2).integers(0, 1 << 20, 3000).astype(np.int32)
    bins = np.zeros(16, np.int32)
    count[24, 128](numbers, bins)
    assert (bins == np.bincount(numbers % 16, minlength=16)).all()


def test_shuffles():
    @cuda.jit
    def totals(a, out):
        value = a[cuda.grid(1)]
        for offset in (16, 8, 4, 2, 1):
            value += cuda.shfl_down_sync(0xffffffff, value, offset)
        if cuda.threadIdx.x == 0:
            out[cuda.blockIdx.x] = value

    a = np.random.default_rng(3).integers(0, 100, 256).astype(np.int32)
    out = np.zeros(8, np.int32)
    totals[8, 32](a, out)
    assert (out == a.reshape(8, 32).sum(1)).all()


def test_mathematics_and_device_functions():
    import math

    @cuda.jit(device=True)
    def wave(x):
        return math.sin(x) * math.exp(-x)

    @cuda.jit
    def fill(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = wave(x[i]) + math.sqrt(x[i])

    x = np.random.default_rng(4).random(500)
    out = np.zeros(500)
    fill[4, 128](x, out)
    assert np.allclose(out, np.sin(x) * np.exp(-x) + np.sqrt(x), rtol=1e-13)
