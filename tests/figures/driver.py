"""Kernels launched through the Driver API, on a GPU or on the simulator, whose figures can be asked for."""
import ctypes
import glob
import os
import sys


def roots():
    """Where the toolkit may be."""
    return [r for r in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), *sorted(glob.glob("/usr/local/cuda*"))) if r]


def headers():
    """The toolkit's headers, those of the C++ library as well."""
    found = next((f"{r}/include" for r in roots() if os.path.exists(f"{r}/include/cuda_fp16.h")), "/usr/include")
    return [found, f"{found}/cccl"]


def library(stem):
    for path in [stem, *[p for r in roots() for p in sorted(glob.glob(f"{r}/lib64/{stem}*"))]]:
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    sys.exit(f"no {stem}")


def must(status, what):
    if status:
        sys.exit(f"{what}: error {status}")


class Device:
    """The first device of a libcuda, and kernels on it."""

    def __init__(self, libcuda="libcuda.so.1"):
        self.cuda, self.nvrtc = library(libcuda), library("libnvrtc.so")
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        major, minor = ctypes.c_int(), ctypes.c_int()
        must(self.cuda.cuInit(0), "cuInit")
        must(self.cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
        self.cuda.cuDeviceGetAttribute(ctypes.byref(major), 75, device)
        self.cuda.cuDeviceGetAttribute(ctypes.byref(minor), 76, device)
        self.target = 10 * major.value + minor.value
        must(self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), device), "cuDevicePrimaryCtxRetain")
        must(self.cuda.cuCtxSetCurrent(self.context), "cuCtxSetCurrent")
        self.modules = {}

    def module(self, path):
        if path not in self.modules:
            ptx, self.modules[path] = self.compile(path), ctypes.c_void_p()
            must(self.cuda.cuModuleLoadData(ctypes.byref(self.modules[path]), ptx), "cuModuleLoadData")
        return self.modules[path]

    def compile(self, path):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        with open(path, "rb") as file:
            source = file.read()
        must(self.nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, path.encode(), 0, None, None), path)
        words = [f"-arch=compute_{self.target}", "-lineinfo", *[f"-I{folder}" for folder in headers()]]
        options = (ctypes.c_char_p * len(words))(*[word.encode() for word in words])
        must(self.nvrtc.nvrtcCompileProgram(program, len(words), options), f"nvrtcCompileProgram {path}")
        must(self.nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)), "nvrtcGetPTXSize")
        ptx = ctypes.create_string_buffer(size.value)
        must(self.nvrtc.nvrtcGetPTX(program, ptx), "nvrtcGetPTX")
        return ptx

    def buffer(self, size):
        address = ctypes.c_uint64()
        must(self.cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(size)), "cuMemAlloc")
        return address

    def clear(self, address, size):
        must(self.cuda.cuMemsetD8_v2(address, ctypes.c_ubyte(0), ctypes.c_size_t(size)), "cuMemsetD8")

    def write(self, address, data):
        must(self.cuda.cuMemcpyHtoD_v2(address, data, ctypes.c_size_t(len(data))), "cuMemcpyHtoD")

    def launch(self, path, kernel, grid, block, shared, *arguments):
        function = ctypes.c_void_p()
        must(self.cuda.cuModuleGetFunction(ctypes.byref(function), self.module(path), kernel.encode()), kernel)
        places = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(a) for a in arguments])
        grid, block = [(*extent, 1, 1)[:3] for extent in (grid, block)]
        must(self.cuda.cuLaunchKernel(function, *grid, *block, shared, None, places, None), kernel)
        must(self.cuda.cuCtxSynchronize(), kernel)


class Metric(ctypes.Structure):
    """CulabSimMetric of src/sim/culab_sim.h."""
    _fields_ = [("kernel", ctypes.c_char_p), ("launch", ctypes.c_uint64), ("line", ctypes.c_uint32),
                ("name", ctypes.c_char_p), ("value", ctypes.c_double), ("ideal", ctypes.c_double)]


class Options(ctypes.Structure):
    """CulabSimOptions."""
    _fields_ = [("size", ctypes.c_uint32), ("checks", ctypes.c_uint32), ("seed", ctypes.c_uint64),
                ("budget", ctypes.c_uint64), ("print_limit", ctypes.c_uint64), ("state", ctypes.c_void_p),
                ("print", ctypes.c_void_p), ("strict", ctypes.c_uint32)]


EACH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Metric))


class Api(ctypes.Structure):
    """The beginning of CulabSimApi."""
    _fields_ = [("version", ctypes.c_uint32), ("set_options", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Options))),
                ("get_options", ctypes.CFUNCTYPE(None, ctypes.POINTER(Options))), ("findings", ctypes.c_void_p),
                ("metrics", ctypes.CFUNCTYPE(None, ctypes.c_void_p, EACH)), ("clear", ctypes.CFUNCTYPE(None))]


class Simulator(Device):
    """A device whose launches are counted."""

    def __init__(self, libcuda):
        super().__init__(libcuda)
        self.cuda.culabSimApi.restype = ctypes.POINTER(Api)
        self.api = self.cuda.culabSimApi(1).contents
        options = Options(size=ctypes.sizeof(Options))
        self.api.get_options(options)
        options.checks = 64  # CULAB_SIM_METRICS
        must(self.api.set_options(options), "set_options")

    def figures(self):
        """{ line: { metric: value } } of the launches since the last call; line 0: the kernel."""
        found = {}

        def each(_, metric):
            told = metric.contents
            found.setdefault(told.line, {})[told.name.decode()] = told.value

        self.api.metrics(None, EACH(each))
        self.api.clear()
        return found
