"""The launches of kernels/*.cu: (kernel, grid, block, dynamic shared bytes, n)."""
import ctypes
import functools
import glob
import os
import random
import re

import chance
import fresh
import uses

KERNELS = r"^[A-Z]+\((\w+)[,)]|__global__ void (?:__\w+__\([^)]*\)\s+)?(\w+)\("


@functools.lru_cache(None)
def sources():
    """{ kernel: its file }"""
    found = {}
    for path in sorted(glob.glob(f"{os.path.dirname(os.path.abspath(__file__))}/kernels/*.cu")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for name in re.findall(KERNELS, text, re.MULTILINE):
            found[name[0] or name[1]] = path
    return found


def key(launch):
    """What the launch is called in recordings."""
    kernel, grid, block, _, n = launch
    return f"{kernel} {n} {'x'.join(map(str, grid))} {'x'.join(map(str, block))}"


def fill(device, kernel, out, in_, size):
    """What the buffers hold before a launch: zeros; what kernels made by chance read are numbers made by chance."""
    device.clear(out, size)
    if kernel.startswith("chance_"):
        device.write(in_, random.Random(1).randbytes(size))
    elif uses.made_by(kernel):
        device.write(in_, uses.contents(kernel.startswith("pick_"), size))
    else:
        device.clear(in_, size)


def perform(device, path, launch, buffers, size):
    """One launch of a kernel of that file, its buffers (what it writes, what it reads) filled before."""
    kernel, grid, block, shared, n = launch
    fill(device, kernel, *buffers, size)
    device.launch(path, kernel, grid, block, shared, *buffers, ctypes.c_int(n), *uses.arguments(device, kernel, n, *buffers))


def lines(kernels, *numbers, grid=16, block=256, shared=0):
    """One-dimensional launches of each kernel with each number."""
    return [(k, (grid, 1), (block, 1), shared, n) for k in kernels.split() for n in numbers]


def planes(kernels, *numbers, grid=(8, 8), block=(32, 32)):
    return [(k, grid, block, 0, n) for k in kernels.split() for n in numbers]


LAUNCHES = [
    *[(f"copy_{t}", (64, 1), (256, 1), 0, 0) for t in ("u8", "u16", "f32", "f64", "f32x2", "f32x4")],
    *[("copy_offset", (64, 1), (256, 1), 0, n) for n in (1, 8, 16, 31)],
    ("store_offset", (64, 1), (256, 1), 0, 1),
    *[("load_strided", (64, 1), (256, 1), 0, n) for n in (2, 3, 4, 8, 16, 17, 32)],
    *[("store_strided", (64, 1), (256, 1), 0, n) for n in (2, 5, 32)],
    *[("load_strided_f64", (64, 1), (256, 1), 0, n) for n in (2, 4)],
    ("load_reversed", (64, 1), (256, 1), 0, 0),
    ("load_broadcast", (64, 1), (256, 1), 0, 3),
    ("load_pairs", (64, 1), (256, 1), 0, 5),
    ("load_scattered", (64, 1), (256, 1), 0, 0),
    *[("half_warps", (64, 1), (256, 1), 0, n) for n in (1, 16, 20)],
    ("odd_lanes", (64, 1), (256, 1), 0, 0),
    ("structs_one_field", (64, 1), (256, 1), 0, 0),
    ("structs_of_three", (64, 1), (256, 1), 0, 0),
    ("rows", (256, 1), (32, 1), 0, 1024),
    ("columns", (256, 1), (32, 1), 0, 1024),
    *[(f"transpose_{k}", (8, 8), (32, 32), 0, 256) for k in ("naive", "tile", "padded")],
    *[("shared_u8", (16, 1), (256, 1), 16384, n) for n in (1, 4, 128)],
    *[("shared_u16", (16, 1), (256, 1), 16384, n) for n in (1, 2)],
    *[("shared_f32", (16, 1), (256, 1), 16384, n) for n in (1, 2, 3, 4, 8, 16, 32, 33)],
    *[("shared_f64", (16, 1), (256, 1), 16384, n) for n in (1, 2, 3, 16)],
    *[("shared_f32x2", (16, 1), (256, 1), 16384, n) for n in (1, 2)],
    *[("shared_f32x4", (16, 1), (256, 1), 16384, n) for n in (1, 2, 8)],
    ("shared_broadcast", (16, 1), (256, 1), 0, 0),
    *[(f"reduce_{k}", (16, 1), (256, 1), 0, 0) for k in ("modulo", "strided", "halves")],
    *[("atomic_red", (16, 1), (256, 1), 0, n) for n in (1, 2, 8)],
    *[("atomic_used", (16, 1), (256, 1), 0, n) for n in (1, 4)],
    ("atomic_scattered", (16, 1), (256, 1), 0, 0),
    *[("histogram_shared", (16, 1), (256, 1), 0, n) for n in (0, 1, 8, 32)],
    *[("divergent", (16, 1), (256, 1), 0, n) for n in (1, 2, 4)],
    ("loops_of_lane", (16, 1), (256, 1), 0, 0),
    *[("local_array", (16, 1), (128, 1), 0, n) for n in (1, 3)],
    # atomics.cu
    *lines("red_add red_add_f32 red_add_f64 red_add_u64 red_max red_inc", 4, 64, 1000, 20000),
    *lines("red_or_u64 atom_add_f32 atom_exch_unused red_some_lanes", 64, 1000),
    *lines("atom_add atom_add_u64 atom_exch atom_cas atom_cas_u64", 4, 64, 1000, 20000),
    *lines("one_red one_red_by_one one_red_block one_red_loaded one_red_max one_red_f32 one_red_f64 one_red_u64", 0),
    *lines("one_red_u64_by_one one_atom one_atom_by_one one_atom_max one_atom_exch one_red_odd_lanes", 0),
    *lines("one_atom_odd_lanes one_red_warp", 0), *lines("count_found", 2, 64),
    *lines("shared_add shared_add_by_one shared_add_used shared_max shared_exch shared_cas", 1, 8, 100, 1024),
    *lines("shared_and", 100), *lines("shared_add_f32 shared_add_f64 shared_add_u64", 1, 8, 100, 1024),
    *lines("shared_exch_u64 shared_cas_u64", 8, 100, 1024),
    *lines("one_shared_add one_shared_add_by_one one_shared_add_used one_shared_max one_shared_exch", 0),
    *lines("one_shared_f32 histogram_global", 0), *lines("histogram_block", 1, 16, 256, grid=4),
    # blocks.cu
    *lines("groups_f32 groups_f64 groups_f32x4", 1, 2, 4, 8, 16, 32, 3),
    *lines("wrapped_f32 wrapped_f64 wrapped_f32x4", 1, 2, 4, 8, 16, 5),
    *lines("some_f64 some_f32x4", 1, 2, 4, 8, 16),
    *lines("scattered_u8 scattered_f32 scattered_f64 scattered_f32x4", 8, 32, 100, 512),
    *lines("scattered_stores", 0), *lines("shared_struct_12", 0, 1),
    *lines("shared_f32", 5, 6, 7, 9, 12, 15, 17, 24, 31, shared=16384),
    *lines("shared_f64", 4, 5, 8, 17, 32, 33, shared=16384),
    *lines("shared_f32x2", 3, 4, 5, 16, shared=16384), *lines("shared_f32x4", 3, 4, 5, 9, 16, shared=16384),
    *lines("shared_u8", 2, 8, 16, 31, 33, shared=16384), *lines("shared_u16", 3, 32, 64, shared=16384),
    *lines("scan_steps", 0), *lines("scan_tree", 0, grid=8), *lines("sum_shuffled sum_by_atomic", 0),
    *lines("reversed", 0, shared=1024), *lines("reversed", 0, block=100, shared=400),
    *lines("ldmatrix_1 ldmatrix_2 ldmatrix_4 ldmatrix_4_turned stmatrix_4", 1, 2, 8, 9),
    # local.cu
    *lines("local_u8 local_u16 local_f64 local_f32x4 local_by_lane local_by_lane_u8 local_by_lane_f64", 1, 3, block=128),
    *lines("local_odd_lanes", 1, block=128), *lines("async_4 async_8 async_16", 1, 2, 3),
    # tiles.cu
    *planes("plane plane_f64 plane_columns", 256, block=(16, 16)), *planes("plane plane_columns", 128, block=(8, 8)),
    *planes("plane", 256, block=(4, 64)), *planes("plane", 100, grid=(5, 10), block=(20, 10)),
    *planes("tile16 tile16_padded tile16_f64 tile16_f64_padded tile16_f32x4", 128, block=(16, 16)),
    *planes("tile32_f64_padded tile32_u8 tile32_u16", 256),
    *planes("steps_tile steps_padded steps_swizzled", 256, block=(32, 8)),
    *lines("stencil_line", 0), *planes("stencil_plane", 256, block=(32, 8), grid=(8, 32)),
    *planes("product_naive", 64, grid=(4, 4), block=(16, 16)), *planes("product_naive", 64, grid=(2, 2)),
    *planes("product_tiles16", 64, grid=(4, 4), block=(16, 16)), *planes("product_tiles32", 64, grid=(2, 2)),
    # elements.cu
    *lines("stride_u8", 1, 2, 3, 7, 8, 16, 32, 33),
    *lines("stride_u16", 1, 2, 5, 16, 31, 32),
    *lines("stride_f32", *range(5, 16), 18, 20, 24, 31, 33),
    *lines("stride_f64 stride_f32x2", 1, 2, 3, 5, 8, 32, 33),
    *lines("stride_f32x4 stride_f64x2", 1, 2, 3, 4, 7, 33),
    *lines("stride_u8x4", 1, 3),
    *lines("offset_u8", 1, 31, 32), *lines("offset_f64", 1, 2, 4), *lines("offset_f32x4", 1, 2, 7),
    *lines("struct_12 struct_20 struct_24 struct_48 struct_12_one_field struct_20_one_field", 0),
    *lines("fields_apart fields_together", 0),
    *lines("load_volatile store_volatile load_ldg load_ldg_f32x4 load_ldcs load_ldcg load_ldca load_ldcv", 1, 3),
    *lines("store_stcs store_stwt load_restrict", 1, 3),
    *lines("neighbours each_own_row either", 0), *lines("grid_stride", 0, grid=8),
    *lines("gather gather_f64 gather_f32x4 gather_u8 scatter_f32 scatter_f64 scatter_u8", 64, 1000, 65536),
    *lines("guarded", 1000, 4090), *lines("every_nth", 2, 5, 32), *lines("scattered_lanes", 0),
    *lines("one_thread", 10), *lines("stride_f32", 2, grid=7, block=100), *lines("stride_f64", 1, grid=5, block=40),
    *lines("constant_same", 5), *lines("constant_lanes", 1, 8, 32, 256),
    # classes.cu
    *lines("class_none class_and class_shl class_shf class_popc class_clz class_brev class_prmt class_bfe class_bfi", 0),
    *lines("class_add class_add64 class_mad class_mulhi class_min class_abs class_dp4a class_setp class_select", 0),
    *lines("class_float class_fmin class_fset class_ex2 class_rcp class_f2i class_i2f class_f2f class_s8", 0),
    *lines("class_f16 class_f16_add class_shfl class_vote class_match class_redux class_barrier", 0),
    *lines("class_warp_barrier class_fence class_special", 0),
    # patterns.cu
    *lines("async_some_4 async_some_8 async_some_16", 1, 20, 32),
    *lines("async_from_4 async_from_8 async_from_16 async_from_16_bypass", 1, 2, 5), *lines("async_gather", 64, 4096),
    *lines("async_turned", 64, grid=4), *lines("async_rest_zero", 0, 9, 32), *lines("async_four", 1, 3, grid=8),
    *planes("stencil_space", 64, block=(16, 16), grid=(4, 4)), *planes("stencil_planes", 128, block=(32, 8), grid=(3, 15)),
    *planes("picture_larger", 100, block=(32, 8)),
    *lines("struct_of_vectors struct_mixed", 0), *lines("struct_10", 0, 3), *lines("vectors_of_bytes", 1, 3),
    *lines("vectors_of_shorts", 1, 3), *lines("wide_32", 1, 2), *lines("wide_half_lanes", 1, 16),
    *lines("column_padded column_of_vectors", 32, 64), *lines("gather_pairs", 1, 4), *lines("scatter_pairs", 64, 4096),
    *lines("scatter_vectors gather_shorts", 256, 4096),
    *lines("bins_of_threads", 3), *lines("bins_strided", 1, 2, 8, 33), *lines("bins_of_warps", 2, 32),
    *lines("marks_in_words", 32, 64), *lines("sum_of_block scan_of_warp", 0), *lines("butterfly", 1, 4, 16, 128),
    *lines("sparse_thread", 6, grid=4), *lines("sparse_warp", 100), *planes("turned_bytes turned_shorts", 256),
    *lines("ring", 5, 16), *lines("ways", 1, 2, 4), *lines("until_found", 20), *lines("nested", 8, 31),
    *lines("ldmatrix_1_turned ldmatrix_2_turned stmatrix_1 stmatrix_2 stmatrix_4_turned", 1, 3, 8),
    *lines("few_registers", 1, grid=4), *lines("spills", 4, grid=4, block=1024), *lines("much_shared", 1),
    *lines("many_barriers", 1, block=64), *lines("dynamic_shared", 1, shared=16384),
    *lines("dynamic_shared", 3, block=96, shared=40000), *lines("dynamic_shared", 5, block=1024, shared=4100),
    *chance.launches(301, 36),  # chance.cu
    *uses.LAUNCHES, *uses.OBJECTS, *fresh.LAUNCHES,
]
