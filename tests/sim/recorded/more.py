"""What the other families and the tables of tests/sim/alu leave out."""
import itertools
import struct

from barriers import block_case
from control import per_thread, rows
from device import BITS, Case, kernel, source
from matrices import ANY, filled, group
from memory import BEGIN, DATA, REGISTERS, SCOPES, destination

ROUNDINGS, WHOLE = ("rn", "rz", "rm", "rp"), ("rni", "rzi", "rmi", "rpi")
INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
CMPF = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")


def arithmetic():
    for rounding, ftz, sat in itertools.product(ROUNDINGS, ("", ".ftz"), ("", ".sat")):
        form = f"mad.{rounding}{ftz}{sat}.f32"
        yield per_thread(form, form, f"{form} %d, %v0, %v1, %v2;", ("f32",) * 3, "f32")
    for rounding in ROUNDINGS:
        form = f"mad.{rounding}.f64"
        yield per_thread(form, form, f"{form} %d, %v0, %v1, %v2;", ("f64",) * 3, "f64")
    odd = (0x7ff7, 0xfff7, 0x7ff6, 0x7fff, 0x7e00, 0x3c00, 0xbc00, 0x3f80, 0x4248, 0, 0x8000, 0x7c00)
    for half, relu in itertools.product(("f16", "f16x2", "bf16", "bf16x2"), ("", ".relu")):
        form = f"fma.rn.oob{relu}.{half}"
        case = per_thread(f"{form} outside", form, f"{form} %d, %v0, %v1, %v2;", (half,) * 3, half)
        rng = source(form)
        case.given = b"".join((rng.choice(odd) | rng.choice(odd) << 16).to_bytes(8, "little") for _ in range(192))
        yield case


def comparisons():
    """To halves, which compilers don't write."""
    for words, types, flags in ((("eq", "ne"), ("b16", "b32", "b64"), ("",)), (CMPF, ("f32",), ("", ".ftz")), (CMPF, ("f64",), ("",))):
        for word, type_, ftz, d in itertools.product(words, types, flags, ("f16", "bf16")):
            if ftz and d == "bf16":
                continue
            form = f"set.{word}{ftz}.{d}.{type_}"
            yield per_thread(form, form, f"{form} %d, %v0, %v1;", (type_, type_), d)
            form = f"set.{word}.or{ftz}.{d}.{type_}"
            yield per_thread(form, form, f"setp.ne.u32 %q, %v2, 0; {form} %d, %v0, %v1, %q;", (type_, type_, "u32"), d)


def conversions():
    for a, d, rounding in itertools.product(("f16", "f64"), INTEGERS, WHOLE):
        form = f"cvt.{rounding}.sat.{d}.{a}"
        yield per_thread(form, form, f"{form} %d, %v0;", (a,), d.replace("8", "16"))
    for a, rounding, sat in itertools.product(INTEGERS, ROUNDINGS, ("", ".sat")):
        form = f"cvt.{rounding}.ftz{sat}.f32.{a}"
        yield per_thread(form, form, f"{form} %d, %v0;", (a.replace("8", "16") if a[1:] == "8" else a,), "f32")
    for a, d, rounding in itertools.product(INTEGERS, ("f16", "f64"), ROUNDINGS):
        form = f"cvt.{rounding}.sat.{d}.{a}"
        yield per_thread(form, form, f"{form} %d, %v0;", (a.replace("8", "16") if a[1:] == "8" else a,), d)
    form = "cvt.rna.satfinite.tf32.f32"
    yield per_thread(form, form, f"{form} %d, %v0;", ("f32",), "b32")


def vectors():
    for count, type_ in itertools.product((2, 4), ("u16", "u32", "u64", "s16", "s32", "s64", "b16", "b32", "b64", "f32", "f64")):
        if count * BITS[type_] > 128:
            continue
        form, bits = f"mov.v{count}.{type_}", BITS[type_]
        body = "".join(f"ld.global.b{bits} %a{i}, [%g+{8 * i}];" for i in range(count)) + f"{form} {group('d', count)}, {group('a', count)};"
        body += "".join(f"st.global.b{bits} [%out+{8 * i}], %d{count - 1 - i};" for i in range(count))
        yield Case(form, [form], kernel(BEGIN + body, REGISTERS + f".reg .b{bits} %a<{count}>, %d<{count}>;"), DATA, 32, (1, 1, 1))


