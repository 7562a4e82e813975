"""Forms of devices from 10.0 on, recorded by an equal: a sequence that gives the same bits by the PTX ISA, or by
NVIDIA's own headers, and that a device of 9.0 runs. What the equal is stands with each case and in newer.values.

A device that has the form runs it; another one runs the equal."""
import itertools
import struct

from control import rows
from device import BITS, Equal, kernel, source, value
from header import functions
from matrices import group

ROUNDINGS, NEWER = ("rn", "rz", "rm", "rp"), "sm_100a"


def lanes(name, form, body, equal, types, result, told, count=192, given=None, header=None):
    """One row of inputs for each thread: registers %v0, %v1, ... to %d, by the form or by its equal."""
    registers = ("".join(f".reg .b{max(16, BITS[t])} %v{i};" for i, t in enumerate(types)) +
                 f".reg .b{BITS[result]} %d; .reg .pred %q, %r; .reg .b32 %e, %f, %g, %x<4>, %y<4>; .reg .b64 %z; .reg .b16 %h<4>;")
    loads = "".join(f"ld.global.b{BITS[t]} %v{i}, [%in+{8 * i}];" for i, t in enumerate(types))
    end = f"st.global.b{BITS[result]} [%out], %d;"

    def made(text, target, outside=""):
        return kernel(loads + text + end, registers, per_given=8 * len(types), per_out=8, target=target, outside=outside)
    given = given if given is not None else rows(name, types, count)
    return Equal(name, [form], made(body, NEWER), given, len(given) // len(types), (len(given) // len(types) // 8, 1, 1),
                 equal=lambda: made(equal, "sm_90", functions(header) if header else ""), told=told)


# -- arithmetic

def pairs():
    """Two singles at once: each as by itself."""
    for op, rounding, ftz in itertools.product(("add", "sub", "mul", "fma"), ("",) + ROUNDINGS, ("", ".ftz")):
        if op == "fma" and not rounding:
            continue
        words = f"{op}{'.' * bool(rounding)}{rounding}{ftz}"
        count = 3 if op == "fma" else 2
        operands = ", ".join(f"%v{i}" for i in range(count))
        rng = source(f"{words}.f32x2")
        given = b"".join(struct.pack("<2I", value(rng, "f32"), value(rng, "f32")) for _ in range(192 * count))
        split = "".join(f"mov.b64 {{%x{i}, %y{i}}}, %v{i};" for i in range(count))
        scalar = f"{words}{'.rn' if not rounding and not ftz else ''}.f32" if rounding else f"{op}.rn{ftz}.f32"
        equal = split + "".join(f"{scalar} %{half}3, {', '.join(f'%{half}{i}' for i in range(count))};" for half in "xy") + "mov.b64 %d, {%x3, %y3};"
        yield lanes(f"{words}.f32x2", f"{words}.f32x2", f"{words}.f32x2 %d, {operands};", equal, ("b64",) * count, "b64", f"{scalar} of each half", given=given)


def mixed():
    """A half with singles: made a single, which is exact (ISA 9.7.5)."""
    for op, rounding, sat, half in itertools.product(("add", "sub", "fma"), ("",) + ROUNDINGS, ("", ".sat"), ("f16", "bf16")):
        if op == "fma" and not rounding:
            continue
        rounded = f".{rounding}" if rounding else ""
        form = f"{op}{rounded}{sat}.f32.{half}"
        halves = ("%v0", "%v1") if op == "fma" else ("%v0",)
        types = (half,) * len(halves) + ("f32",)
        last = f"%v{len(halves)}"
        single = "".join(f"cvt.f32.{half} %x{i}, {v};" for i, v in enumerate(halves))
        scalar = f"{op}{rounded or '.rn'}{sat}.f32"
        yield lanes(form, form, f"{form} %d, {', '.join(halves)}, {last};",
                    single + f"{scalar} %d, {', '.join(f'%x{i}' for i in range(len(halves)))}, {last};", types, "f32", f"cvt.f32.{half}, then {scalar}")


def least_and_greatest():
    """Of three, and of absolute values."""
    for op, ftz, nan, absolute in itertools.product(("min", "max"), ("", ".ftz"), ("", ".NaN"), ("", ".abs")):
        form, two = f"{op}{ftz}{nan}{absolute}.f32", f"{op}{ftz}{nan}.f32"
        size = "".join(f"abs{ftz}.f32 %x{i}, %v{i};" if absolute else f"mov.b32 %x{i}, %v{i};" for i in range(3))
        told = f"{two} of {two} of the first two{' absolute values' * bool(absolute)} and of the third"
        yield lanes(f"{form} of three", form, f"{form} %d, %v0, %v1, %v2;", size + f"{two} %d, %x0, %x1; {two} %d, %d, %x2;", ("f32",) * 3, "f32", told)


