# needs: numpy cuda-bindings
"""y = a x + y on 32768 blocks of 512 threads, by cuda.bindings: NVRTC's machine code, the Driver API."""
import numpy as np
from cuda.bindings import driver, nvrtc

BLOCK, GRID = 512, 32768

SOURCE = r"""
extern "C" __global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}
"""


def call(function, *arguments):
    status, *values = function(*arguments)
    if status.value:
        raise RuntimeError(f"{function.__name__}: {status}")
    return values[0] if len(values) == 1 else values


def attribute(device, name):
    which = getattr(driver.CUdevice_attribute, "CU_DEVICE_ATTRIBUTE_" + name)
    return call(driver.cuDeviceGetAttribute, which, device)


def compile_cubin(device):
    major = attribute(device, "COMPUTE_CAPABILITY_MAJOR")
    minor = attribute(device, "COMPUTE_CAPABILITY_MINOR")
    program = call(nvrtc.nvrtcCreateProgram, SOURCE.encode(), b"saxpy.cu", 0, [], [])
    options = [b"--fmad=false", f"--gpu-architecture=sm_{major}{minor}".encode()]
    call(nvrtc.nvrtcCompileProgram, program, len(options), options)
    code = b" " * call(nvrtc.nvrtcGetCUBINSize, program)
    call(nvrtc.nvrtcGetCUBIN, program, code)
    call(nvrtc.nvrtcDestroyProgram, program)
    return np.char.array(code)


def main():
    call(driver.cuInit, 0)
    device = call(driver.cuDeviceGet, 0)
    context = call(driver.cuDevicePrimaryCtxRetain, device)
    call(driver.cuCtxSetCurrent, context)
    image = compile_cubin(device)
    module = call(driver.cuModuleLoadData, image.ctypes.data)
    kernel = call(driver.cuModuleGetFunction, module, b"saxpy")

    count = BLOCK * GRID
    random = np.random.default_rng(7)
    x = random.random(count, dtype=np.float32)
    y = random.random(count, dtype=np.float32)
    out = np.zeros_like(x)
    stream = call(driver.cuStreamCreate, 0)
    buffers = [call(driver.cuMemAlloc, x.nbytes) for _ in range(3)]
    for buffer, host in zip(buffers, (x, y)):
        call(driver.cuMemcpyHtoDAsync, buffer, host.ctypes.data, host.nbytes, stream)
    values = [np.array([2.5], np.float32)] + [np.array([int(b)], np.uint64) for b in buffers]
    values.append(np.array([count], np.uint64))
    pointers = np.array([value.ctypes.data for value in values], dtype=np.uint64)
    call(driver.cuLaunchKernel, kernel, GRID, 1, 1, BLOCK, 1, 1, 0, stream, pointers.ctypes.data, 0)
    call(driver.cuMemcpyDtoHAsync, out.ctypes.data, buffers[2], out.nbytes, stream)
    call(driver.cuStreamSynchronize, stream)
    assert np.array_equal(out, np.float32(2.5) * x + y)

    for buffer in buffers:
        call(driver.cuMemFree, buffer)
    call(driver.cuStreamDestroy, stream)
    call(driver.cuModuleUnload, module)
    call(driver.cuDevicePrimaryCtxRelease, device)
    print("saxpy of", count, "elements")


main()
