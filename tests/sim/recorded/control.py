"""Jumps, calls, the stack, what is told to a profiler, and registers that a warpgroup gives away; arithmetic that the
tables of tests/sim/alu leave out."""
import itertools

from device import BITS, Case, kernel, source, value

REGISTERS = ".reg .b32 %a, %b, %c, %d, %i, %n; .reg .b64 %x, %y, %f; .reg .pred %q, %r;"
LOAD = "ld.global.u32 %a, [%in]; ld.global.u32 %b, [%in+4]; mov.u32 %d, 0; "
STORE = " st.global.u32 [%out], %d;"


def simple(name, forms, body, outside="", registers="", **more):
    return Case(name, forms, kernel(LOAD + body + STORE, REGISTERS + registers, outside=outside, per_given=8, per_out=4, **more),
                source(name).randbytes(64 * 8), 256, (64, 1, 1))


def jumps():
    yield simple("bra", ["bra"], "setp.lt.u32 %q, %a, 0x60000000; @%q bra low; add.u32 %d, %b, 1; bra join; low: sub.u32 %d, %b, 2; join:")
    yield simple("bra.uni", ["bra.uni"], "bra.uni over; mov.u32 %d, 7; over: add.u32 %d, %d, %a;")
    yield simple("bra loop", ["bra"], "and.b32 %n, %a, 31; mov.u32 %i, 0; again: mad.lo.u32 %d, %d, 3, %b; add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n; @%q bra again;")
    for uni in ("", ".uni"):
        pick = "and.b32 %n, %a, 3;" if not uni else "mov.u32 %n, 2;"
        yield simple(f"brx.idx{uni}", [f"brx.idx{uni}"], pick + f" list: .branchtargets one, two, three, two; brx.idx{uni} %n, list; one: mov.u32 %d, 11; bra end; "
                     "two: mov.u32 %d, 22; bra end; three: mov.u32 %d, 33; end:")
        double = ".func (.param .b32 out) twice (.param .b32 given)\n{ .reg .b32 %v; ld.param.b32 %v, [given]; add.u32 %v, %v, %v; st.param.b32 [out], %v; ret" + uni + "; }\n"
        yield simple(f"call{uni}", [f"call{uni}", f"ret{uni}"], "{ .param .b32 to; .param .b32 from; st.param.b32 [to], %a; call" + uni + " (from), twice, (to); ld.param.b32 %d, [from]; }", double)
        thrice = double.replace("twice", "other").replace("%v, %v, %v", "%v, %v, 1000")
        yield simple(f"call{uni} indirect", [f"call{uni}"], "mov.u64 %x, twice; mov.u64 %y, other; setp.lt.u32 %q, %a, 0x70000000; selp.b64 %f, %x, %y, %q;"
                     "{ .param .b32 to; .param .b32 from; st.param.b32 [to], %a; shape: .callprototype (.param .b32 _) _ (.param .b32 _); call" + uni +
                     " (from), %f, (to), shape; ld.param.b32 %d, [from]; }" if not uni else
                     "mov.u64 %f, twice; { .param .b32 to; .param .b32 from; st.param.b32 [to], %a; shape: .callprototype (.param .b32 _) _ (.param .b32 _); call.uni"
                     " (from), %f, (to), shape; ld.param.b32 %d, [from]; }", double + thrice)
    yield simple("call targets", ["call"], "mov.u64 %x, twice; mov.u64 %y, other; setp.lt.u32 %q, %a, 0x70000000; selp.b64 %f, %x, %y, %q;"
                 "{ .param .b32 to; .param .b32 from; st.param.b32 [to], %a; list: .calltargets twice, other; call (from), %f, (to), list; ld.param.b32 %d, [from]; }",
                 double.replace("ret.uni", "ret") + thrice.replace("ret.uni", "ret"))
    for word in ("ret", "ret.uni", "exit"):
        test = "setp.lt.u32 %q, %a, 0x60000000;" if word != "ret.uni" else "setp.eq.u32 %q, 0, 1;"
        yield simple(f"{word} early", [word], f"st.global.u32 [%out], %b; {test} @%q {word}; mov.u32 %d, 5;")
    recursive = """.func (.param .b32 out) sum (.param .b32 given)
{ .reg .b32 %v, %w; .reg .pred %p; ld.param.b32 %v, [given]; mov.u32 %w, 0; setp.eq.u32 %p, %v, 0; @%p bra end; sub.u32 %w, %v, 1;
{ .param .b32 to; .param .b32 from; st.param.b32 [to], %w; call (from), sum, (to); ld.param.b32 %w, [from]; } add.u32 %w, %w, %v;
end: st.param.b32 [out], %w; ret; }
"""
    yield simple("call recursive", ["call"], "and.b32 %n, %a, 15; { .param .b32 to; .param .b32 from; st.param.b32 [to], %n; call (from), sum, (to); ld.param.b32 %d, [from]; }", recursive)


def stack():
    for wide in ("u32", "u64"):
        move = "cvt.u64.u32 %x, %x32;" if wide == "u32" else ""
        p = "%x32" if wide == "u32" else "%x"
        size = "%n" if wide == "u32" else "%y"
        body = (f"mov.u32 %n, 64; mov.u64 %y, 64; stacksave.{wide} {'%s32' if wide == 'u32' else '%f'}; alloca.{wide} {p}, {size}, 16; {move} st.local.u32 [%x+8], %a; st.local.u32 [%x+60], %b; ld.local.u32 %d, [%x+8]; "
                f"ld.local.u32 %c, [%x+60]; xor.b32 %d, %d, %c; stackrestore.{wide} {'%s32' if wide == 'u32' else '%f'};")
        forms = [f"alloca.{wide}", f"stacksave.{wide}", f"stackrestore.{wide}"]
        if wide == "u64":
            yield simple(f"alloca.{wide}", forms, body, registers=".reg .b32 %x32, %s32;")