def reductions():
    """One value of the lanes of a mask: here of those that are known to be in it, one after another."""
    for op, absolute, nan, mask in itertools.product(("min", "max"), ("", ".abs"), ("", ".NaN"), (0xffffffff, 0x0f0f3355, 0x80000001, 0x00ff0000)):
        form = f"redux.sync.{op}{absolute}{nan}.f32"
        two = f"{op}{nan}.f32"
        test = f"mov.u32 %f, {mask}; mov.b32 %d, 0; shl.b32 %g, 1, %lane; and.b32 %g, %g, %f; setp.eq.u32 %r, %g, 0; @%r bra past;"
        among = [lane for lane in range(32) if mask >> lane & 1]
        steps = f"{'abs.f32' if absolute else 'mov.b32'} %x0, %v0; shfl.sync.idx.b32 %d, %x0, {among[0]}, 31, %f;"
        steps += "".join(f"shfl.sync.idx.b32 %x1, %x0, {lane}, 31, %f; {two} %d, %d, %x1;" for lane in among[1:]) or f"{two} %d, %d, %d;"
        yield lanes(f"{form} of {mask:x}", form, f"{test} {form} %d, %v0, %f; past:", f"{test} {steps} past:", ("f32",), "f32",
                    f"{'abs.f32, ' * bool(absolute)}shfl.sync.idx.b32 of each lane of the mask, {two} of them")
        rng = source(f"{form} of numbers")
        plain = b"".join(struct.pack("<Q", rng.getrandbits(1) << 31 | rng.randrange(107, 147) << 23 | rng.getrandbits(23)) for _ in range(192))
        yield lanes(f"{form} of numbers, of {mask:x}", form, f"{test} {form} %d, %v0, %f; past:", f"{test} {steps} past:", ("f32",), "f32",
                    f"{'abs.f32, ' * bool(absolute)}shfl.sync.idx.b32 of each lane of the mask, {two} of them", given=plain)


# -- conversions

def tensor_floats():
    """What rounds to infinity, infinity and NaN are as with .rna, which older devices have."""
    for rounding, relu in itertools.product(("rn", "rz"), ("", ".relu")):
        form = f"cvt.{rounding}{relu}.satfinite.tf32.f32"
        plain = f"cvt.{rounding}{relu}.tf32.f32"
        equal = (f"{plain} %d, %v0; abs.f32 %x0, %d; setp.eq.u32 %q, %x0, 0x7f800000; cvt.rna.satfinite.tf32.f32 %x1, %d; selp.b32 %d, %x1, %d, %q;")
        edges = [0x7f7fffff, 0xff7fffff, 0x7f7ff000, 0x7f7fefff, 0x7f7fe000, 0xff7ff000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0, 1 << 31, 1, 0x80000fff]
        rng = source(form)
        given = b"".join(struct.pack("<Q", x) for x in edges + [value(rng, "f32") for _ in range(192 - len(edges))])
        yield lanes(form, form, f"{form} %d, %v0;", equal, ("f32",), "b32", f"{plain}, and where that is infinite cvt.rna.satfinite.tf32.f32 of it", given=given)


FLOATS = {"e2m1": ("fp4", 4), "e2m3": ("fp6", 6), "e3m2": ("fp6", 6)}


def near(rng):
    """Singles about the range of small floats, halves of their steps among them."""
    return rng.choice([value(rng, "f32"), struct.unpack("<I", struct.pack("<f", rng.choice((-1, 1)) * rng.randrange(0, 1024) / 2 ** rng.randrange(3, 10)))[0],
                       struct.unpack("<I", struct.pack("<f", rng.uniform(-32, 32)))[0]])


def called(function, arguments, result, kinds):
    """A call of a function of the header's PTX."""
    passed = "".join(f".param .b{bits} a{i}; st.param.b{bits} [a{i}], {what};" for i, (what, bits) in enumerate(zip(arguments, kinds)))
    names = ", ".join(f"a{i}" for i in range(len(arguments)))
    return f"{{ {passed} .param .b32 back; call.uni (back), {function}, ({names}); ld.param.b32 {result}, [back]; }}"


