"""Kernels made by chance, for comparing figures: patterns of access, masks, types and spaces that nobody thought of.

    chance.py FIRST COUNT > kernels/chance.cu

launches(FIRST, COUNT) are their launches, each kernel's once. The same numbers always make the same kernels."""
import random
import sys

HEAD = """// Kernels made by chance (chance.py {first} {count}).
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
__constant__ float table[1024];
__device__ float sum(float v) {{ return v; }}
__device__ float sum(int v) {{ return v; }}
__device__ float sum(u32 v) {{ return v; }}
__device__ float sum(u64 v) {{ return v; }}
__device__ float sum(u8 v) {{ return v; }}
__device__ float sum(u16 v) {{ return v; }}
__device__ float sum(double v) {{ return v; }}
template <class T> __device__ auto sum(T v) -> decltype(float(v.w)) {{ return float(v.x) + float(v.y) + float(v.z) + float(v.w); }}
__device__ float sum(float2 v) {{ return v.x + v.y; }}
__device__ float sum(int2 v) {{ return v.x + v.y; }}
__device__ float sum(uchar2 v) {{ return v.x + v.y; }}
__device__ float sum(short2 v) {{ return v.x + v.y; }}
__device__ float sum(double2 v) {{ return v.x + v.y; }}
__device__ float sum(float3 v) {{ return v.x + v.y + v.z; }}
template <class T> __device__ T of(float v) {{ return T(v); }}
template <> __device__ float2 of(float v) {{ return make_float2(v, v + 1); }}
template <> __device__ int2 of(float v) {{ return make_int2(v, 3); }}
template <> __device__ uchar2 of(float v) {{ return make_uchar2(v, 3); }}
template <> __device__ short2 of(float v) {{ return make_short2(v, 3); }}
template <> __device__ double2 of(float v) {{ return make_double2(v, v); }}
template <> __device__ float3 of(float v) {{ return make_float3(v, v, v); }}
template <> __device__ float4 of(float v) {{ return make_float4(v, v, 1, v); }}
template <> __device__ int4 of(float v) {{ return make_int4(v, 1, 2, v); }}
template <> __device__ uchar4 of(float v) {{ return make_uchar4(v, 1, 2, v); }}
template <> __device__ short4 of(float v) {{ return make_short4(v, 1, 2, v); }}
"""

SCALARS = {"u8": 1, "u16": 2, "int": 4, "u32": 4, "float": 4, "u64": 8, "double": 8}
VECTORS = {"float2": 8, "int2": 8, "float3": 12, "float4": 16, "int4": 16, "uchar2": 2, "uchar4": 4, "short2": 4,
           "short4": 8, "double2": 16}
TYPES = {**SCALARS, **VECTORS}
COMMON = ["float"] * 5 + ["int"] * 3 + ["double", "float2", "float4", "int4", "u8", "u16", "u64"]
ROOM = 1 << 20  # bytes that an access stays in
SHARED = 8192


