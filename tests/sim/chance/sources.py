"""CUDA C++ made by chance: source(SEED) is a kernel without undefined behaviour that a C++ compiler for the CPU takes,
too, and whose results every compiler must give to the last bit (without contraction of products and sums)."""
import random

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long"]
TYPES = INTEGERS * 2 + ["float"] * 5 + ["double"] * 4 + ["bool"]
THREADS, WORDS = 64, 16

PRELUDE = """
#ifdef __CUDACC_RTC__
#define DEVICE __device__
#define NOINLINE __noinline__
#define GLOBAL extern "C" __global__
#define CONSTANT __constant__
#define NUMBER
#define THREAD threadIdx.x
#else
#include <cmath>
#include <cstring>
#define DEVICE
#define NOINLINE __attribute__((noinline))
#define GLOBAL extern "C"
#define CONSTANT const
#define NUMBER , unsigned number
#define THREAD number
#endif
typedef unsigned long long W;
template <typename T> DEVICE W bits(T v) { return (W)(long long)v; }
template <> DEVICE W bits(float v) { if (v != v) return 1; unsigned b; memcpy(&b, &v, 4); return b; }
template <> DEVICE W bits(double v) { if (v != v) return 1; W b; memcpy(&b, &v, 8); return b; }
template <typename T> struct Wide { typedef W U; };
template <> struct Wide<float> { typedef float U; };
template <> struct Wide<double> { typedef double U; };
template <typename T> struct Real { enum { is = 0 }; };
template <> struct Real<float> { enum { is = 1 }; };
template <> struct Real<double> { enum { is = 1 }; };
template <typename T, int N> struct Caster { template <typename F> DEVICE static T from(F f) { return (T)f; } };
template <typename T> struct Caster<T, 1> {
    template <typename F> DEVICE static T from(F f) { return f > (F)-100 && f < (F)100 ? (T)(int)f : (T)3; }
};
/* To an integer only what fits any of them. */
template <typename T, typename F> DEVICE T to(F f) { return Caster<T, Real<F>::is && !Real<T>::is>::from(f); }
#define OP(name, op) template <typename T> DEVICE T name(T a, T b) \\
    { return (T)((typename Wide<T>::U)a op (typename Wide<T>::U)b); }
OP(add, +) OP(sub, -) OP(mul, *)
template <typename T> DEVICE T quotient(T a, T b) { return b == (T)0 || b == (T)-1 ? a : (T)(a / b); }
template <typename T> DEVICE T rest(T a, T b) { return b == (T)0 || b == (T)-1 ? a : (T)(a % b); }
template <typename T> DEVICE T left(T a, unsigned n) { return (T)((W)a << (n & (8 * sizeof(T) - 1))); }
template <typename T> DEVICE T right(T a, unsigned n) { return (T)(a >> (n & (8 * sizeof(T) - 1))); }
#ifdef __CUDACC_RTC__
DEVICE float raw_f(unsigned b) { return __uint_as_float(b); }
DEVICE double raw_d(W b) { return __longlong_as_double((long long)b); }
#else
static float raw_f(unsigned b) { float f; memcpy(&f, &b, 4); return f; }
static double raw_d(W b) { double d; memcpy(&d, &b, 8); return d; }
#endif
"""


