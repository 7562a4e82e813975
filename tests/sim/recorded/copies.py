"""cp.async, cp.async.bulk and cp.reduce.async.bulk, st.async and red.async: what arrives where."""
import itertools

from device import BITS, Case, kernel, source, value

POLICY = ".reg .b64 %policy; createpolicy.fractional.L2::evict_first.b64 %policy;"
WAIT = """
{0}: mbarrier.try_wait.parity.shared::cta.b64 %p7, [%bar], {1};
@!%p7 bra {0};
"""
ROOM = ".shared .align 128 .b8 room[{0}]; .shared .align 8 .b64 barrier; .reg .b32 %room, %bar, %at, %w, %peer, %rank; .reg .b64 %state, %x, %y;"
START = "mov.u32 %room, room; mov.u32 %bar, barrier; "


def show(size, block=32):
    """Shared memory to the result, word by word."""
    return (f"bar.sync 0; shl.b32 %at, %t, 2; show: cvt.u64.u32 %x, %at; add.u64 %x, %x, %result; add.u32 %w, %at, %room; "
            f"ld.shared.u32 %w, [%w]; st.global.u32 [%x], %w; add.u32 %at, %at, {4 * block}; setp.lt.u32 %p1, %at, {size}; @%p1 bra show;")


def fill(size, word="0x11111111", block=32):
    return (f"shl.b32 %at, %t, 2; fill: add.u32 %w, %at, %room; st.shared.u32 [%w], {word}; add.u32 %at, %at, {4 * block}; "
            f"setp.lt.u32 %p1, %at, {size}; @%p1 bra fill; bar.sync 0;")


def single():
    """cp.async: of each size, with fewer bytes, with none."""
    for cached, space, hint, ahead in itertools.product(("ca", "cg"), ("shared", "shared::cta"), ("", ".L2::cache_hint"),
                                                        ("", ".L2::64B", ".L2::128B", ".L2::256B")):
        for size in (4, 8, 16) if cached == "ca" else (16,):
            form = f"cp.async.{cached}.{space}.global{hint}{ahead}"
            policy = ", %policy" if hint else ""
            for what, more in (("whole", ""), ("fewer", ", %few"), ("ignored", ", %ignore")):
                if what != "whole" and ahead:
                    continue
                body = (START + POLICY + fill(512) + f".reg .b32 %few; .reg .pred %ignore; rem.u32 %few, %t, {size + 1}; setp.lt.u32 %ignore, %t, 13; "
                        f"mad.lo.u32 %at, %t, 16, %room; {form} [%at], [%in], {size}{more}{policy}; cp.async.commit_group; cp.async.wait_group 0;" + show(512))
                yield Case(f"{form} {size} {what}", [form, "cp.async.commit_group", "cp.async.wait_group"],
                           kernel(body, ROOM.format(512), per_given=16), source(form).randbytes(512), 512)
    body = (START + fill(512) + "mad.lo.u32 %at, %t, 16, %room; cp.async.ca.shared.global [%at], [%in], 8; cp.async.ca.shared.global [%at+8], [%in+4], 4;"
            "cp.async.wait_all;" + show(512))
    yield Case("cp.async.wait_all", ["cp.async.wait_all"], kernel(body, ROOM.format(512), per_given=16), source("all").randbytes(512), 512)
    body = (START + fill(512) + "mad.lo.u32 %at, %t, 16, %room; cp.async.ca.shared.global [%at], [%in], 4; cp.async.commit_group; cp.async.ca.shared.global [%at+8], [%in+4], 4;"
            "cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 %w, [%at]; cp.async.wait_group 0; st.shared.u32 [%at+12], %w;" + show(512))
    yield Case("cp.async.wait_group 1", ["cp.async.wait_group"], kernel(body, ROOM.format(512), per_given=16), source("one").randbytes(512), 512)
    for noinc, space in itertools.product(("", ".noinc"), ("", ".shared", ".shared::cta")):
        form = f"cp.async.mbarrier.arrive{noinc}{space}.b64"
        count = 32 if noinc else 32
        at = "%bar" if space else "%y"
        more = "" if noinc else "mbarrier.arrive.shared.b64 %state, [%bar];"
        body = (START + fill(512) + f"setp.eq.u32 %p1, %t, 0; @%p1 mbarrier.init.shared.b64 [%bar], {count}; bar.sync 0; cvt.u64.u32 %y, %bar; cvta.shared.u64 %y, %y;"
                f"mad.lo.u32 %at, %t, 16, %room; cp.async.cg.shared.global [%at], [%in], 16; {form} [{at}]; {more}" + WAIT.format("wait", 0) + show(512))
        yield Case(form, [form], kernel(body, ROOM.format(512), per_given=16), source(form).randbytes(512), 512)


