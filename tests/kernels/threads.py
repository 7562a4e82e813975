#!/usr/bin/env python3
"""Blocks over threads: each kernel of the corpus gives the same with one, two and four threads, again and again.

    threads.py LIBCUDA FOLDER [PREFIX] [--headers DIR] [--rounds N]

The corpus's kernels, the wrong ones too, are compiled by NVRTC here and launched through the simulated libcuda without
observers, with threads for however small a grid. What they leave in their buffers, what they print, how they end, what
is found and how many instructions ran must not depend on the number of threads. Exit status 77: no NVRTC."""
import argparse
import ctypes
import glob
import json
import os
import re
import struct
import sys
import tempfile
import traceback

import corpus

SETTINGS = ["1", "2,eager", "4,eager"]
BUDGET = 400_000_000  # thread-instructions: kernels that never end are among them
ELEMENTS = re.compile(r"(?:(in|out|inout):)?(\w+)\[([\dx]+)\](?:=(\S+))?$")


# -- the child: launches what it is told

class Status(ctypes.Structure):
    _fields_ = [("launch", ctypes.c_uint64), ("status", ctypes.c_int), ("fault", ctypes.c_int)] + [
        (name, ctypes.c_uint64) for name in ("lost", "threads", "warps", "cycles")] + [("seconds", ctypes.c_double)]


class Api(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32)] + [(name, ctypes.c_void_p) for name in (
        "set_options", "get_options", "findings", "metrics", "clear", "writer", "last_launch")]


def must(result):
    if result:
        raise RuntimeError(f"the driver answers {result}")


def launch(cuda, job):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    with open(job["ptx"], "rb") as file:
        must(cuda.cuModuleLoadData(ctypes.byref(module), ctypes.c_char_p(file.read() + b"\0")))
    must(cuda.cuModuleGetFunction(ctypes.byref(function), module, job["kernel"].encode()))
    if job["shared"] > 48 << 10:
        must(cuda.cuFuncSetAttribute(function, 8, job["shared"]))
    holders, buffers = [], []
    for kind, text in job["args"]:
        data = bytes.fromhex(text)
        if kind == "buffer":
            address = ctypes.c_uint64()
            must(cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(len(data), 1))))
            must(cuda.cuMemcpyHtoD_v2(address, data, ctypes.c_size_t(len(data))))
            buffers.append((address, len(data)))
            holders.append(address)
        else:
            holders.append(ctypes.create_string_buffer(data, len(data)))
    params = (ctypes.c_void_p * len(holders))(*[ctypes.addressof(h) for h in holders])
    result = cuda.cuLaunchKernel(function, *job["grid"], *job["block"], job["shared"], None, params, None)
    result = result or cuda.cuCtxSynchronize()
    contents = []
    for address, size in buffers:
        # After a fault the context is lost, and nothing can tell any more what later blocks have stored.
        contents.append(ctypes.string_at(address.value, size).hex() if not result else "")
    return result, contents


