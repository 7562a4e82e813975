/* The tables of all families of instructions, and the choice between the instruction sets that they
 * were compiled for. */
#include <string.h>

#include "sim/engine/decoder.h"

#define DECLARE(isa, view, family) extern const DecodeRow rows_##family##_##isa##_##view[];
#define DECLARE_V2(family) DECLARE(v2, 0, family)
#define DECLARE_V3(family) DECLARE(v3, 0, family)
#define DECLARE_GENERIC(family) DECLARE(generic, 0, family)
#define DECLARE_CORE(isa, family) \
    DECLARE(isa, 0, family) DECLARE(isa, 1, family) DECLARE(isa, 2, family)
#define DECLARE_CORE_V2(family) DECLARE_CORE(v2, family)
#define DECLARE_CORE_V3(family) DECLARE_CORE(v3, family)
#define DECLARE_CORE_GENERIC(family) DECLARE_CORE(generic, family)

#define ROWS_V2_0(family) rows_##family##_v2_0,
#define ROWS_V2_1(family) rows_##family##_v2_1,
#define ROWS_V2_2(family) rows_##family##_v2_2,
#define ROWS_V3_0(family) rows_##family##_v3_0,
#define ROWS_V3_1(family) rows_##family##_v3_1,
#define ROWS_V3_2(family) rows_##family##_v3_2,
#define ROWS_GENERIC_0(family) rows_##family##_generic_0,
#define ROWS_GENERIC_1(family) rows_##family##_generic_1,
#define ROWS_GENERIC_2(family) rows_##family##_generic_2,

/* The families' rows by SimView, each list ended by NULL. */
enum { FAMILIES_MOST = 24 };
typedef const DecodeRow *ViewTables[SIM_VIEWS][FAMILIES_MOST];

#ifdef SIM_X86
SIM_FAMILIES_ALU(DECLARE_V2)
SIM_FAMILIES_ALU(DECLARE_V3)
SIM_FAMILIES_CORE(DECLARE_CORE_V2)
SIM_FAMILIES_CORE(DECLARE_CORE_V3)
static const ViewTables tables_v2 = {{SIM_FAMILIES_CORE(ROWS_V2_0) SIM_FAMILIES_ALU(ROWS_V2_0)},
                                     {SIM_FAMILIES_CORE(ROWS_V2_1) SIM_FAMILIES_ALU(ROWS_V2_0)},
                                     {SIM_FAMILIES_CORE(ROWS_V2_2) SIM_FAMILIES_ALU(ROWS_V2_0)}};
static const ViewTables tables_v3 = {{SIM_FAMILIES_CORE(ROWS_V3_0) SIM_FAMILIES_ALU(ROWS_V3_0)},
                                     {SIM_FAMILIES_CORE(ROWS_V3_1) SIM_FAMILIES_ALU(ROWS_V3_0)},
                                     {SIM_FAMILIES_CORE(ROWS_V3_2) SIM_FAMILIES_ALU(ROWS_V3_0)}};
extern SimDispatch dispatch_v2_0, dispatch_v2_1, dispatch_v2_2;
extern SimDispatch dispatch_v3_0, dispatch_v3_1, dispatch_v3_2;
#else
SIM_FAMILIES_ALU(DECLARE_GENERIC)
SIM_FAMILIES_CORE(DECLARE_CORE_GENERIC)
static const ViewTables tables_generic = {
    {SIM_FAMILIES_CORE(ROWS_GENERIC_0) SIM_FAMILIES_ALU(ROWS_GENERIC_0)},
    {SIM_FAMILIES_CORE(ROWS_GENERIC_1) SIM_FAMILIES_ALU(ROWS_GENERIC_0)},
    {SIM_FAMILIES_CORE(ROWS_GENERIC_2) SIM_FAMILIES_ALU(ROWS_GENERIC_0)}};
extern SimDispatch dispatch_generic_0, dispatch_generic_1, dispatch_generic_2;
#endif

#ifdef SIM_X86
static bool has_v3(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2"); /* f16c, which Clang can't ask for, came before them */
}
#endif

SimDispatch *family_dispatch(SimView view)
{
#ifdef SIM_X86
    static SimDispatch *const of_v2[] = {dispatch_v2_0, dispatch_v2_1, dispatch_v2_2};
    static SimDispatch *const of_v3[] = {dispatch_v3_0, dispatch_v3_1, dispatch_v3_2};
    return has_v3() ? of_v3[view] : of_v2[view];
#else
    static SimDispatch *const of_all[] = {dispatch_generic_0, dispatch_generic_1,
                                          dispatch_generic_2};
    return of_all[view];
#endif
}

static const DecodeRow *const *tables(SimView view)
{
#ifdef SIM_X86
    return has_v3() ? tables_v3[view] : tables_v2[view];
#else
    return tables_generic[view];
#endif
}

static bool row_fits(const DecodeRow *row, const PtxInst *inst)
{
    if (row->op != inst->op)
        return false;
    return row->types == 0 || (inst->type_count && row->types & SIM_TYPE(inst->types[0]));
}

void family_index(SimView view, FamilyIndex *index)
{
    memset(index, 0, sizeof(*index));
    for (const DecodeRow *const *table = tables(view); *table; table++)
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