def quiet():
    yield simple("nanosleep.u32", ["nanosleep.u32"], "nanosleep.u32 100; and.b32 %n, %a, 1023; nanosleep.u32 %n; add.u32 %d, %a, 1;")
    yield simple("pmevent", ["pmevent"], "pmevent 7; add.u32 %d, %a, 1;")
    yield simple("pmevent.mask", ["pmevent.mask"], "pmevent.mask 6; add.u32 %d, %a, 1;")
    for word in ("launch_dependents", "wait"):
        yield simple(f"griddepcontrol.{word}", [f"griddepcontrol.{word}"], f"griddepcontrol.{word}; add.u32 %d, %a, 1;")
    body = "setmaxnreg.dec.sync.aligned.u32 24; setmaxnreg.inc.sync.aligned.u32 40; ld.global.u32 %a, [%in]; add.u32 %d, %a, 1; st.global.u32 [%out], %d;"
    text = kernel(body, REGISTERS, per_given=4, per_out=4).replace("(.param .u64 in, .param .u64 out)", "(.param .u64 in, .param .u64 out) .maxntid 128, 1, 1 .minnctapersm 4")
    yield Case("setmaxnreg", ["setmaxnreg.inc.sync.aligned.u32", "setmaxnreg.dec.sync.aligned.u32"], text, source("setmaxnreg").randbytes(512), 512, (128, 1, 1))


def rows(name, types, count=64):
    rng = source(name)
    return b"".join(b"".join(value(rng, t).to_bytes(BITS[t] // 8, "little").ljust(8, b"\0") for t in types) for _ in range(count))


def per_thread(name, form, body, types, result):
    """One row of inputs for each of 64 threads: registers %v0, %v1, ... to %d."""
    registers = "".join(f".reg .b{max(16, BITS[t])} %v{i};" for i, t in enumerate(types)) + f".reg .b{BITS[result]} %d; .reg .pred %q, %r; .reg .b32 %e; .reg .b16 %h;"
    loads = "".join(f"ld.global.b{BITS[t]} %v{i}, [%in+{8 * i}];" for i, t in enumerate(types))
    text = kernel(loads + body + f"st.global.b{BITS[result]} [%out], %d;", registers, per_given=8 * len(types), per_out=8)
    return Case(name, [form], text, rows(name, types), 512, (64, 1, 1))


CMP, CMPF = ("eq", "ne", "lt", "le", "gt", "ge"), ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
PICK = "setp.ne.u32 %q, %v2, 0; "


def comparisons():
    """set and setp combined with a predicate."""
    groups = [(("eq", "ne"), ("b16", "b32", "b64"), ("",)), (CMP, ("s16", "s32", "s64"), ("",)), (CMP + ("lo", "ls", "hi", "hs"), ("u16", "u32", "u64"), ("",)),
              (CMPF, ("f32",), ("", ".ftz")), (CMPF, ("f64",), ("",)), (CMPF, ("f16",), ("", ".ftz")), (CMPF, ("bf16",), ("",)),
              (CMPF, ("f16x2",), ("", ".ftz")), (CMPF, ("bf16x2",), ("",))]
    for words, types, flags in groups:
        for word, type_, ftz in itertools.product(words, types, flags):
            results = {"f16": ("f16", "u16", "s16", "u32", "s32"), "bf16": ("bf16", "u16", "s16", "u32", "s32"), "f16x2": ("f16x2", "u32", "s32"),
                       "bf16x2": ("bf16x2", "u32", "s32")}.get(type_, ("u32", "s32", "f32"))
            for d in results:
                form = f"set.{word}{ftz}.{d}.{type_}"
                yield per_thread(form, form, f"{form} %d, %v0, %v1;", (type_, type_), d)
                for name in ("and", "or", "xor"):
                    form = f"set.{word}.{name}{ftz}.{d}.{type_}"
                    yield per_thread(form, form, PICK + f"{form} %d, %v0, %v1, {'!' if name == 'or' else ''}%q;", (type_, type_, "u32"), d)
            both = "%r|%p1" if "x2" in type_ or type_ not in ("f16", "bf16") else "%r"
            end = "selp.b32 %d, 1, 0, %r;" + ("selp.b32 %e, 2, 0, %p1; or.b32 %d, %d, %e;" if "|" in both else "")
            form = f"setp.{word}{ftz}.{type_}"
            yield per_thread(form, form, f"{form} {both}, %v0, %v1; {end}", (type_, type_), "u32")
            for name in ("and", "or", "xor"):
                form = f"setp.{word}.{name}{ftz}.{type_}"
                yield per_thread(form, form, PICK + f"{form} {both}, %v0, %v1, {'!' if name == 'and' else ''}%q; {end}", (type_, type_, "u32"), "u32")


def others():
    for half in ("f16", "f16x2", "bf16", "bf16x2"):
        for relu in ("", ".relu"):
            form = f"fma.rn.oob{relu}.{half}"
            case = per_thread(form, form, f"{form} %d, %v0, %v1, %v2;", (half,) * 3, half)
            rng, odd = source(form), (0x7fff, 0xffff, 0x7ffe, 0x7e00, 0x7fc0, 0xfe00, 0x3c00, 0xbc00, 0x3f80, 0x7c00, 0x7f80, 0)
            case.given = b"".join((rng.choice(odd) | rng.choice(odd) << 16).to_bytes(8, "little") for _ in range(192))
            yield case


def cases():
    yield from jumps()
    yield from stack()
    yield from quiet()
    yield from comparisons()
    yield from others()
