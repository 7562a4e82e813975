"""Launches of kernels as programs have them (kernels/copies.cu, sharing.cu, counting.cu, paths.cu, engines.cu), and of
textures, surfaces and tensors' maps, whose kernels take these after n (textures.cu, maps.cu)."""
import ctypes
import functools
import random
import struct

from driver import must


def launches(names, *numbers, grid=(16, 1), block=(256, 1), shared=0):
    return [(name, grid, block, shared, n) for name in names.split() for n in numbers]


PLANE = {"grid": (4, 4), "block": (32, 8)}
LAUNCHES = [
    # copies.cu
    *launches("use_copy_guarded use_copy_guarded_u8 use_copy_guarded_f16 use_copy_guarded_f64", 4096, 4000, 1),
    *launches("use_copy_float3 use_copy_float4", 4096, 4001),
    *launches("use_offset_read", 0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31), *launches("use_offset_both", 1, 8, 17),
    *launches("use_stride_read", 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 31, 32, 33), *launches("use_stride_write", 2, 7, 32, 33),
    *launches("use_stride_f64", 1, 2, 3, 5, 16, 33), *launches("use_stride_u8", 1, 2, 3, 5, 16, 31, 32, 33),
    *launches("use_gray use_gray_rgba use_particles_aos use_particles_soa use_struct_6 use_struct_7 use_struct_32", 4096, 3001),
    *launches("use_rows_misaligned", 33, 100, 127, grid=(1, 16), block=(128, 1)),
    *launches("use_row_sums use_column_sums", 64, 100, 257, grid=(3, 1), block=(128, 1)), *launches("use_saxpy", 4096, 4095),
    *launches("use_grid_stride use_grid_stride_sum", 20000, 8192, grid=(8, 1)), *launches("use_chunks", 32768, 30001),
    *launches("use_unrolled", 16384, 10000), *launches("pick_gather pick_scatter", 4096, 1000, 65536),
    *launches("pick_gather_twice", 1), *launches("use_stencil3", 4096, 4090),
    *launches("use_stencil_2d", 128, 100, grid=(8, 16), block=(16, 8)), *launches("use_stencil_2d", 128, **PLANE),
    *launches("use_stencil_3d", 64, grid=(4, 4), block=(16, 4, 4)), *launches("use_matmul", 64, 50, grid=(4, 4), block=(16, 16)),
    *launches("use_matmul_turned", 64, grid=(4, 4), block=(16, 16)), *launches("use_hints", 1), *launches("use_volatile", 1, 3),
    *launches("use_partial_block", 2, block=(50, 1)), *launches("use_partial_block", 3, block=(100, 1)),
    *launches("use_3d_block", 8, block=(4, 4, 8)), *launches("use_3d_block", 5, block=(5, 3, 5)),
    *launches("use_one_writes use_same_for_all", 5), *launches("use_reverse", 4096, 4001), *launches("use_bounds", 1, 4, block=(128, 1)),
    *launches("use_double_guard", 100, 128, **PLANE), *launches("use_double_guard", 100, grid=(7, 7), block=(16, 16)),
    # sharing.cu
    *[launch for rows, names in
      ((8, "use_transpose use_transpose_padded use_transpose_swizzled use_transpose_f64 use_transpose_u8"), (16, "use_transpose_u16"))
      for launch in launches(names, 128, grid=(4, 4), block=(32, rows))],
    *launches("use_transpose_guarded", 128, 100, grid=(8, 8), block=(16, 16)),
    *launches("use_reduce_interleaved use_reduce_strided use_reduce_sequential use_reduce_shuffles", 4096, 4000, shared=1024),
    *launches("use_reduce_sequential", 1000, block=(64, 1), shared=256), *launches("use_reduce_warp_tail", 4096),
    *launches("use_scan_hillis", 256), *launches("use_scan_blelloch", 512),
    *launches("use_shared_u8 use_shared_u16", 1, 2, 4, 32, shared=32768),
    *launches("use_shared_f32", 1, 2, 3, 4, 8, 16, 17, 32, 33, shared=32768), *launches("use_shared_f64", 1, 2, 3, 8, 32, 33, shared=32768),
    *launches("use_shared_float2 use_shared_float4 use_shared_float3", 1, 2, 3, 5, 8, shared=32768),
    *launches("use_shared_cells", 1), *launches("use_shared_store_vector", 1, 4), *launches("pick_shared_gather", 32, 1000),
    *launches("use_shared_broadcast", 1), *launches("use_tiled_matmul", 64, 50, grid=(4, 4), block=(16, 16)),
    *launches("use_tiled_matmul_32", 64, grid=(2, 2), block=(32, 32)), *launches("use_stencil_halo", 4096, 4001),
    *launches("use_shared_volatile", 8), *launches("use_sort_bitonic", 256), *launches("use_column_of_block", 32),
    *launches("use_shared_some_lanes", 1, 2, 3, 16),
    # counting.cu
    *launches("pick_histogram pick_histogram_shared pick_histogram_stride pick_histogram_warps pick_histogram_bytes", 4096, 4001),
    *launches("pick_histogram_shared pick_histogram_stride pick_histogram_warps", 20000),
    *launches("pick_count_even pick_append pick_append_warp use_sum_one", 4096, 4001), *launches("use_sum_block", 1),
    *launches("use_sum_f64 pick_max pick_bits pick_bits_used pick_cas_sum pick_cas_once pick_u64", 16, 1000),
    *launches("pick_shared_ops", 16, 1000), *launches("pick_shared_float", 16, 512), *launches("pick_lock_free_list", 64, 1000),
    *launches("pick_block_scope", 8, 64), *launches("use_vector_add", 1, 3), *launches("use_last_block", 7),
    # paths.cu
    *launches("use_parity use_by_warp use_by_block", 4), *launches("use_short_ways", 1), *launches("use_switch", 2, 6),
    *launches("use_quadrants", 5), *launches("pick_trips", 8, 40), *launches("use_trips_of_lane use_trips_pragma", 8, 32),
    *launches("pick_while", 50), *launches("use_mandelbrot", 50, **PLANE), *launches("use_break", 30), *launches("pick_search", 1000),
    *launches("use_early_exit", 2, 32), *launches("use_nested", 12), *launches("use_ternary use_and_or", 100),
    *launches("pick_votes", 8), *launches("use_shuffles", 3), *launches("use_warp_scan", 32), *launches("use_local_array", 1, 3),
    *launches("use_local_fixed", 1), *launches("pick_local_sort", 8, 5), *launches("pick_local_count", 20), *launches("use_constant", 1),
    *launches("pick_constant", 1, 32, 256), *launches("use_polynomial", 4000), *launches("use_loop_const", 1),
    *launches("use_loop_uniform use_loop_loads use_loop_stores", 3, 16, 21), *launches("use_dot_rows", 128, 100),
    *launches("use_f64_math use_f32_math", 1), *launches("pick_integer_math", 9),
    # engines.cu
    *launches("use_async_4 use_async_8 use_async_16 use_async_cg", 1, 2, 3, 5, 8), *launches("use_async_cg_offset", 1, 3, 4),
    *launches("pick_async_cg", 16, 300, 20000), *launches("pick_async_cg_to", 64, 1000), *launches("use_async_cg_swizzled", 8, 9, 16),
    *launches("use_async_cg_rows", 4, 5, 6, 32), *launches("use_async_pipeline", 4, 7, block=(128, 1)),
    *launches("use_bulk", 1024, 4096, 16), *launches("use_ldmatrix", 64, 72),
    *launches("use_wmma", 64, 128, block=(32, 1)), *launches("use_wmma_shared", 1, block=(32, 1)), *launches("use_mma", 2, block=(64, 1)),
    *launches("use_half use_half2", 4000), *launches("use_half_mul use_bf162 use_half_to_float", 64), *launches("use_bf16", 4000),
    *launches("use_cluster", 1, 2, 33), *launches("pick_cluster_histogram", 200),
]
OBJECTS = [
    # textures.cu
    *launches("tex_buffer_f32 tex_buffer_f32x4 tex_line_f32_point tex_line_f32_linear", 1, 2, 3, 8, grid=(4, 1)),
    *launches("tex_plane_f32_point tex_plane_f32_linear", 1, 2, 3, 4, 8, **PLANE),
    *launches("tex_plane_f32_turned tex_plane_u8_point tex_plane_u8x4_point tex_plane_f32x4_point tex_plane_f32x4_linear", 1, 2, 5, **PLANE),
    *launches("tex_pitch_f32_point tex_pitch_f32_linear tex_space_f32_point tex_space_f32_linear", 1, 2, 5, **PLANE),
    *launches("tex_plane_f32_guarded", 100, **PLANE), *launches("tex_plane_f32_scattered", 8, 32, 256, **PLANE),
    *launches("tex_plane_f32_odd", 1, **PLANE), *launches("tex_layers_f32_point", 3, **PLANE), *launches("tex_gather_f32", 1, 2, **PLANE),
    *launches("tex_plane_f32_point tex_plane_f32_linear", 1, grid=(8, 8), block=(16, 16)),
    *launches("tex_plane_f32_point tex_plane_f32_linear", 1, grid=(16, 16), block=(8, 8)),
    *launches("surf_plane_f32_read surf_plane_f32_write", 1, 2, 8, **PLANE), *launches("surf_plane_f32_copy surf_plane_f32x4_copy", 64, **PLANE),
    *launches("surf_plane_u8_copy", 1, **PLANE), *launches("surf_line_f32_read", 1, 3, grid=(4, 1)), *launches("surf_space_f32_copy", 2, **PLANE),
    *launches("tex_buffer_u8 tex_buffer_u16 tex_buffer_f32x2 tex_line_u8_point tex_line_f32x4_point", 1, 2, 5, 33, grid=(4, 1)),
    *launches("tex_buffer_f32_scattered tex_buffer_f32x4_scattered tex_buffer_u8_scattered tex_line_f32_scattered", 8, 100, 5000, grid=(4, 1)),
    *launches("tex_buffer_f32_some", 2, 5, 16, grid=(4, 1)), *launches("tex_buffer_f32_some", 3, grid=(4, 1), block=(50, 1)),
    *launches("tex_buffer_f32_shifted tex_buffer_f32_permuted", 1, 3, 6, 21, grid=(4, 1)),
    *launches("tex_plane_u8_scattered tex_plane_f32x2_scattered tex_plane_f32x4_scattered tex_plane_f32_scattered_linear", 4, 16, 200, **PLANE),
    *launches("tex_plane_u8x4_scattered tex_gather_f32_scattered tex_pitch_f32_scattered tex_pitch_f32_scattered_linear", 4, 16, 200, **PLANE),
    *launches("tex_plane_f32x2_linear tex_plane_f16_linear tex_plane_f16x2_linear tex_plane_f16x4_linear tex_plane_n8_linear", 1, 2, 5, **PLANE),
    *launches("tex_plane_n8x4_linear tex_plane_f32_fetch tex_plane_f32x4_fetch tex_pitch_f32x4_linear tex_gather_f32x4", 1, 2, 5, **PLANE),
    *launches("tex_plane_f32x4_scattered_linear tex_plane_f32x2_scattered_linear tex_pitch_f32x2_scattered_linear", 4, 16, 200, **PLANE),
    *launches("tex_line_f32x2_linear tex_line_f32x4_linear", 1, 2, 5, grid=(4, 1)), *launches("tex_space_f32_scattered_linear", 4, 16, 64, **PLANE),
    *launches("tex_space_f32x2_linear tex_space_f32x4_linear tex_space_n8_linear tex_space_n8x4_linear tex_space_f16x4_linear", 1, 2, 5, **PLANE),
    *launches("tex_space_f32x4_point surf_space_u8_copy surf_space_f32x4_copy surf_space_f32_turned surf_plane_f32x2_copy", 1, 2, **PLANE),
    *launches("tex_layers_f32_linear tex_layers_f32x4_linear", 1, 3, **PLANE), *launches("surf_layers_f32_copy", 1, 2, **PLANE),
    *launches("tex_plane_f32_level_linear tex_plane_f32x2_level tex_plane_f32x4_level tex_plane_u8_level tex_plane_f32x4_level_linear", 1, 3, **PLANE),
    *launches("tex_plane_f32_drawn_level tex_plane_f32_drawn_level_linear tex_plane_f32_gradient tex_plane_f32_gradient_linear", 1, 3, **PLANE),
    *launches("tex_line_f32_level", 1, 3, grid=(4, 1)), *launches("tex_space_f32_level tex_space_f32_level_linear tex_pitch_f32_level", 1, 3, **PLANE),
    *launches("tex_layers_f32_level tex_plane_f32_level_guarded surf_plane_u32_reduce_same surf_plane_u32_reduce_max", 2, 5, **PLANE),
    *launches("tex_plane_f32_middle_linear tex_space_f32_middle_linear tex_space_f32_edge_linear tex_space_f32_slices_linear", 1, 2, **PLANE),
    *launches("surf_layers_f32_line", 1, **PLANE),
    *launches("tex_plane_f32_level tex_plane_f32_outside tex_plane_f32_wave_linear tex_pitch_u8_point tex_pitch_f32x4_point", 1, 2, 5, **PLANE),
    *launches("tex_space_f32_scattered tex_layers_f32_scattered surf_space_f32_scattered", 4, 16, 64, **PLANE),
    *launches("surf_line_f32_write surf_line_u8_read surf_line_f32x4_read", 1, 3, 8, grid=(4, 1)),
    *launches("surf_plane_f32_scattered surf_plane_f32x4_scattered surf_plane_f32x2_scattered surf_plane_u8_scattered", 4, 16, 100, **PLANE),
    *launches("surf_plane_u16_read surf_plane_f32_turned surf_plane_f32_outside", 1, 2, 9, **PLANE), *launches("surf_plane_f32_some", 9, 32, **PLANE),
    *launches("surf_plane_u32_reduce", 2, 16, 128, **PLANE), *launches("surf_plane_f32_read surf_plane_f32_write", 1, grid=(8, 8), block=(16, 16)),
    *launches("surf_plane_f32_read surf_plane_f32_write", 3, grid=(16, 16), block=(8, 8)),
    # maps.cu
    *launches("map_load_2d map_store_2d", 128, 1024, 4096, grid=(4, 4), block=(128, 1), shared=8192),
    *launches("map_load_2d map_store_2d", 1024, grid=(9, 17), block=(128, 1), shared=8192),
    *launches("map_reduce_2d map_prefetch_2d", 1024, grid=(4, 4), block=(128, 1), shared=8192),
]
BORDER_CLAMP, LINEAR, AS_INTEGER = 1, 1, 1
LAYERED, SURFACE, GATHER = 1, 2, 8
FORMATS = {"f32": (0x20, 1, 4), "f32x4": (0x20, 4, 4), "u8": (1, 1, 1), "u8x4": (1, 4, 1), "u16": (2, 1, 2),
           "u32": (3, 1, 4), "f32x2": (0x20, 2, 4), "n8": (1, 1, 1), "n8x4": (1, 4, 1), "f16": (0x10, 1, 2), "f16x2": (0x10, 2, 2),
           "f16x4": (0x10, 4, 2)}  # n8: read as fractions  # format, channels, bytes of each
