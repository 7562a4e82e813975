#!/usr/bin/env python3
"""Runs the scripts of tests/sim/scripts on a libcuda: scripts.py LIBCUDA ROOT [NAME...].

What a script expects of its buffers must come of it on a GPU too: so every form in them is compared with hardware.
Left out are scripts that expect a fault, a finding, a refusal or something printed, and those that need a newer
device. Prints what differs."""
import ctypes
import pathlib
import re
import struct
import sys

CODES = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "u64": "Q", "s64": "q", "f32": "f",
         "f64": "d"}
LEFT_OUT = ("error", "status", "fault", "finding", "print", "lost", "texture", "print_limit")
# What the simulated device has otherwise: figures of its profile, its clocks, its schedule.
OWN = ("special_registers", "clocks", "grid_spin", "slow_but_moving", "nanosleep_lets_others_run")


class Expression:
    """Of tests/sim/script.h: as in C, of whole numbers, or of doubles where there is a point."""
    LEVELS = [("|",), ("^",), ("&",), ("==", "!=", "<=", ">=", "<", ">"), ("<<", ">>"), ("+", "-"), ("*", "/", "%")]

    def __init__(self, text, i):
        self.real = "." in text
        self.tokens = re.findall(r"0[xX][0-9a-fA-F]+|\d+\.?\d*(?:e-?\d+)?|<<|>>|[=!<>]=|[-+*/%&|^~()<>?:i]", text)
        self.i, self.at = i, 0

    def take(self, *words):
        if self.at < len(self.tokens) and self.tokens[self.at] in words:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def primary(self):
        word = self.take("-", "~", "(")
        if word == "(":
            value = self.choice()
            self.take(")")
            return value
        if word:
            value = self.primary()
            return -value if word == "-" else ~value
        word = self.tokens[self.at]
        self.at += 1
        if word == "i":
            return float(self.i) if self.real else self.i
        return float(word) if "." in word or "e" in word and "x" not in word else int(word, 0)

    def apply(self, word, a, b):
        if word in ("/", "%") and not self.real:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return quotient if word == "/" else a - quotient * b
        return {"|": lambda: a | b, "^": lambda: a ^ b, "&": lambda: a & b, "==": lambda: a == b,
                "!=": lambda: a != b, "<=": lambda: a <= b, ">=": lambda: a >= b, "<": lambda: a < b,
                ">": lambda: a > b, "<<": lambda: a << b, ">>": lambda: a >> b, "+": lambda: a + b,
                "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b, "%": lambda: a % b}[word]()

    def level(self, n):
        if n == len(self.LEVELS):
            return self.primary()
        value = self.level(n + 1)
        while (word := self.take(*self.LEVELS[n])):
            value = self.apply(word, value, self.level(n + 1))
        return value

    def choice(self):
        value = self.level(0)
        if not self.take("?"):
            return value
        first = self.choice()
        self.take(":")
        second = self.choice()
        return first if value else second


class Script:
    def __init__(self, path):
        self.path, self.text = path, path.read_text()
        self.rows = [tuple(line[3:].strip().partition(" ")[::2]) for line in self.text.split("\n")
                     if line.startswith("//@")]
        self.target = int(re.search(r"^\.target sm_(\d+)", self.text, re.M)[1])

    def get(self, key, default="1"):
        return next((value.strip() for name, value in self.rows if name == key), default)

    def all(self, key):
        return [value.strip() for name, value in self.rows if name == key]

    def dim(self, key):
        return ([int(n) for n in self.get(key).split(",")] + [1, 1])[:3]

    def runs(self):
        return not any(name in LEFT_OUT for name, _ in self.rows) and not self.path.stem.startswith(OWN)


def pack(type_, values):
    code = CODES[type_]
    if code in "fd":
        return struct.pack(f"<{len(values)}{code}", *map(float, values))
    mask = (1 << 8 * struct.calcsize(code)) - 1
    return struct.pack(f"<{len(values)}{code.upper()}", *(int(v) & mask for v in values))


class Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_uint * 16)]


class Config(ctypes.Structure):
    _fields_ = [("dims", ctypes.c_uint * 7), ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(Attribute)),
                ("count", ctypes.c_uint)]


