"""A libcuda for the forms of this folder: cases, and how they are run."""
import ctypes
import hashlib
import random
import struct


class Case:
    """One kernel "form" that takes the addresses of `given` and of `size` bytes of zeros, which it fills.

    `forms` are the instructions whose result that is. `given` may be a function that makes the bytes."""

    def __init__(self, name, forms, text, given=b"", size=128, block=(32, 1, 1), grid=(1, 1, 1), cluster=None,
                 shared=0, maps=()):
        self.name, self.forms, self.text = name.strip(), list(forms), text
        self.given, self.size, self.shared, self.maps = given, size, shared, maps
        self.block, self.grid, self.cluster, self.cooperative = block, grid, cluster, False

    def run(self, cuda):
        """The bytes that the kernel wrote."""
        module, function = cuda.load(self.text), ctypes.c_void_p()
        cuda.check(cuda.lib.cuModuleGetFunction(ctypes.byref(function), module, b"form"), "cuModuleGetFunction")
        bytes_ = self.given() if callable(self.given) else self.given
        given, out = cuda.allocate(len(bytes_)), cuda.allocate(self.size)
        cuda.check(cuda.lib.cuMemcpyHtoD_v2(given, bytes_, ctypes.c_size_t(len(bytes_))), "cuMemcpyHtoD")
        cuda.check(cuda.lib.cuMemsetD8_v2(out, 0, ctypes.c_size_t(self.size)), "cuMemsetD8")
        cuda.launch(self, function, [given, out, *[make(cuda, given, out) for make in self.maps]])
        got = cuda.read(out, self.size)
        for address in (given, out):
            cuda.check(cuda.lib.cuMemFree_v2(address), "cuMemFree")
        cuda.check(cuda.lib.cuModuleUnload(module), "cuModuleUnload")
        return got


class Equal(Case):
    """A form that only devices `needs` (100: 10.0) have: on others `equal()` is run, a kernel that gives the same;
    `told` says which."""

    def __init__(self, name, forms, text, given, size, block=(32, 1, 1), *, equal, told, needs=100):
        super().__init__(name, forms, text, given, size, block)
        self.equal, self.told, self.form, self.needs = equal, told, text, needs

    def run(self, cuda):
        self.text = self.form if cuda.capability() == self.needs else self.equal()
        return super().run(cuda)


def source(name):
    """Pseudo-random numbers, the same for a name on every machine."""
    return random.Random(hashlib.sha256(name.encode()).digest())


def kernel(body, registers="", version="9.0", target="sm_90a", outside="", per_given=0, per_out=0, params=""):
    """An entry whose threads find at %in and %out what is theirs: `per_given` and `per_out` bytes apart, by %t."""
    text = f""".version {version}
.target {target}
.address_size 64
{outside}
.visible .entry form(.param .u64 in, .param .u64 out{params})
{{
.reg .b32 %t, %lane; .reg .b64 %in, %out, %base, %result; .reg .pred %p<8>;
{registers}
mov.u32 %t, %tid.x; and.b32 %lane, %t, 31;
ld.param.u64 %base, [in]; ld.param.u64 %result, [out];
cvta.to.global.u64 %base, %base; cvta.to.global.u64 %result, %result;
mad.wide.u32 %in, %t, {per_given}, %base; mad.wide.u32 %out, %t, {per_out}, %result;
"""
    return text + body.strip() + "\nret;\n}\n"


class Refused(Exception):
    """The driver doesn't take the module."""


class Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_uint * 16)]


class Config(ctypes.Structure):
    _fields_ = [("dims", ctypes.c_uint * 7), ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(Attribute)),
                ("count", ctypes.c_uint)]