class Writer:
    """The body of one kernel."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines, self.depth, self.names, self.shared, self.turns = [], 1, 0, 0, 0
        self.block = self.rng.choice([(32, 1), (64, 1), (96, 1), (128, 1), (256, 1), (256, 1), (100, 1), (40, 1),
                                      (16, 16), (32, 8), (8, 8), (20, 10), (32, 4), (4, 32)])
        self.grid = self.rng.choice([(1, 1), (4, 1), (8, 1), (3, 1), (2, 2), (4, 3)])
        self.n = self.rng.choice([1, 2, 3, 4, 5, 8, 13, 16, 17, 31, 32, 33, 64, 100])

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self, *more):
        return self.rng.choice([1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, *more])

    def index(self, count):
        """An expression of a number below `count`, a power of two."""
        rng, k = self.rng, self.number()
        plain = rng.choice(["i", "i", "i", "t", "x", "y * width + x", "x * width + y", "lane"])
        if self.turns and rng.random() < 0.7:
            plain += self.pick(" + j", " + j * threads", " + j * n", " + j * 32")
        form = rng.randrange(12)
        text = {0: plain, 1: plain, 2: f"{plain} + {k}", 3: f"({plain}) * {k}", 4: f"({plain}) * n", 5: f"({plain}) / {k}",
                6: f"({plain}) % {k}", 7: f"({plain}) ^ {k}", 8: f"({plain}) * n + {k}",
                9: f"(({plain}) * 2654435761u >> {rng.choice([8, 12, 20, 25])})",
                10: f"({plain}) % {k} * {self.number()}", 11: f"({plain}) / {k} * {self.number()} + ({plain}) % {k}"}[form]
        return f"({text}) & {count - 1}"

    def condition(self):
        k = self.number()
        return self.pick(f"lane < {k % 32 + 1}", f"t % {k + 1} == 0", f"i & {k}", f"x > y + {k}", "x < n", f"lane % {k + 1} > 1",
                         f"t < {8 * k}", f"(i * 2654435761u >> 28) < {k % 16}", "i % n == 0", f"acc > {k}")

    def kind(self):
        return self.rng.choice(COMMON + list(TYPES))

    def global_load(self):
        kind, name = self.kind(), self.name()
        place = f"((const {kind} *)in)[{self.index(self.room(TYPES[kind]))}]"
        form = self.rng.randrange(10)
        if kind != "float3" and form < 5:
            place = (f"__{('ldg', 'ldcs', 'ldcg', 'ldca', 'ldcv')[form]}(&{place})")
        elif kind in SCALARS and form == 5:
            place = place.replace("const", "const volatile")
        self.put(f"{kind} {name} = {place};")
        self.put(f"acc += sum({name});")

    @staticmethod
    def room(size):
        return 1 << ((ROOM // size).bit_length() - 1)

    def global_gather(self):
        kind, name = self.kind(), self.name()
        count = self.pick(16, 64, 1000, 4096, 60000)
        self.put(f"u32 {name} = ((const u32 *)in)[{self.index(1 << 16)}] % {count};")
        self.put(f"acc += sum(((const {kind} *)in)[{name}]);")

    def global_store(self):
        kind = self.kind()
        place = f"(({kind} *)out)[{self.index(self.room(TYPES[kind]))}]"
        form = self.rng.randrange(8)
        if kind != "float3" and form < 4:
            self.put(f"__{('stcs', 'stwt', 'stcg', 'stwb')[form]}(&{place}, of<{kind}>(acc));")
        else:
            self.put(f"{place} = of<{kind}>(acc);")

    def tile(self, kind):
        name, count = self.name(), self.pick(256, 512, 1024)
        count = min(count, 1 << ((SHARED // TYPES[kind]).bit_length() - 1))
        self.shared += count * TYPES[kind]
        if self.shared > 40000:
            return None, 0
        self.put(f"__shared__ {kind} {name}[{count}];")
        return name, count

    def shared_trip(self):
        kind = self.kind()
        name, count = self.tile(kind)
        if not name:
            return
        self.put(f"{name}[{self.index(count)}] = of<{kind}>(acc);")
        self.put("__syncthreads();")
        for _ in range(self.rng.randrange(1, 3)):
            self.put(f"acc += sum({name}[{self.index(count)}]);")

    def shared_atomic(self):
        kind = self.pick("int", "u32", "int", "u64")
        name, count = self.tile_of_numbers(kind)
        if not name:
            return
        ops = ["Exch", "CAS"] if kind == "u64" else ["Add", "Add", "Max", "Min", "And", "Or", "Xor", "Exch", "CAS"]
        op, value = self.rng.choice(ops), self.pick("1", "t", "3", "x")
        place = f"&{name}[{self.index(count)}]"
        call = f"atomic{op}({place}, {'(' + kind + ')5, ' if op == 'CAS' else ''}({kind})({value}))"
        if self.rng.random() < 0.4:
            self.put(f"acc += {call};")
        else:
            self.put(f"{call};")
        self.put("__syncthreads();")
        self.put(f"acc += sum({name}[{self.index(count)}]);")

    def tile_of_numbers(self, kind):
        name, count = self.tile(kind)
        if name:
            self.put(f"for (int j = t; j < {count}; j += threads) {name}[j] = 0;")
            self.put("__syncthreads();")
        return name, count

    def global_atomic(self):
        kind = self.pick("int", "u32", "float", "double", "u64", "int")
        ops = {"float": ["Add", "Exch"], "double": ["Add"], "u64": ["Add", "Max", "Exch", "CAS", "Or"]}.get(
            kind, ["Add", "Add", "Max", "Min", "And", "Or", "Xor", "Exch", "CAS"])
        op, value = self.rng.choice(ops), self.pick("1", "t", "3", "acc")
        count = self.pick(1, 8, 64, 1024, 16384)
        place = f"&(({kind} *)out)[{self.index(count)}]"
        call = f"atomic{op}({place}, {'(' + kind + ')5, ' if op == 'CAS' else ''}({kind})({value}))"
        self.put(f"acc += {call};" if self.rng.random() < 0.35 else f"{call};")

    def local_array(self):
        kind, name, count = self.pick("float", "int", "double", "float2", "u8"), self.name(), self.pick(4, 8, 16)
        self.put(f"{kind} {name}[{count}];")
        self.put("#pragma unroll 1")
        self.put(f"for (int j = 0; j < {count}; j++) {name}[j] = of<{kind}>(acc + j);")
        self.put(f"acc += sum({name}[{self.pick('lane', 't + n', 'n', 'x + y')} & {count - 1}]);")

    def constant(self):
        self.put(f"acc += table[{self.pick('n', 'n * 3', self.index(1024), self.index(1024))} & 1023];")

    def shuffle(self):
        self.put(self.pick("acc += __shfl_xor_sync(~0u, acc, 1);", "acc += __shfl_down_sync(~0u, acc, 4);",
                           "acc += __popc(__ballot_sync(~0u, acc > 2));"))

    def copy_async(self):
        name, size = self.name(), self.pick(4, 8, 16, 16)
        count = 4096 // size
        self.shared += 4096
        if self.shared > 40000:
            return
        level = "cg" if size == 16 and self.rng.random() < 0.5 else "ca"
        self.put(f"__shared__ alignas(16) u8 {name}[4096];")
        self.put(f'asm volatile("cp.async.{level}.shared.global [%0], [%1], {size};" :: '
                 f'"r"((u32)__cvta_generic_to_shared({name} + ({self.index(count)}) * {size})), '
                 f'"l"(in + ({self.index(1 << 14)}) * {size}) : "memory");')
        self.put('asm volatile("cp.async.wait_all;" ::: "memory");')
        self.put("__syncthreads();")
        self.put(f"acc += {name}[{self.index(4096)}];")

    def matrix(self):
        name, parts = self.name(), self.pick(1, 2, 4)
        self.shared += 4096
        if self.shared > 40000:
            return
        turned = self.pick("", ".trans")
        regs = ", ".join(f"%{k}" for k in range(parts))
        outs = ", ".join(f'"=r"({name}r[{k}])' for k in range(parts))
        self.put(f"__shared__ alignas(16) u8 {name}[4096];")
        self.put(f"((u32 *){name})[t & 1023] = t;")
        self.put("__syncthreads();")
        self.put(f"u32 {name}r[{parts}];")
        self.put(f'asm volatile("ldmatrix.sync.aligned.m8n8.x{parts}{turned}.shared.b16 {{{regs}}}, [%{parts}];" : {outs} '
                 f': "r"((u32)__cvta_generic_to_shared({name} + ({self.index(256)}) * 16)));')
        self.put(f"acc += {' + '.join(f'{name}r[{k}]' for k in range(parts))};")

    def generic(self):
        name, count = self.tile("float")
        if not name:
            return
        self.put(f"{name}[t & {count - 1}] = acc;")
        self.put("__syncthreads();")
        pointer = self.name()
        self.put(f"const float *{pointer} = {self.pick('n > 4', 'lane & 1', 'lane < 16', 'i & 64')} ? {name} : (const float *)in;")
        self.put(f"acc += {pointer}[{self.index(count)}];")

    def numbers(self):
        self.put(self.pick("acc = acc * 1.5f + 2;", "acc = __expf(acc);", "acc = sqrtf(acc);", "acc /= n;",
                           "acc += (float)((double)acc * 0.3);", "acc = fminf(acc, 100.f) * acc;", "acc += i * i;"))

    def branch(self, depth):
        self.put(f"if ({self.condition()}) {{")
        self.some(depth + 1, False)
        if self.rng.random() < 0.4:
            self.put("} else {")
            self.some(depth + 1, False)
        self.put("}")

    def loop(self, depth, whole):
        bound = self.pick("4", "n & 7", "8") if whole else self.pick("4", "n & 7", "lane & 3", "t % 5", "y & 3")
        if self.rng.random() < 0.5:
            self.put("#pragma unroll 1")
        self.put(f"for (int j = 0; j < ({bound}); j++) {{")
        self.turns += 1
        self.some(depth + 1, False)
        self.turns -= 1
        self.put("}")

    def some(self, depth, whole):
        """`whole`: all threads come here."""
        self.depth += 1 if depth else 0
        anywhere = [self.global_load] * 6 + [self.global_store] * 3 + [self.global_gather] * 2 + [self.global_atomic] * 2 + \
                   [self.constant, self.numbers, self.numbers]
        wholly = [self.shared_trip] * 5 + [self.shared_atomic] * 3 + [self.local_array, self.shuffle, self.copy_async,
                                                                     self.matrix, self.generic]
        if depth == 0 and self.block[0] * self.block[1] % 32:
            wholly = [w for w in wholly if w not in (self.shuffle, self.matrix)]
        for _ in range(self.rng.randrange(2, 6) if depth == 0 else self.rng.randrange(1, 3)):
            form = self.rng.random()
            if depth < 2 and form < 0.2:
                self.branch(depth)
            elif depth < 2 and form < 0.3:
                self.loop(depth, whole)
            else:
                self.rng.choice(anywhere + (wholly if whole else []))()
        self.depth -= 1 if depth else 0


def kernel(seed):
    writer = Writer(seed)
    writer.some(0, True)
    body = "\n".join(writer.lines)
    return writer, f"""__global__ void chance_{seed}(u8 *out, const u8 *in, int n) {{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x, threads = blockDim.x * blockDim.y;
    int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t;
    float acc = n;
{body}
    ((float *)out)[(1 << 18) + i] = acc;
}}
"""


def source(first, count):
    return HEAD.format(first=first, count=count) + '\nextern "C" {\n' + \
        "\n".join(kernel(first + k)[1] for k in range(count)) + "}\n"


def launches(first, count):
    """(kernel, grid, block, dynamic shared bytes, n) as in launches.py."""
    made = [(f"chance_{first + k}", kernel(first + k)[0]) for k in range(count)]
    return [(name, writer.grid, writer.block, 0, writer.n) for name, writer in made]


if __name__ == "__main__":
    print(source(int(sys.argv[1]), int(sys.argv[2])), end="")
