"""Matrices held by warps: mma.sp, wmma of 4-bit integers and bits, ldmatrix, stmatrix, movmatrix.

The inputs are numbers of four kinds, each for a block of its own: any bits, of like size, of all sizes, and such that
cancel each other."""
import itertools
import struct

from device import Case, kernel, source

FLOATS = {"f16": (16, 10), "bf16": (16, 7), "tf32": (32, 23), "f32": (32, 23), "e4m3": (8, 3), "e5m2": (8, 2)}
ANY, LIKE, WIDE, CANCELLING = KINDS = range(4)


def number(rng, type_, kind):
    bits, mantissa = FLOATS[type_]
    exponent_bits = bits - 1 - mantissa
    bias = (1 << exponent_bits - 1) - 1
    if kind == ANY:
        return rng.getrandbits(bits)
    spread = min(bias - 1, {LIKE: 2, WIDE: 13 if exponent_bits <= 5 else 20, CANCELLING: 2}[kind])
    fraction = rng.getrandbits(mantissa)
    if kind == CANCELLING:
        fraction &= 3 << mantissa - 2
        if rng.random() < 0.125:
            return rng.getrandbits(1) << bits - 1
    return rng.getrandbits(1) << bits - 1 | rng.randrange(bias - spread, bias + spread + 1) << mantissa | fraction


