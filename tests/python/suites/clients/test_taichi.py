"""Taichi: kernels that its LLVM compiles to PTX, against NumPy."""
import numpy as np
import pytest
import taichi as ti


@pytest.fixture(scope="module", autouse=True)
def device():
    ti.init(arch=ti.cuda, random_seed=1)
    assert ti.cfg.arch == ti.cuda


def test_matrices_and_singular_values():
    given = np.random.default_rng(1).random((64, 3, 3)).astype(np.float32)

    @ti.kernel
    def compose(source: ti.types.ndarray(), out: ti.types.ndarray()):
        for i in range(64):
            m = ti.Matrix([[source[i, r, c] for c in ti.static(range(3))] for r in ti.static(range(3))])
            u, s, v = ti.svd(m)
            product = u @ s @ v.transpose()
            for r, c in ti.static(ti.ndrange(3, 3)):
                out[i, r, c] = product[r, c]

    out = np.zeros_like(given)
    compose(given, out)
    assert np.allclose(out, given, atol=1e-4)


def test_sums_and_extremes():
    values = ti.field(ti.f64, 1 << 16)
    values.from_numpy(np.random.default_rng(2).random(1 << 16))

    @ti.kernel
    def total() -> ti.f64:
        sum = ti.cast(0, ti.f64)
        for i in values:
            sum += values[i]
        return sum

    @ti.kernel
    def largest() -> ti.f64:
        most = ti.cast(-1.0, ti.f64)
        for i in values:
            ti.atomic_max(most, values[i])
        return most

    assert abs(total() - values.to_numpy().sum()) < 1e-6
    assert largest() == values.to_numpy().max()


def test_sparse_fields():
    blocks = ti.root.pointer(ti.ij, (8, 8))
    cells = ti.field(ti.i32)
    blocks.dense(ti.ij, (8, 8)).place(cells)

    @ti.kernel
    def activate():
        for i in range(64):
            cells[i, (i * 7) % 64] = i + 1

    @ti.kernel
    def active() -> ti.i32:
        count = 0
        for i, j in cells:
            count += 1
        return count

    activate()
    expected = np.zeros((64, 64), int)
    for i in range(64):
        expected[i, (i * 7) % 64] = i + 1
    assert (cells.to_numpy() == expected).all()
    assert active() == 64 * len({(i // 8, ((i * 7) % 64) // 8) for i in range(64)})


def test_derivatives():
    given = np.random.default_rng(3).random(16).astype(np.float32)
    place, loss = ti.field(ti.f32, 16, needs_grad=True), ti.field(ti.f32, (), needs_grad=True)

    @ti.kernel
    def compute():
        for i in place:
            loss[None] += ti.sin(place[i]) * place[i]

    place.from_numpy(given)
    with ti.ad.Tape(loss):
        compute()
    assert np.allclose(place.grad.to_numpy(), np.cos(given) * given + np.sin(given), atol=1e-5)


def test_random_numbers():
    numbers = ti.field(ti.f32, 100000)

    @ti.kernel
    def draw():
        for i in numbers:
            numbers[i] = ti.random()

    draw()
    drawn = numbers.to_numpy()
    assert abs(drawn.mean() - 0.5) < 0.01 and abs(drawn.var() - 1 / 12) < 0.01


def test_shared_memory_and_shuffles():
    @ti.kernel
    def turn(out: ti.types.ndarray()):
        ti.loop_config(block_dim=128)
        for i in range(1024):
            part = ti.simt.block.SharedArray((128,), ti.f32)
            part[i % 128] = i
            ti.simt.block.sync()
            out[i] = part[127 - i % 128]

    @ti.kernel
    def pass_down(out: ti.types.ndarray()):
        ti.loop_config(block_dim=32)
        for i in range(32):
            out[i] = ti.simt.warp.shfl_down_i32(ti.u32(0xFFFFFFFF), i, 1)

    turned = np.zeros(1024, np.float32)
    turn(turned)
    assert (turned == np.arange(1024).reshape(-1, 128)[:, ::-1].ravel()).all()
    passed = np.zeros(32, np.int32)
    pass_down(passed)
    assert (passed[:31] == np.arange(1, 32)).all()
