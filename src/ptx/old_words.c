/* What instructions for the first devices leave unsaid. */
#include "ptx/old_words.h"

enum { SM_FLOATS = 20, ADDED_MOST = 2 };

/* Those that can be told to take subnormal numbers for 0. */
static const bool flushed[PTX_OP_COUNT] = {
    [PTX_OP_ADD] = true,  [PTX_OP_SUB] = true, [PTX_OP_MUL] = true,  [PTX_OP_MAD] = true,
    [PTX_OP_DIV] = true,  [PTX_OP_RCP] = true, [PTX_OP_SQRT] = true, [PTX_OP_RSQRT] = true,
    [PTX_OP_SIN] = true,  [PTX_OP_COS] = true, [PTX_OP_LG2] = true,  [PTX_OP_EX2] = true,
    [PTX_OP_ABS] = true,  [PTX_OP_NEG] = true, [PTX_OP_MIN] = true,  [PTX_OP_MAX] = true,
    [PTX_OP_SETP] = true, [PTX_OP_SET] = true,
};

static bool has(const View *words, uint32_t count, const char *word)
{
    for (uint32_t i = 0; i < count; i++)
        if (view_equal_text(words[i], word))
            return true;
    return false;
}

static bool is_rounded(const View *words, uint32_t count)
{
    return has(words, count, "rn") || has(words, count, "rz") || has(words, count, "rm") ||
           has(words, count, "rp");
}

uint32_t old_words_add(const PtxModule *module, PtxOp op, View words[FORM_WORDS_MAX],
                       uint32_t count)
{
    bool old = module->target_sm && module->target_sm < SM_FLOATS;
    if (!old || !flushed[op] || !count || count > FORM_WORDS_MAX - ADDED_MOST ||
        !view_equal_text(words[count - 1], "f32"))
        return count;
    if (op == PTX_OP_MAD && !is_rounded(words, count))
        words[count++] = VIEW("rn");
    if (!has(words, count, "ftz"))
        words[count++] = VIEW("ftz");
    return count;
}
