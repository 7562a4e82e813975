/* The table of figures: a counter, or one over another; beside it the counter that holds its ideal.
 */
#include "observe/figures.h"

#include <math.h>

typedef struct FigureRow {
    const char *name;
    uint16_t over, under, ideal; /* Counter */
    uint16_t when;               /* told of a line or kernel where this counter is not 0 */
    double scale;                /* 0: 1 */
} FigureRow;

#define PLAIN(name, counter)                              \
    {                                                     \
        name, counter, NO_COUNTER, NO_COUNTER, counter, 0 \
    }
#define ALWAYS(name, counter)                                \
    {                                                        \
        name, counter, NO_COUNTER, NO_COUNTER, COUNT_INST, 0 \
    }
#define RATIO(name, over, under)                \
    {                                           \
        name, over, under, NO_COUNTER, under, 0 \
    }

#define SASS(name, counter) \
    PLAIN("smsp__sass_thread_inst_executed_op_" name "_pred_on.sum", counter)
/* Under the names of both units that count. */
#define FLOP(letter, width) FLOP_OF("smsp", letter, width), FLOP_OF("sm", letter, width)
#define FLOP_OF(unit, letter, width)                                           \
    PLAIN(unit "__sass_thread_inst_executed_op_" letter "add_pred_on.sum",     \
          COUNT_FLOP + 3 * width + FLOP_ADD),                                  \
        PLAIN(unit "__sass_thread_inst_executed_op_" letter "mul_pred_on.sum", \
              COUNT_FLOP + 3 * width + FLOP_MUL),                              \
        PLAIN(unit "__sass_thread_inst_executed_op_" letter "fma_pred_on.sum", \
              COUNT_FLOP + 3 * width + FLOP_FMA)

