# needs: numpy pycuda
"""PyCUDA: texture references in PTX, matrix_to_texref, a reference to linear memory, a 3-D array."""
import numpy as np
import pycuda.autoinit  # noqa: F401: makes the context
import pycuda.driver as drv

PTX = b"""
.version 7.0
.target sm_52
.address_size 64
.global .texref tex;
.global .surfref surf;
.visible .entry flat(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .f32 %f<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, %ntid.x;
    cvt.rn.f32.u32 %f1, %r1;
    cvt.rn.f32.u32 %f2, %r2;
    tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [tex, {%f1, %f2}];
    mad.lo.u32 %r1, %r2, %r3, %r1;
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d1, %d1, %d2;
    st.global.f32 [%d1], %f3;
    ret;
}
.visible .entry line(.param .u64 out)
{
    .reg .b32 %r<6>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [tex, {%r1}];
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d1, %d1, %d2;
    st.global.u32 [%d1], %r2;
    ret;
}
.visible .entry deep(.param .u64 out)
{
    .reg .b32 %r<6>;
    .reg .f32 %f<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, %tid.z;
    cvt.rn.f32.u32 %f1, %r1;
    cvt.rn.f32.u32 %f2, %r2;
    cvt.rn.f32.u32 %f3, %r3;
    tex.3d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [tex, {%f1, %f2, %f3, %f3}];
    mov.u32 %r4, %ntid.y;
    mad.lo.u32 %r3, %r3, %r4, %r2;
    mov.u32 %r4, %ntid.x;
    mad.lo.u32 %r3, %r3, %r4, %r1;
    mul.wide.u32 %d2, %r3, 4;
    add.u64 %d1, %d1, %d2;
    st.global.f32 [%d1], %f4;
    ret;
}
"""

module = drv.module_from_buffer(PTX)
texture = module.get_texref("tex")
rng = np.random.default_rng(1)

matrix = rng.random((7, 12), dtype=np.float32)
drv.matrix_to_texref(matrix, texture, order="C")
texture.set_filter_mode(drv.filter_mode.POINT)
texture.set_address_mode(0, drv.address_mode.CLAMP)
found = np.zeros_like(matrix)
module.get_function("flat")(drv.Out(found), texrefs=[texture], block=(12, 7, 1))
assert (found == matrix).all()

wide = np.zeros((7, 14), np.float32)  # two columns past the edge: the last one again
module.get_function("flat")(drv.Out(wide), texrefs=[texture], block=(14, 7, 1))
assert (wide[:, 12] == matrix[:, 11]).all() and (wide[:, 13] == matrix[:, 11]).all()

numbers = rng.integers(0, 2**32, 100, dtype=np.uint32)
memory = drv.to_device(numbers)
texture.set_format(drv.array_format.UNSIGNED_INT32, 1)
texture.set_flags(drv.TRSF_READ_AS_INTEGER)
texture.set_address(memory, numbers.nbytes)
read = np.zeros(104, np.uint32)
module.get_function("line")(drv.Out(read), texrefs=[texture], block=(104, 1, 1))
assert (read[:100] == numbers).all() and (read[100:] == 0).all()

volume = rng.random((3, 4, 5), dtype=np.float32)
description = drv.ArrayDescriptor3D()
description.width, description.height, description.depth = 5, 4, 3
description.format = drv.dtype_to_array_format(volume.dtype)
description.num_channels = 1
description.flags = 0
array = drv.Array(description)
copy = drv.Memcpy3D()
copy.set_src_host(volume)
copy.set_dst_array(array)
copy.width_in_bytes = copy.src_pitch = volume.strides[1]
copy.src_height = copy.height = 4
copy.depth = 3
copy()
deep_texture = module.get_texref("tex")
deep_texture.set_flags(0)
deep_texture.set_array(array)
found = np.zeros_like(volume)
module.get_function("deep")(drv.Out(found), texrefs=[deep_texture], block=(5, 4, 3))
assert (found == volume).all()
print("textures ok")