def filled(rng, type_, count, kind):
    """`count` 32-bit words of numbers."""
    if type_ not in FLOATS:
        return struct.pack(f"<{count}I", *(rng.getrandbits(32) for _ in range(count)))
    size = FLOATS[type_][0] // 8
    return b"".join(number(rng, type_, kind).to_bytes(size, "little") for _ in range(count * 4 // size))


def group(name, count):
    return "{" + ", ".join(f"%{name}{i}" for i in range(count)) + "}"


def moved(name, count, at, load):
    return "\n".join(f"ld.global.b32 %{name}{i}, [%in+{at + i * 128}];" if load else
                     f"st.global.b32 [%out+{at + i * 128}], %{name}{i};" for i in range(count))


BLOCK = ".reg .b32 %block; mov.u32 %block, %ctaid.x; mad.wide.u32 %in, %block, {0}, %in; mad.wide.u32 %out, %block, {1}, %out;"


# -- mma.sp

SPARSE = {"f16": (16, 32), "bf16": (16, 32), "tf32": (8, 16), "s8": (32, 64), "u8": (32, 64), "s4": (64, 128),
          "u4": (64, 128), "e4m3": (64,), "e5m2": (64,)}
WIDTH = {"f16": 16, "bf16": 16, "tf32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "e4m3": 8, "e5m2": 8}


def metadata(rng, kind):
    """A word of it for each lane, in which any field may be asked for: of each four, two places that ascend."""
    def field():
        if kind == "tf32":
            return rng.choice((0b0100, 0b1110))
        low, high = sorted(rng.sample(range(4), 2))
        return low | high << 2
    return struct.pack("<32I", *(sum(field() << 4 * i for i in range(8)) for _ in range(32)))


def sparse_case(word, k, result, kind, other, selector, saturates=""):
    name = f"mma.{word}.sync.aligned.m16n8k{k}.row.col{saturates}.{result}.{kind}.{other}.{result}"
    rng = source(f"{name} {selector}")
    registers = k * 8 // 32 * WIDTH[kind] // 32  # of a and of b: 16 x k / 2, k x 8
    c = 2 if result == "f16" else 4
    given = b""
    for numbers in KINDS:
        given += filled(rng, kind, registers * 32, numbers) + filled(rng, other, registers * 32, numbers)
        given += filled(rng, "f16" if result == "f16" else result, c * 32, numbers) + metadata(rng, kind)
    at = [0, registers * 128, registers * 256, registers * 256 + c * 128]
    body = [BLOCK.format(at[3] + 128, c * 128), moved("a", registers, at[0], True), moved("b", registers, at[1], True),
            moved("c", c, at[2], True), moved("e", 1, at[3], True),
            f"{name} {group('d', c)}, {group('a', registers)}, {group('b', registers)}, {group('c', c)}, %e0, {selector};",
            moved("d", c, 0, False)]
    text = kernel("\n".join(body), f".reg .b32 %a<{registers}>, %b<{registers}>, %c<{c}>, %d<{c}>, %e<1>;",
                  per_given=4, per_out=4)
    return Case(f"{name} {selector}", [name], text, given, c * 128 * 4, grid=(4, 1, 1))


def sparse():
    for kind, sizes in SPARSE.items():
        results = {"f16": ("f16", "f32"), "e4m3": ("f16", "f32"), "e5m2": ("f16", "f32")}.get(
            kind, ("f32",) if kind in FLOATS else ("s32",))
        others = ["u" + kind[1], "s" + kind[1]] if kind[0] in "us" else ["e4m3", "e5m2"] if kind[0] == "e" else [kind]
        for k, other, result in itertools.product(sizes, others, results):
            per_lane = 8 if kind[0] in "use" else 4  # chunks of metadata of a row in a lane
            chunk = 2 if kind == "tf32" else 8 if kind[1:] == "4" else 4
            holders = k // chunk // per_lane * (2 if per_lane == 8 else 1)
            for word, selector in itertools.product(("sp", "sp::ordered_metadata"), range(max(1, 4 // holders))):
                yield sparse_case(word, k, result, kind, other, selector)
                if result == "s32":
                    yield sparse_case(word, k, result, kind, other, selector, ".satfinite")


# -- wmma below a byte

def small_wmma():
    for kind, k, op, more in (("u4", 32, "", ""), ("s4", 32, "", ""), ("u4", 32, "", ".satfinite"),
                              ("s4", 32, "", ".satfinite"), ("b1", 128, ".xor.popc", ""), ("b1", 128, ".and.popc", "")):
        for layout, space in itertools.product(("row", "col"), ("global", "shared")):
            shape = f"m8n8k{k}"
            name = f"wmma.mma{op}.sync.aligned.row.col.{shape}.s32.{kind}.{kind}.s32{more}"
            rng = source(name + layout + space)
            given = filled(rng, kind, 64, ANY) + filled(rng, "s32", 64, ANY)
            loads = [f"wmma.load.a.sync.aligned.row.{shape}.{space}.{kind}", f"wmma.load.b.sync.aligned.col.{shape}.{space}.{kind}",
                     f"wmma.load.c.sync.aligned.{layout}.{shape}.{space}.s32"]
            store = f"wmma.store.d.sync.aligned.{layout}.{shape}.{space}.s32"
            body = ["mov.u64 %m, %base;"]
            if space == "shared":
                body = ["mov.u32 %r0, room; cvt.u64.u32 %m, %r0; mad.wide.u32 %o, %t, 16, %m; ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%in];"
                        "st.shared.v4.u32 [%o], {%r0, %r1, %r2, %r3}; bar.sync 0;"]
            body += [f"{loads[0]} {{%a}}, [%m], {k};", f"add.u64 %o, %m, 128; {loads[1]} {{%b}}, [%o], {k};",
                     f"add.u64 %o, %m, 256; {loads[2]} {{%c0, %c1}}, [%o], 8;",
                     f"{name} {{%d0, %d1}}, {{%a}}, {{%b}}, {{%c0, %c1}};",
                     "mad.wide.u32 %out, %t, 20, %result; st.global.u32 [%out+256], %a; st.global.u32 [%out+260], %b;"
                     "st.global.u32 [%out+264], %c0; st.global.u32 [%out+268], %d0; st.global.u32 [%out+272], %d1;"]
            if space == "global":
                body += [f"{store} [%result], {{%d0, %d1}}, 8;"]
            else:
                body += [f"{store} [%m], {{%d0, %d1}}, 8; bar.sync 0; mad.wide.u32 %o, %t, 8, %m; ld.shared.v2.u32 {{%r0, %r1}}, [%o];"
                         "mad.wide.u32 %out, %t, 8, %result; st.global.v2.u32 [%out], {%r0, %r1};"]
            text = kernel("\n".join(body), ".reg .b32 %a, %b, %c<2>, %d<2>, %r<4>; .reg .b64 %m, %o; .shared .align 16 .b8 room[512];",
                          per_given=16, target="sm_80")
            yield Case(f"{name} {layout} {space}", [name, store, *loads], text, given, 256 + 640)


# -- tiles

def tiles():
    """Rows of 16 bytes in shared memory, lane l's address that of some row."""
    for count, trans, where in itertools.product((1, 2, 4), ("", ".trans"), ("", ".shared", ".shared::cta")):
        address = "%at" if where else "%generic"
        start = ("mov.u32 %at, room; mad.lo.u32 %own, %t, 16, %at; ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%in]; "
                 "st.shared.v4.u32 [%own], {%r0, %r1, %r2, %r3}; bar.sync 0; xor.b32 %i, %t, 5; mad.lo.u32 %at, %i, 16, %at; "
                 "cvt.u64.u32 %g, %at; cvta.shared.u64 %generic, %g;")
        registers = ".reg .b32 %r<4>, %at, %own, %i; .reg .b64 %g, %generic; .shared .align 16 .b8 room[512];"
        load = f"ldmatrix.sync.aligned.m8n8.x{count}{trans}{where}.b16"
        text = kernel(f"{start} {load} {group('r', count)}, [{address}]; {moved('r', count, 0, False)}", registers,
                      per_given=16, per_out=4)
        yield Case(load, [load], text, filled(source(load), "s32", 128, ANY), 512)
        store = f"stmatrix.sync.aligned.m8n8.x{count}{trans}{where}.b16"
        text = kernel(f"{start} mad.wide.u32 %in, %t, 4, %base; {moved('r', count, 512, True)} {store} [{address}], {group('r', count)}; "
                      "bar.sync 0; ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%own]; st.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};",
                      registers, per_given=16, per_out=16)
        yield Case(store, [store], text, filled(source(store), "s32", 256, ANY), 512)
    move = "movmatrix.sync.aligned.m8n8.trans.b16"
    text = kernel(f"ld.global.u32 %a, [%in]; {move} %d, %a; st.global.u32 [%out], %d;", ".reg .b32 %a, %d;", per_given=4,
                  per_out=4)
    yield Case(move, [move], text, filled(source(move), "s32", 32, ANY), 128)


def cases():
    yield from sparse()
    yield from small_wmma()
    yield from tiles()