HINTS = ["L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate"]


def ordered():
    """Loads and stores with an order and hints."""
    for type_ in ("u8", "s16", "b32", "f64", "b128"):
        wide = 128 if type_ == "b128" else destination(type_)
        body, forms = [], []
        for order, scope in itertools.product(("relaxed", "acquire"), SCOPES):
            for hint in ["." + h for h in HINTS] + [".L2::64B", ".L2::128B", ".L2::256B", ".L2::cache_hint", ".L1::evict_last.L2::cache_hint.L2::128B"]:
                forms.append(f"ld.{order}.{scope}.global{hint}.{type_}")
                body.append(f"{forms[-1]} %d, [%g+16]{', %policy' if 'cache_hint' in hint else ''};" +
                            ("mov.b128 {%x, %y}, %d; xor.b64 %x, %x, %y; add.u64 %sum, %sum, %x;" if wide == 128 else
                             f"mov.b{wide} %e, %d; " + ("cvt.u64.u32 %x, %e;" if wide == 32 else "mov.b64 %x, %e;") + " add.u64 %sum, %sum, %x;"))
        text = kernel(BEGIN + "mov.u64 %sum, 0;" + "\n".join(body) + "st.global.u64 [%out], %sum;", REGISTERS + f".reg .b{wide} %d, %e; .reg .b64 %sum;")
        yield Case(f"ld ordered {type_}", forms, text, DATA, 16, (1, 1, 1))
        body, forms = [], []
        for order, scope in itertools.product(("relaxed", "release"), SCOPES):
            for hint in ["." + h for h in HINTS] + [".L2::cache_hint", ".L1::evict_last.L2::cache_hint"]:
                if type_ == "b128" and scope == "cluster":
                    continue
                forms.append(f"st.{order}.{scope}.global{hint}.{type_}")
                body.append(f"st.global.v2.b64 [%out+16], {{0, 0}}; {forms[-1]} [%out+16], %d{', %policy' if 'cache_hint' in hint else ''};"
                            "ld.global.v2.b64 {%x, %y}, [%out+16]; xor.b64 %x, %x, %y; add.u64 %sum, %sum, %x;")
        load = f"ld.global.b{wide} %d, [%g];"
        text = kernel(BEGIN + load + "mov.u64 %sum, 0;" + "\n".join(body) + "st.global.u64 [%out], %sum;", REGISTERS + f".reg .b{wide} %d; .reg .b64 %sum;")
        yield Case(f"st ordered {type_}", forms, text, DATA, 32, (1, 1, 1))
    for space in ("", ".global"):
        form = f"ldu{space}.b128"
        yield Case(form, [form], kernel(BEGIN + f"{form} %q, [%g+16]; mov.b128 {{%x, %y}}, %q; st.global.v2.b64 [%out], {{%x, %y}};", REGISTERS + ".reg .b128 %q;"), DATA, 16, (1, 1, 1))
    for words in ("", ".global", ".shared", ".local", ".weak.global", ".volatile.global", ".relaxed.gpu.global", ".release.sys.global"):
        form, place = f"st{words}.b128", "%s" if "shared" in words else "%l" if "local" in words else "%out"
        real = "shared" if "shared" in words else "local" if "local" in words else "global"
        body = f"ld.global.b128 %q, [%g]; {form} [{place}+16], %q; ld.{real}.v2.b64 {{%x, %y}}, [{place}+16]; st.global.v2.b64 [%out], {{%x, %y}};"
        yield Case(form, [form], kernel(BEGIN + body, REGISTERS + ".reg .b128 %q;"), DATA, 32, (1, 1, 1))


