"""Launches of the kernels that were written to grade the figures (kernels/fresh_*.cu)."""
from uses import launches

SQUARE = {"grid": (4, 4), "block": (16, 16)}


def tiles(names, block, grid=(4, 4), n=128):
    return launches(names, n, grid=grid, block=block)


LAUNCHES = [
    # fresh_memory.cu
    *launches("fresh_memcpy_bytes", 10000, 4097, grid=(8, 1)), *launches("fresh_memcpy_shift", 1, 5, 8, 30, 33),
    *launches("fresh_memcpy_shift_store", 1, 2, 3, 15), *launches("fresh_shift_vector", 0, 1, 3),
    *launches("fresh_stride_short", 1, 3, 6, 17, 32), *launches("fresh_stride_uint3", 1, 2, 5), *launches("fresh_stride_char3", 1, 2, 11),
    *launches("fresh_stride_int4_store", 1, 2, 3, 9), *launches("fresh_aos12 fresh_aos12_y fresh_aos24 fresh_aos28 fresh_soa7 fresh_aosoa", 0),
    *launches("fresh_aos20", 0, 4), *launches("fresh_aos32", 0, 2),
    *launches("fresh_row_major fresh_col_major", 61, 64, **SQUARE), *launches("fresh_row_major", 100, grid=(4, 13), block=(32, 8)),
    *launches("fresh_col_major", 100, grid=(13, 4), block=(8, 32)), *launches("fresh_diagonal", 7, 32, 100), *launches("fresh_upper", 90, grid=(1, 90), block=(96, 1)),
    *launches("fresh_row_reversed", 0), *launches("fresh_row_reversed", 0, block=(72, 1)), *launches("fresh_every_other_warp", 1, 3),
    *launches("fresh_lane_pairs", 1, 2, 7, 16, 31), *launches("fresh_bit_reversed fresh_morton", 0), *launches("fresh_gather_ldg", 128, 65536),
    *launches("fresh_gather_two fresh_scatter_pairs", 77, 5000), *launches("fresh_csr_scalar", 300), *launches("fresh_csr_vector", 45, 256, grid=(4, 1)),
    *launches("fresh_ell", 1, 6, 17), *launches("fresh_cache_hints", 1, 2, 5), *launches("fresh_inline_ptx", 1, 2, 9), *launches("fresh_wide_vectors", 1, 2, 3),
    *launches("fresh_ushort4", 0, 1, 2, 3), *launches("fresh_acquire", 1, 4), *launches("fresh_four_each fresh_four_apart", 0),
    *launches("fresh_stencil_7", 24, grid=(3, 3, 6), block=(8, 8, 4)), *launches("fresh_stencil_7", 32, grid=(1, 8, 8), block=(32, 4, 4)),
    *launches("fresh_box_blur", 60, 64, **SQUARE), *launches("fresh_gemm_ijk", 32, grid=(2, 2), block=(16, 16)), *launches("fresh_gemm_ijk", 64, grid=(2, 8), block=(32, 8)),
    *launches("fresh_gemm_rows", 30, 32, grid=(2, 2), block=(16, 16)), *launches("fresh_block_3d", 0, block=(8, 4, 4)), *launches("fresh_block_3d", 0, block=(3, 5, 7)),
    *launches("fresh_block_of_block", 0, block=(16, 5)), *launches("fresh_operator", 16, 33), *launches("fresh_noinline", 1, 3), *launches("fresh_select_pointer", 4, 32),
    *launches("fresh_const_and_global", 1, 5, 64),
    # fresh_shared.cu
    *tiles("fresh_transpose_direct", (32, 8), (4, 16)), *tiles("fresh_transpose_direct", (16, 16), (8, 8)),
    *tiles("fresh_transpose_32 fresh_transpose_33 fresh_transpose_34 fresh_transpose_double fresh_transpose_char", (32, 8)),
    *tiles("fresh_transpose_32 fresh_transpose_33", (32, 32)), *tiles("fresh_transpose_16", (16, 16), (8, 8)), *tiles("fresh_transpose_xor", (32, 32)),
    *tiles("fresh_transpose_vector", (8, 32)), *launches("fresh_reduce_modulo fresh_reduce_index", 4096, 3000, shared=1024),
    *launches("fresh_reduce_index", 4096, block=(512, 1), shared=2048), *launches("fresh_reduce_halving", 0, shared=2048),
    *launches("fresh_reduce_halving", 0, block=(64, 1), shared=512), *launches("fresh_reduce_warps", 20000, 8192, grid=(4, 1)), *launches("fresh_reduce_groups", 255),
    *launches("fresh_scan_shared", 256), *launches("fresh_shared_stride", 1, 2, 3, 6, 10, 16, 32), *launches("fresh_shared_double", 1, 2, 5, 16),
    *launches("fresh_shared_float4", 1, 2, 3, 8), *launches("fresh_shared_float3", 0, 1, 17), *launches("fresh_shared_struct20", 0, 3),
    *launches("fresh_shared_short", 1, 2, 3, 64), *launches("fresh_shared_bytes", 64, 100, block=(64, 4)), *launches("fresh_shared_gather", 16, 64, 1024),
    *launches("fresh_shared_halves", 1), *launches("fresh_stencil_shared", 128, grid=(4, 8), block=(32, 16)), *launches("fresh_product_8", 32, 40, grid=(4, 4), block=(8, 8)),
    *launches("fresh_product_16", 64, **SQUARE), *launches("fresh_product_32", 64, grid=(2, 2), block=(32, 32)), *launches("fresh_product_blocked", 64, grid=(4, 1), block=(16, 16)),
    *launches("fresh_pipeline", 1, 2, 3, 7), *launches("fresh_pipeline_words", 1, 2, 5, block=(128, 1)), *launches("fresh_rotate", 3, 16),
    # fresh_ways.cu
    *launches("fresh_bins_global", 4096, 9000, grid=(8, 1)), *launches("fresh_bins_skewed", 4096, 4001), *launches("fresh_bins_shared", 4096, 9000, grid=(8, 1)),
    *launches("fresh_bins_copies", 8, 32), *launches("fresh_atomics_int fresh_atomics_uint fresh_atomics_u64 fresh_atomics_float", 16, 256),
    *launches("fresh_atomics_double", 1, 2, 33), *launches("fresh_atomics_half2 fresh_atomics_float2 fresh_atomics_half", 1, 4),
    *launches("fresh_atomics_bf162 fresh_atomics_float4", 1, 3), *launches("fresh_atomics_scopes", 7, 64, 1000), *launches("fresh_atomics_short", 100),
    *launches("fresh_one_counter fresh_one_ticket", 1), *launches("fresh_own_counter", 1, 2, 9, 32), *launches("fresh_shared_atomics", 1, 2, 5), *launches("fresh_arrivals", 50),
    *launches("fresh_if_lane", 2, 3, 32), *launches("fresh_if_warp", 2, 3), *launches("fresh_if_data fresh_cases", 2, 7), *launches("fresh_collatz", 40),
    *launches("fresh_newton", 10), *launches("fresh_triangle", 5, 32), *launches("fresh_break_continue", 6, 20), *launches("fresh_return_early", 4000),
    *launches("fresh_short_circuit", 64), *launches("fresh_binary_search", 1000), *launches("fresh_local_table", 3), *launches("fresh_local_stack", 2),
    *launches("fresh_local_bytes", 5, 16), *launches("fresh_local_struct", 1, 4), *launches("fresh_recursive", 1, 4), *launches("fresh_virtual_like", 1),
    *launches("fresh_partial", 9, block=(25, 3)), *launches("fresh_partial", 9, block=(33, 1)), *launches("fresh_ray_steps", 12),
    *launches("fresh_bubble", 9, block=(64, 1)),
    # fresh_parts.cu
    *launches(" ".join(f"part_global_{m} part_shared_{m}" for m in range(1, 15)), 4), *launches("part_volatile part_relaxed part_nc", 4, 8),
    *launches("part_volatile_asm part_generic part_double part_two part_shorts part_shorts_two part_bytes", 4), *launches("part_local", 1),
    *launches("spell_atom_f16x2 spell_atom_global_f16x2 spell_red_f16x2 spell_red_global_f16x2 spell_atom_u32 spell_red_u32", 1, 3),
    *launches("spell_atom_max spell_atom_f32 spell_atom_release spell_atom_acquire spell_atom_acq_rel spell_red_release", 1),
    *launches("spell_atom_cas spell_atom_exch spell_used_generic spell_shared_generic", 1, 2), *launches("part_function part_function_global", 1, 2),
    *launches("table_4_1 table_8_2 table_16_1 table_32_2", 1),
]