def narrow_floats():
    for kind, (header, bits) in FLOATS.items():
        told_in = f"__nv_cvt_float2_to_{header}x2 of cuda_{header}.h"
        for relu in ("", ".relu"):
            form = f"cvt.rn.satfinite{relu}.{kind}x2.f32"
            rng = source(form)
            given = b"".join(struct.pack("<QQ", near(rng), near(rng)) for _ in range(384))
            clamp = "".join(f"max.NaN.f32 %v{i}, %v{i}, 0f00000000;" for i in range(2)) if relu else ""
            body = (f"{{ .reg .b8 %s; {form} %s, %v0, %v1; cvt.u32.u8 %d, %s; }}" if bits == 4 else f"{form} %h0, %v0, %v1; cvt.u32.u16 %d, %h0;")
            equal = clamp + called(f"to_{kind}", ("%v1", "%v0"), "%d", (32, 32))
            yield lanes(form, form, body, equal, ("f32", "f32"), "b32", ("max.NaN.f32 with 0, then " if relu else "") + told_in, given=given, header=kind)
            form = f"cvt.rn{relu}.f16x2.{kind}x2"
            if bits == 4:
                words = [(x,) for x in range(256)]
            else:
                words = [(x | (x * 5 + 3 & 63) << 8,) for x in range(64)]
            given = b"".join(struct.pack("<Q", x) for x, in words)
            clamp = "mov.b32 %e, 0; max.NaN.f16x2 %d, %d, %e;" if relu else ""
            body = ("cvt.u16.u32 %h0, %v0;" + (f"{{ .reg .b8 %s; cvt.u8.u32 %s, %v0; {form} %d, %s; }}" if bits == 4 else f"{form} %d, %h0;"))
            equal = called(f"from_{kind}", ("%v0",), "%d", (32,)) + clamp
            yield lanes(form, form, body, equal, ("b32",), "b32", f"__nv_cvt_{header}x2_to_halfraw2 of cuda_{header}.h" + (", max.NaN.f16x2 with 0" if relu else ""), given=given, header=kind)


def scales():
    """Powers of two."""
    for rounding, saturates in itertools.product(("rz", "rp"), ("", ".satfinite")):
        function = f"{rounding}{'_sat' if saturates else ''}"
        form = f"cvt.{rounding}{saturates}.ue8m0x2.f32"
        rng = source(form)
        edges = [0, 1, 0x80000001, 0x00200000, 0x00400000, 0x003fffff, 0x00400001, 0x7f000000, 0x7f000001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xff812345, 0x3f800000, 0x3f800001]
        numbers = edges + [value(rng, "f32") for _ in range(384 - len(edges))]
        rng.shuffle(numbers)
        given = b"".join(struct.pack("<QQ", a, rng.choice(numbers)) for a in numbers)
        yield lanes(form, form, f"{form} %h0, %v0, %v1; cvt.u32.u16 %d, %h0;", called(f"from_floats_{function}", ("%v1", "%v0"), "%d", (32, 32)),
                          ("f32", "f32"), "b32", "__nv_cvt_float2_to_e8m0x2 of cuda_fp8.h", given=given, header="e8m0")
        form = f"cvt.{rounding}{saturates}.ue8m0x2.bf16x2"
        words = [0, 0x8000, 1, 0x8001, 0x20, 0x21, 0x3f, 0x40, 0x41, 0x7f00, 0x7f01, 0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0xff81, 0x3f80, 0x3f81] + [rng.getrandbits(16) for _ in range(366)]
        given = b"".join(struct.pack("<Q", a | rng.choice(words) << 16) for a in words)
        yield lanes(form, form, f"{form} %h0, %v0; cvt.u32.u16 %d, %h0;", called(f"from_brains_{function}", ("%v0",), "%d", (32,)), ("b32",), "b32",
                          "__nv_cvt_bfloat162raw_to_e8m0x2 of cuda_fp8.h", given=given, header="e8m0")
    form = "cvt.rn.bf16x2.ue8m0x2"
    given = b"".join(struct.pack("<Q", x | (x * 7 + 1 & 255) << 8) for x in range(256))
    yield lanes(form, form, f"cvt.u16.u32 %h0, %v0; {form} %d, %h0;", called("to_brains", ("%v0",), "%d", (32,)), ("b32",), "b32", "__nv_cvt_e8m0x2_to_bf162raw of cuda_fp8.h", given=given, header="e8m0")


# -- memory

SCOPES, LEVELS = ("cta", "cluster", "gpu", "sys"), ("", ".L2::evict_first", ".L2::evict_last", ".L2::evict_normal")
START = "createpolicy.fractional.L2::evict_first.b64 %policy;"


