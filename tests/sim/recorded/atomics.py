"""atom and red: every operation and type, each lane in a place of its own, with every order, scope and space."""
import itertools
import struct

from device import BITS, Case, kernel, source, value

WORDS = ("u32", "s32", "u64", "s64")
HALVES = ("f16", "f16x2", "bf16", "bf16x2")
SEMS, SCOPES = ("", ".relaxed", ".acquire", ".release", ".acq_rel"), ("", ".cta", ".cluster", ".gpu", ".sys")
SPACES = {"global": ("", ".global"), "shared": ("", ".shared", ".shared::cta", ".shared::cluster")}
STRIDE = 96  # of a lane: what is there before, b, c; 32 bytes each


def operations():
    """(operation, type, elements)"""
    for op in ("and", "or", "xor"):
        yield from ((op, t, 1) for t in ("b32", "b64"))
    yield from (("add", t, 1) for t in ("u32", "s32", "u64", "f32", "f64"))
    yield from (("add.noftz", t, 1) for t in HALVES)
    for op in ("min", "max"):
        yield from ((op, t, 1) for t in WORDS)
    yield from ((op, "u32", 1) for op in ("inc", "dec"))
    yield from (("exch", t, 1) for t in ("b32", "b64", "b128"))
    yield from (("cas", t, 1) for t in ("b16", "b32", "b64", "b128"))
    yield from (("add", "f32", n) for n in (2, 4))
    for op, t in itertools.product(("add", "min", "max"), HALVES):
        yield from ((op + ".noftz", t, n) for n in (2, 4, 8) if n * BITS[t] <= 128)


def lane_inputs(rng, op, type_, count):
    bytes_, out = BITS[type_] // 8, b""
    for _ in range(32):
        before, b, c = ([value(rng, type_) for _ in range(count)] for _ in range(3))
        if op == "cas" and rng.random() < 0.5:
            b = before
        if op in ("inc", "dec") and rng.random() < 0.3:
            b = before
        for values in (before, b, c):
            out += b"".join(v.to_bytes(bytes_, "little") for v in values).ljust(32, b"\0")
    return out


class Registers:
    """Names of `count` registers of a type, and how they are moved."""

    def __init__(self, type_, count):
        self.type, self.count, self.bits = type_, count, BITS[type_]

    def declare(self, *names):
        listed = ", ".join(f"%{name}{i}" for name in names for i in range(self.count))
        return f".reg .b{self.bits} {listed};"

    def group(self, name):
        one = [f"%{name}{i}" for i in range(self.count)]
        return "{" + ", ".join(one) + "}" if self.count > 1 else one[0]

    def load(self, name, space, address):
        return [f"ld.{space}.b{self.bits} %{name}{i}, [{address}+{i * self.bits // 8}];" for i in range(self.count)]

    def store(self, name, space, address):
        return [f"st.{space}.b{self.bits} [{address}+{i * self.bits // 8}], %{name}{i};" for i in range(self.count)]

    def differ(self, a, b):
        """Counts in %bad whether they differ."""
        out = []
        for i in range(self.count):
            if self.bits == 128:
                out.append(f"mov.b128 {{%x0, %x1}}, %{a}{i}; mov.b128 {{%x2, %x3}}, %{b}{i}; "
                           "setp.ne.b64 %p1, %x0, %x2; setp.ne.b64 %p2, %x1, %x3; or.pred %p1, %p1, %p2;")
            else:
                out.append(f"setp.ne.b{self.bits} %p1, %{a}{i}, %{b}{i};")
            out.append("@%p1 add.u32 %bad, %bad, 1;")
        return out


def mnemonics(opcode, op, type_, count, space):
    vector = f".v{count}" if count > 1 else ""
    before, noftz = (op.split(".")[0], ".noftz") if "." in op else (op, "")
    for sem, scope, where in itertools.product(SEMS, SCOPES, SPACES[space]):
        if opcode == "red" and sem in (".acquire", ".acq_rel"):
            continue
        if type_ == "b128" and scope == ".cluster":
            continue
        yield f"{opcode}{sem}{scope}{where}.{before}{noftz}{vector}.{type_}", ""
    if space == "global" and type_ != "b128" and op != "cas":
        yield f"{opcode}.global.{before}{noftz}.L2::cache_hint{vector}.{type_}", ", %policy"


