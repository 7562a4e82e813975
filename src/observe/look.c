/* Requests and sectors of textures and surfaces. */
#include "observe/look.h"

#include "observe/flow.h"

enum { LANES = 32, QUAD = 4, MOST = 8 * SIM_LOOK_TOUCHES };

Counter look_first(const SimLook *look)
{
    if (!look->surface)
        return look->whole || look->gathers ? COUNT_TEXTURE_LD : COUNT_TEXTURE_TEX;
    return look->kind == SIM_ACCESS_LOAD    ? COUNT_SURFACE_LD
           : look->kind == SIM_ACCESS_STORE ? COUNT_SURFACE_ST
                                            : COUNT_SURFACE_RED;
}

static bool writes_zero(const PtxInst *inst)
{
    const PtxOperand *value = &inst->operands[1];
    return inst->op == PTX_OP_MOV && inst->operand_count == 2 && value->kind == PTX_OPERAND_IMM &&
           value->imm == 0;
}

bool look_is_first_level(const PtxFunction *function, const PtxInst *inst)
{
    const PtxOperand *level = &inst->operands[2]; /* after what it gives and where it looks */
    bool zero = inst->operand_count > 2 && level->kind == PTX_OPERAND_IMM && level->imm == 0;
    if (inst->operand_count <= 2 || level->kind != PTX_OPERAND_REG)
        return zero;
    for (uint32_t i = 0; function && i < function->inst_count; i++) {
        const PtxInst *other = &function->insts[i];
        if (!flow_has_result(other) || other->operands[0].kind != PTX_OPERAND_REG ||
            other->operands[0].reg != level->reg)
            continue;
        if (!writes_zero(other))
            return false;
        zero = true;
    }
    return zero;
}

/* Four lanes, of which a picture has two by two; eight where each takes a single element of one or
 * two dimensions and no level is to be found. */
static uint32_t lanes_of_request(const SimLook *look, bool first_level)
{
    if (look->surface)
        return look->coordinates < 3 ? 2 * QUAD : QUAD;
    if (look->bytes > 8 || look->coordinates > 2)
        return QUAD;
    return look->whole || (first_level && !look->filters) ? 2 * QUAD : QUAD;
}

/* The filter takes 16 elements at a time, and 128 bytes. */
static uint32_t lanes_of_pass(const SimLook *look, uint32_t request)
{
    const uint32_t elements = look->dimensions > 2 ? 8 : 4;
    uint32_t lanes = 128 / (elements * look->bytes);
    if (!look->filters)
        return request;
    return lanes < 16 / elements ? lanes : 16 / elements;
}

static bool needs(const SimLook *look, uint32_t lane, uint64_t sector)
{
    for (uint32_t k = 0; k < look->count[lane]; k++)
        if (look->sector[k][lane] == sector)
            return true;
    return false;
}

/* Whether what two lanes of four need is needed by those between them as well, so that it makes no
 * difference which of them are served together. */
static bool is_in_order(const SimLook *look, uint32_t first)
{
    for (uint32_t lane = first; lane < first + QUAD; lane++)
        for (uint32_t k = 0; k < look->count[lane]; k++)
            for (uint32_t other = lane + 2; other < first + QUAD; other++)
                if (needs(look, other, look->sector[k][lane]) &&
                    !needs(look, other - 1, look->sector[k][lane]))
                    return false;
    return true;
}

bool look_is_known(const SimLook *look)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (look->count[lane] > SIM_LOOK_TOUCHES)
            return false;
    bool parted = lanes_of_pass(look, QUAD) < QUAD;
    for (uint32_t first = 0; parted && first < LANES; first += QUAD)
        if (!is_in_order(look, first))
            return false;
    return !look->levels || look->whole || look->surface;
}

/* What whole coordinates find nothing at is not asked for. */
static bool is_asked(const SimLook *look, uint32_t lanes)
{
    for (lanes &= look->mask; look->whole && !look->surface && lanes; lanes &= lanes - 1)
        if (look->count[__builtin_ctz(lanes)])
            return true;
    return lanes != 0;
}

static uint32_t sectors_of(const SimLook *look, uint32_t lanes)
{
    uint64_t met[MOST];
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        for (uint32_t k = 0; k < look->count[lane] && k < SIM_LOOK_TOUCHES; k++) {
            uint32_t i = 0;
            while (i < count && met[i] != look->sector[k][lane])
                i++;
            met[i] = look->sector[k][lane];
            count += i == count;
        }
    }
    return count;
}

/* Of lanes that change one sector those at one element come one after the other. */
static uint32_t changes_of(const SimLook *look, uint32_t lanes)
{
    uint32_t most[LANES] = {0}, count = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), same = 0, first = lane;
        for (uint32_t others = look->count[lane] ? lanes : 0; others; others &= others - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(others);
            if (!look->count[other] || look->sector[0][other] != look->sector[0][lane])
                continue;
            first = other < first ? other : first;
            same += look->address[other] == look->address[lane];
        }
        count += same > most[first] ? same - most[first] : 0;
        most[first] = same > most[first] ? same : most[first];
    }
    return count;
}

void look_count(const SimLook *look, bool first_level, uint32_t *requests, uint32_t *sectors)
{
    const uint32_t request = lanes_of_request(look, first_level),
                   pass = lanes_of_pass(look, request);
    *requests = *sectors = 0;
    for (uint32_t first = 0; first < LANES; first += request)
        *requests += is_asked(look, ((UINT32_C(1) << request) - 1) << first);
    for (uint32_t first = 0; first < LANES; first += pass) {
        uint32_t lanes = look->mask & ((UINT32_C(1) << pass) - 1) << first;
        *sectors +=
            look->kind == SIM_ACCESS_REDUCTION ? changes_of(look, lanes) : sectors_of(look, lanes);
    }
}