def wide_words():
    """(words of a load, of a store, what follows)"""
    for space in ("", ".global"):
        yield space, space, ""
        yield f".weak{space}", f".weak{space}", ""
        yield f".volatile{space}", f".volatile{space}", ""
        for level in LEVELS[1:]:
            yield space + level, space + level, ""
            yield f"{space}.L1::no_allocate{level}", f"{space}.L1::no_allocate{level}", ""
        yield f"{space}.L1::evict_last.L2::evict_first.L2::cache_hint", f"{space}.L1::evict_last.L2::evict_first.L2::cache_hint", ", %policy"
    for order, scope, level in itertools.product(("relaxed", "acquire"), SCOPES, LEVELS):
        yield f".{order}.{scope}.global{level}", f".{'release' if order == 'acquire' else order}.{scope}.global{level}", ""


def wide():
    """256 bits at once: as two halves. Every way differs from the first one's result nowhere: the last word counts."""
    for type_, count in (("b32", 8), ("u32", 8), ("s32", 8), ("f32", 8), ("b64", 4), ("u64", 4), ("s64", 4), ("f64", 4)):
        bits, half = BITS[type_], count // 2
        registers = f".reg .b{bits} %d<{count}>, %n<{count}>; .reg .b64 %policy; .reg .b32 %bad; .reg .b32 %i;"
        given = source(f"wide {type_}").randbytes(32 * 32)

        def halves(verb, words, after, at):
            names = [group_of("d", 0, half), group_of("d", half, count)]
            places = [f"[{at}]", f"[{at}+16]"]
            # The word of the second level belongs to whole sectors: without it
            words = ".".join(w for w in words.split(".") if not w.startswith("L2::evict"))
            lines = []
            for name, place in zip(names, places):
                operands = f"{name}, {place}" if verb == "ld" else f"{place}, {name}"
                lines.append(f"{verb}{words}.v{half}.{type_} {operands}{after};")
            return " ".join(lines)
        for verb in ("ld", "st"):
            for real in (True, False):
                body, forms = [START, "mov.u32 %bad, 0;"], []
                if verb == "st":
                    body.append(halves("ld", ".global", "", "%in"))
                for i, (loads, stores, after) in enumerate(wide_words()):
                    words = loads if verb == "ld" else stores
                    if ".nc" in words:
                        continue
                    form = f"{verb}{words}.v{count}.{type_}"
                    forms.append(form)
                    at = "%in" if verb == "ld" else "%out"
                    whole = f"{form} {group_of('d', 0, count)}, [{at}]{after};" if verb == "ld" else f"{form} [{at}], {group_of('d', 0, count)}{after};"
                    if verb == "st":
                        body += [f"st.global.b{bits} [%out+{k * bits // 8}], {k};" for k in range(count)] if i else []
                    body.append(whole if real else halves(verb, words, after, at))
                    if verb == "st":
                        body += [f"ld.global.b{bits} %n{k}, [%out+{k * bits // 8}]; setp.ne.b{bits} %p1, %n{k}, %d{k}; @%p1 add.u32 %bad, %bad, 1;" for k in range(count)]
                    else:
                        body += ([f"mov.b{bits} %n{k}, %d{k};" for k in range(count)] if i == 0 else
                                 [f"setp.ne.b{bits} %p1, %n{k}, %d{k}; @%p1 add.u32 %bad, %bad, 1;" for k in range(count)])
                body += [f"st.global.b{bits} [%out+{k * bits // 8}], %n{k};" for k in range(count)] + ["st.global.u32 [%out+32], %bad;"]
                text = kernel("\n".join(body), registers, per_given=32, per_out=64, target=NEWER if real else "sm_90")
                if real:
                    kept = text
            yield Equal(f"{verb} of 256 bits of {type_}", forms, kept, given, 64 * 32, equal=lambda text=text: text, told=f"two {verb} of .v{half}.{type_}, without the word of the second level")


def group_of(name, begin, end):
    return "{" + ", ".join(f"%{name}{i}" for i in range(begin, end)) + "}"


