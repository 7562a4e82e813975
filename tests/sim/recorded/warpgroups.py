"""wgmma: every shape and type, with a in registers and in shared memory, for all ways a descriptor can tell of.

The 48 KiB of shared memory hold numbers in any order: where a descriptor finds which of them shows in the result."""
import functools
import itertools

from device import Case, kernel, source
from matrices import ANY, KINDS, filled, group

SHARED, AT_B = 49152, 16384
MODES = {16: 0, 128: 1, 64: 2, 32: 3}  # bytes of a row: the descriptor's number
COLUMNS = [*range(8, 257, 8)]
WHOLE = [8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]  # of integers and bits
K = {"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32, "b1": 256}


def descriptor(start, leading, stride, width):
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | MODES[width] << 62


def text_of(mnemonic, count, tail, in_registers, add, a, b):
    fill = f"""
mov.u32 %at, tile; shl.b32 %i, %t, 2;
fill: cvt.u64.u32 %p, %i; add.u64 %p, %p, %base; ld.global.u32 %w, [%p]; add.u32 %own, %at, %i; st.shared.u32 [%own], %w;
add.u32 %i, %i, 512; setp.lt.u32 %more, %i, {SHARED}; @%more bra fill;
fence.proxy.async; bar.sync 0;
cvt.u64.u32 %p, %at; and.b64 %p, %p, 0x3ffff; shr.u64 %p, %p, 4; add.u64 %da, %p, {a:#x}; add.u64 %db, %p, {b:#x};
setp.ne.u32 %add, {add}, 0;
"""
    body = [fill] + [f"ld.global.b32 %a{i}, [%in+{SHARED + 512 * i}];" for i in range(4)]
    body += [f"ld.global.b32 %d{i}, [%in+{SHARED + 2048 + 512 * i}];" for i in range(count)]
    first = group("a", 4) if in_registers else "%da"
    body += ["wgmma.fence.sync.aligned;", f"{mnemonic} {group('d', count)}, {first}, %db, %add{tail};",
             "wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"]
    body += [f"st.global.b32 [%out+{512 * i}], %d{i};" for i in range(count)]
    registers = (f".reg .b32 %a<4>, %d<{count}>, %i, %at, %own, %w; .reg .b64 %p, %da, %db; .reg .pred %more, %add; "
                 f".shared .align 1024 .b8 tile[{SHARED}];")
    return kernel("\n".join(body), registers, per_given=4, per_out=4)


@functools.lru_cache(8)
def given(a_kind, b_kind, d, numbers):
    """Shared memory, a in registers, d; the same for all cases of these types."""
    rng = source(f"{a_kind} {b_kind} {d} {numbers}")
    return (filled(rng, a_kind, AT_B // 4, numbers) + filled(rng, b_kind, (SHARED - AT_B) // 4, numbers) +
            filled(rng, a_kind, 512, numbers) + filled(rng, d, 128 * 128, numbers))


def case(kinds, d, n, in_registers, numbers, width=128, turned=(0, 0), signs=(1, 1), add=1, words="", first=""):
    a_kind, b_kind = kinds
    name = f"wgmma.mma_async.sync.aligned.m64n{n}k{K[a_kind]}{first}.{d}.{a_kind}.{b_kind}{words}"
    told = f"{name} {'registers' if in_registers else 'shared'} {numbers} {width} {turned} {signs} {add}".replace(", ", ",")
    count = n // 4 if d == "f16" else n // 2
    tail = f", {signs[0]}, {signs[1]}" if d != "s32" else ""
    if a_kind in ("f16", "bf16"):
        tail += f", {turned[1]}" if in_registers else f", {turned[0]}, {turned[1]}"
    a = descriptor(0, 1024, 128 if width == 16 else 8 * width, width)
    b = descriptor(AT_B, 2048, 128 if width == 16 else 8 * width, width)
    text = text_of(name, count, tail, in_registers, add, a, b)
    return Case(told, [name, "wgmma.fence.sync.aligned", "wgmma.commit_group.sync.aligned", "wgmma.wait_group.sync.aligned"], text, lambda: given(a_kind, b_kind, d, numbers), 512 * count, (128, 1, 1))


def kinds_of():
    """(types of a and b, type of d, columns, words at the end)"""
    yield ("f16", "f16"), "f16", COLUMNS, ""
    yield ("f16", "f16"), "f32", COLUMNS, ""
    yield ("bf16", "bf16"), "f32", COLUMNS, ""
    yield ("tf32", "tf32"), "f32", COLUMNS, ""
    for pair, d in itertools.product(itertools.product(("e4m3", "e5m2"), repeat=2), ("f16", "f32")):
        yield pair, d, COLUMNS, ""
    for pair in itertools.product(("s8", "u8"), repeat=2):
        yield pair, "s32", WHOLE, ""
    yield ("b1", "b1"), "s32", WHOLE, ".and.popc"


def cases():
    for kinds, d, columns, words in kinds_of():
        for n, in_registers in itertools.product(columns, (False, True)):
            yield case(kinds, d, n, in_registers, KINDS[n // 8 % 4], words=words)
        many = KINDS if d != "s32" else (ANY,)
        for numbers, width, add in itertools.product(many, MODES, (0, 1)):
            if (numbers, width, add) == (KINDS[2], 128, 1):  # is above
                continue
            yield case(kinds, d, 16, False, numbers, width, words=words, add=add)
        for numbers, signs, in_registers in itertools.product(many, ((-1, 1), (1, -1), (-1, -1)), (False, True)):
            if d != "s32":
                yield case(kinds, d, 24, in_registers, numbers, 64, signs=signs)
        if kinds[0] in ("f16", "bf16"):
            for turned, width in itertools.product(((1, 0), (0, 1), (1, 1)), MODES):
                yield case(kinds, d, 64, False, 1, width, turned)
            for width in MODES:
                yield case(kinds, d, 32, True, 2, width, (0, 1))
        if kinds[0] in ("s8", "u8"):
            for n, in_registers in itertools.product((8, 64, 256), (False, True)):
                yield case(kinds, d, n, in_registers, 0, first=".satfinite")