class Source:
    def __init__(self, seed):
        self.rng = random.Random(f"source {seed}")
        self.names, self.structs, self.functions, self.depth, self.count = [], [], [], 0, 0

    def name(self, letter="v"):
        self.count += 1
        return f"{letter}{self.count}"

    # -- expressions

    def constant(self, type_):
        rng = self.rng
        if type_ in ("float", "double"):
            return f"({type_}){rng.choice(['0.0', '1.0', '-1.5', '3.25', '1e-3', '123456.75', '1e20', '0.1', '-7.0'])}"
        if type_ == "bool":
            return rng.choice(["true", "false"])
        return f"({type_}){rng.choice([0, 1, 2, 7, 31, 100, 127, 255, 1000, 65535, 0x7fffffff, 0x80000001, 0x123456789abcdef])}LL"

    def value(self, type_, depth=0):
        rng = self.rng
        exact = [n for n, t in self.names if t == type_]
        roll = rng.random()
        if depth > 3 or roll < 0.2:
            if exact and rng.random() < 0.85:
                return rng.choice(exact)
            if self.names and rng.random() < 0.7:
                return f"to<{type_}>({rng.choice(self.names)[0]})"
            return self.constant(type_)
        if roll < 0.27:
            other = rng.choice(TYPES)
            return f"to<{type_}>({self.value(other, depth + 1)})"
        if roll < 0.34:
            return f"({self.condition(depth + 1)} ? {self.value(type_, depth + 1)} : {self.value(type_, depth + 1)})"
        if roll < 0.42:
            fitting = [f for f in self.functions if f[1] == type_]
            if fitting and self.depth < 2 and depth < 2:
                name, _, args, extra = rng.choice(fitting)
                return f"{name}({', '.join([self.value(t, depth + 2) for t in args] + extra)})"
        a, b = self.value(type_, depth + 1), self.value(type_, depth + 1)
        if type_ in ("float", "double"):
            tail = "f" if type_ == "float" else ""
            return rng.choice([f"add<{type_}>({a}, {b})", f"sub<{type_}>({a}, {b})", f"mul<{type_}>({a}, {b})", f"({a} / {b})", f"(-{a})",
                               f"fabs{tail}({a})", f"sqrt{tail}({a})", f"floor{tail}({a})", f"trunc{tail}({a})", f"rint{tail}({a})",
                               f"fma{tail}({a}, {b}, {self.value(type_, depth + 1)})", f"ceil{tail}({a})"])
        if type_ == "bool":
            return rng.choice([f"({a} != {b})", f"({a} && {b})", f"({a} || {b})", f"!{a}", self.condition(depth + 1)])
        n = self.value("unsigned", depth + 1)
        return rng.choice([f"add<{type_}>({a}, {b})", f"sub<{type_}>({a}, {b})", f"mul<{type_}>({a}, {b})", f"quotient<{type_}>({a}, {b})",
                           f"rest<{type_}>({a}, {b})", f"({type_})({a} & {b})", f"({type_})({a} | {b})", f"({type_})({a} ^ {b})",
                           f"({type_})~{a}", f"left<{type_}>({a}, {n})", f"right<{type_}>({a}, {n})", f"({type_})({a} < {b})"])

    def condition(self, depth=1):
        type_ = self.rng.choice(TYPES)
        return f"({self.value(type_, depth + 1)} {self.rng.choice(['<', '>', '<=', '>=', '==', '!='])} {self.value(type_, depth + 1)})"

    # -- statements

    def statements(self, most, indent):
        kept, out = len(self.names), []
        for _ in range(self.rng.randrange(1, most + 1)):
            out += self.statement(indent)
        del self.names[kept:]
        return out

    def assign(self, indent):
        own = [(n, t) for n, t in self.names if not n.startswith("(")]
        if not own:
            return self.declare(indent)
        name, type_ = self.rng.choice(own)
        return [f"{indent}{name} = {self.value(type_)};"]

    def declare(self, indent):
        type_ = self.rng.choice(TYPES)
        name, value = self.name(), self.value(type_)
        self.names.append((name, type_))
        return [f"{indent}{type_} {name} = {value};"]

    def statement(self, indent):
        rng, deeper = self.rng, indent + "    "
        roll = rng.random()
        if self.depth < 3 and roll < 0.36:
            self.depth += 1
            out = rng.choice([self.branch, self.loop, self.switch, self.array])(indent, deeper)
            self.depth -= 1
            return out
        if roll < 0.42 and self.structs:
            return self.struct(indent)
        if roll < 0.7:
            return self.declare(indent)
        return self.assign(indent)

    def branch(self, indent, deeper):
        out = [f"{indent}if ({self.condition()}) {{", *self.statements(3, deeper)]
        if self.rng.random() < 0.6:
            out += [f"{indent}}} else {{", *self.statements(3, deeper)]
        return out + [f"{indent}}}"]

    def loop(self, indent, deeper):
        i, rng = self.name("i"), self.rng
        limit = rng.choice([str(rng.randrange(1, 9)), f"({self.value('unsigned')} & 7u)"])
        unroll = rng.choice(["", "", f"{indent}#pragma unroll 1\n", f"{indent}#pragma unroll\n"])
        self.names.append((f"({i})", "unsigned"))
        inner = self.statements(3, deeper)
        leave = [f"{deeper}if ({self.condition()}) {rng.choice(['break', 'continue'])};"] if rng.random() < 0.5 else []
        inner = inner[:1] + leave + inner[1:] if len(inner) and inner[0].endswith(";") else leave + inner
        self.names = [n for n in self.names if n[0] != f"({i})"]
        return [f"{unroll}{indent}for (unsigned {i} = 0, e{i} = {limit}; {i} < e{i}; {i}++) {{", *inner, f"{indent}}}"]

    def switch(self, indent, deeper):
        count = self.rng.choice([2, 3, 6, 12])
        out = [f"{indent}switch ({self.value('unsigned')} % {count + 1}u) {{"]
        for case in range(count):
            out += [f"{indent}case {case * self.rng.choice([1, 1, 1])}: {{", *self.statements(2, deeper), f"{indent}}}"]
            if self.rng.random() < 0.75:
                out.append(f"{indent}break;")
        return out + [f"{indent}default: {{", *self.statements(2, deeper), f"{indent}}}}}"]

    def array(self, indent, deeper):
        type_, name, size = self.rng.choice(TYPES[:-1]), self.name("a"), self.rng.choice([2, 4, 8, 16])
        first, i = self.value(type_), self.name("i")
        out = [f"{indent}{type_} {name}[{size}];", f"{indent}for (int {i} = 0; {i} < {size}; {i}++)",
               f"{deeper}{name}[{i}] = add<{type_}>({first}, ({type_}){i});"]
        for _ in range(self.rng.randrange(1, 4)):
            out.append(f"{indent}{name}[{self.value('unsigned')} % {size}u] = {self.value(type_)};")
        result = self.name()
        out.append(f"{indent}{type_} {result} = {name}[{self.value('unsigned')} % {size}u];")
        self.names.append((result, type_))
        return out

    def struct(self, indent):
        name, fields, taker = self.rng.choice(self.structs)
        it, result = self.name("s"), self.name()
        out = [f"{indent}{name} {it} = {{}};"]
        for field, type_ in fields:
            if self.rng.random() < 0.8:
                out.append(f"{indent}{it}.{field} = {self.value(type_)};")
        out.append(f"{indent}{it} = {taker}({it}, {self.value('unsigned')});")
        field, type_ = self.rng.choice(fields)
        out.append(f"{indent}{type_} {result} = {it}.{field};")
        self.names.append((result, type_))
        return out

    def make_struct(self):
        rng, name = self.rng, self.name("S")
        fields = [(f"m{i}", rng.choice(TYPES)) for i in range(rng.randrange(1, 8))]
        lines = []
        for field, type_ in fields:
            width = f" : {rng.choice([1, 3, 7])}" if type_ in ("unsigned", "unsigned char") and rng.random() < 0.3 else ""
            lines.append(f"    {type_} {field}{width};")
        taker = self.name("g")
        field, type_ = rng.choice(fields)
        self.names = [("n", "unsigned")] + [(f"(s.{f})", t) for f, t in fields]
        text = [f"struct {name} {{", *lines, "};", f"DEVICE {rng.choice(['', 'NOINLINE'])} {name} {taker}({name} s, unsigned n)", "{",
                f"    s.{field} = {self.value(type_)};", "    return s;", "}"]
        self.names = []
        self.structs.append((name, fields, taker))
        return text

    def make_function(self):
        rng, name, type_ = self.rng, self.name("f"), self.rng.choice(TYPES)
        args = [rng.choice(TYPES) for _ in range(rng.randrange(1, 5))]
        names = [(self.name("p"), t) for t in args]
        recursive = rng.random() < 0.3
        header = ", ".join([f"{t} {n}" for n, t in names] + ["int level"] * recursive)
        self.names, self.depth = list(names), 1
        out = [f"DEVICE {rng.choice(['', 'NOINLINE', 'NOINLINE'])} {type_} {name}({header})", "{"]
        if recursive:
            inner = ", ".join(self.value(t, 2) for t in args)
            out.append(f"    if (level > 0 && {self.condition()})\n        return {name}({inner}, level - 1);")
        for _ in range(rng.randrange(1, 5)):
            out += self.statement("    ")
        out += [f"    return {self.value(type_)};", "}"]
        self.functions.append((name, type_, args, [str(rng.randrange(1, 5))] * recursive))
        self.names, self.depth = [], 0
        return out

    def text(self):
        rng, out = self.rng, [PRELUDE]
        table = ", ".join(f"{rng.getrandbits(32)}u" for _ in range(16))
        out.append(f"CONSTANT unsigned table[16] = {{{table}}};")
        for _ in range(rng.randrange(0, 3)):
            out += self.make_struct()
        for _ in range(rng.randrange(0, 5)):
            out += self.make_function()
        out += ["GLOBAL void k(const unsigned *in, W *out NUMBER)", "{", f"    unsigned t = THREAD;\n    in += {WORDS} * t;"]
        for i in range(WORDS):
            type_ = rng.choice(TYPES)
            name = self.name("x")
            read = {"float": f"raw_f(in[{i}])", "double": f"raw_d((W)in[{i}] << 32 | in[{(i + 1) % WORDS}])",
                    "bool": f"(in[{i}] & 1) != 0"}.get(type_, f"({type_})((W)in[{i}] << 32 >> {rng.choice([0, 16, 30, 32])})")
            out.append(f"    {type_} {name} = {read};")
            self.names.append((name, type_))
        out.append("    unsigned c = table[in[0] & 15];")
        self.names.append(("c", "unsigned"))
        for _ in range(rng.randrange(5, 25)):
            out += self.statement("    ")
        out.append("    W h = 0;")
        for name, _ in self.names:
            out.append(f"    h = (h ^ bits({name})) * 0x100000001b3ULL;")
        return "\n".join(out + ["    out[t] = h;", "}", ""])

    def given(self):
        """Words of all threads."""
        words = []
        for _ in range(THREADS * WORDS):
            roll = self.rng.random()
            words.append(self.rng.getrandbits(32) if roll < 0.4 else self.rng.randrange(0x3f000000, 0x43000000) if roll < 0.7 else
                         self.rng.randrange(100) if roll < 0.85 else self.rng.choice([0, 1, 0x80000000, 0x7f800000, 0xffffffff, 0x7fffffff, 0x7fc00000, 2]))
        return words


def source(seed):
    """The text, and the words of the input."""
    made = Source(seed)
    return made.text(), made.given()