def case(opcode, op, type_, count, space):
    registers, body, forms = Registers(type_, count), [], []
    address = {"global": "%g", "shared": "%s"}
    for i, (mnemonic, hint) in enumerate(mnemonics(opcode, op, type_, count, space)):
        named = any(word in mnemonic for word in (".global", ".shared"))
        at = address[space] if named else "%generic"
        second = f", {registers.group('c')}" if op == "cas" else ""
        result = f"{registers.group('d')}, " if opcode == "atom" else ""
        body += registers.store("a", space, address[space])
        body.append(f"{mnemonic} {result}[{at}], {registers.group('b')}{second}{hint};")
        body += registers.load("n", space, address[space])
        if i == 0:
            body += registers.store("d", "global", "%out") if opcode == "atom" else []
            body += registers.store("n", "global", "%out+32")
            body += [f"mov.b{registers.bits} %e{k}, %d{k}; mov.b{registers.bits} %m{k}, %n{k};" for k in range(count)
                     if registers.bits < 128]
            if registers.bits == 128:
                body += ["mov.b128 {%y0, %y1}, %d0; mov.b128 %e0, {%y0, %y1}; mov.b128 {%y0, %y1}, %n0; "
                         "mov.b128 %m0, {%y0, %y1};"]
        else:
            body += (registers.differ("d", "e") if opcode == "atom" else []) + registers.differ("n", "m")
        forms.append(mnemonic)
    if opcode == "red":
        body = [line for line in body if "%d0" not in line or "mov" not in line] if registers.bits == 128 else body
    start = [registers.declare("a", "b", "c", "d", "e", "n", "m"),
             ".reg .b64 %x<4>, %y<2>, %g, %s, %generic, %policy; .reg .b32 %bad, %at; "
             ".shared .align 32 .b8 room[1024];"]
    middle = registers.load("a", "global", "%in") + registers.load("b", "global", "%in+32")
    middle += registers.load("c", "global", "%in+64")
    if registers.bits < 128:
        middle += [f"mov.b{registers.bits} %d{k}, 0;" for k in range(count)]
    else:
        middle += ["mov.b64 %y0, 0; mov.b128 %d0, {%y0, %y0};"]
    middle += ["mov.u32 %bad, 0; add.u64 %g, %out, 64; mov.u32 %at, room; mad.lo.u32 %at, %t, 32, %at; "
               "cvt.u64.u32 %s, %at;", "cvta.global.u64 %generic, %g;" if space == "global"
               else "cvta.shared.u64 %generic, %s;", "createpolicy.fractional.L2::evict_last.b64 %policy;"]
    text = kernel("\n".join(middle + body + ["st.global.u32 [%out+96], %bad;"]), "\n".join(start), per_given=STRIDE,
                  per_out=128)
    name = f"{opcode}.{space}.{op}{f'.v{count}' if count > 1 else ''}.{type_}"
    return Case(name, forms, text, lane_inputs(source(name), op, type_, count), 32 * 128)


def contended(op, type_):
    """All threads of four blocks at one word, with what doesn't depend on the order."""
    rng, name = source(op + type_), f"red.contended.{op}.{type_}"
    bits = BITS[type_]
    text = kernel(f".reg .b{bits} %b; .reg .b32 %i, %n; mov.u32 %i, %ctaid.x; mov.u32 %n, %ntid.x; "
                  f"mad.lo.u32 %i, %i, %n, %t; mad.wide.u32 %in, %i, 8, %base; ld.global.b{bits} %b, [%in]; "
                  f"red.global.{op}.{type_} [%result], %b; red.relaxed.sys.global.{op}.{type_} [%result+8], %b;")
    given = b"".join(struct.pack("<Q", rng.getrandbits(bits)) for _ in range(512))
    return Case(name, [f"red.global.{op}.{type_}"], text, given, 16, (128, 1, 1), (4, 1, 1))


def cases():
    for op, type_, count in operations():
        for opcode in ("atom", "red"):
            if opcode == "red" and op in ("exch", "cas"):
                continue
            for space in SPACES:
                if count > 1 and space == "shared":
                    continue
                yield case(opcode, op, type_, count, space)
    for op, types in (("add", ("u32", "s32", "u64")), ("min", WORDS), ("max", WORDS), ("and", ("b32",)), ("or", ("b64",)),
                      ("xor", ("b32", "b64"))):
        for type_ in types:
            yield contended(op, type_)
