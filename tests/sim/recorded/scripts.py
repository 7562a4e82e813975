"""The scripts of tests/sim/scripts, through the Driver API: what they expect of their buffers must come of it on a GPU
too. Left out are those that expect a fault, a finding, a refusal or something printed (NOT_HERE says why of others)."""
import ctypes
import pathlib
import re
import struct

from device import Case

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "tests/sim/scripts"
CODES = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "u64": "Q", "s64": "q", "f32": "f",
         "f64": "d"}
LEFT_OUT = ("error", "status", "fault", "finding", "print", "lost", "texture", "print_limit")
OWN = "figures of the device, its clocks or its schedule"
MAP = "tensor maps written down as the simulator has them"
DEEP = "a device goes on beyond the 24 levels of the guide"
FILLS = "the device runtime 13.0 fills with 0 whatever it is asked for"
NOT_HERE = {"tensor_tile": MAP, "tensor_swizzle": MAP, "tensor_too_much": MAP, "special_registers": OWN, "clocks": OWN, "grid_spin": OWN, "slow_but_moving": OWN,
            "nanosleep_lets_others_run": OWN, "launch_order": OWN, "launch_depth": DEEP, "launch_move": FILLS,
            "launch_wait": "kernels that wait for their children, which is gone from CUDA 12"}
LIBRARY = ("/usr/local/cuda/lib64/libcudadevrt.a", "/usr/local/cuda/targets/x86_64-linux/lib/libcudadevrt.a")


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


def pack(type_, values):
    code = CODES[type_]
    if code in "fd":
        return struct.pack(f"<{len(values)}{code}", *map(float, values))
    mask = (1 << 8 * struct.calcsize(code)) - 1
    return struct.pack(f"<{len(values)}{code.upper()}", *(int(v) & mask for v in values))


class Buffer:
    def __init__(self, row):
        self.label, self.type, count, fill = re.match(r"(\w+) (\w+)\[(\d+)\]\s*(.*)", row).groups()
        self.count, self.size = int(count), struct.calcsize(CODES[self.type])
        self.data = pack(self.type, [Expression(fill, i).choice() for i in range(self.count)])
        self.expected = {}

    def expect(self, row):
        name, first, last, text = re.match(r"(\w+)(?:\[(\d+)(?:\.\.(\d+))?\])?\s+(.*)", row).groups()
        if name == self.label:
            for i in range(int(first or 0), int(last or first) + 1 if first else self.count):
                self.expected[i] = pack(self.type, [Expression(text, i).choice()])

    def values(self, row):
        name, first, text = re.match(r"(\w+)(?:\[(\d+)\])?\s+(.*)", row).groups()
        if name == self.label:
            for i, word in enumerate(text.split(), int(first or 0)):
                real = CODES[self.type] in "fd"
                self.expected[i] = int(word, 16).to_bytes(self.size, "little") if real and "x" in word else pack(
                    self.type, [float(word) if real else int(word, 0)])


class Script(Case):
    """Its result: the bytes of all elements of which something is expected, filled up to whole words."""

    def __init__(self, path):
        super().__init__(path.stem, [], path.read_text(encoding="utf-8"))
        self.rows = [tuple(line[3:].strip().partition(" ")[::2]) for line in self.text.split("\n")
                     if line.startswith("//@")]
        self.target = re.search(r"^\.target sm_(\d+[af]?)", self.text, re.M)[1]
        if path.stem.endswith("_sm100"):  # another way of writing, no newer instructions
            self.text = re.sub(r"^\.target sm_100$", ".target sm_90", self.text, flags=re.M)
        self.grid, self.block = self.dim("grid"), self.dim("block")
        self.cluster = self.dim("cluster") if self.get("cluster") else None
        self.shared, self.cooperative = int(self.get("shared", "0")), self.get("cooperative") is not None

    def get(self, key, default=None):
        return next((value.strip() for name, value in self.rows if name == key), default)

    def all(self, key):
        return [value.strip() for name, value in self.rows if name == key]

    def dim(self, key):
        return ([int(n) for n in self.get(key, "1").split(",")] + [1, 1])[:3]

    def runs(self):
        return not any(name in LEFT_OUT for name, _ in self.rows) and self.name.removesuffix("_sm100") not in NOT_HERE

    def needs(self):
        return int(re.search(r"^\.target sm_(\d+)", self.text, re.M)[1])

    def buffers(self):
        found = [Buffer(row) for row in self.all("buffer")]
        for buffer in found:
            for row in self.all("expect"):
                buffer.expect(row)
            for row in self.all("values"):
                buffer.values(row)
        return found

    @staticmethod
    def joined(pieces):
        raw = b"".join(pieces)
        return raw + b"\0" * (-len(raw) % 4)

    def expected(self):
        return self.joined(value for buffer in self.buffers() for _, value in sorted(buffer.expected.items()))

    def run(self, cuda):
        devices = next((path for path in LIBRARY if pathlib.Path(path).exists()), None)
        module, function = cuda.load(self.text, devices if "__cudaCDP2" in self.text else None), ctypes.c_void_p()
        name = self.get("kernel") or re.search(r"\.entry\s+(\w+)", self.text)[1]
        cuda.check(cuda.lib.cuModuleGetFunction(ctypes.byref(function), module, name.encode()), "cuModuleGetFunction")
        buffers, at = self.buffers(), {}
        for buffer in buffers:
            at[buffer.label] = cuda.allocate(len(buffer.data))
            cuda.check(cuda.lib.cuMemcpyHtoD_v2(at[buffer.label], buffer.data, ctypes.c_size_t(len(buffer.data))), "a copy")
        values = []
        for row in self.all("arg"):
            label, _, more = row.partition("+")
            value = at[label].value + int(more or 0) if label in at else int(row, 0)
            values.append(ctypes.c_uint64(value & (1 << 64) - 1))
        cuda.launch(self, function, values)
        pieces = []
        for buffer in buffers:
            got = cuda.read(at[buffer.label], len(buffer.data))
            pieces += [got[i * buffer.size:(i + 1) * buffer.size] for i in sorted(buffer.expected)]
        for address in at.values():
            cuda.check(cuda.lib.cuMemFree_v2(address), "cuMemFree")
        cuda.check(cuda.lib.cuModuleUnload(module), "cuModuleUnload")
        return self.joined(pieces)


def cases():
    return [script for script in map(Script, sorted(FOLDER.glob("*.ptx"))) if script.runs()]
