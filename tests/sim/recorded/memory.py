"""ld, ldu, st, mov, prefetch and what belongs to them: every type and vector, in every space, with every hint.

All ways to read or write the same bytes must come to the same: the result holds the first one's, and how often
another one differed."""
import itertools

from device import BITS, Case, kernel, source

TYPES = ("b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64")
EVICT = ("normal", "unchanged", "first", "last")
SCOPES = ("cta", "cluster", "gpu", "sys")
SPACES = ("", ".global", ".shared", ".shared::cta", ".shared::cluster", ".local", ".const", ".param", ".param::entry")
DATA = source("memory").randbytes(64)
ADDRESS = {"": "%g", ".global": "%g", ".shared": "%s", ".shared::cta": "%s", ".shared::cluster": "%s", ".local": "%l",
           ".const": "table", ".param": "block", ".param::entry": "block"}
OUTSIDE = f".const .align 16 .b8 table[64] = {{{', '.join(map(str, DATA))}}};"
BEGIN = """
mov.u64 %g, %base; mov.u64 %s, room; mov.u64 %l, depot; mov.u32 %bad, 0;
createpolicy.fractional.L2::evict_first.b64 %policy;
""" + "\n".join(f"ld.global.b64 %x, [%g+{i}]; st.shared.b64 [%s+{i}], %x; st.local.b64 [%l+{i}], %x;" for i in range(0, 64, 8)) + \
    "\nbar.sync 0;"
REGISTERS = """.reg .b64 %g, %s, %l, %x, %y, %policy; .reg .b32 %bad, %w; .reg .b16 %h;
.shared .align 16 .b8 room[64]; .local .align 16 .b8 depot[64];"""


def load_words(bits):
    """(words behind ld, space, what follows the address)"""
    for space in SPACES:
        yield "", space, ""
        if space not in (".const", ".param", ".param::entry"):
            yield ".weak", space, ""
            if space != ".local":
                yield ".volatile", space, ""
    for space in ("", ".global"):
        for cached in (".ca", ".cg", ".cs", ".lu", ".cv"):
            yield space + cached, "", ""
        for level, words in itertools.product(EVICT + ("no",), ("", ".L2::64B", ".L2::128B", ".L2::256B")):
            name = ".L1::no_allocate" if level == "no" else f".L1::evict_{level}"
            yield space + name + words, "", ""
        yield space + ".L2::cache_hint", "", ", %policy"
        yield space + ".L1::evict_last.L2::cache_hint.L2::128B", "", ", %policy"
    for more in (".nc", ".ca.nc", ".cg.nc", ".cs.nc", ".nc.L1::no_allocate", ".nc.L1::evict_first.L2::256B"):
        yield ".global" + more, "", ""
    yield ".global.nc.L2::cache_hint", "", ", %policy"
    for order, scope, space in itertools.product((".relaxed", ".acquire"), SCOPES, ("", ".global", ".shared", ".shared::cluster")):
        yield f"{order}.{scope}", space, ""
        if space in ("", ".global") and order == ".relaxed":
            yield f"{order}.{scope}{space}.L1::evict_last", "", ""
    if bits <= 64:
        yield ".mmio.relaxed.sys", ".global", ""


def vectors(type_):
    return [n for n in (1, 2, 4) if n * BITS[type_] <= 128]


def names(name, count):
    return "{" + ", ".join(f"%{name}{i}" for i in range(count)) + "}" if count > 1 else f"%{name}0"


def destination(type_):
    """Registers wider than what is loaded show how it was extended."""
    return BITS[type_] if type_[0] == "f" else 64


