/* The table of metrics that the devices give (docs/metrics.md). */
#include "view/metric_names.h"

#include <stddef.h>
#include <string.h>

#define GLOBAL(op, words)                                                           \
    {"l1tex__t_requests_pipe_lsu_mem_global_op_" op ".sum", words "s, requests"},   \
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_" op ".sum", words "s, sectors"}, \
    {                                                                               \
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_" op ".ratio", \
            "sectors / " words                                                      \
    }

#define SHARED(op, words)                                                                          \
    {"smsp__inst_executed_op_shared_" op ".sum", "shared " words "s"},                             \
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum", "shared " words "s, passes"}, \
    {                                                                                              \
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" op ".sum",                            \
            "bank conflicts, " words "s"                                                           \
    }

static const struct {
    const char *name, *words;
} metrics[] = {
    {"smsp__inst_executed.sum", "instructions of warps"},
    {"smsp__thread_inst_executed.sum", "instructions of threads"},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", "active threads / instruction"},
    {"smsp__sass_branch_targets.sum", "branches"},
    {"smsp__sass_branch_targets_threads_divergent.sum", "branches that part a warp"},
    GLOBAL("ld", "global load"),
    GLOBAL("st", "global store"),
    GLOBAL("atom", "global atomic"),
    GLOBAL("red", "global atomic without result"),
    {"launch__registers_per_thread", "registers / thread"},
    {"launch__shared_mem_per_block_static", "static shared memory / block, bytes"},
    {"launch__local_mem_per_thread", "local memory / thread, bytes"},
    {"sm__maximum_warps_per_active_cycle_pct", "occupancy at most, %"},
    SHARED("ld", "load"),
    SHARED("st", "store"),
    SHARED("atom", "atomic"),
};

const char *metric_words(const char *name)
{
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return metrics[i].words;
    return name;
}
