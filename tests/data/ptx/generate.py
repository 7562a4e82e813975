#!/usr/bin/env python3
"""Compiles the kernels beside this script with NVRTC and writes their PTX.

usage: generate.py [--all FOLDER]

Without arguments the small set that is kept in the repository is written here: every kernel for one
target, some with line information or for debugging. With --all every kernel goes to FOLDER for all
targets and options. NVRTC is looked for in $CULAB_NVRTC, $CUDA_HOME, $CUDA_PATH and /usr/local/cuda.
"""
import ctypes
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TARGETS = ["75", "80", "90", "100", "120"]
OPTIONS = {"": [], "-lineinfo": ["-lineinfo"], "-G": ["-G"]}
# Kernels kept a second time, and how: the forms of output that the targets' plain ones don't show.
EXTRA = [("inlined", "80", "-lineinfo"), ("inlined", "120", "-lineinfo"), ("scan", "75", "-G"),
         ("calls", "100", "-G"), ("pointers", "90", "-G"), ("saxpy", "75", "-lineinfo"),
         ("matrix", "100", ""), ("floats", "100", ""), ("bits", "120", ""), ("assembly", "75", ""),
         ("half", "100", ""), ("switches", "120", "")]


def library():
    if os.environ.get("CULAB_NVRTC"):
        return os.environ["CULAB_NVRTC"]
    for root in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        found = sorted(glob.glob(f"{root}/lib64/libnvrtc.so.*[0-9]")) if root else []
        if found:
            return found[0]
    sys.exit("generate.py: no NVRTC found; set CULAB_NVRTC")


class Compiler:
    def __init__(self):
        path = library()
        self.nvrtc = ctypes.CDLL(path)
        self.include = os.path.join(os.path.dirname(path), "..", "include")

    def text(self, program, size, get):
        count = ctypes.c_size_t()
        getattr(self.nvrtc, size)(program, ctypes.byref(count))
        buffer = ctypes.create_string_buffer(count.value)
        getattr(self.nvrtc, get)(program, buffer)
        return buffer.value.decode()

    def compile(self, name, target, options):
        source = open(os.path.join(HERE, name + ".cu")).read()
        own = re.search(r"Compile with: (.*) \*/", source)
        flags = [f"-arch=compute_{target}", "-I" + self.include, "-I" + self.include + "/cccl",
                 "-default-device"] + options + (own.group(1).split() if own else [])
        program = ctypes.c_void_p()
        self.nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(),
                                      (name + ".cu").encode(), 0, None, None)
        array = (ctypes.c_char_p * len(flags))(*[flag.encode() for flag in flags])
        failed = self.nvrtc.nvrtcCompileProgram(program, len(flags), array)
        if failed:
            sys.exit(f"{name}.cu: " + self.text(program, "nvrtcGetProgramLogSize",
                                                "nvrtcGetProgramLog"))
        ptx = self.text(program, "nvrtcGetPTXSize", "nvrtcGetPTX")
        self.nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
        # The folder in which this ran is nobody's business.
        return ptx.replace(os.getcwd() + "/", "")


def main():
    names = sorted(os.path.basename(path)[:-3] for path in glob.glob(os.path.join(HERE, "*.cu")))
    if len(sys.argv) == 3 and sys.argv[1] == "--all":
        folder = sys.argv[2]
        jobs = [(n, t, o) for n in names for t in TARGETS for o in OPTIONS]
    elif len(sys.argv) == 1:
        folder = HERE
        jobs = [(n, TARGETS[i % len(TARGETS)], "") for i, n in enumerate(names)
                if n != "cooperative"] + EXTRA
    else:
        sys.exit(__doc__)
    compiler = Compiler()
    for name, target, option in jobs:
        ptx = compiler.compile(name, target, OPTIONS[option])
        with open(os.path.join(folder, f"{name}.{target}{option}.ptx"), "w") as out:
            out.write(ptx)


if __name__ == "__main__":
    main()
