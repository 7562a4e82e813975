#!/usr/bin/env python3
"""culab simulate's own manners: report.py CULAB. The client is ctypes, so no package is needed."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CULAB = sys.argv[1]
CLIENT = r'''
import ctypes, os, sys
cuda = ctypes.CDLL("libcuda.so.1")
def ok(result):
    if result: sys.exit("result %d" % result)
PTX = b""".version 7.0
.target sm_52
.address_size 64
.visible .entry spill(.param .u64 out)
{
  .reg .b64 %d<3>;
  .reg .b32 %r<2>;
  ld.param.u64 %d1, [out];
  mov.u32 %r1, 1;
  st.global.u32 [%d1+4096], %r1;
  ret;
}
"""
device, context, module, kernel, at = (ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(),
                                       ctypes.c_void_p(), ctypes.c_uint64())
ok(cuda.cuInit(0))
ok(cuda.cuDeviceGet(ctypes.byref(device), 0))
name = ctypes.create_string_buffer(100)
ok(cuda.cuDeviceGetName(name, 100, device))
print(name.value.decode())
ok(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, device))
ok(cuda.cuModuleLoadData(ctypes.byref(module), PTX))
ok(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"spill"))
ok(cuda.cuMemAlloc_v2(ctypes.byref(at), 64))
values = (ctypes.c_void_p * 1)(ctypes.addressof(at))
if "wrong" in sys.argv:
    cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, None, values, None)
    result = cuda.cuCtxSynchronize()
    print("result", result)
if "killed" in sys.argv:
    os.kill(os.getpid(), 9)
sys.exit(3 if "status" in sys.argv else 0)
'''

# One line of a source that the compiler made several instructions of, as of an unrolled loop: two of them in the
# first launch, another one in the second. All threads store their numbers to the same place.
UNROLLED = CLIENT.split("PTX =")[0] + r'''
PTX = b""".version 7.0
.target sm_52
.address_size 64
.visible .entry sweep(.param .u64 out, .param .u32 odd)
{
  .reg .b64 %d<3>;
  .reg .b32 %r<3>;
  .reg .pred %p<2>;
  .loc 1 7 0
  ld.param.u64 %d1, [out];
  ld.param.u32 %r1, [odd];
  mov.u32 %r2, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra ODD;
  st.global.u32 [%d1], %r2;
  st.global.u32 [%d1+4], %r2;
  ret;
ODD:
  st.global.u32 [%d1+8], %r2;
  ret;
}
.file 1 "sweep.cu"
"""
device, context, module, kernel, at = (ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(),
                                       ctypes.c_void_p(), ctypes.c_uint64())
ok(cuda.cuInit(0))
ok(cuda.cuDeviceGet(ctypes.byref(device), 0))
ok(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, device))
ok(cuda.cuModuleLoadData(ctypes.byref(module), PTX))
ok(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"sweep"))
ok(cuda.cuMemAlloc_v2(ctypes.byref(at), 64))
for odd in (0, 1):
    number = ctypes.c_uint32(odd)
    values = (ctypes.c_void_p * 2)(ctypes.addressof(at), ctypes.addressof(number))
    ok(cuda.cuLaunchKernel(kernel, 1, 1, 1, 2, 1, 1, 0, None, values, None))
    ok(cuda.cuCtxSynchronize())
ok(cuda.cuMemFree_v2(at))
'''


def simulate(*arguments, flags=(), client=CLIENT):
    return subprocess.run([CULAB, "simulate", *flags, "--", sys.executable, "-c", client, *arguments],
                          capture_output=True, text=True, timeout=50)


def expect(condition, what, ended):
    if not condition:
        sys.exit(f"{what}\nstatus {ended.returncode}\n{ended.stdout}\n{ended.stderr}")


plain = simulate()
expect(plain.returncode == 0 and "culab: 0 findings" in plain.stderr, "a clean program", plain)
status = simulate("status")
expect(status.returncode == 3, "the status is the program's", status)
wrong = simulate("wrong")
expect(wrong.returncode == 0 and "result 700" in wrong.stdout, "an illegal address", wrong)
expect("memory/" in wrong.stderr and "st.global.u32 [%d1+4096]" in wrong.stderr and
       "culab: 1 finding\n" in wrong.stderr, "the finding is told", wrong)
expect(simulate("wrong", flags=("--error-exitcode", "9")).returncode == 9, "own status", wrong)
expect(simulate(flags=("--error-exitcode", "9")).returncode == 0, "no finding, no status", plain)
killed = simulate("wrong", "killed")
expect(killed.returncode == 137 and "memory/" in killed.stderr, "what a killed program did", killed)
profile = simulate(flags=("--profile", "h100"))
expect("H100" in profile.stdout, "the profile is the device", profile)
unrolled = simulate(client=UNROLLED)
expect(unrolled.stderr.count("race/") == 1 and "and 1 more like it in this launch" in unrolled.stderr and
       "global-race at sweep, sweep.cu:7: 1 more in later launches" in unrolled.stderr and
       "culab: 1 finding\n" in unrolled.stderr, "a line is told of once", unrolled)
expect(re.search(r"Race on global memory at 0x[0-9a-f]+ \(byte [04] of an allocation of 64 bytes, which parameter 1 points to\): ", unrolled.stderr),
       "a place without a name is told by its allocation", unrolled)
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "report.txt"
    ended = simulate("wrong", flags=("--report", str(file)))
    expect("=====" not in ended.stderr and "memory/" in file.read_text(), "a report file", ended)
for flags, names in ((("--profile", "none"), "rtx3060"), (("--check", "race,dance"), "init"),
                     (("--error-exitcode", "256"), "255")):
    refused = simulate(flags=flags)
    expect(refused.returncode == 2 and names in refused.stderr, f"{flags} is refused", refused)

# Programs look for the toolkit beside the nvcc of their PATH, and ours is in front of that.
with tempfile.TemporaryDirectory() as folder:
    toolkit = pathlib.Path(folder) / "toolkit"
    for part in ("bin", "include"):
        (toolkit / part).mkdir(parents=True)
    for tool in ("nvcc", "nvlink"):
        (toolkit / "bin" / tool).write_text('#!/bin/sh\necho real "$@"\n')
        (toolkit / "bin" / tool).chmod(0o755)
    (toolkit / "include" / "cuda.h").write_text("")
    look = 'at=$(dirname "$(command -v nvcc)"); ls "$at/../include"; echo "$at"; test "$at" = "$CUDA_PATH/bin" && nvcc -cubin k.cu; nvlink x'
    ended = subprocess.run([CULAB, "simulate", "--", "sh", "-c", look], text=True, timeout=50,
                           capture_output=True,
                           env={**os.environ, "PATH": f"{toolkit}/bin:{os.environ['PATH']}"})
    words = ended.stdout.splitlines()
    expect(words[:1] == ["cuda.h"] and words[2:] == ["real -ptx k.cu -o k.cubin", "real x"],
           "the toolkit lies beside nvcc", ended)
    ended = subprocess.run([CULAB, "simulate", "--", "sh", "-c", "echo $CUDA_HOME"], text=True, timeout=50,
                           capture_output=True,
                           env={**os.environ, "PATH": f"{toolkit}/bin:{os.environ['PATH']}",
                                "CUDA_HOME": "/elsewhere"})
    expect(ended.stdout == "/elsewhere\n", "another toolkit that was chosen stays", ended)
    expect(not pathlib.Path(words[1]).exists(), "the folder goes with the program", ended)
