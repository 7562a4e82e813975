"""Halide: schedules for the GPU, whose PTX comes from its LLVM, against NumPy."""
import halide as hl
import numpy as np
import pytest

TARGET = hl.get_host_target().with_feature(hl.TargetFeature.CUDA).with_feature(hl.TargetFeature.CUDACapability80)
PLANE = np.random.default_rng(1).random((64, 96)).astype(np.float32)


def plane():
    """PLANE as a function of x and y, with its edge going on for ever."""
    return hl.BoundaryConditions.repeat_edge(hl.Buffer(PLANE))


def realize(func, *sizes):
    made = func.realize(list(sizes), TARGET)
    made.copy_to_host()
    return np.array(made)


def tile(func, x, y):
    xi, yi = hl.Var("xi"), hl.Var("yi")
    return func.gpu_tile(x, y, xi, yi, 16, 8)


@pytest.fixture
def axes():
    return hl.Var("x"), hl.Var("y")


def test_mathematics(axes):
    x, y = axes
    func, source = hl.Func("mathematics"), plane()
    value = source[x, y]
    func[x, y] = hl.sin(value) + hl.exp(value) * hl.sqrt(value) - hl.log(value + 1) + hl.pow(value, 2.5)
    tile(func, x, y)
    expected = np.sin(PLANE) + np.exp(PLANE) * np.sqrt(PLANE) - np.log(PLANE + 1) + PLANE ** 2.5
    assert np.allclose(realize(func, 96, 64), expected, atol=1e-5)


def test_blur_through_shared_memory(axes):
    x, y = axes
    across, func, source = hl.Func("across"), hl.Func("blur"), plane()
    across[x, y] = (source[x - 1, y] + source[x, y] + source[x + 1, y]) / 3
    func[x, y] = (across[x, y - 1] + across[x, y] + across[x, y + 1]) / 3
    xo, yo, xi, yi = hl.Var("xo"), hl.Var("yo"), hl.Var("xi"), hl.Var("yi")
    func.gpu_tile(x, y, xo, yo, xi, yi, 16, 8)
    across.compute_at(func, xo).gpu_threads(x, y)
    wide = np.pad(PLANE, 1, mode="edge")
    rows = (wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]) / 3
    assert np.allclose(realize(func, 96, 64), (rows[:-2] + rows[1:-1] + rows[2:]) / 3, atol=1e-6)


def test_histogram_by_atomics(axes):
    x, _ = axes
    func, source = hl.Func("histogram"), plane()
    over = hl.RDom([(0, 96), (0, 64)])
    bin = hl.clamp(hl.cast(hl.Int(32), source[over.x, over.y] * 16), 0, 15)
    func[x] = hl.cast(hl.Int(32), 0)
    func[bin] += 1
    xi = hl.Var("xi")
    func.gpu_tile(x, xi, 16)
    func.update().atomic().gpu_tile(over.x, over.y, hl.RVar("xo"), hl.RVar("yo"), hl.RVar("xi"), hl.RVar("yi"), 16, 8)
    assert (realize(func, 16) == np.bincount((PLANE * 16).astype(int).ravel(), minlength=16)).all()