def child(library, job):
    cuda = ctypes.CDLL(library)
    context, device = ctypes.c_void_p(), ctypes.c_int()
    must(cuda.cuInit(0))
    must(cuda.cuDeviceGet(ctypes.byref(device), 0))
    must(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    must(cuda.cuCtxSetCurrent(context))
    result, contents = launch(cuda, job)
    cuda.culabSimApi.restype = ctypes.POINTER(Api)
    api, status = cuda.culabSimApi(1), Status()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(api.contents.last_launch)(ctypes.byref(status))
    told = {"result": result, "contents": contents, "status": status.status, "fault": status.fault,
            "thread_instructions": status.threads, "warp_instructions": status.warps, "cycles": status.cycles}
    ctypes.CDLL(None).fflush(None)
    print("\n" + json.dumps(told))


# -- the parent

def element_bytes(kind):
    return struct.calcsize(corpus.CODES[kind])


def as_bytes(kind, values):
    whole = not kind.startswith("f")
    limit = 1 << 8 * element_bytes(kind)
    if whole:
        values = [int(v) % limit for v in values]
        return b"".join(v.to_bytes(element_bytes(kind), "little") for v in values)
    return struct.pack(f"<{len(values)}{corpus.CODES[kind]}", *values)


def argument(text, names):
    """What an argument of `culab run` puts into memory; random numbers are not the same, but always the same."""
    text = text.split(">")[0]
    found = ELEMENTS.match(text)
    if not found:
        kind, value = text.split("=", 1)
        return "value", as_bytes(kind, [float(value) if kind.startswith("f") else int(value, 0)]).hex()
    _, kind, shape, source = found.groups()
    count = 1
    for side in shape.split("x"):
        count *= int(side)
    if not source:
        return "buffer", (b"\xcb" * (count * element_bytes(kind))).hex()
    if source.startswith("@"):
        values = names[source[1:]]
    elif source.startswith("constant:"):
        values = [float(source[9:])] * count
    elif source.startswith("ramp"):
        values = range(count)
    else:
        words = [float(w) for w in source.split(":", 1)[1].split(",")]
        low, high = words[1:3] if len(words) > 2 else (0, 100)
        values = [low + (i * 7919 % 1009) / 1009 * (high - low) for i in range(count)]
    return "buffer", as_bytes(kind, list(values)).hex()


def dims(words, flag):
    values = [int(v) for v in words[words.index(flag) + 1].split(",")] if flag in words else []
    return (values + [1, 1, 1])[:3]


def source_of(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    return source, corpus.header_read(source)


def job_of(path, nvrtc, folder):
    source, entries = source_of(path)
    names, _ = corpus.names_in(entries)
    target = max([86] + [int(least) for least in corpus.values_of(entries, "least")])
    nvrtc.options[0] = f"-arch=compute_{target}"
    ptx = nvrtc.ptx(os.path.basename(path), source).rstrip(b"\0")
    words = " ".join(corpus.values_of(entries, "launch")).split()
    kernel = words[words.index("--kernel") + 1] if "--kernel" in words else \
        re.findall(r"\.visible \.entry (\w+)", ptx.decode())[-1]
    with open(os.path.join(folder, "kernel.ptx"), "wb") as file:
        file.write(ptx)
    return {"ptx": file.name, "profile": corpus.PROFILES.get(target, ""), "kernel": kernel, "grid": dims(words, "--grid"), "block": dims(words, "--block"),
            "shared": dims(words, "--shared")[0] if "--shared" in words else 0,
            "args": [argument(value, names) for value in corpus.values_of(entries, "arg")]}


def in_child(library, job, environment, output):
    """In a process of its own, which is this one's copy: a library's settings are read once, and a fault stays in it.
    Returns how it ended. It never returns in the child."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    status = 1
    try:
        for number in (1, 2):
            os.dup2(output.fileno(), number)
        os.environ.pop("CULAB_SIM_CHECKS", None)  # whatever is observed runs on one thread
        os.environ.update(environment)
        child(library, job)
        sys.stdout.flush()
        status = 0
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
    finally:
        os._exit(status)


def run_child(library, job, threads, folder):
    report = os.path.join(folder, "report")
    open(report, "w", encoding="utf-8").close()
    environment = dict(CULAB_SIM_THREADS=threads, CULAB_SIM_REPORT=report, CULAB_SIM_BUDGET=str(BUDGET),
                       CULAB_PROFILE=job["profile"])
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        sys.stdout.flush()
        status = in_child(library, job, environment, output)
        output.seek(0)
        lines = output.read().rstrip("\n")
    if status:
        raise corpus.Wrong(f"with {threads} threads: ended with {status}: {lines[-400:]}")
    printed, told = lines.rsplit("\n", 1)
    told = json.loads(told)
    told["printed"] = printed
    with open(report, encoding="utf-8", errors="replace") as file:
        # Addresses differ from process to process.
        told["report"] = re.sub(r"0x[0-9a-f]+|\d{9,} bytes", "0x", file.read())
    return told


def check_file(library, path, nvrtc, rounds):
    with tempfile.TemporaryDirectory(prefix="culab-threads-") as folder:
        job = job_of(path, nvrtc, folder)
        first = run_child(library, job, SETTINGS[0], folder)
        for threads in SETTINGS[1:] * rounds:
            other = run_child(library, job, threads, folder)
            for key, value in first.items():
                if other[key] != value:
                    raise corpus.Wrong(f"with {threads} threads: {key} is {str(other[key])[:300]!r}, "
                                       f"with one {str(value)[:300]!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("folder")
    parser.add_argument("prefix", nargs="?", default="")
    parser.add_argument("--headers")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    nvrtc = corpus.Nvrtc(["-arch=compute_86"], options.headers)
    if not nvrtc.lib:
        return corpus.SKIPPED
    failures = 0
    files = sorted(glob.glob(os.path.join(options.folder, options.prefix + "*.cu")))
    files = [path for path in files if "own target" not in corpus.values_of(source_of(path)[1], "only")]
    for path in files:
        try:
            check_file(os.path.abspath(options.library), path, nvrtc, options.rounds)
        except (corpus.Wrong, RuntimeError) as wrong:
            failures += 1
            print(f"{os.path.basename(path)}: {wrong}", file=sys.stderr)
    print(f"{len(files) - failures} of {len(files)}")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
