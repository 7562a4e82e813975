/* The tables of all families of instructions, and the choice between the instruction sets that they
 * were compiled for. */
#include <string.h>

#include "sim/engine/decoder.h"

#define DECLARE(isa, observed, family) extern const DecodeRow rows_##family##_##isa##_##observed[];
#define DECLARE_V2(family) DECLARE(v2, 0, family)
#define DECLARE_V3(family) DECLARE(v3, 0, family)
#define DECLARE_GENERIC(family) DECLARE(generic, 0, family)
#define DECLARE_CORE_V2(family) DECLARE(v2, 0, family) DECLARE(v2, 1, family)
#define DECLARE_CORE_V3(family) DECLARE(v3, 0, family) DECLARE(v3, 1, family)
#define DECLARE_CORE_GENERIC(family) DECLARE(generic, 0, family) DECLARE(generic, 1, family)

#define ROWS_V2_0(family) rows_##family##_v2_0,
#define ROWS_V2_1(family) rows_##family##_v2_1,
#define ROWS_V3_0(family) rows_##family##_v3_0,
#define ROWS_V3_1(family) rows_##family##_v3_1,
#define ROWS_GENERIC_0(family) rows_##family##_generic_0,
#define ROWS_GENERIC_1(family) rows_##family##_generic_1,

#ifdef SIM_X86
SIM_FAMILIES_ALU(DECLARE_V2)
SIM_FAMILIES_ALU(DECLARE_V3)
SIM_FAMILIES_CORE(DECLARE_CORE_V2)
SIM_FAMILIES_CORE(DECLARE_CORE_V3)
static const DecodeRow *const tables_v2[] = {SIM_FAMILIES_CORE(ROWS_V2_0)
                                                 SIM_FAMILIES_ALU(ROWS_V2_0) NULL};
static const DecodeRow *const tables_v2_observed[] = {SIM_FAMILIES_CORE(ROWS_V2_1)
                                                          SIM_FAMILIES_ALU(ROWS_V2_0) NULL};
static const DecodeRow *const tables_v3[] = {SIM_FAMILIES_CORE(ROWS_V3_0)
                                                 SIM_FAMILIES_ALU(ROWS_V3_0) NULL};
static const DecodeRow *const tables_v3_observed[] = {SIM_FAMILIES_CORE(ROWS_V3_1)
                                                          SIM_FAMILIES_ALU(ROWS_V3_0) NULL};
extern SimDispatch dispatch_v2_0, dispatch_v2_1, dispatch_v3_0, dispatch_v3_1;
#else
SIM_FAMILIES_ALU(DECLARE_GENERIC)
SIM_FAMILIES_CORE(DECLARE_CORE_GENERIC)
static const DecodeRow *const tables_generic[] = {SIM_FAMILIES_CORE(ROWS_GENERIC_0)
                                                      SIM_FAMILIES_ALU(ROWS_GENERIC_0) NULL};
static const DecodeRow *const tables_generic_observed[] = {
    SIM_FAMILIES_CORE(ROWS_GENERIC_1) SIM_FAMILIES_ALU(ROWS_GENERIC_0) NULL};
extern SimDispatch dispatch_generic_0, dispatch_generic_1;
#endif

#ifdef SIM_X86
static bool has_v3(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2"); /* f16c, which Clang can't ask for, came before them */
}
#endif

SimDispatch *family_dispatch(bool observed)
{
#ifdef SIM_X86
    if (has_v3())
        return observed ? dispatch_v3_1 : dispatch_v3_0;
    return observed ? dispatch_v2_1 : dispatch_v2_0;
#else
    return observed ? dispatch_generic_1 : dispatch_generic_0;
#endif
}

static const DecodeRow *const *tables(bool observed)
{
#ifdef SIM_X86
    if (has_v3())
        return observed ? tables_v3_observed : tables_v3;
    return observed ? tables_v2_observed : tables_v2;
#else
    return observed ? tables_generic_observed : tables_generic;
#endif
}

static bool row_fits(const DecodeRow *row, const PtxInst *inst)
{
    if (row->op != inst->op)
        return false;
    return row->types == 0 || (inst->type_count && row->types & SIM_TYPE(inst->types[0]));
}

void family_index(bool observed, FamilyIndex *index)
{
    memset(index, 0, sizeof(*index));
    for (const DecodeRow *const *table = tables(observed); *table; table++)
        for (const DecodeRow *row = *table; row->op != PTX_OP_COUNT; row++)
            for (uint32_t i = 0; i < FAMILIES_FOR_ONE; i++)
                if (!index->rows[row->op][i]) {
                    index->rows[row->op][i] = row;
                    break;
                }
}

const DecodeRow *family_index_row(const FamilyIndex *index, const PtxInst *inst)
{
    for (uint32_t i = 0; i < FAMILIES_FOR_ONE && index->rows[inst->op][i]; i++)
        if (row_fits(index->rows[inst->op][i], inst))
            return index->rows[inst->op][i];
    return NULL;
}