def load_case(type_, count):
    width, forms, body = destination(type_), [], []
    for i, (words, space, hint) in enumerate(load_words(BITS[type_])):
        vector = f".v{count}" if count > 1 else ""
        if ".mmio" in words and count > 1:
            continue
        mnemonic = f"ld{words}{space}{vector}.{type_}"
        address = ADDRESS[space]
        body.append(f"{mnemonic} {names('d', count)}, [{address}+16]{hint};")
        for k in range(count):
            body.append(f"mov.b{width} %e{k}, %d{k};" if i == 0 else
                        f"setp.ne.b{width} %p1, %e{k}, %d{k}; @%p1 add.u32 %bad, %bad, 1;")
        forms.append(mnemonic)
    body += [f"st.global.b{width} [%out+{8 * k}], %e{k};" for k in range(count)] + ["st.global.u32 [%out+32], %bad;"]
    text = kernel(BEGIN + "\n".join(body), REGISTERS + f".reg .b{width} %d<{count}>, %e<{count}>;", outside=OUTSIDE,
                  params=", .param .align 16 .b8 block[64]")
    return Case(f"ld{'.v%d' % count if count > 1 else ''}.{type_}", forms, text, DATA, 64, (1, 1, 1), maps=[block])


def block(_cuda, _given, _out):
    import ctypes  # pylint: disable=import-outside-toplevel
    return (ctypes.c_char * 64)(*DATA)


def wide_loads():
    """128 bits at once."""
    body, forms = [], []
    for words, space in (("", ""), ("", ".global"), ("", ".shared"), ("", ".local"), (".weak", ".global"),
                         (".relaxed.gpu", ".global"), (".acquire.sys", ".global"), (".volatile", ".global")):
        forms.append(f"ld{words}{space}.b128")
        body.append(f"ld{words}{space}.b128 %q, [{ADDRESS[space]}+16]; mov.b128 {{%x, %y}}, %q; "
                    f"st.global.v2.b64 [%out+{len(body) * 16}], {{%x, %y}};")
    text = kernel(BEGIN + "\n".join(body), REGISTERS + ".reg .b128 %q;")
    yield Case("ld.b128", forms, text, DATA, 256, (1, 1, 1))


def uniform_loads():
    for type_, count, space in itertools.product(TYPES, (1, 2, 4), ("", ".global")):
        if count * BITS[type_] > 128:
            continue
        width, vector = destination(type_), f".v{count}" if count > 1 else ""
        mnemonic = f"ldu{space}{vector}.{type_}"
        body = [f"{mnemonic} {names('d', count)}, [%g+16];"]
        body += [f"st.global.b{width} [%out+{8 * k}], %d{k};" for k in range(count)]
        text = kernel(BEGIN + "\n".join(body), REGISTERS + f".reg .b{width} %d<{count}>;")
        yield Case(mnemonic, [mnemonic], text, DATA, 64, (1, 1, 1))


def store_words(bits):
    for space in ("", ".global", ".shared", ".shared::cta", ".shared::cluster", ".local"):
        yield "", space, ""
        yield ".weak", space, ""
        if space != ".local":
            yield ".volatile", space, ""
    for space in ("", ".global"):
        for cached in (".wb", ".cg", ".cs", ".wt"):
            yield space + cached, "", ""
        for level in EVICT:
            yield f"{space}.L1::evict_{level}", "", ""
        yield space + ".L1::no_allocate", "", ""
        yield space + ".L2::cache_hint", "", ", %policy"
        yield space + ".L1::evict_last.L2::cache_hint", "", ", %policy"
    for order, scope, space in itertools.product((".relaxed", ".release"), SCOPES, ("", ".global", ".shared", ".shared::cluster")):
        yield f"{order}.{scope}", space, ""
    if bits <= 64:
        yield ".mmio.relaxed.sys", ".global", ""


def store_case(type_, count):
    """The bytes before, between and after stay as they were."""
    width, forms, body, vector = destination(type_), [], [], f".v{count}" if count > 1 else ""
    body += [f"ld.global.b{width} %d{k}, [%g+{8 * k}];" for k in range(count)]
    body += ["mov.u64 %x, 0x1111111111111111;", "mov.u64 %g, %out;"]
    for i, (words, space, hint) in enumerate(store_words(BITS[type_])):
        if ".mmio" in words and count > 1:
            continue
        mnemonic, where = f"st{words}{space}{vector}.{type_}", ADDRESS[space]
        real = {"%g": "global", "%s": "shared", "%l": "local"}[where]
        body += [f"st.{real}.b64 [{where}+{k}], %x;" for k in range(0, 48, 8)]
        body.append(f"{mnemonic} [{where}+16], {names('d', count)}{hint};")
        for k in range(6):
            body.append(f"ld.{real}.b64 %n{k}, [{where}+{8 * k}];")
            body.append(f"mov.b64 %m{k}, %n{k};" if i == 0 else
                        f"setp.ne.b64 %p1, %m{k}, %n{k}; @%p1 add.u32 %bad, %bad, 1;")
        forms.append(mnemonic)
    body += [f"st.global.b64 [%out+{8 * k}], %m{k};" for k in range(6)] + ["st.global.u32 [%out+48], %bad;"]
    text = kernel(BEGIN + "\n".join(body), REGISTERS + f".reg .b{width} %d<{count}>; .reg .b64 %n<6>, %m<6>;")
    return Case(f"st{vector}.{type_}", forms, text, DATA, 64, (1, 1, 1))