SIZES = {"buffer": (65536, 0, 0), "line": (16384, 0, 0), "plane": (512, 256, 0), "gather": (512, 256, 0), "pitch": (512, 256, 0),
         "space": (128, 64, 8), "layers": (128, 64, 4)}


def made_by(kernel):
    """Whether a launch of this kernel is one of these files'."""
    return kernel.startswith(("use_", "pick_", "tex_", "surf_", "map_", "fresh_", "part_", "spell_", "table_"))


@functools.lru_cache
def contents(indices, size):
    """What such kernels read: numbers between 1 and 2, or indices."""
    numbers = random.Random(2)
    if indices:
        return struct.pack(f"{size // 4}I", *[numbers.getrandbits(20) for _ in range(size // 4)])
    return struct.pack(f"{size // 4}I", *[0x3F800000 | numbers.getrandbits(23) for _ in range(size // 4)])


def array(device, shape, code, channels):
    """An array of zeros."""
    flags = {"layers": LAYERED | SURFACE, "gather": GATHER}.get(shape, SURFACE)
    made = ctypes.c_void_p()
    described = struct.pack("QQQIIIxxxx", *SIZES[shape], code, channels, flags)
    must(device.cuda.cuArray3DCreate_v2(ctypes.byref(made), described), "cuArray3DCreate")
    return made


def texture(device, kernel, in_):
    """The texture and the surface that a kernel's name asks for; what it has no use for is 0."""
    shape, code, channels, size = kernel.split("_")[1], *FORMATS[kernel.split("_")[2]]
    width, height, _ = SIZES[shape]
    tex, surf = ctypes.c_uint64(), ctypes.c_uint64()
    if shape == "buffer":
        resource = struct.pack("IxxxxQIIQ", 2, in_.value, code, channels, width * channels * size)
    elif shape == "pitch":
        resource = struct.pack("IxxxxQIIQQQ", 3, in_.value, code, channels, width, height, width * channels * size)
    else:
        resource = struct.pack("IxxxxQ", 0, array(device, shape, code, channels).value)
    resource = ctypes.create_string_buffer(resource, 144)
    if kernel.startswith("surf_"):
        must(device.cuda.cuSurfObjectCreate(ctypes.byref(surf), resource), "cuSurfObjectCreate")
    else:
        described = struct.pack("IIIII", *[BORDER_CLAMP] * 3, LINEAR if kernel.endswith("linear") else 0, AS_INTEGER if kernel.split("_")[2][0] in "us" else 0)
        must(device.cuda.cuTexObjectCreate(ctypes.byref(tex), resource, ctypes.create_string_buffer(described, 104), None),
             "cuTexObjectCreate")
    return [tex, surf]


def tensor_map(device, n, out, in_, stores):
    """Of 256 x 128 numbers, in boxes of n bytes that are 32 wide."""
    room = ctypes.create_string_buffer(192)
    made = (ctypes.c_char * 128).from_buffer(room, -ctypes.addressof(room) % 64)
    dims, strides = (ctypes.c_uint64 * 2)(256, 128), (ctypes.c_uint64 * 1)(1024)
    box, steps = (ctypes.c_uint32 * 2)(32, n // 128), (ctypes.c_uint32 * 2)(1, 1)
    must(device.cuda.cuTensorMapEncodeTiled(made, 7, 2, out if stores else in_, dims, strides, box, steps, 0, 0, 0, 0),
         "cuTensorMapEncodeTiled")
    return [made]


def arguments(device, kernel, n, out, in_):
    """What such a kernel takes after n."""
    if kernel.startswith(("tex_", "surf_")):
        return texture(device, kernel, in_)
    if kernel.startswith("map_"):
        return tensor_map(device, n, out, in_, "store" in kernel or "reduce" in kernel)
    return []
