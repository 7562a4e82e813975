"""What the lanes of a warp tell each other: shfl, vote, match, redux, elect, activemask."""
import itertools
import struct

from device import Case, kernel, source

MASKS = (0xffffffff, 0x0f0ff0f3, 0x80000001)
REGISTERS = ".reg .b32 %a, %b, %c, %d, %e, %mask, %bit; .reg .b64 %w; .reg .pred %q, %mine, %r;"


def lanes(rng, few):
    """A word to give, one to choose by, and 64 bits; of `few` different ones or any."""
    pool = [rng.getrandbits(64) for _ in range(few)] if few else None
    return b"".join(struct.pack("<IIQ", (rng.choice(pool) if few else rng.getrandbits(64)) & 0xffffffff,
                                rng.getrandbits(32), rng.choice(pool) if few else rng.getrandbits(64))
                    for _ in range(64))


def both_sides(mask, make):
    """`make` by the lanes of the mask, and then by the others."""
    load = "ld.global.u32 %a, [%in]; ld.global.u32 %b, [%in+4]; ld.global.u64 %w, [%in+8]; setp.lt.u32 %q, %b, 0x60000000; "
    load += "mov.u32 %d, 0xdddddddd; setp.ne.u32 %r, 0, 0; mov.u32 %c, 0; "
    end = "st.global.u32 [%out], %d; selp.u32 %e, 1, 0, %r; st.global.u32 [%out+4], %e;"
    if mask == 0xffffffff:
        return f"{load}mov.u32 %mask, {mask:#x};\n{make}\n{end}"
    return (f"{load}mov.u32 %bit, 1; shl.b32 %bit, %bit, %lane; and.b32 %bit, %bit, {mask:#x}; setp.ne.u32 %mine, %bit, 0;\n"
            f"@%mine bra ours;\nmov.u32 %mask, {mask ^ 0xffffffff:#x};\n{make}\nbra.uni done;\n"
            f"ours: mov.u32 %mask, {mask:#x};\n{make}\ndone: {end}")


def case(name, forms, mask, make, few=0, **more):
    text = kernel(both_sides(mask, make), REGISTERS, per_given=16, per_out=8, **more)
    return Case(f"{name} {mask:08x}", forms, text, lanes(source(name), few), 64 * 8, (64, 1, 1))


def shuffles():
    for mode, bound in itertools.product(("up", "down", "bfly", "idx"), (0x1f, 0x0, 0x1807, 0x1c03, 0x100f, 0x181f)):
        for amount in ("0", "1", "3", "17", "31", "33", "%b"):
            if amount == "%b" and mode == "up" and bound:
                continue
            make = f"shfl.sync.{mode}.b32 %d|%r, %a, {amount}, {bound:#x}, %mask;"
            if amount == "%b":  # every lane asks another one
                make = f"and.b32 %c, %b, 63; shfl.sync.{mode}.b32 %d|%r, %a, %c, {bound:#x}, %mask;"
            yield case(f"shfl.sync.{mode}.b32 {amount} {bound:#x}", [f"shfl.sync.{mode}.b32"], MASKS[0], make)
        yield case(f"shfl.sync.{mode}.b32 alone {bound:#x}", [f"shfl.sync.{mode}.b32"], MASKS[0],
                   f"shfl.sync.{mode}.b32 %d, %a, 2, {bound:#x}, %mask;")
    for mode in ("up", "down", "bfly", "idx"):  # within lanes that are all there
        yield case(f"shfl.sync.{mode}.b32 of some", [f"shfl.sync.{mode}.b32"], 0x0ff0f00f,
                   f"shfl.sync.{mode}.b32 %d|%r, %a, 2, {0x1c00 if mode == 'up' else 0x1c03:#x}, %mask;")
    for mode in ("up", "down", "bfly", "idx"):
        make = f"shfl.{mode}.b32 %d|%r, %a, 5, {0 if mode == 'up' else 0x1f:#x};"
        yield case(f"shfl.{mode}.b32", [f"shfl.{mode}.b32"], MASKS[0], make, version="6.0", target="sm_60")


def votes():
    for mask in MASKS:
        for word in ("all", "any", "uni"):
            for test in ("%q", "!%q"):
                yield case(f"vote.sync.{word}.pred {test}", [f"vote.sync.{word}.pred"], mask,
                           f"vote.sync.{word}.pred %r, {test}, %mask;")
            yield case(f"vote.sync.{word}.pred agreed", [f"vote.sync.{word}.pred"], mask,
                       f"setp.ne.u32 %q, %lane, 40; vote.sync.{word}.pred %r, %q, %mask;")
        yield case("vote.sync.ballot.b32", ["vote.sync.ballot.b32"], mask, "vote.sync.ballot.b32 %d, %q, %mask;")
        yield case("vote.sync.ballot.b32 not", ["vote.sync.ballot.b32"], mask, "vote.sync.ballot.b32 %d, !%q, %mask;")
        yield case("activemask.b32", ["activemask.b32"], mask, "activemask.b32 %d;")
        yield case("elect.sync", ["elect.sync"], mask, "elect.sync %d|%r, %mask;")
        yield case("elect.sync _", ["elect.sync"], mask, "elect.sync _|%r, %mask;")
    for word in ("all", "any", "uni"):
        yield case(f"vote.{word}.pred", [f"vote.{word}.pred"], MASKS[0], f"vote.{word}.pred %r, %q;", version="6.0",
                   target="sm_60")
    yield case("vote.ballot.b32", ["vote.ballot.b32"], MASKS[0], "vote.ballot.b32 %d, %q;", version="6.0",
               target="sm_60")


def matches():
    for mask, few, (width, given) in itertools.product(MASKS, (1, 2, 9, 0), (("b32", "%a"), ("b64", "%w"))):
        yield case(f"match.any.sync.{width} of {few}", [f"match.any.sync.{width}"], mask,
                   f"match.any.sync.{width} %d, {given}, %mask;", few)
        yield case(f"match.all.sync.{width} of {few}", [f"match.all.sync.{width}"], mask,
                   f"match.all.sync.{width} %d|%r, {given}, %mask;", few)
        yield case(f"match.all.sync.{width} alone of {few}", [f"match.all.sync.{width}"], mask,
                   f"match.all.sync.{width} %d, {given}, %mask;", few)


def reductions():
    for mask, few in itertools.product(MASKS, (0, 3)):
        for op, type_ in [*itertools.product(("add", "min", "max"), ("u32", "s32")),
                          *itertools.product(("and", "or", "xor"), ("b32",))]:
            yield case(f"redux.sync.{op}.{type_} of {few}", [f"redux.sync.{op}.{type_}"], mask,
                       f"redux.sync.{op}.{type_} %d, %a, %mask;", few)


def cases():
    yield from shuffles()
    yield from votes()
    yield from matches()
    yield from reductions()
