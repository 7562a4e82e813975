/* createpolicy: the 64 bits that say how a cache line is to be kept, as NVIDIA's assembler makes
 * them for devices since 8.0. Nothing here looks at them again.
 *
 * Upper half, fractional: 0x100 and how the first part is kept, 4 bits of the fraction, 20 of 0.
 * Range: 0x180 and how, 4 bits of the block's size, 7 of the first block, 7 of their count, 5 of 0;
 * a block is 2^12 bytes or as much as makes at most 2^7 of them. */
#include <math.h>

#include "sim/engine/decoder.h"
#include "sim/engine/lanes/reach.h"

enum {
    FRACTIONAL = 0x100,
    RANGE = 0x180,
    SECOND_FIRST = 0x10, /* evict_first for the rest */
    BLOCK_BITS = 12,
    COUNT_BITS = 7,
    COUNT_MASK = (1 << COUNT_BITS) - 1
};

static inline uint64_t fraction_policy(uint32_t how, float fraction)
{
    float scaled = fraction * 0x1.ffae14p+3f; /* 15.99 */
    uint32_t steps = scaled >= 0x1p32f ? UINT32_MAX : scaled > 0 ? (uint32_t)scaled : 0;
    return (uint64_t)(how | (steps & 15)) << 52;
}

/* `first`: bytes from the address on that are kept the first way; `size`: all of them. */
static inline uint64_t range_policy(uint32_t how, uint64_t address, uint32_t first, uint32_t size)
{
    if (size == 0)
        return (uint64_t)RANGE << 52;
    int bits = (int)ceilf(log2f((float)size)) - COUNT_BITS;
    bits = bits > BLOCK_BITS ? bits : BLOCK_BITS;
    uint64_t begin = address >> bits;
    uint64_t end = (address + (uint32_t)(first - 1 + (1u << bits))) >> bits;
    uint64_t count = end - begin < COUNT_MASK ? end - begin : COUNT_MASK;
    uint64_t upper = how | ((uint32_t)(bits - BLOCK_BITS) & 15);
    upper = (upper << 8 | (begin & COUNT_MASK)) << COUNT_BITS | count;
    return upper << 37;
}

CORE_HANDLER(fraction)
{
    uint64_t *out = CORE_SLOT(uint64_t, inst->d);
    const float *fractions = CORE_SLOT(const float, inst->a);
    CORE_LANES(mask, lane)
    out[lane] = fraction_policy(inst->aux, fractions[lane]);
    return inst + 1;
}

CORE_HANDLER(range)
{
    uint64_t *out = CORE_SLOT(uint64_t, inst->d);
    const uint64_t *addresses = CORE_SLOT(const uint64_t, inst->a);
    const uint32_t *firsts = CORE_SLOT(const uint32_t, inst->b);
    const uint32_t *sizes = CORE_SLOT(const uint32_t, inst->c);
    CORE_LANES(mask, lane)
    out[lane] =
        range_policy(inst->aux, addresses[lane] + (uint64_t)inst->imm, firsts[lane], sizes[lane]);
    return inst + 1;
}

/* -- decoding */

/* The first word says how the first part is kept, a second one how the rest. */
static uint32_t how_kept(const PtxInst *inst)
{
    static const struct {
        const char *word;
        uint32_t bits;
    } ways[] = {{"evict_unchanged", 0x00},
                {"evict_first", 0x20},
                {"evict_last", 0x40},
                {"evict_normal", 0x60}};
    View words = inst->mnemonic, word;
    uint32_t out = 0, count = 0;
    while (view_split(&words, '.', &word)) {
        if (!view_starts(word, "L2::"))
            continue;
        word = view_slice(word, 4, word.size);
        for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
            if (view_equal_text(word, ways[i].word))
                out |= count ? (ways[i].bits == 0x20 ? SECOND_FIRST : 0) : ways[i].bits;
        count++;
    }
    return out;
}

static bool decode_policy(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const PtxOperand *operands = inst->operands;
    bool is_range = ptx_has(inst, PTX_MOD_RANGE);
    if (inst->operand_count < (is_range ? 4u : 1u))
        return decoder_refuse(decoder, inst, "takes a destination and what the policy is for");
    out->d = decoder_exact_dest(decoder, inst, &operands[0], 8);
    out->aux = (is_range ? RANGE : FRACTIONAL) | how_kept(inst);
    out->full = out->partial = is_range ? range : fraction;
    if (!is_range) {
        out->a = inst->operand_count > 1
                     ? decoder_exact_source(decoder, inst, &operands[1], PTX_F32)
                     : decoder_constant(decoder, 4, 0x3f800000, 0);
        return !decoder->refused;
    }
    PtxOperand base = operands[1];
    base.kind = base.reg != PTX_NO_REG ? PTX_OPERAND_REG : PTX_OPERAND_SYMBOL;
    base.imm = 0;
    out->imm = operands[1].imm;
    out->a = decoder_exact_source(decoder, inst, &base, PTX_U64);
    out->b = decoder_exact_source(decoder, inst, &operands[2], PTX_U32);
    out->c = decoder_exact_source(decoder, inst, &operands[3], PTX_U32);
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_policy)[] = {
    {PTX_OP_CREATEPOLICY, 0, decode_policy},
    {PTX_OP_COUNT, 0, NULL},
};