def policies():
    for first, second, size, part in itertools.product(("last", "normal", "first", "unchanged"), ("", ".L2::evict_first", ".L2::evict_unchanged"),
                                                       (1, 4096, 65536, 1000000, 33554432, 3000000000), (1, 4096, 70000)):
        form = f"createpolicy.range.global.L2::evict_{first}{second}.b64"
        if part > size:
            continue
        body = f".reg .b64 %a, %d; mov.u64 %a, 0x7f0012345000; {form} %d, [%a], {part}, {size}; st.global.u64 [%out], %d;"
        yield Case(f"{form} {part} of {size}", [form], kernel(body), bytes(16), 8, (1, 1, 1))
    for first, second in itertools.product(("last", "normal", "first", "unchanged"), ("", ".L2::evict_first")):
        form = f"createpolicy.fractional.L2::evict_{first}{second}.b64"
        body = f".reg .b64 %d; .reg .f32 %f; ld.global.f32 %f, [%in]; {form} %d, %f; st.global.u64 [%out], %d;"
        given = struct.pack("<32f", *[i / 31 for i in range(32)])
        yield Case(f"{form} of a register", [form], kernel(body, per_given=4, per_out=8), given, 256)


def barriers():
    one = "setp.ne.u32 %q, %t, 0; @%q bra end; "
    for verb, order, space in itertools.product(("arrive", "arrive_drop"), ("", ".release.cta"), ("", ".shared", ".shared::cta")):
        form = f"mbarrier.{verb}.noComplete{order}{space}.b64"
        if not order:
            continue
        at = "%bar" if space else "%generic"
        body = (one + f"mbarrier.init.shared::cta.b64 [%bar], 5; {form} %s, [{at}], 2; mbarrier.pending_count.b64 %d, %s; st.global.u32 [%out], %d;"
                "mbarrier.arrive.shared::cta.b64 %x, [%bar], 3; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+4], %d; end:")
        yield block_case(form, [form], body, 32, 2)


def wmma_shapes():
    """(shape, m, n, k, type of a and b, registers of a, of b, types of c and d)"""
    for shape, m, n in (("m16n16k16", 16, 16), ("m32n8k16", 32, 8), ("m8n32k16", 8, 32)):
        yield shape, m, n, 16, "f16", 8, 8, ("f16", "f32")
        yield shape, m, n, 16, "bf16", m // 4, n // 4, ("f32",)
        for kind in ("u8", "s8"):
            yield shape, m, n, 16, kind, m * 16 // 128, n * 16 // 128, ("s32",)
    yield "m16n16k8", 16, 16, 8, "tf32", 4, 4, ("f32",)
    yield "m8n8k4", 8, 8, 4, "f64", 1, 1, ("f64",)


