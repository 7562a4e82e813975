/* Figures made of several counters: sums, what is beyond the least, shares of bytes. */
#include <math.h>

#include "observe/figures.h"

enum { TERMS = 12, LEAST = 0x1000 };
#define NOT_KNOWN NAN

/* Counters, up to a 0, which none of them is; with LEAST they are taken away. */
typedef struct SumRow {
    const char *name;
    uint16_t over[TERMS], under[TERMS]; /* no `under`: a sum */
    double scale;                       /* 0: 1 */
    double ideal;                       /* NOT_KNOWN, or what it is at best */
} SumRow;

#define OF(first, field) (uint16_t)(first + field)
#define LESS(first, field) (uint16_t)(LEAST | (first + field))
#define OF_GLOBAL(field)                                                                  \
    OF(COUNT_GLOBAL_LD, field), OF(COUNT_GLOBAL_ST, field), OF(COUNT_GLOBAL_ATOM, field), \
        OF(COUNT_GLOBAL_RED, field)
#define OF_LOCAL(field) OF(COUNT_LOCAL_LD, field), OF(COUNT_LOCAL_ST, field)
#define OF_TEXTURES(field) OF(COUNT_TEXTURE_LD, field), OF(COUNT_TEXTURE_TEX, field)
#define OF_SURFACES(field) \
    OF(COUNT_SURFACE_LD, field), OF(COUNT_SURFACE_ST, field), OF(COUNT_SURFACE_RED, field)
#define FLOPS_OF(width) \
    COUNT_FLOP + 3 * width, COUNT_FLOP + 3 * width + 1, COUNT_FLOP + 3 * width + 2
#define BEYOND(first) OF(first, IN_UNIT), LESS(first, IN_IDEAL)
/* Copies are loads of global memory, but not among the instructions that load. */
#define LOADED(field) \
    OF(COUNT_GLOBAL_LD, field), LESS(COUNT_COPY_ACCESS, field), LESS(COUNT_COPY_BYPASS, field)
#define SHARED_LOADED(field) OF(COUNT_SHARED_LD, field), LESS(COUNT_LDMATRIX, field)
#define SHARED_STORED(field) OF(COUNT_SHARED_ST, field), LESS(COUNT_STMATRIX, field)

#define CONFLICTS "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
#define SASS_CONFLICTS "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_"
#define EXECUTED "smsp__sass_inst_executed_op_"
#define SASS_SECTORS "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_"
#define SASS_PASSES "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared"
#define FLOPS "smsp__sass_thread_inst_executed_ops_"
#define PER_SECTOR "smsp__sass_average_data_bytes_per_sector_mem_global_op_"
#define PER_LOCAL_SECTOR "smsp__sass_average_data_bytes_per_sector_mem_local_op_"
#define PER_PASS "smsp__sass_average_data_bytes_per_wavefront_mem_shared"
static const double SECTOR_PCT = 100.0 / 32, PASS_PCT = 100.0 / 128;