def bulk():
    for space, hint, size in itertools.product(("shared::cluster", "shared::cta"), ("", ".L2::cache_hint"), (16, 112, 512)):
        form = f"cp.async.bulk.{space}.global.mbarrier::complete_tx::bytes{hint}"
        body = (START + POLICY + fill(512) + f"setp.ne.u32 %p2, %t, 0; @%p2 bra wait; mbarrier.init.shared::cta.b64 [%bar], 1; fence.proxy.async;"
                f"mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {size}; {form} [%room], [%base], {size}, [%bar]{', %policy' if hint else ''};"
                "wait: bar.sync 0;" + WAIT.format("again", 0) + show(512))
        yield Case(f"{form} {size}", [form], kernel(body, ROOM.format(512)), source(form).randbytes(512), 512)
    for hint, size in itertools.product(("", ".L2::cache_hint"), (16, 112, 512)):
        form = f"cp.async.bulk.global.shared::cta.bulk_group{hint}"
        for read in ("", ".read"):
            body = (START + POLICY + "mad.lo.u32 %at, %t, 16, %room; .reg .b32 %v<4>; ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%in]; st.shared.v4.u32 [%at], {%v0, %v1, %v2, %v3};"
                    f"fence.proxy.async.shared::cta; bar.sync 0; setp.ne.u32 %p2, %t, 0; @%p2 bra done; {form} [%result], [%room], {size}{', %policy' if hint else ''};"
                    f"cp.async.bulk.commit_group; cp.async.bulk.wait_group{read} 0; done:")
            yield Case(f"{form} {size}{read}", [form, "cp.async.bulk.commit_group", f"cp.async.bulk.wait_group{read}"],
                       kernel(body, ROOM.format(512), per_given=16), source(form).randbytes(512), 512)
    for hint in ("", ".L2::cache_hint"):
        form = f"cp.async.bulk.prefetch.L2.global{hint}"
        body = (START + POLICY + f"{form} [%base], 512{', %policy' if hint else ''}; ld.global.u32 %w, [%in]; st.global.u32 [%out], %w;")
        yield Case(form, [form], kernel(body, ROOM.format(512), per_given=4, per_out=4), source(form).randbytes(512), 128)


CLUSTER = """
mov.u32 %rank, %cluster_ctarank; setp.ne.u32 %p2, %t, 0; setp.ne.u32 %p3, %rank, 0; xor.b32 %peer, %rank, 1;
mad.wide.u32 %result, %rank, {0}, %result;
@!%p2 mbarrier.init.shared::cta.b64 [%bar], 1; fence.mbarrier_init.release.cluster;
@!%p2 mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {1};
.reg .b32 %far, %farbar; mapa.shared::cluster.u32 %far, %room, %peer; mapa.shared::cluster.u32 %farbar, %bar, %peer;
barrier.cluster.arrive; barrier.cluster.wait;
"""
LEAVE = "barrier.cluster.arrive; barrier.cluster.wait;"


