"""PTX programs made by chance: program(SEED) is the same on every machine.

A program is a kernel whose threads fill registers from memory, run statements (instructions of tests/sim/alu's tables,
branches, loops, jumps through tables, calls, memory, what warps do together), and store all registers. Statements are a
tree, so that a program that goes wrong can be made smaller."""
import pathlib
import random
import re
import struct
import sys

TABLES = pathlib.Path(__file__).resolve().parents[1] / "alu"
SIZES = {64: ("d", 8), 32: ("r", 12), 16: ("h", 6)}
SLOT = 128  # bytes of a thread's registers
ROOM = 64  # bytes of local memory, shared memory and scratch memory of a thread
PREDICATES = 4
CONSTANTS = 64  # bytes of a .const variable


class Node:
    """Lines, then parts of statements with lines behind each."""

    def __init__(self, head, parts=(), glue=()):
        self.head, self.parts, self.glue = list(head), [list(part) for part in parts], [list(g) for g in glue]

    def lines(self):
        yield from self.head
        for part, glue in zip(self.parts, self.glue):
            for node in part:
                yield from node.lines()
            yield from glue


def forms():
    """(instructions, bits of the result, bits of the inputs) of all tables whose results are exact.

    NVIDIA's assembler takes some liberties, which no compiler's output meets (seen with that of CUDA 13.0): a product
    and a sum without a rounding may become one instruction; abs of a signed integer is taken to be positive."""
    found = []
    for path in sorted(TABLES.glob("*.table")):
        inputs, target = {}, ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("target "):
                target = line
            elif line.startswith("inputs "):
                _, name, *types = line.split()
                inputs[name] = [int(re.sub(r"\D", "", t)) for t in types]
            elif line.startswith("form ") and " exact | " in line:
                words, _, text = line.partition(" | ")
                _, type_, name, _ = words.split()
                if "sm_100" in target or re.search(r"\b(add|sub|mul)(\.ftz|\.sat)*\.(f16|bf16|f32|f64)|\babs\.s\d", text):
                    continue
                found.append((text, int(re.sub(r"\D|x2", "", type_)), inputs[name]))
    return found


FORMS = forms()
FAMILIES = {}  # by the opcode, for some of which there are hundreds
for _form in FORMS:
    FAMILIES.setdefault(re.split(r"[. ]", _form[0])[0], []).append(_form)
