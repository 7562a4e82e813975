/* Every opcode of opcodes.def is somebody's, and no two rows claim the same instruction. */
#include <stdio.h>

#include "sim/engine/decoder.h"

static int check_row_pair(const DecodeRow *a, const DecodeRow *b)
{
    bool meet = a->types == 0 || b->types == 0 || (a->types & b->types);
    if (meet)
        printf("%s: two rows fit the same instruction\n", ptx_op_text(a->op));
    return meet;
}

static int check_op(const FamilyIndex *index, uint32_t op)
{
    const DecodeRow *const *rows = index->rows[op];
    int bad = 0;
    if (!rows[0]) {
        printf("%s: no family has a row for it\n", ptx_op_text((PtxOp)op));
        return 1;
    }
    for (int i = 0; i < FAMILIES_FOR_ONE && rows[i]; i++)
        for (int j = i + 1; j < FAMILIES_FOR_ONE && rows[j]; j++)
            bad += check_row_pair(rows[i], rows[j]);
    return bad;
}

int main(void)
{
    int bad = 0;
    for (int view = 0; view < SIM_VIEWS; view++) {
        FamilyIndex index;
        family_index((SimView)view, &index);
        for (uint32_t op = 0; op < PTX_OP_COUNT; op++)
            bad += check_op(&index, op);
    }
    return bad != 0;
}
