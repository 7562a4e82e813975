"""Triton without PyTorch: its PTX goes through its own ptxas, which culab's stands in front of."""
import ctypes
import math

import numpy as np
import pytest
import triton
import triton.language as tl

NAMES = {"float32": "fp32", "float16": "fp16", "int32": "i32"}


class Device:
    """What Triton wants of an array: data_ptr() and dtype."""
    cuda = None

    @classmethod
    def begin(cls):
        cls.cuda = ctypes.CDLL("libcuda.so.1")
        context = ctypes.c_void_p()
        assert cls.cuda.cuInit(0) == 0
        assert cls.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
        assert cls.cuda.cuCtxSetCurrent(context) == 0

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)
        self.dtype = NAMES[str(array.dtype)]
        self.address = ctypes.c_uint64()
        assert self.cuda.cuMemAlloc_v2(ctypes.byref(self.address), self.size()) == 0
        assert self.cuda.cuMemcpyHtoD_v2(self.address, self.host(self.array), self.size()) == 0

    def __del__(self):
        self.cuda.cuMemFree_v2(self.address)

    def size(self):
        return ctypes.c_size_t(self.array.nbytes)

    @staticmethod
    def host(array):
        return array.ctypes.data_as(ctypes.c_void_p)

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        out = np.empty_like(self.array)
        assert self.cuda.cuMemcpyDtoH_v2(self.host(out), self.address, self.size()) == 0
        return out


@pytest.fixture(scope="module", autouse=True)
def device():
    Device.begin()


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(out + i, tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


@triton.jit
def softmax(out, x, n, BLOCK: tl.constexpr):
    row, column = tl.program_id(0), tl.arange(0, BLOCK)
    value = tl.load(x + row * n + column, mask=column < n, other=-float("inf"))
    value = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * n + column, value / tl.sum(value, 0), mask=column < n)


@triton.jit
def matmul(a, b, c, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a + rows[:, None] * K + (k + inner)[None, :])
        right = tl.load(b + (k + inner)[:, None] * N + columns[None, :])
        sum += tl.dot(left, right)
    tl.store(c + rows[:, None] * N + columns[None, :], sum)


@triton.jit
def several(x, out, counts, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    value = tl.load(x + i)
    tl.store(out + i, tl.cumsum(value, 0))
    tl.store(out + BLOCK + i, tl.sort(value))
    tl.store(out + 2 * BLOCK + i, tl.math.erf(value) + tl.sqrt(value) + tl.sin(value) + tl.math.log2(value + 1))
    tl.atomic_add(counts + (value.to(tl.int32) & 7), 1)


def test_add():
    x, y = np.random.default_rng(1).random((2, 1000)).astype(np.float32)
    out = Device(np.zeros_like(x))
    left, right = Device(x), Device(y)
    add[(triton.cdiv(1000, 256),)](left, right, out, 1000, BLOCK=256)
    assert (out.numpy() == x + y).all()


def test_softmax():
    x = np.random.default_rng(2).standard_normal((20, 300)).astype(np.float32)
    out = Device(np.zeros_like(x))
    given = Device(x)
    softmax[(20,)](out, given, 300, BLOCK=512)
    power = np.exp(x - x.max(1, keepdims=True))
    assert np.allclose(out.numpy(), power / power.sum(1, keepdims=True), atol=1e-6)


@pytest.mark.parametrize("kind, error", [(np.float16, 1e-4), (np.float32, 0.1)]) # the latter as tf32
def test_matmul(kind, error):
    a, b = np.random.default_rng(3).standard_normal((2, 128, 128)).astype(kind)
    left, right, out = Device(a), Device(b), Device(np.zeros((128, 128), np.float32))
    matmul[(2, 2)](left, right, out, 128, 128, BM=64, BN=64, BK=32)
    assert np.abs(out.numpy() - a.astype(np.float64) @ b.astype(np.float64)).max() < error


def test_scan_sort_mathematics_and_atomics():
    x = (np.random.default_rng(4).random(256) * 50).astype(np.float32)
    given, out, counts = Device(x), Device(np.zeros(768, np.float32)), Device(np.zeros(8, np.int32))
    several[(1,)](given, out, counts, BLOCK=256)
    sums, ordered, functions = out.numpy().reshape(3, 256)
    assert np.allclose(sums, np.cumsum(x), rtol=1e-5) and (ordered == np.sort(x)).all()
    assert np.allclose(functions, np.vectorize(math.erf)(x) + np.sqrt(x) + np.sin(x) + np.log2(x + 1), atol=1e-4)
    assert (counts.numpy() == np.bincount(x.astype(int) & 7, minlength=8)).all()