def hints():
    """Nothing but what memory holds afterwards."""
    for words, address in (("prefetch.L1", "%g"), ("prefetch.L2", "%g"), ("prefetch.global.L1", "%g"),
                           ("prefetch.global.L2", "%g"), ("prefetch.local.L1", "%l"), ("prefetch.local.L2", "%l"),
                           ("prefetch.global.L2::evict_last", "%g"), ("prefetch.global.L2::evict_normal", "%g"),
                           ("prefetchu.L1", "%g"), ("applypriority.global.L2::evict_normal", "%g"),
                           ("applypriority.L2::evict_normal", "%g")):
        size = ", 128" if "apply" in words else ""
        body = f"{words} [{address}]{size}; ld.global.b64 %x, [%g]; ld.local.b64 %y, [%l]; st.global.v2.b64 [%out], {{%x, %y}};"
        yield Case(words, [words], kernel(BEGIN + body, REGISTERS), DATA + bytes(192), 16, (1, 1, 1))
    for words in ("discard.global.L2", "discard.L2"):
        body = f"{words} [%base+128], 128; st.global.u32 [%base+128], 77; ld.global.u32 %w, [%base+128]; st.global.u32 [%out], %w;"
        yield Case(words, [words], kernel(body, REGISTERS), bytes(256), 16, (1, 1, 1))
    for first in ("last", "normal", "first", "unchanged"):
        for second in ("", ".L2::evict_first", ".L2::evict_unchanged"):
            for fraction in ("", ", 0.5", ", 0.25"):
                form = f"createpolicy.fractional.L2::evict_{first}{second}.b64"
                body = f"{form} %policy{fraction}; ld.global.L2::cache_hint.b64 %x, [%g], %policy; st.global.v2.b64 [%out], {{%x, %policy}};"
                yield Case(form + fraction, [form], kernel(BEGIN + body, REGISTERS), DATA, 16, (1, 1, 1))
    for first, second, space in itertools.product(("last", "normal", "first", "unchanged"), ("", ".L2::evict_first", ".L2::evict_unchanged"), ("", ".global")):
        form = f"createpolicy.range{space}.L2::evict_{first}{second}.b64"
        body = f"{form} %policy, [%g], 4096, 65536; ld.global.L2::cache_hint.b64 %x, [%g], %policy; st.global.b64 [%out], %x;"
        yield Case(form, [form], kernel(BEGIN + body, REGISTERS), DATA, 16, (1, 1, 1))