OPCODES = sorted(FAMILIES)


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(f"chance {seed}")
        self.labels, self.depth, self.functions, self.inside = 0, 0, [], None
        self.warps = self.rng.random() < 0.5
        self.tangles = self.rng.random() < 0.1  # of loops with several ways in, which that assembler may get wrong
        self.block = self.rng.choice([(32, 1, 1), (64, 1, 1), (40, 1, 1), (8, 4, 2), (33, 1, 1), (16, 3, 1)])
        self.grid = self.rng.choice([1, 1, 2])
        self.alike = self.rng.random() < 0.3  # whether most values are the same for all threads

    # -- names

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def register(self, bits):
        letter, count = SIZES[bits]
        return f"%{letter}{self.rng.randrange(count)}"

    def predicate(self):
        return f"%p{self.rng.randrange(PREDICATES)}"

    def guard(self):
        return f"@{self.rng.choice(['', '!'])}{self.predicate()} "

    # -- statements of one line or few

    def form(self):
        text, out, inputs = self.rng.choice(FAMILIES[self.rng.choice(OPCODES)] if self.rng.random() < 0.7 else FORMS)
        names = {"%d": self.register(out), "%p": "%p7", "%q": "%p6", "%t": "%r14", "%h": "%h14", "%u": "%d14"}
        # Twice the same register: x - x is folded to 0 and max(x, x) to x, whatever rounding and NaN ask for.
        for name, bits in zip(("%a", "%b", "%c", "%e"), inputs):
            names[name] = self.register(bits)
            while names[name] in [names[other] for other in ("%a", "%b", "%c") if other in names and other != name]:
                names[name] = self.register(bits)
        whole = re.sub(r"%[a-z]\b", lambda m: names[m[0]], text)
        # Guards are lost on some of what becomes several instructions: set, and those for video.
        if self.rng.random() < 0.15 and not re.search(r"\bset\.|\bv[a-z]+[24]?\.", text):
            guard = self.guard()
            whole = " ".join(guard + part.strip() + ";" for part in whole.split(";") if part.strip())
        return Node([whole])

    def compare(self):
        rng = self.rng
        kind = rng.choice(["s32", "u32", "f32", "s64", "u64", "f64", "s16", "u16"])
        bits = int(kind[1:])
        relation = rng.choice(["eq", "ne", "lt", "le", "gt", "ge"] + (["ltu", "num", "nan", "neu"] if kind[0] == "f" else []))
        other = self.register(bits)
        if kind[0] != "f" and rng.random() < 0.4:
            other = str(rng.choice([0, 1, 7, 100]))
        second = "|%p6" if rng.random() < 0.2 else ""
        if rng.random() < 0.25:
            return Node([f"setp.{relation}.{rng.choice(['and', 'or', 'xor'])}.{kind} {self.predicate()}{second}, "
                         f"{self.register(bits)}, {other}, {rng.choice(['', '!'])}{self.predicate()};"])
        return Node([f"setp.{relation}.{kind} {self.predicate()}{second}, {self.register(bits)}, {other};"])

    def logic(self):
        rng = self.rng
        choice = rng.randrange(4)
        if choice == 0:
            return Node([f"{rng.choice(['and', 'or', 'xor'])}.pred {self.predicate()}, {self.predicate()}, {self.predicate()};"])
        if choice == 1:
            return Node([f"not.pred {self.predicate()}, {self.predicate()};"])
        if choice == 2:
            bit = rng.randrange(8)
            return Node([f"and.b32 %r14, {rng.choice(['%r12', self.register(32)])}, {1 << bit}; "
                         f"setp.ne.u32 {self.predicate()}, %r14, 0;"])
        return Node([f"selp.b32 {self.register(32)}, {self.register(32)}, {rng.choice([self.register(32), '5'])}, "
                     f"{self.predicate()};"])

    def pack(self):
        h, r, d = (lambda: self.register(16)), (lambda: self.register(32)), (lambda: self.register(64))
        choices = [
            lambda: f"mov.b32 {r()}, {{{h()}, {h()}}};",
            lambda: f"mov.b64 {d()}, {{{r()}, {r()}}};",
            lambda: f"mov.b64 {d()}, {{{h()}, {h()}, {h()}, {h()}}};",
            lambda: "mov.b32 {%h0, %h1}, " + r() + ";",
            lambda: "mov.b64 {%r3, %r1}, " + d() + ";",
            lambda: "mov.b64 {%h5, %h2, %h3, %h4}, " + d() + ";",
            lambda: f"mov.u32 {r()}, {self.rng.choice(['%laneid', '%ctaid.x', '%ntid.x', '%tid.y', '%lanemask_lt', '%nctaid.x'])};",
            lambda: f"mov.b32 {r()}, {hex(self.number(32))};",
            lambda: f"mov.b64 {d()}, {hex(self.number(64))};",
            lambda: f"mov.b16 {h()}, {hex(self.number(16))};",
            lambda: f"mov.f32 {r()}, 0f{self.number(32, 'f'):08X};",
            lambda: f"mov.f64 {d()}, 0d{self.number(64, 'f'):016X};",
            lambda: f"{self.rng.choice(['add.u32', 'mul.lo.u32', 'xor.b32', 'sub.u32'])} {r()}, {r()}, {self.number(32)};",
            lambda: f"cvt.{self.rng.choice(['u64.u32', 's64.s32'])} {d()}, {r()};",
            lambda: f"cvt.u32.u64 {r()}, {d()};",
            lambda: f"fma.rn.f32 {r()}, {r()}, 0f{self.number(32, 'f'):08X}, {r()};",
            lambda: f"lop3.b32 {r()}, {r()}, {r()}, {r()}, {self.rng.randrange(256)};",
            lambda: f"add.cc.u32 {r()}, {r()}, {r()}; addc.cc.u32 {r()}, {r()}, {r()}; addc.u32 {r()}, {r()}, {r()};",
            lambda: f"sub.cc.u32 {r()}, {r()}, {r()}; subc.cc.u32 {r()}, {r()}, {r()}; subc.u32 {r()}, {r()}, 0;",
            lambda: f"mad.lo.cc.u32 {r()}, {r()}, {r()}, {r()}; madc.hi.cc.u32 {r()}, {r()}, {r()}, {r()}; "
                    f"addc.u32 {r()}, 0, 0;",
            lambda: f"add.cc.u64 {d()}, {d()}, {d()}; addc.u64 {d()}, {d()}, {d()};",
        ]
        return Node([self.rng.choice(choices)()])

    def memory(self):
        """A store to, or a load from a place of the thread's own."""
        rng = self.rng
        bits = rng.choice([8, 16, 32, 64])
        count = rng.choice([1, 1, 2, 4])
        if bits * count > 128:
            count = 128 // bits
        step = bits * count // 8
        space = rng.choice(["global", "local", "shared", "", "const"])
        vector = f".v{count}" if count > 1 else ""
        load = space == "const" or rng.random() < 0.5
        wide = bits if bits > 8 else rng.choice([16, 32])
        if count == 1 and load and rng.random() < 0.4:
            wide = rng.choice([w for w in (16, 32, 64) if w >= bits])
        names = [self.register(wide) for _ in range(count)]
        # Stored bytes of a register that a conversion has filled are those of its source, with that assembler.
        if load and len(set(names)) < count or not load and bits == 8:
            return self.form()
        values = "{" + ", ".join(names) + "}" if count > 1 else names[0]
        kind = rng.choice(["b", "u", "s"]) if load else "b"
        lines, base = [], {"global": "%d9", "local": "%d10", "shared": "%d11", "": rng.choice(["%d9", "%d12", "%d13"]),
                           "const": "%d8"}[space]
        room = CONSTANTS if space == "const" else ROOM
        address = f"{base}+{rng.randrange(room // step) * step}"
        if rng.random() < 0.4:
            lines = [f"and.b32 %r14, {self.register(32)}, {room - step & ~(step - 1)}; cvt.u64.u32 %d14, %r14; "
                     f"add.u64 %d14, %d14, {base};"]
            address = "%d14"
        word = f"{'ld' if load else 'st'}{'.' + space if space else ''}{vector}.{kind}{bits}"
        guard = self.guard() if rng.random() < 0.2 else ""
        return Node(lines + [f"{guard}{word} {values}, [{address}];" if load else f"{guard}{word} [{address}], {values};"])

    def atomic(self):
        rng = self.rng
        space, base = rng.choice([(".global", "%d9"), (".shared", "%d11"), ("", "%d13"), ("", "%d9")])
        place = f"[{base}+{rng.randrange(ROOM // 8) * 8}]"
        kind = rng.choice(["add.u32", "add.u64", "min.s32", "max.u32", "min.u64", "and.b32", "or.b64", "xor.b32", "exch.b32",
                           "exch.b64", "inc.u32", "dec.u32", "cas.b32", "cas.b64", "add.f32", "cas.b16", "max.s64"])
        bits = int(kind[-2:])
        if kind == "add.f32":  # whose subnormal numbers may be 0, by the space
            place, bits = "[%d9+8]", 32
            return Node([f"mov.f32 %r14, {self.rng.randrange(1, 100)}.0; st.global.f32 {place}, %r14; "
                         f"atom.global.add.f32 {self.register(32)}, {place}, %r14;"])
        third = f", {self.register(bits)}" if kind.startswith("cas") else ""
        if rng.random() < 0.3 and not third and "exch" not in kind:
            return Node([f"red{space}.{kind} {place}, {self.register(bits)};"])
        guard = self.guard() if rng.random() < 0.3 else ""
        return Node([f"{guard}atom{space}.{kind} {self.register(bits)}, {place}, {self.register(bits)}{third};"])

    def number(self, bits, kind="i"):
        rng = self.rng
        if kind == "f":
            exponent = {32: 8, 64: 11}[bits]
            bias = (1 << exponent - 1) - 1
            return (rng.getrandbits(1) << bits - 1 | bias + rng.randrange(-20, 20) << bits - 1 - exponent |
                    rng.getrandbits(bits - 1 - exponent))
        if rng.random() < 0.4:
            return rng.choice([0, 1, 2, 3, 5, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits) - 1])
        return rng.getrandbits(bits) >> rng.choice([0, rng.randrange(bits)])

    # -- statements with others inside

    def branch(self):
        skip, end = self.label(), self.label()
        if self.rng.random() < 0.4:
            return Node([self.compare_line(), f"{self.guard()}bra {skip};"], [self.body(3)], [[f"{skip}:"]])
        return Node([self.compare_line(), f"{self.guard()}bra {skip};"], [self.body(3), self.body(3)],
                    [[f"bra {end};", f"{skip}:"], [f"{end}:"]])

    def compare_line(self):
        return " ".join(self.compare().head + (self.logic().head if self.rng.random() < 0.4 else []))

    def loop(self):
        """Up to eight times, by a register of the thread; sometimes left early."""
        again, end = self.label(), self.label()
        counter = f"%n{self.depth}"
        leave = [f"{self.guard()}bra {end};"] if self.rng.random() < 0.4 else []
        more = [f"{self.guard()}bra {again};"] if self.rng.random() < 0.2 else []
        count = self.rng.choice([f"and.b32 {counter}, {self.register(32)}, 7;", f"mov.b32 {counter}, {self.rng.randrange(1, 6)};",
                                 f"and.b32 {counter}, %r12, 3;"])
        head = [count, f"{again}:", f"setp.eq.u32 %p5, {counter}, 0;", f"@%p5 bra {end};", f"sub.u32 {counter}, {counter}, 1;"]
        return Node(head, [self.body(3), self.body(2)], [leave + more, [f"bra {again};", f"{end}:"]])

    def table(self):
        labels, end, name = [self.label() for _ in range(self.rng.choice([2, 3, 5]))], self.label(), self.label()
        head = [f"rem.u32 %r14, {self.rng.choice(['%r12', self.register(32)])}, {len(labels)};",
                f"{name}: .branchtargets {', '.join(labels)};",
                f"brx.idx %r14, {name};"]
        falls = self.rng.random() < 0.3
        parts = [self.body(2) for _ in labels]
        glue = [([] if falls else [f"bra {end};"]) + ([f"{labels[i + 1]}:"] if i + 1 < len(labels) else [f"{end}:"])
                for i in range(len(labels))]
        return Node(head + [f"{labels[0]}:"], parts, glue)

    def tangle(self):
        """Basic blocks with jumps between any of them, until the fuel is spent."""
        rng, end = self.rng, self.label()
        labels = [self.label() for _ in range(rng.randrange(2, 6))]
        fuel = f"%n{self.depth}"
        head = [f"mov.b32 {fuel}, {rng.randrange(3, 14)};"]
        if rng.random() < 0.5:
            head.append(f"{self.guard()}bra {rng.choice(labels)};")
        parts, glue = [], []
        head.append(f"{labels[0]}:")
        for i, _ in enumerate(labels):
            parts.append(self.body(2))
            after = [f"sub.u32 {fuel}, {fuel}, 1;", f"setp.eq.u32 %p5, {fuel}, 0;", f"@%p5 bra {end};", self.compare_line(),
                     f"{self.guard()}bra {rng.choice(labels)};"]
            if rng.random() < 0.4:
                after.append(f"{self.guard()}bra {rng.choice(labels)};")
            if i + 1 == len(labels):
                after += [f"bra {rng.choice(labels)};", f"{end}:"]
            else:
                after += ([f"bra {rng.choice(labels)};"] if rng.random() < 0.3 else []) + [f"{labels[i + 1]}:"]
            glue.append(after)
        return Node(head, parts, glue)

    def call(self):
        if not self.functions:
            return self.form()
        rng = self.rng
        index = rng.randrange(len(self.functions))
        name = f"f{index}"
        if self.inside is not None and index >= self.inside:
            # Down the list, or round about as long as there is depth left.
            budget = "sub.u32 %r15, %r13, 1;"
        else:
            budget = "mov.b32 %r15, %r13;" if self.inside is not None else f"mov.b32 %r15, {rng.randrange(1, 4)};"
        a, b, c = self.register(32), self.register(64), self.register(16)
        head = ["{ .param .align 8 .b8 xa[16]; .param .b32 xd; .param .b32 xw; .param .b64 xl; .param .b16 xh;",
                f"{budget} st.param.b32 [xd], %r15; st.param.b32 [xw], {a}; st.param.b64 [xl], {b}; st.param.b16 [xh], {c};"]
        target = name
        if rng.random() < 0.3:
            prototype, other = self.label(), f"f{rng.randrange(len(self.functions))}"
            head.append(f"{prototype}: .callprototype (.param .align 8 .b8 _[16]) _ (.param .b32 _, .param .b32 _, "
                        ".param .b64 _, .param .b16 _);")
            if self.inside is None:
                head.append(f"mov.b64 %d14, {name}; mov.b64 %d15, {other}; selp.b64 %d14, %d14, %d15, {self.predicate()};")
            else:
                head.append(f"mov.b64 %d14, {name};")
            head.append(f"call (xa), %d14, (xd, xw, xl, xh), {prototype};")
        else:
            head.append(f"call (xa), {target}, (xd, xw, xl, xh);")
        head.append(f"ld.param.b32 {self.register(32)}, [xa]; ld.param.b64 {self.register(64)}, [xa+8]; }}")
        return Node(["\n".join(head)])

    def together(self):
        """What a warp does together: only where all its threads come."""
        rng = self.rng
        r, p = lambda: self.register(32), self.predicate
        full = "%r13"  # the lanes that there are
        choices = [
            lambda: f"shfl.sync.{rng.choice(['up', 'down', 'bfly', 'idx'])}.b32 {r()}{rng.choice(['', '|' + p()])}, {r()}, "
                    f"{rng.choice([str(rng.randrange(32)), r()])}, {rng.choice(['31', '0', '0x1c1f', '0x181f', '0x1f', '0x1000'])}, {full};",
            lambda: f"vote.sync.ballot.b32 {r()}, {p()}, {full};",
            lambda: f"vote.sync.{rng.choice(['all', 'any', 'uni'])}.pred {p()}, {rng.choice(['', '!'])}{p()}, {full};",
            lambda: f"match.any.sync.b32 {r()}, {r()}, {full};",
            lambda: f"match.any.sync.b64 {r()}, {self.register(64)}, {full};",
            lambda: f"match.all.sync.b32 {r()}|{p()}, {r()}, {full};",
            lambda: f"redux.sync.{rng.choice(['add', 'min', 'max'])}.{rng.choice(['u32', 's32'])} {r()}, {r()}, {full};",
            lambda: f"redux.sync.{rng.choice(['and', 'or', 'xor'])}.b32 {r()}, {r()}, {full};",
            lambda: f"bar.red.popc.u32 {r()}, 0, {p()};",
            lambda: f"bar.red.{rng.choice(['and', 'or'])}.pred {p()}, 0, {p()};",
            lambda: f"bar.sync 0; st.shared.b32 [%d11], {r()}; bar.sync 0; "
                    f"and.b32 %r14, {r()}, 15; mul.lo.u32 %r14, %r14, {ROOM}; cvt.u64.u32 %d14, %r14; mov.u64 %d15, room; "
                    f"add.u64 %d14, %d14, %d15; ld.shared.b32 {r()}, [%d14]; bar.sync 0;",
        ]
        line = rng.choice(choices if self.threads() % 32 == 0 else choices[1:])()
        return Node(["bar.warp.sync %r13; " * line.startswith("bar.") + line])

    def apart(self):
        """What some lanes of a warp do together, while the others don't."""
        rng, skip, p = self.rng, self.label(), self.predicate()
        r, q, mask = lambda: self.register(32), self.predicate, "%n7"
        choices = [
            lambda: f"vote.sync.ballot.b32 {r()}, {q()}, {mask};",
            lambda: f"vote.sync.{rng.choice(['all', 'any', 'uni'])}.pred {q()}, {rng.choice(['', '!'])}{q()}, {mask};",
            lambda: f"match.any.sync.b32 {r()}, {r()}, {mask};",
            lambda: f"match.all.sync.b64 {r()}|{q()}, {self.register(64)}, {mask};",
            lambda: f"redux.sync.{rng.choice(['add', 'min', 'max'])}.{rng.choice(['u32', 's32'])} {r()}, {r()}, {mask};",
            lambda: f"redux.sync.{rng.choice(['and', 'or', 'xor'])}.b32 {r()}, {r()}, {mask};",
            lambda: f"elect.sync {r()}|{q()}, {mask};",
            lambda: f"brev.b32 %r14, {mask}; clz.b32 %r14, %r14; shfl.sync.idx.b32 {r()}|{q()}, {r()}, %r14, 31, {mask};",
            lambda: f"bfind.u32 %r14, {mask}; shfl.sync.idx.b32 {r()}, {r()}, %r14, 31, {mask};",
            lambda: f"bar.warp.sync {mask};",
        ]
        body = []
        for _ in range(rng.randrange(1, 5)):
            body.append(Node([rng.choice(choices)()]) if rng.random() < 0.6 else self.statement())
        return Node([f"vote.sync.ballot.b32 {mask}, {p}, %r13;", f"@!{p} bra {skip};"], [body], [[f"{skip}:"]])

    def threads(self):
        return self.block[0] * self.block[1] * self.block[2]

    def leave(self):
        """The end of a function, for some of the threads."""
        if self.inside is None:
            return self.form()
        return Node([f"{self.guard()}bra RETURN;"])

    def statement(self):
        roll = self.rng.random()
        if self.depth < 3 and roll < 0.16:
            self.depth += 1
            made = self.rng.choice([self.branch, self.branch, self.loop, self.table, self.tangle if self.tangles else self.loop])()
            self.depth -= 1
            return made
        if roll < 0.20:
            return self.call() if self.depth < 3 else self.form()
        if roll < 0.30:
            return self.memory()
        if roll < 0.33:
            return self.atomic()
        if roll < 0.40:
            return self.compare()
        if roll < 0.44:
            return self.logic()
        if roll < 0.56:
            return self.pack()
        if roll < 0.58:
            return self.leave()
        if roll < 0.66 and self.depth == 0 and self.inside is None and self.warps:
            if self.rng.random() < 0.7:
                return self.together()
            self.depth += 2
            made = self.apart()
            self.depth -= 2
            return made
        return self.form()

    def body(self, most):
        return [self.statement() for _ in range(self.rng.randrange(1, most + 1))]

    # -- the whole

    def make(self):
        rng = self.rng
        bodies = []
        for i in range(rng.choice([0, 0, 1, 2, 3])):
            self.functions.append(None)
        for i in range(len(self.functions)):
            self.inside, self.depth = i, 2
            bodies.append(self.body(8))
        self.inside, self.depth = None, 0
        main = [self.statement() for _ in range(rng.choice([8, 20, 40, 60]))]
        return Program(main, bodies, self.block, self.grid, self.values(), self.warps)

    def values(self):
        """What the registers of all threads hold to begin with."""
        rng, out = self.rng, []
        common = {}
        for thread in range(self.threads() * self.grid):
            for bits, (_, count) in SIZES.items():
                letter = {16: "H", 32: "I", 64: "Q"}[bits]
                row = []
                for i in range(count):
                    if (bits, i) not in common:
                        common[bits, i] = (self.start(bits), rng.choice([0, 0, 1, 4, rng.getrandbits(8)]), self.alike or rng.random() < 0.3)
                    first, step, keep = common[bits, i]
                    row.append((first + step * thread) % (1 << bits) if keep else self.start(bits))
                out.append(struct.pack(f"<{count}{letter}", *row))
            out.append(bytes(4))
        return b"".join(out)

    def start(self, bits):
        roll = self.rng.random()
        if bits > 16 and roll < 0.35:
            return self.number(bits, "f")
        if roll < 0.5:
            small = self.rng.choice([0x3c00, 0x3f80, 0x4248, 0xbc01, 0x7c00, 0xff80, 0x0001, 0x8000, 0x7e00, 0x4049])
            return sum(small + self.rng.randrange(32) << at for at in range(0, bits, 16))
        if roll < 0.56:
            return {16: 0x7c00, 32: 0x7f800000, 64: 0x7ff0 << 48}[bits] + self.rng.choice([0, 0, 1, 1 << bits - 1])
        return self.number(bits)


