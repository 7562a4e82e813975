/* The table of metrics that the devices give (docs/metrics.md). */
#include "result/metric_names.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { MAIN = 1, LINE = 2 };

#define TRAFFIC(memory, op, words)                                                         \
    {"l1tex__t_requests_pipe_lsu_mem_" memory "_op_" op ".sum", words "s, requests", 0},   \
        {"l1tex__t_sectors_pipe_lsu_mem_" memory "_op_" op ".sum", words "s, sectors", 0}, \
        {"l1tex__t_bytes_pipe_lsu_mem_" memory "_op_" op ".sum", words "s, bytes", 0},     \
    {                                                                                      \
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_" memory "_op_" op ".ratio",    \
            "sectors / " words, MAIN | LINE                                                \
    }

#define ATOMIC(op, words)                                                                      \
    {"culab__threads_global_op_" op ".sum", words "s, threads", 0},                            \
    {                                                                                          \
        "culab__threads_per_address_global_op_" op ".ratio", "threads / address, " words, MAIN \
    }

#define SHARED(op, words)                                                                         \
    {"smsp__inst_executed_op_shared_" op ".sum", "shared " words "s", 0},                         \
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum", "shared " words "s, passes", \
         0},                                                                                      \
    {                                                                                             \
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" op ".sum",                           \
            "bank conflicts, " words "s", MAIN | LINE                                             \
    }

#define CLASS(name, words)                                                  \
    {                                                                       \
        "smsp__sass_thread_inst_executed_op_" name "_pred_on.sum", words, 0 \
    }

/* Under the names of both units that count. */
#define FLOP(name, words)                                                 \
    CLASS(name, words),                                                   \
    {                                                                     \
        "sm__sass_thread_inst_executed_op_" name "_pred_on.sum", words, 0 \
    }

#define COPY(unit, way, words)                                                         \
    {unit "__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts_cache_" way ".sum",   \
     words ", requests", 0},                                                           \
    {                                                                                  \
        unit "__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_" way ".sum", \
            words ", sectors", 0                                                       \
    }

#define MATRIX(op, words)                                                                        \
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum", words ", passes", 0}, \
    {                                                                                            \
        "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_" op ".sum",                \
            "bank conflicts, " words, 0                                                          \
    }

#define USED(op, words)                                                               \
    {"smsp__sass_data_bytes_mem_global_op_" op ".sum", words "s, distinct bytes", 0}, \
    {                                                                                 \
        "smsp__sass_average_data_bytes_per_sector_mem_global_op_" op ".pct",          \
            words "s, used of what is moved, %", 0                                    \
    }

#define LOOK(memory, op, words)                                                            \
    {"l1tex__t_requests_pipe_tex_mem_" memory "_op_" op ".sum", words "s, requests", 0},   \
        {"l1tex__t_sectors_pipe_tex_mem_" memory "_op_" op ".sum", words "s, sectors", 0}, \
        {"l1tex__t_bytes_pipe_tex_mem_" memory "_op_" op ".sum", words "s, bytes", 0},     \
    {                                                                                      \
        "l1tex__average_t_sectors_per_request_pipe_tex_mem_" memory "_op_" op ".ratio",    \
            "sectors / request, " words, MAIN                                              \
    }

#define LOOKS(memory, words)                                               \
    {"l1tex__t_requests_pipe_tex" memory ".sum", words ", requests", 0},   \
        {"l1tex__t_sectors_pipe_tex" memory ".sum", words ", sectors", 0}, \
    {                                                                      \
        "l1tex__t_bytes_pipe_tex" memory ".sum", words ", bytes", 0        \
    }

#define SASS(name, words)                   \
    {                                       \
        "smsp__sass_" name ".sum", words, 0 \
    }
#define EXECUTED(name, words) SASS("inst_executed_op_" name, "instructions that " words)

