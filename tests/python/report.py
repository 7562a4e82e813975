#!/usr/bin/env python3
"""culab simulate's own manners: report.py CULAB. The client is ctypes, so no package is needed."""
import json
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
# first launches, another one in the next. All threads store their numbers to the same place. There are more launches
# than findings are kept of, and what comes after them is told as well: four bytes behind an allocation's end, once.
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
.visible .entry late(.param .u64 out)
{
  .reg .b64 %d<2>;
  .reg .b32 %r<2>;
  .loc 1 9 0
  ld.param.u64 %d1, [out];
  mov.u32 %r1, 1;
  st.global.u32 [%d1+64], %r1;
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
number = ctypes.c_uint32(0)
values = (ctypes.c_void_p * 2)(ctypes.addressof(at), ctypes.addressof(number))
def launch(kernel, threads):
    ok(cuda.cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, None, values, None))
    ok(cuda.cuCtxSynchronize())
for _ in range(1100):
    launch(kernel, 2)
number.value = 1
launch(kernel, 2)
ok(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"late"))
launch(kernel, 1)
cuda.cuMemFree_v2(ctypes.c_uint64(0))
cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"none")
ok(cuda.cuMemFree_v2(at))
'''


def simulate(*arguments, flags=(), client=CLIENT):
    return subprocess.run([CULAB, "simulate", *flags, "--", sys.executable, "-c", client, *arguments],
                          capture_output=True, text=True, timeout=50)


def expect(condition, what, ended):
    if not condition:
        sys.exit(f"{what}\nstatus {ended.returncode}\n{ended.stdout}\n{ended.stderr}")


plain = simulate()
expect("1 allocation, 64 bytes" in plain.stderr and "LEAK SUMMARY: 64 bytes leaked in 1 allocation\n" in plain.stderr,
       "a leak", plain)
expect(plain.returncode == 0 and "ERROR SUMMARY: 0 errors\n" in plain.stderr, "a clean program", plain)
status = simulate("status")
expect(status.returncode == 3 and "ended with status 3\n" in status.stderr, "the status is the program's", status)
wrong = simulate("wrong")
expect(wrong.returncode == 0 and "result 700" in wrong.stdout, "an illegal address", wrong)
expect("memory/" in wrong.stderr and "st.global.u32 [%d1+4096]" in wrong.stderr and
       "ERROR SUMMARY: 1 error\n" in wrong.stderr, "the finding is told", wrong)
expect(simulate("wrong", flags=("--error-exitcode", "9")).returncode == 9, "own status", wrong)
expect(simulate(flags=("--error-exitcode", "9")).returncode == 0, "no finding, no status", plain)
killed = simulate("wrong", "killed")
expect(killed.returncode == 137 and "ended by signal 9\n" in killed.stderr and "memory/" in killed.stderr, "what a killed program did", killed)
profile = simulate(flags=("--profile", "h100"))
expect("H100" in profile.stdout, "the profile is the device", profile)
unrolled = simulate(client=UNROLLED)
expect(unrolled.stderr.count("race/") == 1 and "and 1 more like it in this launch" in unrolled.stderr and
       "global-race at sweep, sweep.cu:7: 2199 more in later launches" in unrolled.stderr and
       unrolled.stderr.count("memory/") == 1 and unrolled.stderr.count("and 1 more") == 1 and
       "1102 launches in 1 process\n" in unrolled.stderr and
       "cuModuleGetFunction failed: the name was not found (CUDA_ERROR_NOT_FOUND)\n" in unrolled.stderr and
       "ERROR SUMMARY: 2 errors, met 2202 times\n" in unrolled.stderr, "a line is told of once", unrolled)
expect("in a launch of late: grid (1,1,1), block (1,1,1)\n=========         launched from " in unrolled.stderr,
       "the launch is told of", unrolled)
expect(re.search(r"Race on global memory at 0x[0-9a-f]+ \(byte [04] of an allocation of 64 bytes, which parameter 1 points to\): ", unrolled.stderr),
       "a place without a name is told by its allocation", unrolled)
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "report.txt"
    ended = simulate("wrong", flags=("--report", str(file)))
    expect("=====" not in ended.stderr and "memory/" in file.read_text(), "a report file", ended)
in_json = simulate("status", flags=("--json", "--print-limit", "1"), client=UNROLLED)
said = json.loads(in_json.stderr)
(finding,) = said["findings"]
expect(finding["rule"] == "global-race" and finding["place"]["line"] == 7 and finding["repeats"] == 1 and
       finding["later"] == 2199 and finding["thread"] != finding["other"]["thread"] and
       finding["launch"].items() >= {"number": 1, "kernel": "sweep", "grid": [1, 1, 1], "block": [2, 1, 1]}.items() and
       all("+0x" in frame for frame in finding["launch"]["from"]), "a finding in JSON", in_json)
expect(said["summary"] == {"processes": 1, "launches": 1102, "findings": 2, "occurrences": 2202, "unprinted": 1,
                           "leaked_allocations": 0, "leaked_bytes": 0, "failed_calls": 1} and
       [call["function"] for call in said["calls"]] == ["cuModuleGetFunction"] and said["status"] == 0,
       "the summary in JSON", in_json)
for flags, names in ((("--print-limit", "few"), "number"), (("--profile", "none"), "rtx3060"), (("--check", "race,dance"), "init"),
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
