"""Quadrants, which grew out of Taichi: kernels that its LLVM compiles to PTX, against NumPy."""
import numpy as np
import pytest
import quadrants as qd


@pytest.fixture(scope="module", autouse=True)
def device():
    qd.init(arch=qd.cuda, random_seed=1, offline_cache=False)
    assert qd.cfg.arch == qd.cuda


def test_mathematics_and_sums():
    values = qd.field(qd.f32, shape=1000)

    @qd.kernel
    def fill(step: qd.f32) -> qd.f64:
        total = qd.cast(0, qd.f64)
        for i in values:
            values[i] = qd.sin(i * step)
            total += values[i]
        return total

    total = fill(0.01)
    expected = np.sin(np.arange(1000, dtype=np.float32) * np.float32(0.01))
    assert np.allclose(values.to_numpy(), expected, atol=1e-6)
    assert abs(total - values.to_numpy().astype(np.float64).sum()) < 1e-9


def test_arrays_of_the_host():
    @qd.kernel
    def transpose(source: qd.types.NDArray, out: qd.types.NDArray):
        for i, j in source:
            out[j, i] = source[i, j] * 2

    source = np.random.default_rng(1).random((40, 70)).astype(np.float32)
    out = np.zeros((70, 40), np.float32)
    transpose(source, out)
    assert (out == source.T * 2).all()


def test_atomics():
    bins = qd.field(qd.i32, shape=16)

    @qd.kernel
    def count(numbers: qd.types.NDArray):
        for i in numbers:
            bins[numbers[i] % 16] += 1

    numbers = np.random.default_rng(2).integers(0, 1 << 20, 5000).astype(np.int32)
    count(numbers)
    assert (bins.to_numpy() == np.bincount(numbers % 16, minlength=16)).all()


def test_derivatives():
    x = qd.field(qd.f32, shape=64, needs_grad=True)
    loss = qd.field(qd.f32, shape=(), needs_grad=True)

    @qd.kernel
    def evaluate():
        for i in x:
            loss[None] += x[i] * x[i] * qd.sin(x[i])

    values = np.random.default_rng(3).random(64).astype(np.float32)
    x.from_numpy(values)
    with qd.ad.Tape(loss):
        evaluate()
    assert np.allclose(x.grad.to_numpy(), 2 * values * np.sin(values) + values ** 2 * np.cos(values), atol=1e-5)