def wmma():
    """Matrices in shared memory, and stored by columns."""
    for (shape, m, n, k, kind, a_count, b_count, results), space, layouts in itertools.product(
            wmma_shapes(), ("shared", "shared::cta"), (("row", "col", "col"), ("col", "row", "row"))):
        for d in results:
            bits = 64 if d == "f64" else 32
            c_count = m * n // 64 if d == "f16" else m * n // 32
            la, lb, lc = layouts
            loads = [f"wmma.load.a.sync.aligned.{la}.{shape}.{space}.{kind}", f"wmma.load.b.sync.aligned.{lb}.{shape}.{space}.{kind}",
                     f"wmma.load.c.sync.aligned.{lc}.{shape}.{space}.{d}"]
            store = f"wmma.store.d.sync.aligned.{lc}.{shape}.{space}.{d}"
            kinds = {"f16": f"{d}.{d}", "bf16": "f32.bf16.bf16.f32", "tf32": "f32.tf32.tf32.f32", "f64": "f64.f64.f64.f64.rn"}.get(kind, f"s32.{kind}.{kind}.s32")
            product = f"wmma.mma.sync.aligned.{la}.{lb}.{shape}.{kinds}"
            lead = [k if la == "row" else m, n if lb == "row" else k, n if lc == "row" else m]
            body = ["mov.u32 %r0, room; cvt.u64.u32 %m, %r0; mov.u32 %i, 0;",
                    "fill: mad.wide.u32 %o, %i, 128, %m; mad.wide.u32 %o, %t, 4, %o; mad.wide.u32 %x, %i, 128, %in; ld.global.u32 %r0, [%x]; st.shared.u32 [%o], %r0;"
                    "add.u32 %i, %i, 1; setp.lt.u32 %p1, %i, 48; @%p1 bra fill; bar.sync 0;",
                    f"{loads[0]} {group('a', a_count)}, [%m], {lead[0]};", f"add.u64 %o, %m, 2048; {loads[1]} {group('b', b_count)}, [%o], {lead[1]};",
                    f"add.u64 %o, %m, 4096; {loads[2]} {group('c', c_count)}, [%o], {lead[2]};",
                    f"{product} {group('d', c_count)}, {group('a', a_count)}, {group('b', b_count)}, {group('c', c_count)};",
                    f"{store} [%o], {group('d', c_count)}, {lead[2]}; bar.sync 0; mov.u32 %i, 0;",
                    "show: mad.wide.u32 %x, %i, 128, %o; mad.wide.u32 %x, %t, 4, %x; ld.shared.u32 %r0, [%x]; mad.wide.u32 %x, %i, 128, %out; st.global.u32 [%x], %r0;"
                    "add.u32 %i, %i, 1; setp.lt.u32 %p1, %i, 8; @%p1 bra show;"]
            registers = (f".reg .b{64 if kind == 'f64' else 32} %a<{a_count}>, %b<{b_count}>; .reg .b{bits} %c<{c_count}>, %d<{c_count}>;"
                         ".reg .b32 %r<4>, %i; .reg .b64 %m, %o, %x; .shared .align 128 .b8 room[6144];")
            given = filled(source(product), kind if kind != "f64" else "u64", 1024, 1) + filled(source(product + "c"), d if d != "f64" else "u64", 512, 1)
            if kind == "f64":
                rng = source(product)
                given = b"".join(struct.pack("<d", rng.uniform(-9, 9)) for _ in range(768))
            yield Case(f"{product} {lc} {space}", [product, store, *loads], kernel("\n".join(body), registers, per_given=4, per_out=4), given, 1024)
    for kind, k in (("u4", 32), ("s4", 32), ("b1", 128)):
        shape = f"m8n8k{k}"
        forms = [f"wmma.load.a.sync.aligned.row.{shape}.shared::cta.{kind}", f"wmma.load.b.sync.aligned.col.{shape}.shared::cta.{kind}", f"wmma.load.c.sync.aligned.row.{shape}.shared::cta.s32",
                 f"wmma.store.d.sync.aligned.row.{shape}.shared::cta.s32"]
        body = ("mov.u32 %r0, room; cvt.u64.u32 %m, %r0; mad.wide.u32 %o, %t, 16, %m; ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%in]; st.shared.v4.u32 [%o], {%r0, %r1, %r2, %r3}; bar.sync 0;"
                f"{forms[0]} {{%a}}, [%m], {k}; add.u64 %o, %m, 128; {forms[1]} {{%b}}, [%o], {k}; add.u64 %o, %m, 256; {forms[2]} {{%c0, %c1}}, [%o], 8; st.global.u32 [%out+256], %a; st.global.u32 [%out+260], %b;"
                f"{forms[3]} [%m], {{%c1, %c0}}, 8; bar.sync 0; mad.wide.u32 %o, %t, 8, %m; ld.shared.v2.u32 {{%r0, %r1}}, [%o]; mad.wide.u32 %out, %t, 8, %result; st.global.v2.u32 [%out], {{%r0, %r1}};")
        yield Case(f"wmma {shape}.{kind} shared::cta", forms, kernel(body, ".reg .b32 %a, %b, %c<2>, %r<4>; .reg .b64 %m, %o; .shared .align 16 .b8 room[512];", per_given=16, per_out=8), filled(source(shape + kind), kind, 128, ANY), 520)


