/* What the compiler says of a module when it is asked to be verbose: the lines of ptxas -v. The
 * figures are the simulator's own. */
#include "base/strbuf.h"
#include "sim/api/jit.h"
#include "sim/api/state.h"

enum { CONSTANT_BANK_UNTIL = 90, PARAMETERS_AT = 0x160, BARRIERS = 16 };

static uint64_t bytes_of(const PtxModule *ptx, PtxSpace space)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (ptx->symbols[i]->space == space && ptx->symbols[i]->linkage != PTX_LINK_EXTERN)
            bytes += ptx->symbols[i]->size;
    return bytes;
}

static void say_module(const PtxModule *ptx, uint32_t sm, StrBuf *out)
{
    uint64_t global = bytes_of(ptx, PTX_SPACE_GLOBAL), constant = bytes_of(ptx, PTX_SPACE_CONST);
    strbuf_format(out, "ptxas info    : %llu bytes gmem", (unsigned long long)global);
    if (constant && sm < CONSTANT_BANK_UNTIL)
        strbuf_format(out, ", %llu bytes cmem[3]", (unsigned long long)constant);
    strbuf_add_text(out, "\n");
}

/* Different numbers of barriers that stand in the function; one that is in a register is any. */
static unsigned barriers_of(const PtxFunction *function)
{
    unsigned seen = 0;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->op != PTX_OP_BAR && inst->op != PTX_OP_BARRIER)
            continue;
        unsigned all = (1u << BARRIERS) - 1;
        for (uint32_t k = 0; k < inst->operand_count && all; k++)
            if (inst->operands[k].kind == PTX_OPERAND_IMM) {
                seen |= 1u << (inst->operands[k].imm & (BARRIERS - 1));
                all = 0;
            }
        seen |= all;
    }
    return (unsigned)__builtin_popcount(seen);
}

static void say_function(const EngineModule *module, const PtxFunction *function, uint32_t sm,
                         StrBuf *out)
{
    EngineFunctionInfo info;
    engine_function_info(module, function, &info);
    if (function->is_entry)
        strbuf_format(out, "ptxas info    : Compiling entry function '%.*s' for 'sm_%u'\n",
                      VIEW_ARG(function->name), sm);
    strbuf_format(out,
                  "ptxas info    : Function properties for %.*s\n"
                  "    %llu bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n",
                  VIEW_ARG(function->name), (unsigned long long)info.local);
    if (!function->is_entry)
        return;
    strbuf_format(out, "ptxas info    : Used %u registers, used %u barriers", info.registers,
                  barriers_of(function));
    if (info.static_shared)
        strbuf_format(out, ", %llu bytes smem", (unsigned long long)info.static_shared);
    if (sm < CONSTANT_BANK_UNTIL)
        strbuf_format(out, ", %llu bytes cmem[0]",
                      (unsigned long long)(PARAMETERS_AT + function->param_size));
    strbuf_add_text(out, "\n");
}

void jit_say(JitOptions *options, const PtxModule *ptx, const EngineModule *module)
{
    const SimProfile *profile = library()->profile;
    uint32_t sm = (uint32_t)(profile->major * 10 + profile->minor);
    StrBuf text = {0};
    if (!options->verbose || !options->info.buffer)
        return;
    say_module(ptx, sm, &text);
    for (uint32_t i = ptx->function_count; i-- > 0;)
        if (ptx->functions[i]->has_body)
            say_function(module, ptx->functions[i], sm, &text);
    while (text.size && text.data[text.size - 1] == '\n')
        text.data[--text.size] = '\0'; /* a log ends with a word */
    jit_log_write(&options->info, strbuf_text(&text));
    strbuf_free(&text);
}