class Cuda:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.device = ctypes.c_int()
        context = ctypes.c_void_p()
        self.check(self.lib.cuInit(0), "cuInit")
        self.check(self.lib.cuDeviceGet(ctypes.byref(self.device), 0), "cuDeviceGet")
        self.check(self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), self.device), "cuDevicePrimaryCtxRetain")
        self.check(self.lib.cuCtxSetCurrent(context), "cuCtxSetCurrent")

    @staticmethod
    def check(result, what):
        if result:
            raise RuntimeError(f"{what} answers {result}")

    def name(self):
        text, version = ctypes.create_string_buffer(128), ctypes.c_int()
        self.check(self.lib.cuDeviceGetName(text, 128, self.device), "cuDeviceGetName")
        self.check(self.lib.cuDriverGetVersion(ctypes.byref(version)), "cuDriverGetVersion")
        return text.value.decode(), f"{version.value // 1000}.{version.value % 1000 // 10}", str(self.capability())

    def capability(self):
        parts = []
        for attribute in (75, 76):
            value_ = ctypes.c_int()
            self.check(self.lib.cuDeviceGetAttribute(ctypes.byref(value_), attribute, self.device), "cuDeviceGetAttribute")
            parts.append(value_.value)
        return parts[0] * 10 + parts[1]

    def load(self, text, library=None):
        """A module of PTX; with a library of the toolkit beside it, linked with that."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(2048)
        options = (ctypes.c_int * 2)(5, 6)  # the log of errors, and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(2048))
        data = text.encode() + b"\0"
        if library:
            result = self.link(data, library, module, options, values)
        else:
            result = self.lib.cuModuleLoadDataEx(ctypes.byref(module), data, 2, options, values)
        if result:
            lines = [line for line in log.value.decode(errors="replace").splitlines() if line.strip()]
            raise Refused(f"{result} {lines[0] if lines else ''}".strip())
        return module

    def link(self, data, library, module, options, values):
        state, image = ctypes.c_void_p(), ctypes.c_void_p()
        return (self.lib.cuLinkCreate_v2(2, options, values, ctypes.byref(state)) or
                self.lib.cuLinkAddData_v2(state, 1, data, ctypes.c_size_t(len(data)), b"form", 0, None, None) or
                self.lib.cuLinkAddFile_v2(state, 4, library.encode(), 0, None, None) or
                self.lib.cuLinkComplete(state, ctypes.byref(image), None) or
                self.lib.cuModuleLoadData(ctypes.byref(module), image))

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.check(self.lib.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(size, 256))), "cuMemAlloc")
        return address

    def read(self, address, size):
        got = ctypes.create_string_buffer(max(size, 1))
        self.check(self.lib.cuMemcpyDtoH_v2(got, address, ctypes.c_size_t(size)), "cuMemcpyDtoH")
        return got.raw[:size]

    def launch(self, case, function, arguments):
        attributes, count = (Attribute * 2)(), 0
        if case.cluster:
            attributes[0].id, attributes[0].value[:3], count = 4, list(case.cluster), 1
        if case.cooperative:
            attributes[count].id, attributes[count].value[0], count = 2, 1, count + 1
        if case.cluster:
            if case.cluster[0] * case.cluster[1] * case.cluster[2] > 8:
                self.check(self.lib.cuFuncSetAttribute(function, 14, 1), "cuFuncSetAttribute")
        if case.shared > 49152:
            self.check(self.lib.cuFuncSetAttribute(function, 8, case.shared), "cuFuncSetAttribute")
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.cast(ctypes.byref(a), ctypes.c_void_p)
                                                        for a in arguments])
        config = Config((ctypes.c_uint * 7)(*case.grid, *case.block, case.shared), None, attributes, count)
        self.check(self.lib.cuLaunchKernelEx(ctypes.byref(config), function, pointers, None), "cuLaunchKernelEx")
        self.check(self.lib.cuCtxSynchronize(), "the kernel")


# -- values to begin with

EDGES = {
    "f16": [0, 0x8000, 1, 0x83ff, 0x0400, 0x3c00, 0xbc01, 0x4248, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfd01],
    "bf16": [0, 0x8000, 1, 0x807f, 0x0080, 0x3f80, 0xbf81, 0x4049, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xff81],
    "f32": [0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800001, 0x40490fdb, 0x7f7fffff, 0xff7fffff,
            0x7f800000, 0xff800000, 0x7fc00000, 0xff812345],
    "f64": [0, 1 << 63, 1, 0x800fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000001,
            0x400921fb54442d18, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
            0x7ff8000000000000, 0xfff8000000012345],
}
BITS = {"b1": 1, "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "b32": 32, "u32": 32,
        "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "b128": 128}


def value(rng, kind):
    """Bits of a number of this type: an edge now and then, else of any size."""
    if kind.endswith("x2"):
        return value(rng, kind[:-2]) | value(rng, kind[:-2]) << 16
    if kind in EDGES:
        if rng.random() < 0.5:
            return rng.choice(EDGES[kind])
        bits = BITS[kind]
        if kind == "f32":
            return rng.getrandbits(1) << 31 | rng.randrange(107, 147) << 23 | rng.getrandbits(23)
        if kind == "f64":
            return rng.getrandbits(1) << 63 | rng.randrange(1003, 1043) << 52 | rng.getrandbits(52)
        return rng.getrandbits(bits)
    bits = BITS[kind]
    top = 1 << bits - 1
    if rng.random() < 0.3:
        return rng.choice([0, 1, 2, top - 1, top, 2 * top - 1])
    return rng.getrandbits(bits) >> rng.choice([0, 0, rng.randrange(bits)])


def words(raw):
    return struct.unpack(f"<{len(raw) // 4}I", raw)
