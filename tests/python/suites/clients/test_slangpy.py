"""SlangPy: shaders in Slang, which become CUDA C++ and then PTX by NVRTC, against NumPy."""
import pathlib

import numpy as np
import pytest
import slangpy as spy

SHADERS = """
StructuredBuffer<float> left, right;
RWStructuredBuffer<float> sums;
uniform uint count;

[shader("compute")]
[numthreads(64, 1, 1)]
void add(uint3 thread: SV_DispatchThreadID)
{
    if (thread.x < count)
        sums[thread.x] = left[thread.x] + right[thread.x];
}

RWStructuredBuffer<uint> bins;
StructuredBuffer<uint> numbers;
groupshared uint local_bins[16];

[shader("compute")]
[numthreads(128, 1, 1)]
void histogram(uint3 thread: SV_DispatchThreadID, uint index: SV_GroupIndex)
{
    if (index < 16)
        local_bins[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(local_bins[numbers[thread.x] % 16], 1);
    GroupMemoryBarrierWithGroupSync();
    if (index < 16)
        InterlockedAdd(bins[index], local_bins[index]);
}

Texture2D<float4> picture;
SamplerState sampler;
RWTexture2D<float4> smaller;

[shader("compute")]
[numthreads(8, 8, 1)]
void halve(uint3 thread: SV_DispatchThreadID)
{
    uint2 size;
    smaller.GetDimensions(size.x, size.y);
    smaller[thread.xy] = picture.SampleLevel(sampler, (float2(thread.xy) + 0.5) / float2(size), 0);
}

float polynomial(float x, float y) { return x * x * y + 2 * y; }

[Differentiable]
float smooth(float x) { return x * x * sin(x); }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("shaders")
    (made / "shaders.slang").write_text(SHADERS)
    return made


@pytest.fixture(scope="module")
def device(folder):
    return spy.Device(type=spy.DeviceType.cuda, compiler_options={"include_paths": [folder, pathlib.Path(spy.SHADER_PATH)]})


def buffer(device, values):
    return device.create_buffer(element_count=values.size, struct_size=4, data=values,
                                usage=spy.BufferUsage.shader_resource | spy.BufferUsage.unordered_access)


def kernel(device, name):
    return device.create_compute_kernel(device.load_program("shaders.slang", [name]))


def test_buffers(device):
    left, right = np.linspace(0, 1, 1000, dtype=np.float32), np.arange(1000, dtype=np.float32)
    sums = buffer(device, np.zeros(1000, np.float32))
    kernel(device, "add").dispatch(thread_count=[1000, 1, 1], vars={
        "left": buffer(device, left), "right": buffer(device, right), "sums": sums, "count": 1000})
    assert (sums.to_numpy().view(np.float32) == left + right).all()


def test_atomics_and_group_memory(device):
    numbers = np.random.default_rng(1).integers(0, 1 << 20, 4096).astype(np.uint32)
    bins = buffer(device, np.zeros(16, np.uint32))
    kernel(device, "histogram").dispatch(thread_count=[4096, 1, 1], vars={"numbers": buffer(device, numbers), "bins": bins})
    assert (bins.to_numpy().view(np.uint32) == np.bincount(numbers % 16, minlength=16)).all()


def test_textures(device):
    values = np.random.default_rng(2).random((32, 48, 4)).astype(np.float32)
    picture = device.create_texture(width=48, height=32, format=spy.Format.rgba32_float, data=values,
                                    usage=spy.TextureUsage.shader_resource)
    smaller = device.create_texture(width=24, height=16, format=spy.Format.rgba32_float,
                                    usage=spy.TextureUsage.unordered_access | spy.TextureUsage.shader_resource)
    kernel(device, "halve").dispatch(thread_count=[24, 16, 1], vars={
        "picture": picture, "smaller": smaller, "sampler": device.create_sampler()})
    assert np.allclose(smaller.to_numpy(), values.reshape(16, 2, 24, 2, 4).mean((1, 3)), atol=2e-3)


def test_functions_over_arrays(device):
    module = spy.Module.load_from_file(device, "shaders.slang")
    x, y = np.random.default_rng(3).random((2, 1000)).astype(np.float32)
    assert np.allclose(module.polynomial(x, y, _result="numpy"), x * x * y + 2 * y, rtol=1e-6)


def test_derivatives(device):
    module = spy.Module.load_from_file(device, "shaders.slang")
    x = np.random.default_rng(4).random(500).astype(np.float32)
    given = spy.Tensor.from_numpy(device, x).with_grads(zero=True)
    made = module.smooth(given).with_grads()
    made.grad.storage.copy_from_numpy(np.ones(500, np.float32))
    module.smooth.bwds(given, made)
    assert np.allclose(given.grad.to_numpy(), 2 * x * np.sin(x) + x * x * np.cos(x), atol=1e-5)