class Program:
    def __init__(self, main, functions, block, grid, given, warps):
        self.main, self.functions, self.block, self.grid, self.given = main, functions, block, grid, given
        self.warps = warps  # whether its warps do things together

    def threads(self):
        return self.block[0] * self.block[1] * self.block[2]

    def size(self):
        return self.threads() * self.grid * (SLOT + ROOM)

    def declare(self):
        yield ".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<16>; .reg .b64 %d<16>; .reg .b32 %n<8>;"

    def function(self, index):
        """Depth, a word, a long and a half in; a word and a long out."""
        yield f".func (.param .align 8 .b8 ra[16]) f{index} (.param .b32 pd, .param .b32 pa, .param .b64 pb, .param .b16 pc)"
        yield "{"
        yield from self.declare()
        yield ".local .align 16 .b8 own[%d];" % ROOM
        yield "ld.param.b32 %r13, [pd]; ld.param.b32 %r0, [pa]; ld.param.b64 %d0, [pb]; ld.param.b16 %h0, [pc];"
        for i in range(1, SIZES[32][1]):
            yield f"mad.lo.u32 %r{i}, %r{i - 1}, {2 * i + 1}, {977 * i};"
        for i in range(1, SIZES[64][1]):
            yield f"mad.lo.u64 %d{i}, %d{i - 1}, {2 * i + 1}, {100003 * i};"
        for i in range(1, SIZES[16][1]):
            yield f"mad.lo.u16 %h{i}, %h{i - 1}, {2 * i + 1}, {97 * i};"
        yield from self.places()
        for i in range(ROOM // 8):
            yield f"st.local.b64 [%d10+{i * 8}], %d{i % 8};"
        yield "setp.eq.u32 %p5, %r13, 0; @%p5 bra RETURN;"
        for node in self.functions[index]:
            yield from node.lines()
        yield "RETURN:"
        yield "xor.b32 %r0, %r0, %r5; add.u32 %r0, %r0, %r7; xor.b64 %d0, %d0, %d3; add.u64 %d0, %d0, %d6;"
        yield "cvt.u32.u16 %r14, %h3; add.u32 %r0, %r0, %r14; ld.local.b64 %d14, [%d10+16]; xor.b64 %d0, %d0, %d14;"
        yield "st.param.b32 [ra], %r0; st.param.b64 [ra+8], %d0; ret;"
        yield "}"

    def places(self):
        """%r12: the thread's number; %d8: constants, %d9: scratch memory, %d10: local, %d11: shared memory, %d12 and
        %d13: the last two as generic addresses; predicates."""
        yield "mov.u32 %r12, %tid.x; mov.u32 %r14, %ntid.x; mov.u32 %r15, %tid.y; mad.lo.u32 %r12, %r14, %r15, %r12;"
        yield "mov.u32 %r15, %ntid.y; mul.lo.u32 %r14, %r14, %r15; mov.u32 %r15, %tid.z; mad.lo.u32 %r12, %r14, %r15, %r12;"
        yield f"mov.u64 %d11, room; mad.wide.u32 %d11, %r12, {ROOM}, %d11; mov.u64 %d10, own; mov.u64 %d8, fixed;"
        yield "cvta.local.u64 %d12, %d10; cvta.shared.u64 %d13, %d11;"
        yield f"mov.u32 %r14, %ctaid.x; mad.lo.u32 %r14, %r14, {self.threads()}, %r12; mov.u64 %d14, scratch; " \
              f"mad.wide.u32 %d9, %r14, {ROOM}, %d14;"
        for i in range(8):
            yield f"setp.gt.u32 %p{i}, %r{i}, {1 << 4 * i};"

    def text(self):
        rng = random.Random(7)
        fixed = ", ".join(str(rng.getrandbits(8)) for _ in range(CONSTANTS))
        head = [".version 8.3", ".target sm_90", ".address_size 64",
                f".const .align 16 .b8 fixed[{CONSTANTS}] = {{{fixed}}};",
                f".global .align 16 .b8 scratch[{self.threads() * self.grid * ROOM}];",
                f".shared .align 16 .b8 room[{max(self.threads(), 16) * ROOM}];"]
        for i in range(len(self.functions)):
            head.append(f".func (.param .align 8 .b8 ra[16]) f{i} (.param .b32 pd, .param .b32 pa, .param .b64 pb, .param .b16 pc);")
        for i in range(len(self.functions)):
            head += self.function(i)
        head += [".visible .entry form(.param .u64 in, .param .u64 out)", "{", *self.declare(),
                 f".local .align 16 .b8 own[{ROOM}];", ".reg .b64 %in, %out;"]
        load, store, at = [], [], 0
        for bits, (letter, count) in SIZES.items():
            for i in range(count):
                load.append(f"ld.global.b{bits} %{letter}{i}, [%in+{at}];")
                store.append(f"st.global.b{bits} [%out+{at}], %{letter}{i};")
                at += bits // 8
        head += ["mov.u32 %r12, %tid.x; mov.u32 %r14, %ntid.x; mov.u32 %r15, %tid.y; mad.lo.u32 %r12, %r14, %r15, %r12;",
                 "mov.u32 %r15, %ntid.y; mul.lo.u32 %r14, %r14, %r15; mov.u32 %r15, %tid.z; mad.lo.u32 %r12, %r14, %r15, %r12;",
                 f"mov.u32 %r14, %ctaid.x; mad.lo.u32 %r14, %r14, {self.threads()}, %r12;",
                 f"ld.param.u64 %in, [in]; mad.wide.u32 %in, %r14, {SLOT}, %in;",
                 f"ld.param.u64 %out, [out]; mad.wide.u32 %out, %r14, {SLOT + ROOM}, %out;", *load, *self.places()]
        for i in range(ROOM // 8):
            head.append(f"st.local.b64 [%d10+{i * 8}], %d{i % 8}; st.shared.b64 [%d11+{i * 8}], %d{(i + 3) % 8}; "
                        f"st.global.b64 [%d9+{i * 8}], %d{(i + 5) % 8};")
        # The lanes of the warp that are there.
        threads = self.threads()
        head += [f"and.b32 %r14, %r12, 0xffffffe0; sub.u32 %r14, {threads}, %r14; min.u32 %r14, %r14, 32;",
                 "sub.u32 %r14, 32, %r14; mov.b32 %r13, -1; shr.u32 %r13, %r13, %r14;"]
        for node in self.main:
            head += node.lines()
        head += ["bar.sync 0;", *store]
        for i in range(ROOM // 8):
            head.append(f"ld.local.b64 %d14, [%d10+{i * 8}]; ld.shared.b64 %d15, [%d11+{i * 8}]; add.u64 %d14, %d14, %d15; "
                        f"ld.global.b64 %d15, [%d9+{i * 8}]; xor.b64 %d14, %d14, %d15; st.global.b64 [%out+{SLOT + i * 8}], %d14;")
        return "\n".join(head) + "\nret;\n}\n"


def program(seed):
    return Maker(seed).make()


if __name__ == "__main__":
    print(program(int(sys.argv[1])).text())
