"""Copies of boxes of tensors: tile and im2col, every rank, type, swizzle and way to fill; sums in memory; tensor maps
changed on the device."""
import ctypes
import itertools

from device import BITS, Case, kernel, source, value

TYPES = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16")  # as the driver numbers them
SIZES = {t: BITS[t] // 8 for t in TYPES}
DIMENSIONS = {1: (96,), 2: (24, 20), 3: (16, 6, 5), 4: (8, 5, 4, 3), 5: (8, 4, 3, 3, 2)}  # elements
BOXES = {1: (32,), 2: (8, 6), 3: (8, 3, 2), 4: (4, 3, 2, 2), 5: (4, 2, 2, 2, 2)}
AT = {1: ((0,), (80,), (-8,)), 2: ((4, 3), (20, 17), (-4, -2)), 3: ((0, 1, 2), (12, 5, 4), (-4, -1, 3)),
      4: ((0, 1, 0, 1), (4, 4, 3, 2), (-4, 0, -1, 2)), 5: ((0, 1, 1, 0, 0), (4, 3, 2, 2, 1), (-4, 1, -1, 0, 1))}
ASKEW = {1: (-5,), 2: (2, 3), 3: (1, 1, 2), 4: (3, 1, 0, 1), 5: (2, 1, 1, 0, 0)}  # not at a multiple of 16 bytes
ROOM = 2048
REGISTERS = (".reg .b64 %map, %x, %state, %policy; .reg .b32 %room, %bar, %at, %w, %c<5>; .reg .b16 %o<3>, %mask; .shared .align 1024 .b8 room[2048]; "
             ".shared .align 8 .b64 barrier;")
START = """mov.b64 %map, map; cvta.param.u64 %map, %map; mov.u32 %room, room; mov.u32 %bar, barrier; setp.ne.u32 %p2, %t, 0;
createpolicy.fractional.L2::evict_first.b64 %policy; """
SHOW = f"""bar.sync 0; shl.b32 %at, %t, 2;
show: cvt.u64.u32 %x, %at; add.u64 %x, %x, %result; add.u32 %w, %at, %room; ld.shared.u32 %w, [%w]; st.global.u32 [%x], %w;
add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra show;"""
FILL = f"""shl.b32 %at, %t, 2;
fill: add.u32 %w, %at, %room; st.shared.u32 [%w], 0x11111111; add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra fill;
bar.sync 0;"""
WAIT = "again: mbarrier.try_wait.parity.shared::cta.b64 %p7, [%bar], 0; @!%p7 bra again;"


class Aligned:
    """128 bytes at a multiple of 64."""

    def __init__(self):
        self.whole = ctypes.create_string_buffer(192)
        self.address = (ctypes.addressof(self.whole) + 63) & ~63

    def copy(self):
        return (ctypes.c_char * 128)(*ctypes.string_at(self.address, 128))


def array(type_, values):
    return (type_ * len(values))(*values)


def strides(dimensions, size):
    out, step = [], size
    for n in dimensions[:-1]:
        step = (step * n + 15) & ~15
        out.append(step)
    return out


def tiled(type_, dimensions, box, where, steps=None, swizzle=0, fill=0, interleave=0):
    def make(cuda, given, out):
        map_, rank = Aligned(), len(dimensions)
        address = (given if where == "given" else out).value
        cuda.check(cuda.lib.cuTensorMapEncodeTiled(
            ctypes.c_void_p(map_.address), TYPES.index(type_), rank, ctypes.c_void_p(address), array(ctypes.c_uint64, dimensions),
            array(ctypes.c_uint64, strides(dimensions, SIZES[type_]) or [0]), array(ctypes.c_uint32, box),
            array(ctypes.c_uint32, steps or [1] * rank), interleave, swizzle, 0, fill), "cuTensorMapEncodeTiled")
        return map_.copy()
    return make


def columns(type_, dimensions, lower, upper, channels, pixels, where, swizzle=0):
    def make(cuda, given, out):
        map_, rank = Aligned(), len(dimensions)
        address = (given if where == "given" else out).value
        cuda.check(cuda.lib.cuTensorMapEncodeIm2col(
            ctypes.c_void_p(map_.address), TYPES.index(type_), rank, ctypes.c_void_p(address), array(ctypes.c_uint64, dimensions),
            array(ctypes.c_uint64, strides(dimensions, SIZES[type_])), array(ctypes.c_int, lower), array(ctypes.c_int, upper), channels,
            pixels, array(ctypes.c_uint32, [1] * rank), 0, swizzle, 0, 0), "cuTensorMapEncodeIm2col")
        return map_.copy()
    return make


def numbers(name, type_, size=8192):
    """Made when the case is run."""
    def make():
        rng, bytes_ = source(name), SIZES[type_]
        return b"".join(value(rng, type_).to_bytes(bytes_, "little") for _ in range(size // bytes_))
    return make


def product(values):
    out = 1
    for v in values:
        out *= v
    return out


def set_coordinates(at):
    return "".join(f"mov.b32 %c{i}, {c};" for i, c in enumerate(at))


def coordinates(rank):
    return "{" + ", ".join(f"%c{i}" for i in range(rank)) + "}"


MAP = ", .param .align 64 .b8 map[128]"


def load(name, form, at, bytes_, make, data, more=""):
    body = (START + FILL + set_coordinates(at) + "@%p2 bra wait; mbarrier.init.shared::cta.b64 [%bar], 1; fence.proxy.async;"
            f"mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {bytes_}; {form} [%room], [%map, {coordinates(len(at))}], [%bar]{more};"
            "wait: bar.sync 0;" + WAIT + SHOW)
    return Case(name, [form], kernel(body, REGISTERS, params=MAP), data, ROOM, maps=[make])


def box_of(type_, rank, large=False):
    """A box whose rows are a multiple of 16 bytes."""
    box = list(BOXES[rank])
    box[0] = max(box[0], 16 // SIZES[type_])
    return box


def dims_of(type_, rank):
    """Rows that are a multiple of 16 bytes."""
    dims = list(DIMENSIONS[rank])
    if rank > 1 and dims[0] * SIZES[type_] % 16:
        dims[0] = 16 // SIZES[type_] * 2
    return dims


def tiles():
    for rank, space, word, hint in itertools.product(range(1, 6), ("shared::cluster", "shared::cta"), ("", ".tile"), ("", ".L2::cache_hint")):
        form = f"cp.async.bulk.tensor.{rank}d.{space}.global{word}.mbarrier::complete_tx::bytes{hint}"
        for at in AT[rank] + ((ASKEW[rank],) if not hint else ()):
            box = box_of("u32", rank)
            yield load(f"{form} {at}".replace(", ", ","), form, at, product(box) * 4, tiled("u32", dims_of("u32", rank), box, "given"),
                       numbers(form, "u32"), ", %policy" if hint else "")
    form = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    for type_, fill in itertools.product(TYPES, (0, 1)):
        if fill and type_[0] not in "fb":
            continue
        size = SIZES[type_]
        dims, box = (64 // size * 3, 9), (64 // size, 8)
        yield load(f"{form} {type_} fill {fill}", form, (dims[0] - box[0] // 2, 4), product(box) * size, tiled(type_, dims, box, "given", fill=fill), numbers(type_, type_))
    for swizzle, type_ in itertools.product((0, 1, 2, 3), ("u8", "f16", "f32", "f64")):
        size, row = SIZES[type_], {0: 128, 1: 32, 2: 64, 3: 128}[swizzle]
        dims, box = (256 // size, 12), (row // size, 12)
        yield load(f"{form} {type_} swizzle {swizzle}", form, (16 // size, 1), product(box) * size, tiled(type_, dims, box, "given", swizzle=swizzle), numbers(type_, type_))
    for steps in ((1, 2), (2, 1), (3, 3)):
        dims, box = (32, 16), (12, 6)
        count = -(-box[0] // 1) * -(-box[1] // steps[1])
        yield load(f"{form} steps {steps}".replace(", ", ","), form, (2, 3), count * 4, tiled("u32", dims, box, "given", steps), numbers("steps", "u32"))


def pixels():
    """im2col: channels, then the pixels of a box that goes over rows and pictures."""
    shapes = {3: ((8, 7, 3), (0,), (-1,), (1,)), 4: ((8, 6, 5, 3), (-1, -1), (-1, -1), (1, 2)), 5: ((8, 5, 4, 3, 2), (-1, 0, -1), (-1, -1, 0), (2, 1, 1))}
    for rank, space, hint in itertools.product((3, 4, 5), ("shared::cluster", "shared::cta"), ("", ".L2::cache_hint")):
        dims, lower, upper, offsets = shapes[rank]
        form = f"cp.async.bulk.tensor.{rank}d.{space}.global.im2col.mbarrier::complete_tx::bytes{hint}"
        for at in ((0,) * rank, (4,) + (2,) * (rank - 2) + (0,), (4,) + (1,) * (rank - 2) + (1,)):
            given = "".join(f"mov.b16 %o{i}, {o};" for i, o in enumerate(offsets))
            case = load(f"{form} {at}".replace(", ", ","), form, at, 4 * 24 * 4, columns("u32", dims, lower, upper, 4, 24, "given"), numbers(form, "u32"),
                        ", {" + ", ".join(f"%o{i}" for i in range(len(offsets))) + "}" + (", %policy" if hint else ""))
            case.text = case.text.replace(START, START + given)
            yield case


def stores():
    for rank, word, hint in itertools.product(range(1, 6), ("", ".tile", ".im2col_no_offs"), ("", ".L2::cache_hint")):
        if "im2col" in word and rank < 3:
            continue
        form = f"cp.async.bulk.tensor.{rank}d.global.shared::cta{word}.bulk_group{hint}"
        for at in AT[rank] + ((ASKEW[rank],) if not hint else ()):
            dims, box = dims_of("u32", rank), box_of("u32", rank)
            make = tiled("u32", dims, box, "out")
            if "im2col" in word:
                make, at = columns("u32", dims, [0] * (rank - 2), [0] * (rank - 2), 4, 6, "out"), tuple(max(0, c) for c in at)
                if at[0] + 4 > dims[0]:
                    at = (0,) + at[1:]
            yield store(f"{form} {at}".replace(", ", ","), form, at, make, hint, numbers(form, "u32"))


def store(name, form, at, make, hint, data, before=""):
    body = (START + "shl.b32 %at, %t, 2; fill: cvt.u64.u32 %x, %at; add.u64 %x, %x, %base; ld.global.u32 %w, [%x]; add.u32 %c0, %at, %room; st.shared.u32 [%c0], %w;"
            f"add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, {ROOM}; @%p1 bra fill;" + before + "fence.proxy.async; bar.sync 0;" + set_coordinates(at) +
            f"@%p2 bra done; {form} [%map, {coordinates(len(at))}], [%room]{', %policy' if hint else ''}; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; done:")
    return Case(name, [form], kernel(body, REGISTERS, params=MAP), data, 4096, maps=[make])


COPY = """shl.b32 %at, %t, 2; copy: cvt.u64.u32 %x, %at; add.u64 %state, %x, %base; ld.global.u32 %w, [%state+4096]; add.u64 %x, %x, %result; st.global.u32 [%x], %w;
add.u32 %at, %at, 128; setp.lt.u32 %p1, %at, 4096; @%p1 bra copy;"""


def reductions():
    kinds = [("add", t) for t in ("u32", "s32", "u64", "f16", "f32", "bf16")] + list(itertools.product(("min", "max"), ("u32", "s32", "u64", "s64", "f16", "bf16")))
    kinds += [("inc", "u32"), ("dec", "u32")] + list(itertools.product(("and", "or", "xor"), ("u32", "u64")))
    for op, type_ in kinds:
        form = f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{op}.tile.bulk_group"
        size = SIZES[type_]
        dims, box = (64 // size, 12), (32 // size, 8)
        yield store(f"{form} {type_}", form, (16 // size, 2), tiled(type_, dims, box, "out"), "", numbers(form + type_, type_), COPY)
    for rank, word, hint in itertools.product(range(1, 6), ("", ".tile", ".im2col_no_offs"), ("", ".L2::cache_hint")):
        if "im2col" in word and rank < 3:
            continue
        for op in ("add", "min", "max", "inc", "dec", "and", "or", "xor"):
            form = f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{op}{word}.bulk_group{hint}"
            at, dims, box = AT[rank][1], dims_of("u32", rank), box_of("u32", rank)
            make = tiled("u32", dims, box, "out")
            if "im2col" in word:
                make, at = columns("u32", dims, [0] * (rank - 2), [0] * (rank - 2), 4, 6, "out"), (0,) + AT[rank][0][1:]
            yield store(form, form, at, make, hint, numbers(form, "u32"), COPY)


def ahead():
    for rank, word, hint in itertools.product(range(1, 6), ("", ".tile", ".im2col"), ("", ".L2::cache_hint")):
        if "im2col" in word and rank < 3:
            continue
        form = f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global{word}{hint}"
        dims, offsets = dims_of("u32", rank), ", {" + ", ".join(f"%o{i}" for i in range(rank - 2)) + "}" if "im2col" in word else ""
        make = tiled("u32", dims, box_of("u32", rank), "given")
        if offsets:
            make = columns("u32", dims, [0] * (rank - 2), [0] * (rank - 2), 4, 6, "given")
        body = (START + set_coordinates((0,) * rank) + "mov.b16 %o0, 0; mov.b16 %o1, 0; mov.b16 %o2, 0;" +
                f"@%p2 bra done; {form} [%map, {coordinates(rank)}]{offsets}{', %policy' if hint else ''}; done: ld.global.u32 %w, [%in]; st.global.u32 [%out], %w;")
        yield Case(form, [form], kernel(body, REGISTERS, per_given=4, per_out=4, params=MAP), numbers(form, "u32"), 128, maps=[make])


def shared_out():
    """To both blocks of a cluster."""
    for rank, word, hint, mask in itertools.product(range(1, 6), ("", ".tile"), ("", ".L2::cache_hint"), (1, 2, 3)):
        form = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global{word}.mbarrier::complete_tx::bytes.multicast::cluster{hint}"
        if word and mask != 3:
            continue
        yield both(f"{form} {mask}", form, AT[rank][0], product(box_of("u32", rank)) * 4, tiled("u32", dims_of("u32", rank), box_of("u32", rank), "given"), mask, hint, "")
    shapes = {3: ((8, 7, 3), (0,), (-1,)), 4: ((8, 6, 5, 3), (-1, -1), (-1, -1)), 5: ((8, 5, 4, 3, 2), (-1, 0, -1), (-1, -1, 0))}
    for rank, hint in itertools.product((3, 4, 5), ("", ".L2::cache_hint")):
        dims, lower, upper = shapes[rank]
        form = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster{hint}"
        offsets = ", {" + ", ".join(f"%o{i}" for i in range(rank - 2)) + "}"
        yield both(f"{form}", form, (0,) * rank, 4 * 24 * 4, columns("u32", dims, lower, upper, 4, 24, "given"), 3, hint, offsets)


def both(name, form, at, bytes_, make, mask, hint, offsets):
    body = (START + FILL + set_coordinates(at) + ".reg .b32 %rank; mov.u32 %rank, %cluster_ctarank; setp.ne.u32 %p3, %rank, 0; mad.wide.u32 %result, %rank, 2048, %result;"
            "mov.b16 %o0, 0; mov.b16 %o1, 0; mov.b16 %o2, 0;"
            f"mov.b16 %mask, {mask}; or.pred %p4, %p2, %p3; @!%p2 mbarrier.init.shared::cta.b64 [%bar], 1; fence.mbarrier_init.release.cluster;"
            f"@!%p2 mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {bytes_}; barrier.cluster.arrive; barrier.cluster.wait;"
            f"@%p4 bra wait; {form} [%room], [%map, {coordinates(len(at))}], [%bar]{offsets}, %mask{', %policy' if hint else ''}; wait: bar.sync 0;"
            f"mov.u32 %w, {mask}; shr.u32 %w, %w, %rank; and.b32 %w, %w, 1; setp.eq.u32 %p5, %w, 0; @%p5 bra not;" + WAIT +
            "not: barrier.cluster.arrive; barrier.cluster.wait;" + SHOW)
    return Case(name, [form], kernel(body, REGISTERS, params=MAP), numbers(form, "u32"), 2 * ROOM, grid=(2, 1, 1), cluster=(2, 1, 1), maps=[make])


def changed():
    """A map changed in shared memory, published, and used."""
    replace = [("global_address", "b64", "%base"), ("rank", "b32", "1"), ("box_dim", "b32", "0, 8"), ("box_dim", "b32", "1, 5"), ("global_dim", "b32", "0, 20"),
               ("global_dim", "b32", "1, 9"), ("element_stride", "b32", "0, 1"), ("element_stride", "b32", "1, 2"), ("global_stride", "b64", "0, %stride"),
               ("elemtype", "b32", "2"), ("elemtype", "b32", "7"), ("interleave_layout", "b32", "0"), ("swizzle_mode", "b32", "0"), ("swizzle_mode", "b32", "1"), ("fill_mode", "b32", "0"),
               ("fill_mode", "b32", "1")]
    for (field, wide, operand), space in itertools.product(replace, ("shared::cta", "global")):
        form = f"tensormap.replace.tile.{field}.{space}.b1024.{wide}"
        publish = "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
        own = "%shared" if space == "shared::cta" else "%public"
        registers = REGISTERS + ".reg .b64 %public, %shared, %stride; .shared .align 128 .b8 draft[128];"
        body = (START + FILL + "mov.b64 %shared, draft; mov.u64 %stride, 128; add.u64 %public, %base, 4096; setp.lt.u32 %p6, %t, 16; .reg .b64 %y, %z;"
                "mul.wide.u32 %x, %t, 8; add.u64 %y, %x, %map; @%p6 ld.param.b64 %z, [map]; add.u64 %x, %x, %shared; @!%p6 bra copied; ld.b64 %z, [%y]; st.shared.b64 [%x], %z; copied: bar.sync 0;")
        publishing = f"{publish} [%public], [%shared], 128; "
        change = f"@!%p2 {form} [{own}], {operand};" if wide != "b64" or field != "global_address" else f"@!%p2 {form} [{own}], %gen;"
        if space == "shared::cta":
            body += f"cvta.global.u64 %gen, %base; {change} bar.sync 0; {publishing}"
        else:
            body += f"cvta.global.u64 %gen, %base; {publishing} bar.sync 0; {change} fence.proxy.tensormap::generic.release.gpu; bar.sync 0;"
        body += ("fence.proxy.tensormap::generic.acquire.gpu [%public], 128; cvta.global.u64 %map, %public;" + set_coordinates((4, 3)) +
                 "@%p2 bra wait; mbarrier.init.shared::cta.b64 [%bar], 1; fence.proxy.async; mbarrier.arrive.expect_tx.shared::cta.b64 %state, [%bar], {0};"
                 "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%room], [%map, {{%c0, %c1}}], [%bar]; wait: bar.sync 0;" + WAIT + SHOW).format(
                     {"box_dim0, 8": 8 * 6 * 4, "box_dim1, 5": 8 * 5 * 4, "element_stride1, 2": 8 * 3 * 4}.get(field + operand, 8 * 6 * 4))
        text = kernel(body, registers + ".reg .b64 %gen;", params=MAP)
        yield Case(f"{form} {operand}", [form, publish, "fence.proxy.tensormap::generic.acquire.gpu"], text, numbers(form, "u32"), ROOM,
                   maps=[tiled("u32", (24, 20), (8, 6), "given")])


def cases():
    yield from tiles()
    yield from pixels()
    yield from stores()
    yield from reductions()
    yield from ahead()
    yield from shared_out()
    yield from changed()
