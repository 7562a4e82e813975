"""Dr.Jit: kernels whose PTX it writes itself, against NumPy."""
import math

import drjit as dr
import numpy as np
import pytest
from drjit.cuda import Array2f, Float, Float16, Float64, PCG32, TensorXf, Texture2f, UInt, UInt64
import drjit.cuda.ad as ad

RANDOM = np.random.default_rng(1)
NUMBERS = RANDOM.random(10000).astype(np.float32)
INDICES = RANDOM.integers(0, 100, 10000).astype(np.uint32)


@pytest.mark.parametrize("ours, theirs", [
    (dr.sin, np.sin), (dr.exp, np.exp), (dr.log, np.log), (dr.sqrt, np.sqrt), (dr.tanh, np.tanh),
    (dr.atan, np.arctan), (dr.erf, np.vectorize(math.erf)), (dr.cbrt, np.cbrt), (dr.rcp, lambda x: 1 / x)])
def test_functions(ours, theirs):
    assert np.allclose(ours(Float(NUMBERS)).numpy(), theirs(NUMBERS), rtol=1e-5, atol=1e-5)


def test_reductions():
    x = Float(NUMBERS)
    assert abs(dr.sum(x)[0] - NUMBERS.sum()) < 0.1
    assert dr.min(x)[0] == NUMBERS.min() and dr.max(x)[0] == NUMBERS.max()
    assert np.allclose(dr.cumsum(x).numpy(), np.cumsum(NUMBERS), rtol=1e-4)
    assert np.allclose(dr.block_sum(x, 100).numpy(), NUMBERS.reshape(-1, 100).sum(1), rtol=1e-5)
    assert (dr.compress(x > 0.5).numpy() == np.nonzero(NUMBERS > np.float32(0.5))[0]).all()


def test_gather_and_scatter():
    counts = dr.zeros(UInt, 100)
    dr.scatter_reduce(dr.ReduceOp.Add, counts, UInt(1), UInt(INDICES))
    assert (counts.numpy() == np.bincount(INDICES, minlength=100)).all()
    assert (dr.gather(Float, Float(NUMBERS), UInt(INDICES)).numpy() == NUMBERS[INDICES]).all()
    assert (dr.reverse(Float(NUMBERS)).numpy() == NUMBERS[::-1]).all()


@dr.syntax
def steps_to_one(n):
    count = UInt(0)
    while n != 1:
        if n & 1 == 0:
            n >>= 1
        else:
            n = 3 * n + 1
        count += 1
    return count


def test_loops():
    def count(n):
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps
    assert (steps_to_one(dr.arange(UInt, 1000) + 1).numpy() == [count(n) for n in range(1, 1001)]).all()


def test_calls_through_a_table():
    x = Float(NUMBERS)
    got = dr.switch(UInt(INDICES) % 3, [lambda v: v * 2, dr.sin, lambda v: v + 10], x).numpy()
    kind = INDICES % 3
    assert np.allclose(got, np.select([kind == 0, kind == 1], [NUMBERS * 2, np.sin(NUMBERS)], NUMBERS + 10), rtol=1e-5)


def test_derivatives():
    x = ad.Float(NUMBERS[:100])
    dr.enable_grad(x)
    dr.backward(dr.sum(dr.sin(x) * x))
    given = NUMBERS[:100]
    assert np.allclose(dr.grad(x).numpy(), np.cos(given) * given + np.sin(given), atol=1e-4)


def test_types():
    wide = UInt64(np.arange(100, dtype=np.uint64) * 12345678901) // UInt64(7)
    assert wide.numpy().tolist() == [i * 12345678901 // 7 for i in range(100)]
    doubles = NUMBERS.astype(np.float64)
    assert np.allclose(dr.exp(Float64(doubles)).numpy(), np.exp(doubles), rtol=1e-12)
    halves = (Float16(Float(NUMBERS)) * 2).numpy().astype(np.float32)
    assert np.allclose(halves, NUMBERS.astype(np.float16) * 2, rtol=1e-3)


def test_textures_tensors_and_random_numbers():
    texture = Texture2f([4, 4], 1)
    texture.set_value(Float(np.arange(16, dtype=np.float32)))
    at = Float([0.125, 0.5, 0.875])
    assert np.allclose(texture.eval(Array2f(at, at))[0].numpy(), [0, 7.5, 15], atol=0.05)
    tensor = TensorXf(NUMBERS[:600].reshape(20, 30))
    assert np.allclose(dr.sum(tensor, axis=0).numpy(), NUMBERS[:600].reshape(20, 30).sum(0), rtol=1e-4)
    assert abs(PCG32(size=100000).next_float32().numpy().mean() - 0.5) < 0.01