def moves():
    for type_ in ("u16", "u32", "u64", "s16", "s32", "s64", "b16", "b32", "b64", "f32", "f64"):
        bits = BITS[type_]
        body = f"ld.global.b{bits} %a, [%g+8]; mov.{type_} %d, %a; st.global.b{bits} [%out], %d; "
        if type_[0] != "f":
            body += f"mov.{type_} %d, -2; st.global.b{bits} [%out+8], %d;"
        elif type_ == "f32":
            body += "mov.f32 %d, 0f80000001; st.global.b32 [%out+8], %d; mov.f32 %d, 0.1; st.global.b32 [%out+16], %d;"
        else:
            body += "mov.f64 %d, 0d8000000000000001; st.global.b64 [%out+8], %d; mov.f64 %d, 0.1; st.global.b64 [%out+16], %d;"
        yield Case(f"mov.{type_}", [f"mov.{type_}"], kernel(BEGIN + body, REGISTERS + f".reg .b{bits} %a, %d;"), DATA, 24, (1, 1, 1))
    packs = [("b32", "b16", 2), ("b64", "b32", 2), ("b64", "b16", 4), ("b16", "b8", 2), ("b32", "b8", 4), ("b128", "b64", 2), ("b128", "b32", 4)]
    for whole, part, count in packs:
        if part == "b8":
            continue
        size = BITS[part] // 8
        parts = "{" + ", ".join(f"%a{i}" for i in range(count)) + "}"
        other = "{" + ", ".join(f"%d{i}" for i in range(count)) + "}"
        body = [f"ld.global.{part} %a{i}, [%g+{8 + i * size}];" for i in range(count)]
        body += [f"mov.{whole} %w0, {parts}; mov.{whole} {other}, %w0;"]
        body += [f"st.global.{part} [%out+{i * 8}], %d{count - 1 - i};" for i in range(count)]
        yield Case(f"mov.{whole} of {count} {part}", [f"mov.{whole}"],
                   kernel(BEGIN + "\n".join(body), REGISTERS + f".reg .{part} %a<{count}>, %d<{count}>; .reg .{whole} %w0;"), DATA, 32, (1, 1, 1))
    body = ("ld.global.u32 %w, [%g]; setp.lt.u32 %p1, %w, 0x80000000; mov.pred %p2, %p1; mov.pred %p3, !%p1; mov.pred %p4, 1; mov.pred %p5, 0;" +
            "".join(f"selp.u32 %w, 1, 0, %p{i}; st.global.u32 [%out+{4 * i}], %w;" for i in range(1, 6)))
    yield Case("mov.pred", ["mov.pred"], kernel(BEGIN + body, REGISTERS), DATA, 24, (1, 1, 1))


def spaces():
    """isspacep and cvta: of an address of each space."""
    places = {"global": "%g", "shared": "%s", "local": "%l", "const": "%c", "param": "%b"}
    start = BEGIN + "mov.u64 %c, table; mov.u64 %b, block; cvta.const.u64 %gc, %c; cvta.global.u64 %gg, %g; cvta.shared.u64 %gs, %s; cvta.local.u64 %gl, %l; cvta.param.u64 %gb, %b;"
    registers = REGISTERS + ".reg .b64 %c, %b, %gc, %gg, %gs, %gl, %gb, %back, %none;"
    generic = {"global": "%gg", "shared": "%gs", "local": "%gl", "const": "%gc", "param": "%gb"}
    for asked in ("const", "global", "local", "param", "param::entry", "shared", "shared::cta", "shared::cluster"):
        body = [start, "mov.u64 %none, 0;"]
        for i, address in enumerate([*generic.values(), "%none"]):
            body.append(f"isspacep.{asked} %p1, {address}; selp.u32 %w, 1, 0, %p1; st.global.u32 [%out+{4 * i}], %w;")
        yield Case(f"isspacep.{asked}", [f"isspacep.{asked}"],
                   kernel("\n".join(body), registers, outside=OUTSIDE, params=", .param .align 16 .b8 block[64]"), DATA, 24, (1, 1, 1), maps=[block])
    for space in ("global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry"):
        plain = space.split("::")[0]
        body = (f"{start} cvta.{space}.u64 %x, {places[plain]}; ld.b64 %y, [%x+8]; cvta.to.{space}.u64 %back, %x; sub.u64 %back, %back, {places[plain]};"
                "st.global.v2.b64 [%out], {%y, %back};")
        yield Case(f"cvta.{space}.u64", [f"cvta.{space}.u64", f"cvta.to.{space}.u64"],
                   kernel(body, registers, outside=OUTSIDE, params=", .param .align 16 .b8 block[64]"), DATA, 16, (1, 1, 1), maps=[block])


def cases():
    for type_ in TYPES:
        for count in vectors(type_):
            yield load_case(type_, count)
            yield store_case(type_, count)
    yield from wide_loads()
    yield from uniform_loads()
    yield from hints()
    yield from moves()
    yield from spaces()