ROOM = 2048
REGISTERS = ".reg .b64 %x, %y, %z; .reg .b32 %room, %at, %w, %i; .reg .b16 %h; .shared .align 128 .b8 room[2048];"
FILL = f"""mov.u32 %room, room; shl.b32 %at, %t, 2;
fill: cvt.u64.u32 %x, %at; add.u64 %x, %x, %base; ld.global.u32 %i, [%x]; add.u32 %w, %at, %room; st.shared.u32 [%w], %i;
add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra fill; bar.sync 0;"""
SHOW = f"""bar.sync 0; shl.b32 %at, %t, 2;
show: cvt.u64.u32 %x, %at; add.u64 %x, %x, %result; add.u32 %w, %at, %room; ld.shared.u32 %w, [%w]; st.global.u32 [%x], %w;
add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra show;"""


def either(name, forms, body, equal, told, given, size, registers="", begin="", end="", target=NEWER, **more):
    real, other = (kernel(begin + text + end, registers, target=where, per_given=16, per_out=16, **more) for text, where in ((body, target), (equal, "sm_90")))
    return Equal(name, forms, real, given, size, equal=lambda: other, told=told, needs=int(target[3:-1]))


def bulk():
    """Zeros, and bytes that a mask picks."""
    given = source("st.bulk").randbytes(ROOM)
    for words, size, at in itertools.product(("", ".weak", ".shared::cta", ".weak.shared::cta"), (8, 64, 1000, 2048), (0, 8, 40)):
        if at + size > ROOM:
            continue
        form = f"st.bulk{words}"
        place = "add.u32 %w, %room, {0};".format(at) if "shared" in words else f"add.u32 %w, %room, {at}; cvt.u64.u32 %y, %w; cvta.shared.u64 %y, %y;"
        body = f"setp.ne.u32 %p2, %t, 0; @%p2 bra done; mov.u64 %z, {size}; {place} {form} [{'%w' if 'shared' in words else '%y'}], %z, 0; done:"
        equal = (f"setp.ne.u32 %p2, %t, 0; @%p2 bra done; mov.u32 %i, 0; again: add.u32 %w, %room, %i; st.shared.b64 [%w+{at}], 0; add.u32 %i, %i, 8;"
                 f"setp.lt.u32 %p3, %i, {size}; @%p3 bra again; done:")
        yield either(f"{form} of {size} at {at}", [form], body, equal, "st.shared.b64 of 0, as often as it takes", given, ROOM, REGISTERS, FILL, SHOW)
    for hint, size, mask in itertools.product(("", ".L2::cache_hint"), (16, 128, 512), (0xffff, 0x0001, 0x8000, 0x5555, 0x0ff1, 0)):
        form = f"cp.async.bulk.global.shared::cta.bulk_group{hint}.cp_mask"
        begin = FILL + f"mov.b16 %h, {mask}; createpolicy.fractional.L2::evict_first.b64 %y; fence.proxy.async; setp.ne.u32 %p2, %t, 0; @%p2 bra done;"
        body = f"{form} [%result], [%room], {size}{', %y' * bool(hint)}, %h; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; done:"
        equal = (f"mov.u32 %i, 0; again: and.b32 %w, %i, 15; mov.u32 %at, {mask}; shr.u32 %at, %at, %w; and.b32 %at, %at, 1; setp.ne.u32 %p3, %at, 0; add.u32 %w, %room, %i; "
                 f"ld.shared.u8 %h, [%w]; cvt.u64.u32 %x, %i; add.u64 %x, %x, %result; @%p3 st.global.u8 [%x], %h; add.u32 %i, %i, 1; setp.lt.u32 %p3, %i, {size}; @%p3 bra again; done:")
        yield either(f"{form} of {size} by {mask:x}", [form, "cp.async.bulk.commit_group", "cp.async.bulk.wait_group"], body, equal,
                     "st.global.u8 of each byte whose bit of the mask is 1: byte i of 16 by bit i", given, 512, REGISTERS, begin)


def asynchronous():
    """Stores that are done when the kernel ends."""
    for mmio, scope, space, type_ in itertools.product(("", ".mmio"), ("gpu", "sys"), ("", ".global"), ("b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64")):
        if mmio and scope != "sys":
            continue
        form, bits = f"st.async{mmio}.release.{scope}{space}.{type_}", max(16, BITS[type_])
        other = f"st.release.{scope}.global.{type_}"
        registers = f".reg .b{bits} %v; .reg .b8 %s;"
        narrow = BITS[type_] == 8
        yield either(form, [form], f"cvt.u8.u16 %s, %v; {form} [%out], %s;" if narrow else f"{form} [%out], %v;", f"{other} [%out], %v;", other, source("st.async").randbytes(512), 512, registers, f"ld.global.b{bits} %v, [%in+4];" if bits < 64 else "ld.global.b64 %v, [%in+8];")


