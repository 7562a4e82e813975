"""Which of the recorded figures the simulator's must equal, and where the machine does something else than the PTX says:
so much that the figure differs, and why."""
import re

# Instructions are PTX's here and the machine's there; these figures are of the accesses and branches, and of the classes
# that the machine has one for one.
COMPARED = re.compile(r"l1tex__(t_requests|t_sectors|t_bytes|average_t_sectors_per_request)_\w*_op_"
                      r"(ld|st|atom|red|tex|ldgsts_\w+)\.|l1tex__(average_)?t_(requests|sectors|bytes)\w*_pipe_tex\w*\.|"
                      r"sm\w*__(sass_)?inst_executed_op_(texture|surface_(ld|st|red))\.|smsp__inst_executed_pipe_tex\.|"
                      r"smsp__sass_inst_executed_op_(global|shared)\.|"
                      r"l1tex__data_pipe_lsu_wavefronts_\w*_op_(ld|st|atom)\.|l1tex__data_bank_conflicts_|"
                      r"smsp__inst_executed_op_(shared_(ld|st|atom|stsm)|(global|local)_(ld|st|red)|ldgsts|ldsm)\.|"
                      r"smsp__sass_(average_)?branch_targets|smsp__sass_(data|average_data)_bytes_\w*_op_(ld|st)\.|"
                      r"smsp__sass_l1tex_(t_(requests|sectors)|tags)_|smsp__sass_sectors_|"
                      r"smsp__sass_inst_executed_op_(shared|global|local)_(ld|st|atom|red)\.|"
                      r"smsp__sass_inst_executed_op_(local|ldgsts|ldsm|branch)\.|smsp__inst_executed_op_generic_(ld|st)\.|"
                      r"l1tex__t_(requests|requests_pipe_lsu|sectors_pipe_lsu|sectors_pipe_lsu_mem_lg)\.|"
                      r"lts__t_sectors_srcunit_tex_op_(red|atom)\.|l1tex__m_\w+_global_op_(red|atom)\.|"
                      r"smsp__sass_l1tex_data_(bank_conflicts|pipe_lsu_wavefronts)_\w*_(ld|st|atom|ldgsts|ldsm|stsm)\.|"
                      r"smsp__sass_thread_inst_executed_op_([fd](add|mul|fma)|h(add|mul)|fp32|fp64|conversion|inter_thread_communication)_pred_on|memory_|derived__memory_")

