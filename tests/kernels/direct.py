"""Kernels of the corpus compiled and launched in this process: some thirty times as many a second as `culab run` does.

A Device opens the simulated libcuda; judge() gives a report in the form of `culab run --json`, as far as corpus.py reads it."""
import ctypes
import re
import struct

import corpus
import threads

CHECKS = 31  # memory, races, initialisation, barriers, arithmetic
BUDGET = 40_000_000
ENDS = ("ok", "fault", "deadlock", "budget", "stopped", "no-memory")


class Place(ctypes.Structure):
    _fields_ = [("function", ctypes.c_char_p), ("file", ctypes.c_char_p), ("line", ctypes.c_uint32),
                ("ptx_line", ctypes.c_uint32), ("ptx", ctypes.c_char_p)]


class Who(ctypes.Structure):
    _fields_ = [("block", ctypes.c_uint32 * 3), ("thread", ctypes.c_uint32 * 3)]


class Print(ctypes.Structure):
    _fields_ = [("launch", ctypes.c_uint64), ("who", Who), ("where", Place), ("text", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Finding(ctypes.Structure):
    _fields_ = [("launch", ctypes.c_uint64), ("checker", ctypes.c_char_p), ("rule", ctypes.c_char_p), ("text", ctypes.c_char_p)]


PRINT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Print))
EACH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Finding))


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("checks", ctypes.c_uint32), ("seed", ctypes.c_uint64), ("budget", ctypes.c_uint64),
                ("print_limit", ctypes.c_uint64), ("state", ctypes.c_void_p), ("print", PRINT), ("strict", ctypes.c_uint32)]


class Api(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32)] + [(name, ctypes.c_void_p) for name in (
        "set_options", "get_options", "findings", "metrics", "clear", "writer", "last_launch", "stop", "profiles", "label")]


def parameter_names(source, kernel):
    found = re.search(r"\b%s\(([^)]*)\)" % re.escape(kernel), source)
    return [re.findall(r"\w+", one)[-1] for one in found[1].split(",") if re.findall(r"\w+", one)] if found else []


class Device:
    def __init__(self, library):
        self.cuda = ctypes.CDLL(library)
        context, self.device = ctypes.c_void_p(), ctypes.c_int()
        threads.must(self.cuda.cuInit(0))
        threads.must(self.cuda.cuDeviceGet(ctypes.byref(self.device), 0))
        self.cuda.culabSimApi.restype = ctypes.POINTER(Api)
        self.api = self.cuda.culabSimApi(4).contents
        self.prints, self.found = [], []
        self.on_print = PRINT(lambda _, one: self.prints.append(
            ctypes.string_at(one.contents.text, one.contents.size).decode(errors="replace")))
        self.on_finding = EACH(lambda _, one: self.found.append(
            {"rule": one.contents.rule.decode(), "text": (one.contents.text or b"").decode()}))
        options = Options(ctypes.sizeof(Options), CHECKS, 0, BUDGET, 100000, None, self.on_print, 1)
        ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(self.api.set_options)(ctypes.byref(options))
        self.begin()

    def begin(self):
        context = ctypes.c_void_p()
        threads.must(self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), self.device))
        threads.must(self.cuda.cuCtxSetCurrent(context))

    def end(self):
        self.cuda.cuDevicePrimaryCtxReset(self.device)
        self.cuda.cuDevicePrimaryCtxRelease(self.device)

    def buffer(self, text, data, name, kind):
        address = ctypes.c_uint64()
        threads.must(self.cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(len(data), 1))))
        if text.startswith("out:"):
            ctypes.memmove(address.value, data, len(data))  # without the driver's knowledge: it counts as never written
        else:
            threads.must(self.cuda.cuMemcpyHtoD_v2(address, data, ctypes.c_size_t(len(data))))
        label = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_uint32)(self.api.label)
        label(address, name.encode(), threads.element_bytes(kind))
        return address

    def launch(self, ptx, kernel, words, texts, names, parameters):
        """(CUresult, [(argument, type, its bytes)]) after the launch."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        result = self.cuda.cuModuleLoadData(ctypes.byref(module), ctypes.c_char_p(ptx + b"\0"))
        result = result or self.cuda.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode())
        if result:
            return result, []
        shared = threads.dims(words, "--shared")[0] if "--shared" in words else 0
        holders, buffers = [], []
        for i, text in enumerate(texts):
            what, data = threads.argument(text, names)
            data = bytes.fromhex(data)
            if text.startswith("out:"):
                data = b"\xc5" * len(data)
            if what == "buffer":
                kind = threads.ELEMENTS.match(text.split(">")[0])[2]
                name = parameters[i] if i < len(parameters) else f"argument{i}"
                holders.append(self.buffer(text, data, name, kind))
                buffers.append((i, kind, holders[-1].value, len(data)))
            else:
                holders.append(ctypes.create_string_buffer(data, len(data)))
        params = (ctypes.c_void_p * len(holders))(*[ctypes.addressof(h) for h in holders])
        result = self.cuda.cuLaunchKernel(function, *threads.dims(words, "--grid"), *threads.dims(words, "--block"), shared,
                                          None, params, None)
        result = result or self.cuda.cuCtxSynchronize()
        return result, [(i, kind, ctypes.string_at(at, size)) for i, kind, at, size in buffers]

    def judge(self, ptx, source, entries, names):
        words = " ".join(corpus.values_of(entries, "launch")).split()
        kernel = words[words.index("--kernel") + 1] if "--kernel" in words else \
            re.findall(r"\.visible \.entry (\w+)", ptx.decode())[-1]
        self.prints.clear()
        self.found.clear()
        result, contents = self.launch(ptx, kernel, words, corpus.values_of(entries, "arg"), names,
                                       parameter_names(source, kernel))
        status = threads.Status()
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.api.last_launch)(ctypes.byref(status))
        ctypes.CFUNCTYPE(None, ctypes.c_void_p, EACH)(self.api.findings)(None, self.on_finding)
        ctypes.CFUNCTYPE(None)(self.api.clear)()
        self.end()
        self.begin()
        end = ENDS[status.status] if contents and status.status < len(ENDS) else "refused"
        outputs = [{"argument": i, "type": kind,
                    "data": list(struct.unpack(f"<{len(data) // threads.element_bytes(kind)}{corpus.CODES[kind]}", data))}
                   for i, kind, data in contents]
        return {"launch": {"status": "ok" if end == "ok" and not result else end if end != "ok" else "fault"},
                "findings": list(self.found), "outputs": outputs, "printf": [{"text": text} for text in self.prints]}