# -- tiles of matrices

def tiles():
    """As CUTLASS has them: cute/arch/copy_sm100.hpp, cute/atom/copy_traits_sm100.hpp and mma_traits_sm120.hpp. Of a
    square of 16 x 16 register r of lane l holds rows 4 (l % 4) to 4 (l % 4) + 3 of column l / 4 + 8 r; of 8 rows of 16,
    bytes 4 (l % 4) to 4 (l % 4) + 3 of row l / 4. Elements of less than 8 bits come to the lowest bits of bytes.
    Lane 16 i + k, or 8 i + k, has the address of row k of tile i."""
    told = "ld.shared.u8 in the order of CUTLASS's layout"
    address = "xor.b32 %i, %t, 5; mad.lo.u32 %at, %i, 16, %room; cvt.u64.u32 %x, %at; cvta.shared.u64 %y, %x;"
    unpacks = {"": 8, ".b6x16_p32": 6, ".b4x16_p64": 4}
    registers = REGISTERS + ".reg .b32 %r<4>, %k, %m, %o;"
    for shape, many, packed, where in itertools.product(("m16n16", "m8n16"), (1, 2, 4), unpacks, (".shared", ".shared::cta", "")):
        square = shape == "m16n16"
        if square and many == 4 or not square and not packed:
            continue
        form = f"ldmatrix.sync.aligned.{shape}.x{many}{'.trans' * square}{where}.{'b8x16' + packed if packed else 'b8'}"
        count = many * 2 if square else many
        end = "".join(f"st.global.u32 [%out+{4 * i}], %r{i};" for i in range(count))
        bits, body = unpacks[packed], []
        for register, byte in itertools.product(range(count), range(4)):
            if square:
                row, column = f"shl.b32 %k, %t, 2; and.b32 %k, %k, 12; add.u32 %k, %k, {register // 2 * 16 + byte};", f"shr.u32 %m, %t, 2; add.u32 %m, %m, {register % 2 * 8};"
            else:
                row, column = f"shr.u32 %k, %t, 2; add.u32 %k, %k, {register * 8};", f"shl.b32 %m, %t, 2; and.b32 %m, %m, 12; add.u32 %m, %m, {byte};"
            body.append(f"{row} {column} xor.b32 %k, %k, 5; mad.lo.u32 %k, %k, 16, %room; mul.lo.u32 %m, %m, {bits}; shr.u32 %o, %m, 3; add.u32 %k, %k, %o; and.b32 %m, %m, 7;"
                        f"ld.shared.u8 %o, [%k]; ld.shared.u8 %w, [%k+1]; shl.b32 %w, %w, 8; or.b32 %o, %o, %w; shr.u32 %o, %o, %m; and.b32 %o, %o, {(1 << bits) - 1};" +
                        (f"shl.b32 %o, %o, {8 * byte}; or.b32 %r{register}, %r{register}, %o;" if byte else f"mov.b32 %r{register}, %o;"))
        yield either(form, [form], f"{address} {form} {group('r', count)}, [{'%at' if where else '%y'}];", "".join(body), told, source(form).randbytes(ROOM), 512, registers, FILL, end)
    for many, where in itertools.product((1, 2, 4), (".shared", ".shared::cta", "")):
        form = f"stmatrix.sync.aligned.m16n8.x{many}.trans{where}.b8"
        begin = FILL + "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%in];"
        body = ["bar.sync 0;"]
        for register, byte in itertools.product(range(many), range(4)):
            # row 2 (l % 4) + byte % 2 of 8, byte l / 4 + 8 (byte / 2)
            body.append(f"shl.b32 %k, %t, 1; and.b32 %k, %k, 6; add.u32 %k, %k, {register * 8 + byte % 2}; xor.b32 %k, %k, 5; mad.lo.u32 %k, %k, 16, %room; shr.u32 %m, %t, 2;"
                        f"add.u32 %k, %k, %m; shr.u32 %o, %r{register}, {8 * byte}; st.shared.u8 [%k+{byte // 2 * 8}], %o;")
        yield either(form, [form], f"{address} {form} [{'%at' if where else '%y'}], {group('r', many)};", "".join(body), "st.shared.u8 in the order of CUTLASS's layout",
                     source(form).randbytes(ROOM), ROOM, registers, begin, SHOW)


def cases():
    for make in (pairs, mixed, least_and_greatest, reductions, tensor_floats, narrow_floats, scales, wide, bulk, asynchronous, tiles):
        yield from make()
