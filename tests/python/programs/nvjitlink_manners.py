# needs: cuda-bindings
"""nvJitLink as its users know it: options are checked, inputs of any kind, nothing to link, limits."""
from cuda.bindings import driver, nvjitlink, nvrtc

PTX = b"""
.version 6.3
.target sm_75
.address_size 64
.visible .entry kernel(.param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %d<99>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    st.global.u32 [%d1], %r1;
    ret;
}
"""


def refusal(options):
    try:
        nvjitlink.destroy(nvjitlink.create(len(options), options))
    except nvjitlink.nvJitLinkError as error:
        return str(error)
    return "none"


def linked(options, *inputs):
    handle = nvjitlink.create(len(options), options)
    for kind, data in inputs:
        nvjitlink.add_data(handle, kind, data, len(data), "input")
    nvjitlink.complete(handle)
    out = bytearray(nvjitlink.get_linked_cubin_size(handle))
    nvjitlink.get_linked_cubin(handle, out)
    nvjitlink.destroy(handle)
    return bytes(out)


def lto_ir(source=b"__global__ void A() {}"):
    _, program = nvrtc.nvrtcCreateProgram(source, b"a.cu", 0, [], [])
    assert nvrtc.nvrtcCompileProgram(program, 2, [b"-dlto", b"-rdc=true"])[0] == 0
    out = b" " * nvrtc.nvrtcGetLTOIRSize(program)[1]
    assert nvrtc.nvrtcGetLTOIR(program, out)[0] == 0
    return out


def check(result):
    assert result[0] == 0, result
    return result[1] if len(result) == 2 else None


def registers(image):
    module = check(driver.cuModuleLoadData(image))
    kernel = check(driver.cuModuleGetFunction(module, b"kernel"))
    return check(driver.cuFuncGetAttribute(
        driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, kernel))


ANY = nvjitlink.InputType.ANY
assert "UNRECOGNIZED_OPTION" in refusal(["-fictitious"])
assert "MISSING_ARCH" in refusal([]) or "ERROR" in refusal([])
assert refusal(["-arch=sm_75"]) == "none"
assert b".version" in linked(["-arch=sm_75"])
assert b"_Z1Av" in linked(["-arch=sm_75", "-lto"], (ANY, lto_ir()))

check(driver.cuInit(0))
check(driver.cuCtxSetCurrent(check(driver.cuDevicePrimaryCtxRetain(0))))
assert registers(linked(["-arch=sm_75", "-maxrregcount=24"], (ANY, PTX))) == 24
assert registers(linked(["-arch=sm_75"], (ANY, PTX))) > 24

# PTX calls what only LTO-IR defines, and LTO-IR calls the PTX.
low = lto_ir(b'extern "C" __device__ int low(int x) { return 3 * x; }')
top = lto_ir(b'extern "C" __device__ int mid(int); extern "C" __global__ void kernel(int *p) { *p = mid(*p); }')
MID = b"""
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) low(.param .b32 x);
.visible .func (.param .b32 result) mid(.param .b32 x)
{
    .reg .b32 %r<4>;
    ld.param.b32 %r1, [x];
    {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call.uni (b), low, (a);
    ld.param.b32 %r2, [b];
    }
    add.s32 %r3, %r2, 1;
    st.param.b32 [result], %r3;
    ret;
}
"""
whole = linked(["-arch=sm_75", "-lto"], (ANY, top), (ANY, low), (ANY, MID))
assert b"culab_anchor" not in whole
check(driver.cuModuleLoadData(whole))
