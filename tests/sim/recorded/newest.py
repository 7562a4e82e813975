"""Forms of devices of 12.0, recorded by an equal as those of newer.py: sparse products of bytes that are added in f16."""
import itertools
import struct

from device import source
from matrices import group, metadata
from newer import either


def cases():
    """With numbers whose sums are exact in f16: as the form that adds in f32, rounded at the end."""
    for word, kind, other in itertools.product(("sp::ordered_metadata",), ("e4m3", "e5m2"), ("e4m3", "e5m2")):
        form = f"mma.{word}.sync.aligned.m16n8k64.row.col.f16.{kind}.{other}.f16"
        single = f"mma.{word}.sync.aligned.m16n8k64.row.col.f32.{kind}.{other}.f32"
        rng = source(form)

        def small(type_, count):
            """Whole numbers from -2 to 2."""
            codes = {"e4m3": (0, 0x38, 0x40, 0xb8, 0xc0), "e5m2": (0, 0x3c, 0x40, 0xbc, 0xc0)}[type_]
            return bytes(rng.choice(codes) for _ in range(4 * count))
        given = small(kind, 128) + small(other, 128) + b"".join(struct.pack("<e", rng.randrange(-64, 64)) for _ in range(128)) + metadata(rng, kind)
        registers = ".reg .b32 %a<4>, %b<4>, %c<2>, %d<2>, %e; .reg .f32 %f<4>, %g<4>; .reg .b16 %h<4>;"
        begin = "mad.wide.u32 %in, %t, 4, %base; mad.wide.u32 %out, %t, 4, %result;" + "".join(
            f"ld.global.b32 %a{i}, [%in+{128 * i}]; ld.global.b32 %b{i}, [%in+{512 + 128 * i}];" for i in range(4)) + "".join(
            f"ld.global.b32 %c{i}, [%in+{1024 + 128 * i}];" for i in range(2)) + "ld.global.b32 %e, [%in+1280];"
        end = "st.global.b32 [%out], %d0; st.global.b32 [%out+128], %d1;"
        equal = ("mov.b32 {%h0, %h1}, %c0; mov.b32 {%h2, %h3}, %c1;" + "".join(f"cvt.f32.f16 %f{i}, %h{i};" for i in range(4)) +
                 f"{single} {group('g', 4)}, {group('a', 4)}, {group('b', 4)}, {group('f', 4)}, %e, 0;" + "".join(f"cvt.rn.f16.f32 %h{i}, %g{i};" for i in range(4)) +
                 "mov.b32 %d0, {%h0, %h1}; mov.b32 %d1, {%h2, %h3};")
        yield either(form, [form], f"{form} {group('d', 2)}, {group('a', 4)}, {group('b', 4)}, {group('c', 2)}, %e, 0;", equal,
                     f"{single} of whole numbers whose sums f16 holds, then cvt.rn.f16.f32", given, 256, registers, begin, end, target="sm_120a")
