/* What atomic sums of floating-point numbers come to. */
#include "observe/float_atomic.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "observe/float_cause.h"

enum { LANES = 32 };

static const double F16_MAX = 65504.0;

static double rounded(PtxType type, double value)
{
    const double half = 65520.0; /* from here on F16 has infinity */
    const double bfloat = 0x1.ffp127;
    if (type == PTX_F64)
        return value;
    if (type == PTX_F32)
        return (double)(float)value;
    return fabs(value) < (type == PTX_F16 ? half : bfloat) ? value : copysign(INFINITY, value);
}

/* What a lane finds in memory, if it is the first. */
static const void *place_of(const SimAccess *access, uint32_t lane)
{
    uint64_t base = access->space == PTX_SPACE_SHARED ? access->shared_base : 0;
    return (const void *)(uintptr_t)(base + access->address[lane]);
}

/* A quick look, by exponents alone. */
static bool are_small(const SimAccess *access, const uint32_t *values)
{
    const uint32_t exponent = 0xFF, fraction = 23, small = 127 + 120;
    uint32_t large = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t before;
        memcpy(&before, place_of(access, lane), sizeof before);
        large |= (before >> fraction & exponent) > small;
        large |= (values[lane] >> fraction & exponent) > small;
    }
    return !large;
}

/* A look at all lanes at once: could the sum of all be too large? */
static bool could_leave(const SimAccess *access, PtxType type, const char *values)
{
    const double most = type == PTX_F64   ? DBL_MAX
                        : type == PTX_F16 ? F16_MAX
                                          : (double)FLT_MAX * (1 - 0x1p-8);
    double before = 0, added = 0;
    if (type == PTX_F32 && are_small(access, (const uint32_t *)(const void *)values))
        return false;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const double a = fabs(float_number(type, place_of(access, lane)));
        const double b = fabs(float_number(type, values + (size_t)lane * ptx_type_bytes(type)));
        before = a <= before ? before : a;
        added = b <= added ? added : b;
    }
    return !(before + LANES * added <= most);
}

bool float_atomic_birth(const SimWarpInfo *warp, const SimAccess *access, FloatSum *out)
{
    const PtxInst *inst = access->inst;
    const uint32_t at = inst->op == PTX_OP_ATOM ? 2 : 1;
    const PtxType type = inst->type_count ? inst->types[0] : PTX_TYPE_NONE;
    const uint32_t bytes = ptx_type_bytes(type);
    if ((inst->op != PTX_OP_ATOM && inst->op != PTX_OP_RED) || !ptx_has(inst, PTX_MOD_ADD) ||
        !float_type_is(type) || float_type_of_half(type) != type || inst->operand_count <= at ||
        inst->operands[at].kind != PTX_OPERAND_REG || access->bytes != bytes ||
        (access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_SHARED))
        return false;
    const uint32_t reg = inst->operands[at].reg;
    const char *values = warp->lanes(warp->frame, reg);
    if (!values || ptx_type_bytes(warp->function->regs[reg].type) != bytes)
        return false;
    if (!could_leave(access, type, values))
        return false;
    double sums[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (!(access->mask >> lane & 1))
            continue;
        double before = float_number(type, place_of(access, lane));
        for (uint32_t other = 0; other < lane; other++)
            if (access->mask >> other & 1 && access->address[other] == access->address[lane])
                before = sums[other];
        const double added = float_number(type, values + (size_t)lane * bytes);
        sums[lane] = rounded(type, before + added);
        if (isfinite(before) && isfinite(added) && !isfinite(sums[lane])) {
            *out = (FloatSum){lane, type, before, added, sums[lane]};
            return true;
        }
    }
    return false;
}