#define IN(first, field) (uint16_t)(first + field)
#define TRAFFIC(memory, op, first)                                                              \
    PLAIN("l1tex__t_requests_pipe_lsu_mem_" memory "_op_" op ".sum", IN(first, IN_REQUEST)),    \
        {"l1tex__t_sectors_pipe_lsu_mem_" memory "_op_" op ".sum",                              \
         IN(first, IN_UNIT),                                                                    \
         NO_COUNTER,                                                                            \
         IN(first, IN_IDEAL),                                                                   \
         IN(first, IN_REQUEST),                                                                 \
         0},                                                                                    \
        {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_" memory "_op_" op ".ratio",        \
         IN(first, IN_UNIT),                                                                    \
         IN(first, IN_REQUEST),                                                                 \
         IN(first, IN_IDEAL),                                                                   \
         IN(first, IN_REQUEST),                                                                 \
         0},                                                                                    \
    {                                                                                           \
        "l1tex__t_bytes_pipe_lsu_mem_" memory "_op_" op ".sum", IN(first, IN_UNIT), NO_COUNTER, \
            IN(first, IN_IDEAL), IN(first, IN_REQUEST), 32                                      \
    }
/* The least is what the lanes' bytes fill, side by side and each once. */
#define ATOMICS(op, first)                                                               \
    PLAIN("l1tex__t_requests_pipe_lsu_mem_global_op_" op ".sum", IN(first, IN_REQUEST)), \
        {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_" op ".ratio",     \
         IN(first, IN_UNIT),                                                             \
         IN(first, IN_REQUEST),                                                          \
         IN(first, IN_PACKED),                                                           \
         IN(first, IN_REQUEST),                                                          \
         0},                                                                             \
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_" op ".sum",                           \
         IN(first, IN_UNIT),                                                             \
         NO_COUNTER,                                                                     \
         IN(first, IN_PACKED),                                                           \
         IN(first, IN_UNIT),                                                             \
         0},                                                                             \
        {"l1tex__t_bytes_pipe_lsu_mem_global_op_" op ".sum",                             \
         IN(first, IN_UNIT),                                                             \
         NO_COUNTER,                                                                     \
         IN(first, IN_PACKED),                                                           \
         IN(first, IN_REQUEST),                                                          \
         32},                                                                            \
        PLAIN("culab__threads_global_op_" op ".sum", IN(first, IN_LANES)),               \
        RATIO("culab__threads_per_address_global_op_" op ".ratio", IN(first, IN_LANES),  \
              IN(first, IN_IDEAL))
/* Copies to shared memory by their way, as the instrumented machine code counts them. */
#define COPIES(unit, way, first)                                                             \
    PLAIN(unit "__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts_cache_" way ".sum",    \
          IN(first, IN_REQUEST)),                                                            \
        PLAIN(unit "__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_" way ".sum", \
              IN(first, IN_SECTORS))
#define SHARED(op, first) SHARED_BY(op, first, IN(first, IN_UNIT), IN(first, IN_IDEAL))
#define SHARED_BY(op, first, passes, least)                                                    \
    PLAIN("smsp__inst_executed_op_shared_" op ".sum", IN(first, IN_REQUEST)),                  \
    {                                                                                          \
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum", passes, NO_COUNTER, least, \
            passes, 0                                                                          \
    }

#define LOOK(memory, op, first)                                                                 \
    PLAIN("l1tex__t_requests_pipe_tex_mem_" memory "_op_" op ".sum", IN(first, IN_REQUEST)),    \
        PLAIN("l1tex__t_sectors_pipe_tex_mem_" memory "_op_" op ".sum", IN(first, IN_SECTORS)), \
        {"l1tex__t_bytes_pipe_tex_mem_" memory "_op_" op ".sum",                                \
         IN(first, IN_SECTORS),                                                                 \
         NO_COUNTER,                                                                            \
         NO_COUNTER,                                                                            \
         IN(first, IN_REQUEST),                                                                 \
         32},                                                                                   \
        RATIO("l1tex__average_t_sectors_per_request_pipe_tex_mem_" memory "_op_" op ".ratio",   \
              IN(first, IN_SECTORS), IN(first, IN_REQUEST))

static const FigureRow figures[] = {
    ALWAYS("smsp__inst_executed.sum", COUNT_INST),
    ALWAYS("smsp__thread_inst_executed.sum", COUNT_ACTIVE),
    ALWAYS("smsp__thread_inst_executed_pred_on.sum", COUNT_THREAD_INST),
    RATIO("smsp__thread_inst_executed_per_inst_executed.ratio", COUNT_ACTIVE, COUNT_INST),
    RATIO("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", COUNT_THREAD_INST,
          COUNT_INST),
    ALWAYS("smsp__sass_branch_targets.sum", COUNT_BRANCH),
    ALWAYS("smsp__sass_branch_targets_threads_uniform.sum", COUNT_BRANCH_UNIFORM),
    ALWAYS("smsp__sass_branch_targets_threads_divergent.sum", COUNT_BRANCH_DIVERGENT),
    {"smsp__sass_average_branch_targets_threads_uniform.pct", COUNT_BRANCH_UNIFORM, COUNT_BRANCH,
     NO_COUNTER, COUNT_BRANCH, 100},
    SASS("fp16", COUNT_CLASS + INST_FP16),
    SASS("fp32", COUNT_CLASS + INST_FP32),
    SASS("fp64", COUNT_CLASS + INST_FP64),
    SASS("integer", COUNT_CLASS + INST_INTEGER),
    SASS("bit", COUNT_CLASS + INST_BIT),
    SASS("conversion", COUNT_CLASS + INST_CONVERSION),
    SASS("control", COUNT_CLASS + INST_CONTROL),
    SASS("memory", COUNT_CLASS + INST_MEMORY),
    SASS("inter_thread_communication", COUNT_CLASS + INST_INTER_THREAD),
    SASS("misc", COUNT_CLASS + INST_MISC),
    FLOP("h", 0),
    FLOP("f", 1),
    FLOP("d", 2),
    TRAFFIC("global", "ld", COUNT_GLOBAL_LD),
    TRAFFIC("global", "st", COUNT_GLOBAL_ST),
    ATOMICS("atom", COUNT_GLOBAL_ATOM),
    ATOMICS("red", COUNT_GLOBAL_RED),
    SHARED("ld", COUNT_SHARED_LD),
    SHARED("st", COUNT_SHARED_ST),
    SHARED_BY("atom", COUNT_SHARED_ATOM, COUNT_ATOMIC_PASSES, COUNT_ATOMIC_PASSES_LEAST),
    TRAFFIC("local", "ld", COUNT_LOCAL_LD),
    TRAFFIC("local", "st", COUNT_LOCAL_ST),
    PLAIN("smsp__inst_executed_op_global_ld.sum", COUNT_GLOBAL_LD + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_global_st.sum", COUNT_GLOBAL_ST + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_global_red.sum", COUNT_GLOBAL_RED + IN_REQUEST),
    PLAIN("smsp__inst_executed_op_local_ld.sum", COUNT_LOCAL_LD + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_local_st.sum", COUNT_LOCAL_ST + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_generic_ld.sum", COUNT_GENERIC_LD),
    PLAIN("smsp__inst_executed_op_generic_st.sum", COUNT_GENERIC_ST),
    PLAIN("smsp__inst_executed_op_ldgsts.sum", COUNT_COPY_STORE + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_ldsm.sum", COUNT_LDMATRIX + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_shared_stsm.sum", COUNT_STMATRIX + IN_ISSUED),
    PLAIN("l1tex__t_requests_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
          COUNT_COPY_ACCESS + IN_REQUEST),
    PLAIN("l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
          COUNT_COPY_ACCESS + IN_SECTORS),
    {"l1tex__t_bytes_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
     COUNT_COPY_ACCESS + IN_SECTORS, NO_COUNTER, NO_COUNTER, COUNT_COPY_ACCESS + IN_REQUEST, 32},
    COPIES("smsp", "access", COUNT_COPY_ACCESS),
    COPIES("smsp", "bypass", COUNT_COPY_BYPASS),
    COPIES("sm", "access", COUNT_COPY_ACCESS),
    COPIES("sm", "bypass", COUNT_COPY_BYPASS),
    PLAIN("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
          COUNT_COPY_STORE + IN_UNIT),
    PLAIN("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum",
          COUNT_LDMATRIX + IN_UNIT),
    PLAIN("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum",
          COUNT_STMATRIX + IN_UNIT),
    LOOK("texture", "ld", COUNT_TEXTURE_LD),
    LOOK("texture", "tex", COUNT_TEXTURE_TEX),
    LOOK("surface", "ld", COUNT_SURFACE_LD),
    LOOK("surface", "st", COUNT_SURFACE_ST),
    LOOK("surface", "red", COUNT_SURFACE_RED),
    PLAIN("smsp__inst_executed_op_surface_ld.sum", COUNT_SURFACE_LD + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_surface_st.sum", COUNT_SURFACE_ST + IN_ISSUED),
    PLAIN("smsp__inst_executed_op_surface_red.sum", COUNT_SURFACE_RED + IN_ISSUED),
    RATIO("culab__addresses_per_request_const_op_ld.ratio", COUNT_CONST_LD + IN_UNIT,
          COUNT_CONST_LD + IN_REQUEST),
};
enum { FIGURES = sizeof figures / sizeof *figures };

static double counter(const Counts *counts, uint16_t which, double otherwise)
{
    return which == NO_COUNTER ? otherwise : (double)counts->value[which];
}

static void tell(ObserveMetric *metric, const char *name, double value, double ideal, void *state,
                 void (*each)(void *state, const ObserveMetric *metric))
{
    metric->name = name;
    metric->value = value;
    metric->ideal = ideal;
    each(state, metric);
}

/* Sectors that were moved, and operations for each of their bytes. */
static void tell_intensity(const Counts *counts, ObserveMetric *metric, void *state,
                           void (*each)(void *state, const ObserveMetric *metric))
{
    static const char *const names[] = {"culab__flops_fp16.sum", "culab__flops_fp32.sum",
                                        "culab__flops_fp64.sum"};
    static const Counter moved[] = {COUNT_GLOBAL_LD, COUNT_GLOBAL_ST, COUNT_GLOBAL_ATOM,
                                    COUNT_GLOBAL_RED, COUNT_BULK};
    double flops = 0, bytes = 0, data = 0;
    for (int width = 0; width < 3; width++) {
        double some = (double)counts->value[COUNT_FLOPS + width];
        flops += some;
        if (some > 0)
            tell(metric, names[width], some, NAN, state, each);
    }
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        bytes += 32.0 * (double)counts->value[moved[i] + IN_UNIT];
        data += (double)counts->value[moved[i] + IN_BYTES];
    }
    if (bytes == 0)
        return;
    tell(metric, "culab__bytes_requested_global.sum", data, NAN, state, each);
    tell(metric, "culab__bytes_moved_global.sum", bytes, NAN, state, each);
    if (flops > 0)
        tell(metric, "culab__flops_per_byte_global.ratio", flops / bytes, NAN, state, each);
}

void figures_each(const Counts *counts, ObserveMetric *metric, void *state,
                  void (*each)(void *state, const ObserveMetric *metric))
{
    for (int i = 0; i < FIGURES; i++) {
        const FigureRow *row = &figures[i];
        double scale = row->scale > 0 ? row->scale : 1, under = counter(counts, row->under, 1);
        if (counter_is_of_looks(row->over) && counts->value[COUNT_LOOK_UNKNOWN])
            continue;
        /* Of a whole kernel the sums that are 0 are told as well: nothing of the kind was done. */
        if (under == 0 || (metric->line && counts->value[row->when] == 0))
            continue;
        double ideal = counter(counts, row->ideal, NAN);
        tell(metric, row->name, scale * counter(counts, row->over, 0) / under,
             scale * ideal / under, state, each);
    }
    sum_figures_each(counts, metric, state, each);
    tell_intensity(counts, metric, state, each);
}
