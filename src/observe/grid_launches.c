/* Looks through a kernel and what it calls for the device runtime's functions. */
#include "observe/grid_launches.h"

#include <string.h>

enum { DEEPEST = 16, INSTS_MOST = 1 << 18 };

typedef struct Scan {
    uint32_t left; /* instructions that may be looked at */
    uint32_t depth;
} Scan;

/* "cudaLaunchDevice", "__cudaCDP2MemcpyAsync_ptsz": functions of the runtime that queue work. */
static bool queues_work(View name)
{
    static const char *const parts[] = {"LaunchDevice",  "MemcpyAsync", "Memcpy2DAsync",
                                        "Memcpy3DAsync", "MemsetAsync", "Memset2DAsync",
                                        "Memset3DAsync"};
    bool found = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++)
        found = memmem(name.data, name.size, parts[i], strlen(parts[i])) != NULL;
    return found && memmem(name.data, name.size, "cuda", 4);
}

static bool can_launch(Scan *scan, const PtxFunction *function);

static bool calls_launch(Scan *scan, const PtxInst *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        if (call->operands[i].kind == PTX_OPERAND_FUNCTION)
            return can_launch(scan, call->operands[i].function);
    return true; /* by a pointer */
}

static bool can_launch(Scan *scan, const PtxFunction *function)
{
    if (!function->has_body)
        return queues_work(function->name);
    if (scan->depth == DEEPEST || function->inst_count > scan->left)
        return true;
    bool found = false;
    scan->left -= function->inst_count;
    scan->depth++;
    for (uint32_t i = 0; i < function->inst_count && !found; i++)
        if (function->insts[i].op == PTX_OP_CALL)
            found = calls_launch(scan, &function->insts[i]);
    scan->depth--;
    return found;
}

bool grid_launches(const PtxFunction *kernel)
{
    Scan scan = {.left = INSTS_MOST};
    return can_launch(&scan, kernel);
}