static const SumRow rows[] = {
    {CONFLICTS "_op_ld.sum", {BEYOND(COUNT_SHARED_LD)}, {0}, 0, 0},
    {CONFLICTS "_op_st.sum", {BEYOND(COUNT_SHARED_ST)}, {0}, 0, 0},
    {CONFLICTS "_op_atom.sum", {BEYOND(COUNT_SHARED_ATOM)}, {0}, 0, 0},
    {CONFLICTS "_op_ldgsts.sum", {BEYOND(COUNT_COPY_STORE)}, {0}, 0, 0},
    {CONFLICTS ".sum",
     {BEYOND(COUNT_SHARED_LD), BEYOND(COUNT_SHARED_ST), BEYOND(COUNT_SHARED_ATOM),
      BEYOND(COUNT_COPY_STORE)},
     {0},
     0,
     0},
    {SASS_CONFLICTS "ldgsts.sum", {BEYOND(COUNT_COPY_STORE)}, {0}, 0, 0},
    {SASS_CONFLICTS "ldsm.sum", {BEYOND(COUNT_LDMATRIX)}, {0}, 0, 0},
    {SASS_CONFLICTS "stsm.sum", {BEYOND(COUNT_STMATRIX)}, {0}, 0, 0},
    {"memory_l1_tag_requests_global", {OF_GLOBAL(IN_LINES)}, {0}, 0, NOT_KNOWN},
    {"memory_l2_theoretical_sectors_global", {OF_GLOBAL(IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {"memory_l2_theoretical_sectors_global_ideal", {OF_GLOBAL(IN_PACKED)}, {0}, 0, NOT_KNOWN},
    {"memory_l2_theoretical_sectors_local",
     {OF(COUNT_LOCAL_LD, IN_UNIT), OF(COUNT_LOCAL_ST, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"derived__memory_l2_theoretical_sectors_global_excessive",
     {OF_GLOBAL(IN_SECTORS), LESS(COUNT_GLOBAL_LD, IN_PACKED), LESS(COUNT_GLOBAL_ST, IN_PACKED),
      LESS(COUNT_GLOBAL_ATOM, IN_PACKED), LESS(COUNT_GLOBAL_RED, IN_PACKED)},
     {0},
     0,
     0},
    {"memory_l1_wavefronts_shared",
     {OF(COUNT_SHARED_LD, IN_UNIT), OF(COUNT_SHARED_ST, IN_UNIT), OF(COUNT_SHARED_ATOM, IN_UNIT),
      OF(COUNT_COPY_STORE, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"memory_l1_wavefronts_shared_ideal",
     {OF(COUNT_SHARED_LD, IN_IDEAL), OF(COUNT_SHARED_ST, IN_IDEAL), OF(COUNT_SHARED_ATOM, IN_IDEAL),
      OF(COUNT_COPY_STORE, IN_IDEAL)},
     {0},
     0,
     NOT_KNOWN},
    {"derived__memory_l1_wavefronts_shared_excessive",
     {BEYOND(COUNT_SHARED_LD), BEYOND(COUNT_SHARED_ST), BEYOND(COUNT_SHARED_ATOM),
      BEYOND(COUNT_COPY_STORE)},
     {0},
     0,
     0},
    {"smsp__sass_l1tex_tags_mem_global.sum", {OF_GLOBAL(IN_LINES)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_sectors_mem_global.sum", {OF_GLOBAL(IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_sectors_mem_local.sum",
     {OF(COUNT_LOCAL_LD, IN_UNIT), OF(COUNT_LOCAL_ST, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_requests.sum",
     {OF_GLOBAL(IN_REQUEST), OF_LOCAL(IN_REQUEST), OF_TEXTURES(IN_REQUEST),
      OF_SURFACES(IN_REQUEST)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_sectors.sum",
     {OF_GLOBAL(IN_UNIT), OF_LOCAL(IN_UNIT), OF_TEXTURES(IN_SECTORS), OF_SURFACES(IN_SECTORS)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_bytes_pipe_tex.sum",
     {OF_TEXTURES(IN_SECTORS), OF_SURFACES(IN_SECTORS)},
     {0},
     32,
     NOT_KNOWN},
    {"l1tex__t_bytes_pipe_tex_mem_texture.sum", {OF_TEXTURES(IN_SECTORS)}, {0}, 32, NOT_KNOWN},
    {"l1tex__t_bytes_pipe_tex_mem_surface.sum", {OF_SURFACES(IN_SECTORS)}, {0}, 32, NOT_KNOWN},
    {"l1tex__average_t_sectors_per_request_pipe_tex.ratio",
     {OF_TEXTURES(IN_SECTORS), OF_SURFACES(IN_SECTORS)},
     {OF_TEXTURES(IN_REQUEST), OF_SURFACES(IN_REQUEST)},
     0,
     NOT_KNOWN},
    {"sm__sass_inst_executed_op_texture.sum", {OF_TEXTURES(IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {"smsp__inst_executed_op_texture.sum", {OF_TEXTURES(IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_inst_executed_op_texture.sum", {OF_TEXTURES(IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {"smsp__inst_executed_pipe_tex.sum",
     {OF_TEXTURES(IN_ISSUED), OF_SURFACES(IN_ISSUED)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_requests_pipe_tex.sum",
     {OF_TEXTURES(IN_REQUEST), OF_SURFACES(IN_REQUEST)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_sectors_pipe_tex.sum",
     {OF_TEXTURES(IN_SECTORS), OF_SURFACES(IN_SECTORS)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_requests_pipe_tex_mem_texture.sum", {OF_TEXTURES(IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {"l1tex__t_sectors_pipe_tex_mem_texture.sum", {OF_TEXTURES(IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {"l1tex__t_requests_pipe_tex_mem_surface.sum", {OF_SURFACES(IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {"l1tex__t_sectors_pipe_tex_mem_surface.sum", {OF_SURFACES(IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {"l1tex__t_requests_pipe_lsu.sum",
     {OF_GLOBAL(IN_REQUEST), OF_LOCAL(IN_REQUEST)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__t_sectors_pipe_lsu.sum", {OF_GLOBAL(IN_UNIT), OF_LOCAL(IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {"l1tex__t_sectors_pipe_lsu_mem_lg.sum",
     {OF_GLOBAL(IN_UNIT), OF_LOCAL(IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {EXECUTED "global_ld.sum", {LOADED(IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "global_st.sum", {OF(COUNT_GLOBAL_ST, IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "global_atom.sum", {OF(COUNT_GLOBAL_ATOM, IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "global_red.sum", {OF(COUNT_GLOBAL_RED, IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "global.sum",
     {LOADED(IN_REQUEST), OF(COUNT_GLOBAL_ST, IN_REQUEST), OF(COUNT_GLOBAL_ATOM, IN_REQUEST),
      OF(COUNT_GLOBAL_RED, IN_REQUEST)},
     {0},
     0,
     NOT_KNOWN},
    {EXECUTED "shared.sum",
     {OF(COUNT_SHARED_LD, IN_ISSUED), OF(COUNT_SHARED_ST, IN_ISSUED),
      OF(COUNT_SHARED_ATOM, IN_ISSUED), OF(COUNT_LDMATRIX, IN_ISSUED),
      OF(COUNT_STMATRIX, IN_ISSUED)},
     {0},
     0,
     NOT_KNOWN},
    {EXECUTED "local.sum", {OF_LOCAL(IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "local_ld.sum", {OF(COUNT_LOCAL_LD, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "local_st.sum", {OF(COUNT_LOCAL_ST, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "shared_ld.sum", {OF(COUNT_SHARED_LD, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "shared_st.sum", {OF(COUNT_SHARED_ST, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "shared_atom.sum", {OF(COUNT_SHARED_ATOM, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "ldgsts.sum", {OF(COUNT_COPY_STORE, IN_REQUEST)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "ldsm.sum", {OF(COUNT_LDMATRIX, IN_ISSUED)}, {0}, 0, NOT_KNOWN},
    {EXECUTED "branch.sum", {COUNT_BRANCH}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "global_op_ld.sum", {LOADED(IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "global_op_st.sum", {OF(COUNT_GLOBAL_ST, IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "global_op_atom.sum", {OF(COUNT_GLOBAL_ATOM, IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "global_op_red.sum", {OF(COUNT_GLOBAL_RED, IN_SECTORS)}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "local_op_ld.sum", {OF(COUNT_LOCAL_LD, IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {SASS_SECTORS "local_op_st.sum", {OF(COUNT_LOCAL_ST, IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {SASS_PASSES "_op_ld.sum", {SHARED_LOADED(IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {SASS_PASSES "_op_st.sum", {SHARED_STORED(IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {SASS_PASSES "_op_atom.sum", {OF(COUNT_SHARED_ATOM, IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum",
     {OF(COUNT_SHARED_LD, IN_UNIT), OF(COUNT_SHARED_ST, IN_UNIT), OF(COUNT_SHARED_ATOM, IN_UNIT),
      OF(COUNT_COPY_STORE, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"lts__t_sectors_srcunit_tex_op_red.sum", {OF(COUNT_GLOBAL_RED, IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {"lts__t_sectors_srcunit_tex_op_atom.sum", {OF(COUNT_GLOBAL_ATOM, IN_UNIT)}, {0}, 0, NOT_KNOWN},
    {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_red.sum",
     {OF(COUNT_GLOBAL_RED, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_atom.sum",
     {OF(COUNT_GLOBAL_ATOM, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {"l1tex__m_xbar2l1tex_read_sectors_mem_global_op_atom.sum",
     {OF(COUNT_GLOBAL_ATOM, IN_UNIT)},
     {0},
     0,
     NOT_KNOWN},
    {FLOPS "fadd_fmul_ffma_pred_on.sum", {FLOPS_OF(1)}, {0}, 0, NOT_KNOWN},
    {FLOPS "dadd_dmul_dfma_pred_on.sum", {FLOPS_OF(2)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_local_op_ld.sum", {OF(COUNT_LOCAL_LD, IN_DATA)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_local_op_st.sum", {OF(COUNT_LOCAL_ST, IN_DATA)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_global_op_ld.sum", {LOADED(IN_DATA)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_global_op_st.sum",
     {OF(COUNT_GLOBAL_ST, IN_DATA)},
     {0},
     0,
     NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_shared_op_ld.sum", {SHARED_LOADED(IN_DATA)}, {0}, 0, NOT_KNOWN},
    {"smsp__sass_data_bytes_mem_shared_op_st.sum", {SHARED_STORED(IN_DATA)}, {0}, 0, NOT_KNOWN},
    {PER_SECTOR "ld.ratio", {LOADED(IN_DATA)}, {LOADED(IN_SECTORS)}, 0, NOT_KNOWN},
    {PER_SECTOR "ld.pct", {LOADED(IN_DATA)}, {LOADED(IN_SECTORS)}, SECTOR_PCT, NOT_KNOWN},
    {PER_SECTOR "st.ratio",
     {OF(COUNT_GLOBAL_ST, IN_DATA)},
     {OF(COUNT_GLOBAL_ST, IN_SECTORS)},
     0,
     NOT_KNOWN},
    {PER_SECTOR "st.pct",
     {OF(COUNT_GLOBAL_ST, IN_DATA)},
     {OF(COUNT_GLOBAL_ST, IN_SECTORS)},
     SECTOR_PCT,
     NOT_KNOWN},
    {PER_LOCAL_SECTOR "ld.ratio",
     {OF(COUNT_LOCAL_LD, IN_DATA)},
     {OF(COUNT_LOCAL_LD, IN_UNIT)},
     0,
     NOT_KNOWN},
    {PER_LOCAL_SECTOR "st.ratio",
     {OF(COUNT_LOCAL_ST, IN_DATA)},
     {OF(COUNT_LOCAL_ST, IN_UNIT)},
     0,
     NOT_KNOWN},
    {PER_PASS "_op_ld.pct",
     {SHARED_LOADED(IN_DATA)},
     {SHARED_LOADED(IN_UNIT)},
     PASS_PCT,
     NOT_KNOWN},
    {PER_PASS "_op_st.pct",
     {SHARED_STORED(IN_DATA)},
     {SHARED_STORED(IN_UNIT)},
     PASS_PCT,
     NOT_KNOWN},
};

/* No rule tells what the counters stand for. */
static bool is_unknown(const Counts *counts, const SumRow *row)
{
    bool of_looks = false;
    for (int i = 0; i < TERMS && row->over[i]; i++)
        of_looks |= counter_is_of_looks(row->over[i]);
    return of_looks && counts->value[COUNT_LOOK_UNKNOWN];
}

static double sum_of(const Counts *counts, const uint16_t terms[TERMS], bool *any)
{
    double sum = 0;
    for (int i = 0; i < TERMS && terms[i]; i++) {
        double value = (double)counts->value[terms[i] & ~LEAST];
        sum += terms[i] & LEAST ? -value : value;
        *any |= value != 0;
    }
    return sum;
}

void sum_figures_each(const Counts *counts, ObserveMetric *metric, void *state,
                      void (*each)(void *state, const ObserveMetric *metric))
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const SumRow *row = &rows[i];
        bool any = false;
        double over = sum_of(counts, row->over, &any), under = 1;
        if (row->under[0])
            under = sum_of(counts, row->under, &any);
        if (under == 0 || (metric->line && !any) || is_unknown(counts, row))
            continue;
        metric->name = row->name;
        metric->value = (row->scale > 0 ? row->scale : 1) * over / under;
        metric->ideal = row->ideal;
        each(state, metric);
    }
}