def rounded_products():
    """mma of f64 with its rounding written down."""
    for shape, a, b, d in (("m8n8k4", 1, 1, 2), ("m16n8k4", 2, 1, 4), ("m16n8k8", 4, 2, 4), ("m16n8k16", 8, 4, 4)):
        form = f"mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64.rn"
        count = a + b + d
        body = "\n".join(f"ld.global.f64 %{name}{i}, [%in+{256 * (at + i)}];" for name, n, at in (("a", a, 0), ("b", b, a), ("c", d, a + b)) for i in range(n))
        body += f"{form} {group('d', d)}, {group('a', a)}, {group('b', b)}, {group('c', d)};" + "".join(f"st.global.f64 [%out+{256 * i}], %d{i};" for i in range(d))
        rng = source(form)
        yield Case(form, [form], kernel(body, f".reg .f64 %a<{a}>, %b<{b}>, %c<{d}>, %d<{d}>;", per_given=8, per_out=8),
                   b"".join(struct.pack("<d", rng.uniform(-9, 9)) for _ in range(32 * count)), 256 * d)


VIDEO = ("u32", "s32")


def video():
    """Saturation, and a second operation that is min or max."""
    for op, d, a, b, picks in itertools.product(("vadd", "vsub", "vabsdiff", "vmin", "vmax"), VIDEO, VIDEO, VIDEO, (("", ""), (".b1", ".h1"))):
        for words in (".sat", ".min", ".max", ".add", ".sat.min", ".sat.max", ".sat.add"):
            third = ", %v2" if words != ".sat" else ""
            form = f"{op}.{d}.{a}.{b}{words}"
            yield per_thread(f"{form} {picks[0]}{picks[1]}", form, f"{form} %d, %v0{picks[0]}, %v1{picks[1]}{third};", ("u32",) * 3, "b32")
    for op, d, a, mode in itertools.product(("vshl", "vshr"), VIDEO, VIDEO, ("clamp", "wrap")):
        for words in ("", ".min", ".max", ".add"):
            for sat in ("", ".sat"):
                third = ", %v2" if words else ""
                form = f"{op}.{d}.{a}.u32{sat}.{mode}{words}"
                yield per_thread(form, form, f"and.b32 %e, %v1, 63; {form} %d, %v0, %e{third};", ("u32",) * 3, "b32")
    for op, (d, a, b) in itertools.product(("vadd", "vsub", "vabsdiff", "vmin", "vmax"), itertools.product(VIDEO, repeat=3)):
        for part in (".b0", ".b3", ".h0", ".h1"):
            form = f"{op}.{d}.{a}.{b}"
            yield per_thread(f"{form} into {part}", form, f"{form} %d{part}, %v0, %v1, %v2;", ("u32",) * 3, "b32")
            form = f"{op}.{d}.{a}.{b}.sat"
            yield per_thread(f"{form} into {part}", form, f"{form} %d{part}, %v0, %v1, %v2;", ("u32",) * 3, "b32")
    for d, a, b, words in itertools.product(VIDEO, VIDEO, VIDEO, ("", ".sat", ".shr7", ".shr15", ".sat.shr7", ".sat.shr15", ".po", ".po.sat", ".po.shr7", ".po.sat.shr15")):
        for picks in (("", ""), (".h1", ".b2")):
            form = f"vmad.{d}.{a}.{b}{words}"
            yield per_thread(f"{form} {picks[0]}{picks[1]}", form, f"{form} %d, %v0{picks[0]}, %v1{picks[1]}, %v2;", ("u32",) * 3, "b32")
    for a, b, word, second in itertools.product(VIDEO, VIDEO, ("eq", "ne", "lt", "le", "gt", "ge"), ("min", "max")):
        form = f"vset.{a}.{b}.{word}.{second}"
        yield per_thread(form, form, f"{form} %d, %v0, %v1, %v2;", ("u32",) * 3, "b32")
    for op, n in (("vadd", 2), ("vadd", 4)):  # without a type that is narrower nothing of this is left out
        for d, a, b in itertools.product(VIDEO, repeat=3):
            form = f"{op}{n}.{d}.{a}.{b}.sat"
            yield per_thread(f"{form} again", form, f"{form} %d, %v0, %v1, %v2;", ("u32",) * 3, "b32")


def cases():
    for make in (arithmetic, comparisons, conversions, vectors, ordered, policies, barriers, wmma, rounded_products, video):
        yield from make()