static const struct {
    const char *name, *words;
    int where; /* MAIN, LINE */
} metrics[] = {
    {"smsp__inst_executed.sum", "instructions of warps", MAIN},
    {"smsp__thread_inst_executed.sum", "instructions of threads", 0},
    {"smsp__thread_inst_executed_pred_on.sum", "instructions of threads, predicate on", 0},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", "active threads / instruction", MAIN},
    {"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio",
     "threads / instruction, predicate on", 0},
    {"smsp__sass_branch_targets.sum", "branches", 0},
    {"smsp__sass_branch_targets_threads_uniform.sum", "branches that keep a warp together", 0},
    {"smsp__sass_branch_targets_threads_divergent.sum", "branches that part a warp", MAIN},
    {"smsp__sass_average_branch_targets_threads_uniform.pct", "branches kept together, %", 0},
    TRAFFIC("global", "ld", "global load"),
    TRAFFIC("global", "st", "global store"),
    TRAFFIC("global", "atom", "global atomic"),
    ATOMIC("atom", "global atomic"),
    TRAFFIC("global", "red", "global atomic, no result"),
    ATOMIC("red", "global atomic, no result"),
    SHARED("ld", "load"),
    SHARED("st", "store"),
    SHARED("atom", "atomic"),
    TRAFFIC("local", "ld", "local load"),
    TRAFFIC("local", "st", "local store"),
    {"culab__addresses_per_request_const_op_ld.ratio", "addresses / constant load", MAIN},
    {"culab__bytes_requested_global.sum", "bytes that threads asked of global memory", 0},
    {"culab__bytes_moved_global.sum", "bytes moved to and from global memory", MAIN},
    {"culab__flops_fp16.sum", "operations, half", 0},
    {"culab__flops_fp32.sum", "operations, float", 0},
    {"culab__flops_fp64.sum", "operations, double", 0},
    {"culab__flops_per_byte_global.ratio", "operations / byte moved", MAIN},
    CLASS("fp16", "half arithmetic"),
    CLASS("fp32", "float arithmetic"),
    CLASS("fp64", "double arithmetic"),
    CLASS("integer", "integer arithmetic"),
    CLASS("bit", "bit operations"),
    CLASS("conversion", "conversions"),
    CLASS("control", "control flow"),
    CLASS("memory", "memory instructions"),
    CLASS("inter_thread_communication", "shuffles, votes, matches"),
    CLASS("misc", "other instructions"),
    FLOP("hadd", "half additions"),
    FLOP("hmul", "half products"),
    FLOP("hfma", "half multiply-adds"),
    FLOP("fadd", "float additions"),
    FLOP("fmul", "float products"),
    FLOP("ffma", "float multiply-adds"),
    FLOP("dadd", "double additions"),
    FLOP("dmul", "double products"),
    FLOP("dfma", "double multiply-adds"),
    {"smsp__inst_executed_op_global_ld.sum", "instructions that load globally", 0},
    {"smsp__inst_executed_op_global_st.sum", "instructions that store globally", 0},
    {"smsp__inst_executed_op_global_red.sum", "global atomics, no result, instructions", 0},
    {"smsp__inst_executed_op_local_ld.sum", "instructions that load locally", 0},
    {"smsp__inst_executed_op_local_st.sum", "instructions that store locally", 0},
    {"smsp__inst_executed_op_generic_ld.sum", "loads by generic address", 0},
    {"smsp__inst_executed_op_generic_st.sum", "stores by generic address", 0},
    {"smsp__inst_executed_op_ldgsts.sum", "copies to shared memory", 0},
    {"smsp__inst_executed_op_ldsm.sum", "matrix loads", 0},
    {"smsp__inst_executed_op_shared_stsm.sum", "matrix stores", 0},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
     "copies through the cache, requests", 0},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
     "copies through the cache, sectors", 0},
    COPY("smsp", "access", "copies through the cache"),
    COPY("smsp", "bypass", "copies past the cache"),
    COPY("sm", "access", "copies through the cache"),
    COPY("sm", "bypass", "copies past the cache"),
    MATRIX("ldsm", "matrix loads"),
    MATRIX("stsm", "matrix stores"),
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "bank conflicts, all", 0},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum", "bank conflicts, copies", 0},
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum", "copies, passes", 0},
    {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum",
     "bank conflicts, copies", 0},
    {"memory_l1_tag_requests_global", "lines of 128 bytes that global accesses touch", 0},
    {"memory_l2_theoretical_sectors_global", "sectors that global accesses touch", 0},
    {"memory_l2_theoretical_sectors_global_ideal", "the least of them", 0},
    {"derived__memory_l2_theoretical_sectors_global_excessive", "sectors beyond the least", 0},
    {"memory_l2_theoretical_sectors_local", "sectors that local accesses touch", 0},
    {"memory_l1_wavefronts_shared", "shared memory, passes", 0},
    {"memory_l1_wavefronts_shared_ideal", "the least of them", 0},
    {"derived__memory_l1_wavefronts_shared_excessive", "passes beyond the least", 0},
    USED("ld", "global load"),
    USED("st", "global store"),
    {"smsp__sass_data_bytes_mem_shared_op_ld.sum", "shared loads, distinct bytes", 0},
    {"smsp__sass_data_bytes_mem_shared_op_st.sum", "shared stores, distinct bytes", 0},
    {"smsp__sass_average_data_bytes_per_wavefront_mem_shared_op_ld.pct",
     "shared loads, used of their passes, %", 0},
    {"smsp__sass_average_data_bytes_per_wavefront_mem_shared_op_st.pct",
     "shared stores, used of their passes, %", 0},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio",
     "distinct bytes / sector, global load", 0},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio",
     "distinct bytes / sector, global store", 0},
    {"sm__ctas_launched.sum", "blocks begun", 0},
    {"sm__warps_launched.sum", "warps begun", 0},
    {"smsp__warps_launched.sum", "warps begun", 0},
    {"smsp__threads_launched.sum", "threads begun", 0},
    {"smsp__sass_l1tex_tags_mem_global.sum", "lines of 128 bytes that global accesses touch", 0},
    {"smsp__sass_sectors_mem_global.sum", "sectors that global accesses touch", 0},
    {"smsp__sass_sectors_mem_local.sum", "sectors that local accesses touch", 0},
    LOOK("texture", "ld", "texture element"),
    LOOK("texture", "tex", "texture look-up"),
    LOOK("surface", "ld", "surface load"),
    LOOK("surface", "st", "surface store"),
    LOOK("surface", "red", "surface atomic"),
    LOOKS("", "textures and surfaces"),
    LOOKS("_mem_texture", "textures"),
    LOOKS("_mem_surface", "surfaces"),
    {"l1tex__average_t_sectors_per_request_pipe_tex.ratio",
     "sectors / request, textures and surfaces", 0},
    {"smsp__inst_executed_pipe_tex.sum", "instructions of textures and surfaces", 0},
    {"smsp__inst_executed_op_texture.sum", "instructions that read textures", 0},
    {"smsp__sass_inst_executed_op_texture.sum", "instructions that read textures", 0},
    {"sm__sass_inst_executed_op_texture.sum", "instructions that read textures", 0},
    {"smsp__inst_executed_op_surface_ld.sum", "instructions that load from surfaces", 0},
    {"smsp__inst_executed_op_surface_st.sum", "instructions that store in surfaces", 0},
    {"smsp__inst_executed_op_surface_red.sum", "atomics in surfaces, instructions", 0},
    {"l1tex__t_sectors.sum", "sectors asked for", 0},
    EXECUTED("global", "access global memory"),
    EXECUTED("shared", "access shared memory"),
    {"l1tex__t_bytes_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
     "copies through the cache, bytes", 0},
    {"smsp__sass_average_data_bytes_per_sector_mem_local_op_ld.ratio",
     "distinct bytes / sector, local load", 0},
    {"smsp__sass_average_data_bytes_per_sector_mem_local_op_st.ratio",
     "distinct bytes / sector, local store", 0},
    {"l1tex__t_requests.sum", "requests to the cache", 0},
    {"l1tex__t_requests_pipe_lsu.sum", "requests to the cache, loads and stores", 0},
    {"l1tex__t_sectors_pipe_lsu.sum", "sectors asked for, loads and stores", 0},
    {"l1tex__t_sectors_pipe_lsu_mem_lg.sum", "sectors asked for, global and local", 0},
    {"lts__t_sectors_srcunit_tex_op_red.sum", "global atomics, no result, sectors in L2", 0},
    {"lts__t_sectors_srcunit_tex_op_atom.sum", "global atomics, sectors in L2", 0},
    {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_red.sum",
     "global atomics, no result, sectors sent", 0},
    {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_atom.sum", "global atomics, sectors sent", 0},
    {"l1tex__m_xbar2l1tex_read_sectors_mem_global_op_atom.sum", "global atomics, sectors received",
     0},
    {"smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum",
     "float additions, products and multiply-adds", 0},
    {"smsp__sass_thread_inst_executed_ops_dadd_dmul_dfma_pred_on.sum",
     "double additions, products and multiply-adds", 0},
    {"smsp__sass_data_bytes_mem_local_op_ld.sum", "local loads, distinct bytes", 0},
    {"smsp__sass_data_bytes_mem_local_op_st.sum", "local stores, distinct bytes", 0},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", "shared memory, passes", 0},
    EXECUTED("global_ld", "load globally"),
    EXECUTED("global_st", "store globally"),
    EXECUTED("global_atom", "add and so on globally"),
    EXECUTED("global_red", "do so without result"),
    EXECUTED("local", "load and store locally"),
    EXECUTED("local_ld", "load locally"),
    EXECUTED("local_st", "store locally"),
    EXECUTED("shared_ld", "load from shared memory"),
    EXECUTED("shared_st", "store in shared memory"),
    EXECUTED("shared_atom", "add and so on in shared memory"),
    EXECUTED("ldgsts", "copy to shared memory"),
    EXECUTED("ldsm", "load matrices"),
    EXECUTED("branch", "branch"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_global_op_ld", "global loads, distinct sectors"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_global_op_st", "global stores, distinct sectors"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_global_op_atom", "global atomics, distinct sectors"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_global_op_red",
         "global atomics, no result, distinct sectors"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_local_op_ld", "local loads, sectors"),
    SASS("l1tex_t_sectors_pipe_lsu_mem_local_op_st", "local stores, sectors"),
    SASS("l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld", "shared loads, passes"),
    SASS("l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st", "shared stores, passes"),
    SASS("l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom", "shared atomics, passes"),
    {"launch__grid_dim_x", "blocks, x", 0},
    {"launch__grid_dim_y", "blocks, y", 0},
    {"launch__grid_dim_z", "blocks, z", 0},
    {"launch__block_dim_x", "threads / block, x", 0},
    {"launch__block_dim_y", "threads / block, y", 0},
    {"launch__block_dim_z", "threads / block, z", 0},
    {"launch__sm_count", "multiprocessors", 0},
    {"launch__barrier_count", "barriers of a block", 0},
    {"launch__shared_mem_per_block", "shared memory / block, with the driver's, bytes", 0},
    {"smsp__maximum_warps_avg_per_active_cycle", "warps on a scheduler at most", 0},
    {"launch__grid_size", "blocks", 0},
    {"launch__block_size", "threads / block", 0},
    {"launch__thread_count", "threads", 0},
    {"launch__shared_mem_per_block_dynamic", "dynamic shared memory / block, bytes", MAIN},
    {"launch__occupancy_limit_blocks", "blocks that fit, by their number", 0},
    {"launch__occupancy_limit_warps", "blocks that fit, by warps", 0},
    {"launch__occupancy_limit_registers", "blocks that fit, by registers", 0},
    {"launch__occupancy_limit_shared_mem", "blocks that fit, by shared memory", 0},
    {"launch__occupancy_limit_barriers", "blocks that fit, by barriers", 0},
    {"launch__waves_per_multiprocessor", "waves of blocks", 0},
    {"culab__spill_store_bytes_per_thread", "spilled / thread, bytes written", MAIN},
    {"culab__spill_load_bytes_per_thread", "spilled / thread, bytes read", MAIN},
    {"launch__registers_per_thread", "registers / thread", MAIN},
    {"launch__registers_per_thread_allocated", "registers / thread, as allocated", 0},
    {"launch__shared_mem_per_block_allocated", "shared memory / block, as allocated", 0},
    {"launch__shared_mem_per_block_driver", "of it the driver's, bytes", 0},
    {"sm__maximum_warps_avg_per_active_cycle", "warps on a multiprocessor at most", 0},
    {"launch__shared_mem_per_block_static", "static shared memory / block, bytes", MAIN},
    {"culab__local_mem_per_thread", "local memory / thread, bytes", MAIN},
    {"sm__maximum_warps_per_active_cycle_pct", "occupancy at most, %", MAIN},
    {"host.calls", "calls of the Driver API", MAIN},
    {"host.launches", "kernels run", MAIN},
    {"host.kernel_ms", "kernels, ms in all", MAIN},
    {"host.kernel_first_ms", "the first kernel, ms", 0},
    {"host.kernel_last_ms", "the last kernel, ms", 0},
    {"host.kernel_median_ms", "the middle one of the kernels, ms", 0},
    {"host.copies", "copies between host and device", MAIN},
    {"host.copies_to_device", "copies to the device", 0},
    {"host.copies_to_host", "copies to the host", 0},
    {"host.copy_bytes", "copied, bytes", MAIN},
    {"host.copy_ms", "copies, ms in all", MAIN},
    {"host.bytes_per_copy", "bytes / copy", MAIN},
    {"host.overlap", "copies beside kernels, 0 to 1", MAIN},
    {"host.device_ms", "from the device's first work to its last, ms", MAIN},
    {"host.streams", "streams in use", MAIN},
    {"host.synchronisations", "calls that wait for the device", MAIN},
    {"host.allocations", "allocations of device memory", MAIN},
    {"host.allocated_bytes", "allocated on the device, bytes", MAIN},
};

static size_t find(const char *name)
{
    size_t i = 0;
    while (i < sizeof metrics / sizeof *metrics && strcmp(metrics[i].name, name) != 0)
        i++;
    return i;
}

static bool is(const char *name, int where)
{
    size_t at = find(name);
    return at == sizeof metrics / sizeof *metrics || metrics[at].where & where; /* new: shown */
}

const char *metric_words(const char *name)
{
    size_t at = find(name);
    return at < sizeof metrics / sizeof *metrics ? metrics[at].words : name;
}

const char *metric_brief(const char *name)
{
    static const char *const rows[][2] = {
        {"bank_conflicts", "conflicts"},         {"mem_global_op_ld", "sectors/load"},
        {"mem_global_op_st", "sectors/store"},   {"mem_global_op_atom", "sectors/atomic"},
        {"mem_global_op_red", "sectors/atomic"},
    };
    for (size_t i = 0; metric_is_of_line(name) && i < sizeof rows / sizeof *rows; i++)
        if (strstr(name, rows[i][0]))
            return rows[i][1];
    return metric_words(name);
}

const char *metric_name(size_t index)
{
    return index < sizeof metrics / sizeof *metrics ? metrics[index].name : NULL;
}

double metric_best(const char *name)
{
    static const struct {
        const char *name;
        double best;
    } rows[] = {
        {"smsp__thread_inst_executed_per_inst_executed.ratio", 32},
        {"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", 32},
        {"smsp__sass_branch_targets_threads_divergent.sum", 0},
        {"smsp__sass_average_branch_targets_threads_uniform.pct", 100},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", 100},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", 100},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", 32},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", 32},
        {"culab__threads_per_address_global_op_atom.ratio", 1},
        {"culab__threads_per_address_global_op_red.ratio", 1},
        {"culab__addresses_per_request_const_op_ld.ratio", 1},
        {"sm__maximum_warps_per_active_cycle_pct", 100},
        {"culab__spill_store_bytes_per_thread", 0},
        {"culab__spill_load_bytes_per_thread", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].best;
    return NAN;
}

const char *metric_source(const char *name)
{
    if (strncmp(name, "host.", 5) == 0)
        return NULL;
    return strncmp(name, "culab__", 7) == 0 ? "not a figure of Nsight Compute's" : name;
}

bool metric_is_main(const char *name)
{
    return is(name, MAIN);
}

bool metric_is_of_line(const char *name)
{
    return is(name, LINE);
}
