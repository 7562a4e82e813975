# needs: numpy cuda-core
"""The same by cuda.core: Program to cubin, kernel of a template, buffers of a memory resource."""
import numpy as np
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch

SOURCE = """
template <typename T>
__global__ void saxpy(T a, const T *x, const T *y, T *out, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}
"""


def main():
    device = Device()
    device.set_current()
    stream = device.create_stream()
    options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}")
    program = Program(SOURCE, code_type="c++", options=options)
    module = program.compile("cubin", name_expressions=("saxpy<float>",))
    kernel = module.get_kernel("saxpy<float>")

    count = 100_003
    x = np.arange(count, dtype=np.float32)
    y = np.ones(count, np.float32)
    out = np.zeros_like(x)
    buffers = [device.allocate(x.nbytes, stream=stream) for _ in range(3)]
    from cuda.bindings import driver
    for buffer, host in zip(buffers, (x, y)):
        driver.cuMemcpyHtoD(int(buffer.handle), host.ctypes.data, host.nbytes)
    launch(stream, LaunchConfig(grid=64, block=256), kernel, np.float32(2), *buffers,
           np.uint64(count))
    stream.sync()
    driver.cuMemcpyDtoH(out.ctypes.data, int(buffers[2].handle), out.nbytes)
    assert np.array_equal(out, 2 * x + y)
    for buffer in buffers:
        buffer.close(stream)
    print("saxpy on", device.name)


main()
