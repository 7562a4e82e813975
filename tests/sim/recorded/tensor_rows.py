"""Rows of a tensor that lie apart: tile::gather4 and tile::scatter4, recorded as four copies of one row each; and what is
told of a tensor map ahead."""
import itertools

from device import Case, Equal, kernel
from tensors import FILL, MAP, REGISTERS, ROOM, SHOW, START, WAIT, numbers, set_coordinates, tiled

NEWER = "sm_100a"
DIMS, BOX, ROW = (64, 20), (32, 1), 128  # of 32-bit elements; bytes of a row of the box
PLACES = ((0, 3, 11, 0, 7), (32, 19, 20, -1, 5), (48, 2, 2, 30, 2), (-16, 1, 0, 19, 4))  # a column and four rows
TOLD = "four copies of one row"


def of_rows(form, word, at, line):
    """The instruction itself, and four of one row."""
    whole = form.format(word) + " " + line("", "%c0, %c1, %c2, %c3, %c4")
    parts = "".join("add.u32 %w, %room, {0}; {1} {2};".format(ROW * i, form.format(""), line("w", f"%c0, %c{i + 1}")) for i in range(4))
    return set_coordinates(at), whole + ";", parts


def either(name, form, begin, whole, parts, end, make, data, size, **more):
    texts = [kernel(begin + text + end, REGISTERS + ".reg .b32 %rank;", target=target, params=MAP) for text, target in ((whole, NEWER), (parts, "sm_90"))]
    case = Equal(name.replace(", ", ","), [form], texts[0], data, size, equal=lambda: texts[1], told=TOLD)
    case.maps = [make]
    return case


def loads():
    for space, group, hint, swizzle in itertools.product(("shared::cta", "shared::cluster"), ("", ".cta_group::1", ".cta_group::2"), ("", ".L2::cache_hint"), (0, 3)):
        if (group or hint) and swizzle:
            continue
        start = f"cp.async.bulk.tensor.2d.{space}.global.tile::gather4.mbarrier::complete_tx::bytes{group}{hint}"
        form = f"cp.async.bulk.tensor.2d.{space}.global{{}}.mbarrier::complete_tx::bytes{{}}{hint}"
        for at in PLACES:
            where = lambda room, rows: f"[{'%w' if room else '%room'}], [%map, {{{rows}}}], [%bar]{', %policy' if hint else ''}"  # noqa: E731
            begin, whole, parts = of_rows(form.replace("{}", "{0}", 1).replace("{}", ""), ".tile::gather4", at, where)
            whole = whole.replace("complete_tx::bytes", "complete_tx::bytes" + group)
            begin = (START + FILL + begin + "@%p2 bra wait; mbarrier.init.shared::cta.b64 [%bar], 1; fence.proxy.async;"
                     f"mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {4 * ROW};")
            yield either(f"{start} {at} swizzle {swizzle}", start, begin, whole, parts, "wait: bar.sync 0;" + WAIT + SHOW,
                         tiled("u32", DIMS, BOX, "given", swizzle=swizzle), numbers(start, "u32"), ROOM)


def to_both():
    """To both blocks of a cluster."""
    for hint, mask in itertools.product(("", ".L2::cache_hint"), (1, 2, 3)):
        start = f"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster{hint}"
        form = start.replace(".tile::gather4", "{}")
        where = lambda room, rows: f"[{'%w' if room else '%room'}], [%map, {{{rows}}}], [%bar], %mask{', %policy' if hint else ''}"  # noqa: E731
        begin, whole, parts = of_rows(form, ".tile::gather4", PLACES[0], where)
        begin = (START + FILL + begin + "mov.u32 %rank, %cluster_ctarank; setp.ne.u32 %p3, %rank, 0; mad.wide.u32 %result, %rank, 2048, %result;"
                 f"mov.b16 %mask, {mask}; or.pred %p4, %p2, %p3; @!%p2 mbarrier.init.shared::cta.b64 [%bar], 1; fence.mbarrier_init.release.cluster;"
                 f"@!%p2 mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {4 * ROW}; barrier.cluster.arrive; barrier.cluster.wait; @%p4 bra wait;")
        end = (f"wait: bar.sync 0; mov.u32 %w, {mask}; shr.u32 %w, %w, %rank; and.b32 %w, %w, 1; setp.eq.u32 %p5, %w, 0; @%p5 bra not;" + WAIT +
               "not: barrier.cluster.arrive; barrier.cluster.wait;" + SHOW)
        case = either(f"{start} {mask}", start, begin, whole, parts, end, tiled("u32", DIMS, BOX, "given"), numbers(start, "u32"), 2 * ROOM)
        case.grid = case.cluster = (2, 1, 1)
        yield case


def stores():
    for hint, swizzle in itertools.product(("", ".L2::cache_hint"), (0, 3)):
        start = f"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group{hint}"
        form = start.replace(".tile::scatter4", "{}")
        for at in PLACES[:3]:
            if len(set(at[1:])) < 4:  # which row comes last is the device's own
                continue
            where = lambda room, rows: f"[%map, {{{rows}}}], [{'%w' if room else '%room'}]{', %policy' if hint else ''}"  # noqa: E731
            begin, whole, parts = of_rows(form, ".tile::scatter4", at, where)
            begin = (START + "shl.b32 %at, %t, 2; fill: cvt.u64.u32 %x, %at; add.u64 %x, %x, %base; ld.global.u32 %w, [%x]; add.u32 %c0, %at, %room;"
                     f"st.shared.u32 [%c0], %w; add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra fill; fence.proxy.async; bar.sync 0;"
                     + begin + "@%p2 bra done;")
            yield either(f"{start} {at} swizzle {swizzle}", start, begin, whole, parts, "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; done:",
                         tiled("u32", DIMS, BOX, "out", swizzle=swizzle), numbers(start, "u32"), 64 * 20 * 4)


def ahead():
    for hint in ("", ".L2::cache_hint"):
        form = f"cp.async.bulk.prefetch.tensor.2d.L2.global{{}}{hint}"
        where = lambda room, rows: f"[%map, {{{rows}}}]{', %policy' if hint else ''}"  # noqa: E731
        begin, whole, parts = of_rows(form, ".tile::gather4", PLACES[0], where)
        yield either(form.format(".tile::gather4"), form.format(".tile::gather4"), START + begin + "@%p2 bra done;", whole, parts,
                     "done: mul.wide.u32 %x, %t, 4; add.u64 %x, %x, %base; ld.global.u32 %w, [%x]; mul.wide.u32 %x, %t, 4; add.u64 %x, %x, %result; st.global.u32 [%x], %w;",
                     tiled("u32", DIMS, BOX, "given"), numbers(form, "u32"), 128)
    for space in ("", ".param", ".const"):
        form = f"prefetch{space}.tensormap"
        place = {"": "%map", ".const": "fixed"}.get(space, "map")
        body = START + f"{form} [{place}]; ld.global.u32 %w, [%in]; st.global.u32 [%out], %w;"
        yield Case(form, [form], kernel(body, REGISTERS, per_given=4, per_out=4, params=MAP, outside=".const .align 128 .b8 fixed[128];"),
                   numbers(form, "u32"), 128, maps=[tiled("u32", DIMS, BOX, "given")])


def cases():
    for make in (loads, to_both, stores, ahead):
        yield from make()