def between():
    """From one block of a cluster to another."""
    for hint, mask in itertools.product(("", ".L2::cache_hint"), (1, 2, 3)):
        for space in ("shared::cluster",):
            form = f"cp.async.bulk.{space}.global.mbarrier::complete_tx::bytes.multicast::cluster{hint}"
            start = CLUSTER.format(256, 256)
            body = (START + POLICY + fill(256) + start + f".reg .b16 %mask; mov.b16 %mask, {mask}; or.pred %p4, %p2, %p3; @%p4 bra wait;"
                    f"{form} [%room], [%base], 256, [%bar], %mask{', %policy' if hint else ''}; wait: bar.sync 0;"
                    f"mov.u32 %w, {mask}; shr.u32 %w, %w, %rank; and.b32 %w, %w, 1; setp.eq.u32 %p5, %w, 0; @%p5 bra not;" + WAIT.format("again", 0) +
                    "not: " + LEAVE + show(256))
            yield Case(f"{form} {mask}", [form], kernel(body, ROOM.format(256)), source(form).randbytes(256), 512, grid=(2, 1, 1), cluster=(2, 1, 1))
    form = "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
    body = (START + CLUSTER.format(256, 128) + "mad.lo.u32 %at, %t, 8, %room; mad.wide.u32 %in, %t, 8, %base; mad.wide.u32 %in, %rank, 256, %in; ld.global.b64 %x, [%in]; st.shared.b64 [%at], %x;"
            "fence.proxy.async.shared::cta; bar.sync 0;" + LEAVE +
            f"@%p2 bra wait; {form} [%far], [%room+128], 128, [%farbar]; wait: bar.sync 0;" + WAIT.format("again", 0) + LEAVE + show(256))
    yield Case(form, [form], kernel(body, ROOM.format(256)), source(form).randbytes(512), 512, grid=(2, 1, 1), cluster=(2, 1, 1))
    for op, type_ in [*itertools.product(("add", "min", "max"), ("u32", "s32", "u64")), ("inc", "u32"), ("dec", "u32"),
                      *itertools.product(("and", "or", "xor"), ("b32",))]:
        form = f"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{op}.{type_}"
        if type_ == "u64" and op != "add":
            continue
        rng = source(form)
        given = b"".join(value(rng, type_).to_bytes(BITS[type_] // 8, "little") for _ in range(512 // (BITS[type_] // 8)))
        body = (START + CLUSTER.format(256, 128) + "mad.lo.u32 %at, %t, 8, %room; mad.wide.u32 %in, %t, 8, %base; mad.wide.u32 %in, %rank, 256, %in; ld.global.b64 %x, [%in]; st.shared.b64 [%at], %x;"
                "fence.proxy.async; bar.sync 0;" + LEAVE +
                f"@%p2 bra wait; {form} [%far], [%room+128], 128, [%farbar]; wait: bar.sync 0;" + WAIT.format("again", 0) + LEAVE + show(256))
        yield Case(form, [form], kernel(body, ROOM.format(256)), given, 512, grid=(2, 1, 1), cluster=(2, 1, 1))
    for weak, space, vector, type_ in itertools.product(("", ".weak"), ("", ".shared::cluster"), (1, 2, 4), ("b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64")):
        if vector * BITS[type_] > 128:
            continue
        size = BITS[type_] // 8
        form = f"st.async{weak}{space}.mbarrier::complete_tx::bytes{f'.v{vector}' if vector > 1 else ''}.{type_}"
        group = ", ".join(f"%v{i}" for i in range(vector))
        group = "{" + group + "}" if vector > 1 else group
        body = (START + fill(512) + CLUSTER.format(512, 32 * size * vector) + f".reg .b{size * 8} %v<{vector}>; mad.wide.u32 %in, %t, 16, %base; mad.wide.u32 %in, %rank, 512, %in;" +
                "".join(f"ld.global.b{size * 8} %v{i}, [%in+{i * size}];" for i in range(vector)) +
                f"mad.lo.u32 %far, %t, 16, %far; {form} [%far], {group}, [%farbar];" + WAIT.format("again", 0) + LEAVE + show(512))
        yield Case(form, [form], kernel(body, ROOM.format(512)), source(form).randbytes(1024), 1024, grid=(2, 1, 1), cluster=(2, 1, 1))
    for space, (op, type_) in itertools.product(("", ".shared::cluster"), [*itertools.product(("add", "min", "max"), ("u32", "s32")), ("add", "u64"), ("inc", "u32"), ("dec", "u32"),
                                                                            *itertools.product(("and", "or", "xor"), ("b32",))]):
        form, size = f"red.async.relaxed.cluster{space}.mbarrier::complete_tx::bytes.{op}.{type_}", BITS[type_] // 8
        rng = source(form)
        given = b"".join(value(rng, type_).to_bytes(size, "little") for _ in range(1024 // size))
        body = (START + CLUSTER.format(512, 32 * size) + f".reg .b{size * 8} %v<2>; mad.wide.u32 %in, %t, 16, %base; mad.wide.u32 %in, %rank, 512, %in;"
                f"ld.global.b{size * 8} %v0, [%in]; ld.global.b{size * 8} %v1, [%in+8]; mad.lo.u32 %at, %t, 16, %room; st.shared.b64 [%at], 0; st.shared.b64 [%at+8], 0; st.shared.b{size * 8} [%at], %v1; " + LEAVE +
                f"mad.lo.u32 %far, %t, 16, %far; {form} [%far], %v0, [%farbar];" + WAIT.format("again", 0) + LEAVE + show(512))
        yield Case(form, [form], kernel(body, ROOM.format(512)), given, 1024, grid=(2, 1, 1), cluster=(2, 1, 1))


def reductions():
    """From shared to global memory."""
    kinds = [("add", t) for t in ("u32", "s32", "u64", "f32", "f64")] + [("add.noftz", t) for t in ("f16", "bf16")]
    kinds += list(itertools.product(("min", "max"), ("u32", "s32", "u64", "s64", "f16", "bf16"))) + [("inc", "u32"), ("dec", "u32")]
    kinds += list(itertools.product(("and", "or", "xor"), ("b32", "b64")))
    for (op, type_), hint in itertools.product(kinds, ("", ".L2::cache_hint")):
        form = f"cp.reduce.async.bulk.global.shared::cta.bulk_group{hint}.{op}.{type_}"
        rng = source(form)
        given = b"".join(value(rng, type_).to_bytes(BITS[type_] // 8, "little") for _ in range(1024 // (BITS[type_] // 8)))
        body = (START + POLICY + "mad.lo.u32 %at, %t, 16, %room; .reg .b32 %v<4>; ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%in]; st.shared.v4.u32 [%at], {%v0, %v1, %v2, %v3};"
                "ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%in+512]; st.global.v4.u32 [%out], {%v0, %v1, %v2, %v3}; fence.proxy.async;"
                f"bar.sync 0; setp.ne.u32 %p2, %t, 0; @%p2 bra done; {form} [%result], [%room], 512{', %policy' if hint else ''};"
                "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; done:")
        yield Case(form, [form], kernel(body, ROOM.format(512), per_given=16, per_out=16), given, 512)


def cases():
    yield from single()
    yield from bulk()
    yield from between()
    yield from reductions()