class Cuda:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.device = ctypes.c_int()
        self.check(self.lib.cuInit(0))
        self.check(self.lib.cuDeviceGet(ctypes.byref(self.device), 0))
        self.capability = self.attribute(75) * 10 + self.attribute(76)
        self.begin()

    def attribute(self, number):
        value = ctypes.c_int()
        self.check(self.lib.cuDeviceGetAttribute(ctypes.byref(value), number, self.device))
        return value.value

    def begin(self):
        context = ctypes.c_void_p()
        self.check(self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), self.device))
        self.check(self.lib.cuCtxSetCurrent(context))

    def again(self):
        self.lib.cuDevicePrimaryCtxReset_v2(self.device)
        self.begin()

    @staticmethod
    def check(result):
        if result:
            raise RuntimeError(f"the driver answers {result}")

    def launch(self, script, function, values):
        pointers = (ctypes.c_void_p * (len(values) + 1))(*[ctypes.cast(v, ctypes.c_void_p) for v in values])
        cluster = script.get("cluster", "")
        attributes = (Attribute * 2)()
        attributes[0].id, attributes[0].value[0] = 2, 1  # cooperative
        count = 1 if script.get("cooperative", None) is not None else 0
        if cluster:
            attributes[count].id = 4
            attributes[count].value[:3] = ([int(n) for n in cluster.split(",")] + [1, 1])[:3]
            count += 1
        config = Config((ctypes.c_uint * 7)(*script.dim("grid"), *script.dim("block"), int(script.get("shared", "0"))),
                        None, attributes, count)
        self.check(self.lib.cuLaunchKernelEx(ctypes.byref(config), function, pointers, None))
        self.check(self.lib.cuCtxSynchronize())

    def run(self, script):
        """Lines that tell what differs."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        name = script.get("kernel", None) or re.search(r"\.entry\s+(\w+)", script.text)[1]
        self.check(self.lib.cuModuleLoadData(ctypes.byref(module), script.text.encode() + b"\0"))
        self.check(self.lib.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
        buffers = {}
        for row in script.all("buffer"):
            label, type_, count, fill = re.match(r"(\w+) (\w+)\[(\d+)\]\s*(.*)", row).groups()
            data = pack(type_, [Expression(fill, i).choice() for i in range(int(count))])
            address = ctypes.c_uint64()
            self.check(self.lib.cuMemAlloc_v2(ctypes.byref(address), max(len(data), 1)))
            self.check(self.lib.cuMemcpyHtoD_v2(address, data, len(data)))
            buffers[label] = (type_, int(count), address)
        values = []
        for row in script.all("arg"):
            label, _, more = row.partition("+")
            value = buffers[label][2].value + int(more or 0) if label in buffers else int(row, 0)
            values.append(ctypes.pointer(ctypes.c_uint64(value & (1 << 64) - 1)))
        self.launch(script, function, values)
        found = [line for label in buffers for line in self.compare(script, label, buffers[label])]
        for _, _, address in buffers.values():
            self.lib.cuMemFree_v2(address)
        self.lib.cuModuleUnload(module)
        return found

    def compare(self, script, label, buffer):
        type_, count, address = buffer
        size = struct.calcsize(CODES[type_])
        got = ctypes.create_string_buffer(max(size * count, 1))
        self.check(self.lib.cuMemcpyDtoH_v2(got, address, size * count))
        wanted = {}
        for row in script.all("expect"):
            name, first, last, text = re.match(r"(\w+)(?:\[(\d+)(?:\.\.(\d+))?\])?\s+(.*)", row).groups()
            if name == label:
                for i in range(int(first or 0), int(last or first) + 1 if first else count):
                    wanted[i] = pack(type_, [Expression(text, i).choice()])
        for row in script.all("values"):
            name, first, text = re.match(r"(\w+)(?:\[(\d+)\])?\s+(.*)", row).groups()
            if name == label:
                for i, word in enumerate(text.split(), int(first or 0)):
                    is_bits = "x" in word and CODES[type_] in "fd"
                    wanted[i] = int(word, 16).to_bytes(size, "little") if is_bits else pack(
                        type_, [float(word) if CODES[type_] in "fd" else int(word, 0)])
        return [f"{label}[{i}]: {got.raw[i * size:(i + 1) * size][::-1].hex()}, not {value[::-1].hex()}"
                for i, value in wanted.items() if got.raw[i * size:(i + 1) * size] != value][:4]


def main():
    cuda, bad, count, newer = Cuda(sys.argv[1]), 0, 0, 0
    for path in sorted((pathlib.Path(sys.argv[2]) / "tests/sim/scripts").glob("*.ptx")):
        script = Script(path)
        if not script.runs() or sys.argv[3:] and path.stem not in sys.argv[3:]:
            continue
        if script.target > cuda.capability or re.search(r"^\.target sm_\d+[af]", script.text, re.M):
            newer += 1
            continue
        count += 1
        try:
            found = cuda.run(script)
        except RuntimeError as error:
            found = [str(error)]
            cuda.again()
        bad += bool(found)
        for line in found:
            print(f"{path.stem}: {line}")
    print(f"{count} scripts, {bad} differ, {newer} need a newer device")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