# (kernels and their n, figures, reason)
DIFFERS = [
    (r"(red|atom)_\w+ (1000|20000)", r"l1tex__\w*(sectors|bytes)_\w*_op_(red|atom)",
     "where a warp's lanes go to more than 16 lines of 128 bytes, the hardware counts some sectors that two lanes share "
     "twice; at most 1 % more here"),
    (r"(one_)?shared_(add_)?(f32|f64|u64) \d+", r"",
     "shared memory has no such atomic: it is a loop of load and compare-and-swap, whose rounds depend on when the block's "
     "other warps come between"),
    (r"one_(shared_add_used|atom|atom_odd_lanes) 0", r"smsp__sass_((average_)?branch_targets|inst_executed_op_branch)",
     "the machine asks with a branch whether all lanes are there, and adds up within the warp only then"),
    (r"(one_\w+|count_found) \d+", r"smsp__sass_thread_inst_executed_op_inter_thread",
     "what all lanes add to one address is added up within the warp by votes and shuffles, which PTX does not have"),
    (r"histogram_global \d+", r"l1tex__\w*(sectors|bytes)_\w*(_op_red|lsu\.|_lg\.)|lts__",
     "as above, and warps whose lanes meet: 1.6 % more here"),
    (r"one_shared_(add|max) 0", r"l1tex__data_\w*_shared_op_atom",
     "another warp's operation on the same word came at the same time, twice in 128"),
    (r"one_(shared_(add|max|add_used)|atom) 0", r"l1tex__data_bank_conflicts_pipe_lsu_mem_shared\.",
     "the same, or conflicts of shuffles, which the machine makes of them"),
    (r"divergent 1", r"smsp__sass_thread_inst_executed_op_(fmul|fp32)", "a copy of a number that the machine makes by a product"),
    (r"one_shared_add_used 0", r"smsp__inst_executed_op_shared_atom",
     "the machine code has one operation for whole warps and one for others, and issues both, one of them for no lane"),
    (r"async_\w+ \d+", r"smsp__inst_executed_op_shared_ld",
     "the commit of a copy and the wait for it count as such instructions too"),
    (r"class_\w+ 0", r"l1tex__t_(requests|sectors)|l1tex__\w*_global_op_ld|smsp__inst_executed_op_global_ld|"
     r"smsp__sass_\w*global(_op_ld|_ld)?\.|(derived__)?memory_",
     "a load whose value nobody uses is left out of the machine code"),
    (r"(steps_\w+|one_thread|async_turned) \d+", r"smsp__sass_(average_)?branch_targets",
     "the loop is unrolled, with branches of its own for the rest"),
    (r"async_turned \d+", r"smsp__inst_executed_op_", "and the rest is issued for no lane"),
    (r"async_gather 4096", r"l1tex__data_bank_conflicts_",
     "fewer are counted where data was not in the cache; smsp__sass_..._bank_conflicts_... is equal"),
    (r"async_(from_16_bypass (2|5)|rest_zero \d+)", r"smsp__sass_l1tex_\w*_op_ldgsts",
     "pieces of lines past the cache that are not whole are counted apart"),
    (r"chance_3(02|28|29)", r"l1tex__(t|average_t)_|smsp__sass_l1tex_data_pipe_lsu_wavefronts_\w*_ldgsts",
     "pieces of lines past the cache that are not whole are counted apart"),
    (r"chance_3(12|18)", r"smsp__inst_executed_op_global_ld",
     "the body is executed with a predicate, or the loop unrolled and its rest issued for no lane"),
    (r"chance_322", r"smsp__sass_(l1tex_data|average_data_bytes_per)_\w*_op_ld",
     "of generic accesses the other memory's lanes count as well"),
    (r"chance_\d+", r"smsp__sass_((average_)?branch_targets|inst_executed_op_branch)",
     "loops are unrolled with branches of their own, short ways have predicates"),
    (r"class_rcp 0", r"smsp__sass_thread_inst_executed_op_fp32", "a reciprocal's reciprocal is left out"),
    (r"histogram_block \d+", r"smsp__sass_thread_inst_executed_op_(fp32|conversion)",
     "the remainder is formed without a division within the loop"),
    (r"class_f16_add 0", r"smsp__sass_thread_inst_executed_op_hadd", "every second sum is a multiply-add by 1"),
    (r"bins_strided \d+", r"smsp__inst_executed_op_shared_st",
     "the loop is unrolled by four, and its rest issued for no lane"),
    (r"(ways 4|nested \d+)", r"smsp__sass_(average_)?branch_targets",
     "of the ways that part and end the kernel the last has a predicate in place of a branch"),
    (r"(use_nested 12|use_trips_of_lane 32)", r"",
     "lanes with different numbers of rounds part elsewhere in the loop that the machine's compiler unrolls"),
    (r"(pick_cas_sum \d+|use_sum_block 1)", r"", "how often is tried again depends on when other warps come between"),
    (r"pick_append\w* \d+", r"smsp__inst_executed_op_global_ld|l1tex__\w*_op_st|l1tex__t_sectors|smsp__sass_\w*(mem_global|op_st)|smsp__sass_(\w*branch)",
     "where is written depends on which warp comes first; a loaded value's test stays a branch"),
    (r"pick_local_sort \d+", r"smsp__", "the loop is unrolled, and swaps have predicates"),
    (r"(use_switch|use_and_or|use_shared_volatile) \d+", r"smsp__sass_((average_)?branch_targets|inst_executed_op_branch)",
     "ways are laid out otherwise"),
    (r"use_wmma\w* \d+", r"", "matrices' parts are loaded by ldmatrix and stored by two words where their layout lets them"),
    (r"(use_cluster|pick_cluster_histogram) \d+", r"",
     "what another block's shared memory is asked counts with L1's requests and not with shared memory's"),
    (r"pick_async_cg\w* \d+", r"", "copies past the cache from or to places drawn by chance"),
    (r"pick_(histogram|bits|cas_once|u64|lock_free)\w* \d+",
     r"l1tex__\w*(sectors|bytes)_\w*(_op_red|_op_atom|lsu\.|_lg\.)|lts__|l1tex__m_", "as histogram_global"),
    (r"use_async_(4|8|16) 8", r"l1tex__data_bank_conflicts_", "as async_gather"),
    (r"use_async_pipeline 7", r"smsp__sass_", "the loop is unrolled, and the last round's copy is by no lane"),
    (r"map_reduce_2d \d+", r"lts__", "the tensor's elements that bulk reductions change"),
    (r"(use_short_ways|use_break|use_ternary|use_warp_scan) \d+", r"smsp__sass_thread_inst_executed_op_fadd",
     "sums that only some lanes need have a predicate in place of a selection behind them"),
    (r"use_(f32_math|half\w*|bf16\w*) \d+", r"smsp__sass_thread_inst_executed_op_[hf](add|mul|fma)",
     "products and sums are joined; half numbers become single ones by a sum"),
    (r"tex_(plane_f32x4_scattered_linear 4|space_f32_scattered_linear 4|space_f32_edge_linear \d+)", r"l1tex__(average_)?t_(sectors|bytes)",
     "the filter takes parts of four lanes in an order that is not known; the figure is left out"),
    (r"fresh_(csr_scalar|ray_steps|triangle) \d+", r"", "lanes have different numbers of rounds of a loop that is unrolled"),
    (r"fresh_(shared_bytes|product_blocked|stencil_shared|reduce_groups) \d+",
     r"smsp__sass_((average_)?branch_targets|inst_executed_op_branch)|smsp__inst_executed_op_(global_ld|shared_st)|"
     r"l1tex__data_bank_conflicts_pipe_lsu_mem_shared\.",
     "loops are unrolled and their rest issued for no lane, ways within ways have predicates or branches, groups ask who is there"),
    (r"fresh_atomics_(int|uint|u64|float) 256", r"l1tex__\w*(sectors|bytes)_\w*(_op_red|_op_atom|lsu\.|_lg\.)|l1tex__t_sectors\.|lts__|l1tex__m_",
     "as histogram_global"),
    (r"fresh_one_ticket 1", r"l1tex__data_bank_conflicts_pipe_lsu_mem_shared\.", "as one_shared_add"),
    (r"fresh_atomics_(half|short) \d+", r"", "16 bits are swapped in a word, again until it stayed the same meanwhile"),
    (r"fresh_newton \d+", r"smsp__sass_thread_inst_executed_op_f(add|mul|fma)", "a product and a sum are joined"),
    (r"(fresh_local_table|table_\d+_\d+) \d+", r"", "an array that the machine's compiler keeps in registers"),
    (r"fresh_local_(stack|bytes) \d+", r"smsp__", "ways are executed with predicates, stores issued for no lane"),
    (r"fresh_virtual_like \d+", r"", "a function that is called through a pointer saves registers"),
    (r"fresh_partial \d+", r"", "what is loaded twice is loaded once"),
    (r"(few_registers|spills) \d+", r"l1tex__(t_|\w*_local)|smsp__\w*_local",
     "registers that did not fit: the machine code's own; culab__spill_..._bytes_per_thread tells of them"),
]


def compared(key, recorded):
    """{ figure: value } of a recording's launch that must be equal."""
    apart = [figures for kernels, figures, _ in DIFFERS if re.match(kernels + " ", key)]
    return {name: value for name, value in recorded.items()
            if COMPARED.match(name) and not any(re.match(figures, name) for figures in apart)}
