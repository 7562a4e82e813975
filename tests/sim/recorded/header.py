"""Functions of NVIDIA's headers for small floats as PTX of a device that lacks the instructions: compiled by NVRTC
where a recording is made."""
import ctypes
import functools
import glob
import os

CONVERSION = """extern "C" __device__ unsigned to_{kind}(float x, float y)
{{ return __nv_cvt_float2_to_{header}x2(make_float2(x, y), {name}, cudaRoundNearest); }}
extern "C" __device__ unsigned from_{kind}(unsigned x)
{{ __half2_raw h = __nv_cvt_{header}x2_to_halfraw2(x, {name}); return h.x | (unsigned)h.y << 16; }}
"""
SCALE = """extern "C" __device__ unsigned from_floats_{name}(float x, float y)
{{ return __nv_cvt_float2_to_e8m0x2(make_float2(x, y), {saturates}, {rounding}); }}
extern "C" __device__ unsigned from_brains_{name}(unsigned x)
{{ __nv_bfloat162_raw b; b.x = x; b.y = x >> 16; return __nv_cvt_bfloat162raw_to_e8m0x2(b, {saturates}, {rounding}); }}
"""
BACK = """extern "C" __device__ unsigned to_brains(unsigned x)
{ __nv_bfloat162_raw b = __nv_cvt_e8m0x2_to_bf162raw(x); return b.x | (unsigned)b.y << 16; }
"""
SMALL = {"e2m1": ("fp4", "__NV_E2M1"), "e2m3": ("fp6", "__NV_E2M3"), "e3m2": ("fp6", "__NV_E3M2")}


def source_of(kind):
    if kind in SMALL:
        header, name = SMALL[kind]
        return f"#include <cuda_{header}.h>\n" + CONVERSION.format(kind=kind, header=header, name=name)
    both = (("rz", "cudaRoundZero"), ("rp", "cudaRoundPosInf"))
    return "#include <cuda_fp8.h>\n" + BACK + "".join(
        SCALE.format(name=word + mark, rounding=rounding, saturates=saturates) for word, rounding in both
        for mark, saturates in (("", "__NV_NOSAT"), ("_sat", "__NV_SATFINITE")))


@functools.cache
def functions(kind):
    """What follows the directives of the module."""
    roots = [root for root in (os.environ.get("CUDA_HOME"), "/usr/local/cuda") if root]
    library = next(path for root in roots for path in sorted(glob.glob(root + "/lib64/libnvrtc.so.*[0-9]")))
    nvrtc, program, size = ctypes.CDLL(library), ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source_of(kind).encode(), b"header.cu", 0, None, None)
    flags = [b"-arch=compute_90", b"-rdc=true", b"-default-device", *(b"-I" + (root + "/include").encode() for root in roots)]
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
    what = "ProgramLog" if failed else "PTX"
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value + 1)
    getattr(nvrtc, f"nvrtcGet{what}")(program, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    if failed:
        raise RuntimeError(text.value.decode())
    return text.value.decode().split(".address_size 64", 1)[1]
