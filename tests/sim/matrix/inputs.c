/* Numbers for matrix instructions: any bits, numbers of one size, of all sizes, and ones that
 * cancel each other. */
#include <string.h>

#include "matrix.h"

enum { ANY_BITS, SIMILAR, WIDE, CANCELLING };

typedef struct Source {
    uint64_t state;
    uint32_t kind;
} Source;

static uint32_t random_bits(Source *source)
{
    source->state ^= source->state << 13;
    source->state ^= source->state >> 7;
    source->state ^= source->state << 17;
    return (uint32_t)(source->state >> 24);
}

/* `exponent` bits wide, as all bits of the format but sign and mantissa. */
static uint64_t random_float(Source *source, uint32_t bits, uint32_t mantissa, bool wider)
{
    uint64_t raw = (uint64_t)random_bits(source) << 32 ^ random_bits(source);
    uint32_t exponent_bits = bits - 1 - mantissa;
    int bias = (1 << (exponent_bits - 1)) - 1, spread = 2;
    if (source->kind == ANY_BITS)
        return bits == 64 ? raw : raw & ((UINT64_C(1) << bits) - 1);
    if (source->kind == WIDE)
        spread = exponent_bits == 5 ? 13 : 20;
    if (wider)
        spread *= 2;
    if (spread > bias)
        spread = bias - 1;
    uint64_t sign = raw >> 63;
    int exponent = bias - spread + (int)(random_bits(source) % (uint32_t)(2 * spread + 1));
    uint64_t fraction = raw & ((UINT64_C(1) << mantissa) - 1);
    if (source->kind == CANCELLING) { /* few mantissas, so that sums come near to zero */
        fraction &= UINT64_C(3) << (mantissa - 2);
        if (random_bits(source) % 8 == 0)
            return sign << (bits - 1);
    }
    return sign << (bits - 1) | (uint64_t)exponent << mantissa | fraction;
}

static void fill(Source *source, View type, unsigned char *out, size_t bytes)
{
    bool is_half = view_starts(type, "f16"), is_bf16 = view_starts(type, "bf16");
    bool is_e4m3 = view_equal_text(type, "e4m3"), is_e5m2 = view_equal_text(type, "e5m2");
    uint32_t size = is_half || is_bf16             ? 2
                    : is_e4m3 || is_e5m2           ? 1
                    : view_equal_text(type, "f64") ? 8
                                                   : 4;
    for (size_t i = 0; i < bytes; i += size) {
        uint64_t value = is_half     ? random_float(source, 16, 10, false)
                         : is_bf16   ? random_float(source, 16, 7, false)
                         : size == 1 ? random_float(source, 8, is_e4m3 ? 3 : 2, false)
                         : size == 8 ? random_float(source, 64, 52, false)
                         : view_equal_text(type, "tf32") ? random_float(source, 32, 23, false)
                         : view_equal_text(type, "f32")  ? random_float(source, 32, 23, true)
                                                         : random_bits(source);
        memcpy(out + i, &value, size);
    }
}

void form_inputs(const MatrixForm *form, unsigned char *out)
{
    Source source = {.state = UINT64_C(0x9e3779b97f4a7c15)};
    for (size_t i = 0; i < form->line.size; i++)
        source.state = (source.state ^ (unsigned char)form->line.data[i]) * UINT64_C(0x100000001b3);
    for (uint32_t block = 0; block < form->blocks; block++) {
        unsigned char *at = out + (size_t)block * IN_BYTES;
        source.kind = block;
        if (view_equal_text(form->kind, "load")) {
            fill(&source, VIEW("s32"), at, IN_BYTES);
            continue;
        }
        fill(&source, form->a.type, at + A_AT, B_AT - A_AT);
        fill(&source, form->b.type, at + B_AT, C_AT - B_AT);
        fill(&source, form->c.type, at + C_AT, IN_BYTES - C_AT);
    }
}
