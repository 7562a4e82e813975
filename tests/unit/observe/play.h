/* A function of PTX text whose instructions are played to an observer one by one, with registers
 * that the test fills. */
#ifndef CULAB_TESTS_OBSERVE_PLAY_H
#define CULAB_TESTS_OBSERVE_PLAY_H

#include "ptx/parse.h"
#include "script.h"

enum { PLAY_REGS = 64 };

typedef struct Play {
    Script script;
    PtxModule *module;
    const PtxFunction *function;
    unsigned char lanes[PLAY_REGS][32 * 8]; /* by register, its 32 lanes */
    uint64_t address[32];
    uint32_t locals_from, locals_to;
} Play;

static inline const void *play_lanes(const void *frame, uint32_t reg)
{
    const Play *play = frame;
    return reg < PLAY_REGS ? play->lanes[reg] : NULL;
}

/* The kernel's body, with a line of its own for each instruction: 1, 2, ... */
static inline void play_open(Play *play, const char *body)
{
    char text[8192];
    *play = (Play){0};
    int size = snprintf(text, sizeof text,
                        ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n"
                        ".visible .entry k(.param .u64 p)\n{\n"
                        "    .reg .pred %%p<3>;\n    .reg .b32 %%r<9>;\n    .reg .b64 %%a<9>;\n"
                        "    .reg .f32 %%f<9>;\n    .reg .f64 %%d<5>;\n");
    for (uint32_t line = 1; *body; line++) {
        size_t length = strcspn(body, "\n");
        size += snprintf(text + size, sizeof text - (size_t)size, "    .loc 1 %u 0\n    %.*s\n",
                         line, (int)length, body);
        body += length + (body[length] == '\n');
    }
    snprintf(text + size, sizeof text - (size_t)size, "    ret;\n}\n");
    play->module = ptx_parse(view_of(text), NULL);
    assert_non_null(play->module);
    play->function = play->module->functions[0];
    assert_true(play->function->reg_count <= PLAY_REGS);
}

static inline void play_close(Play *play)
{
    script_end(&play->script);
    ptx_free(play->module);
}

/* A register's value in one lane. */
static inline void play_set(Play *play, const char *name, uint32_t lane, const void *value)
{
    for (uint32_t r = 0; r < play->function->reg_count; r++) {
        size_t bytes = ptx_type_bytes(play->function->regs[r].type);
        if (!view_equal_text(play->function->regs[r].name, name))
            continue;
        memcpy(play->lanes[r] + lane * bytes, value, bytes);
        return;
    }
    fail_msg("there is no register %s", name);
}

static inline void play_set_f32(Play *play, const char *name, uint32_t lane, float value)
{
    play_set(play, name, lane, &value);
}

static inline void play_set_u32(Play *play, const char *name, uint32_t lane, uint32_t value)
{
    play_set(play, name, lane, &value);
}

/* What the instruction of this line does in the lanes of `mask` of a warp of block 0, at
 * play->address; `stored` as SimAccess.stored. */
static inline void play_access(Play *play, uint32_t line, SimAccessKind kind, PtxSpace space,
                               uint32_t warp, uint32_t mask, const void *stored)
{
    SimWarpInfo info = script_warp(&play->script, 0, warp);
    const PtxInst *inst = &play->function->insts[line - 1];
    info.function = play->function;
    info.lanes = play_lanes;
    info.frame = play;
    info.locals_from = play->locals_from;
    info.locals_to = play->locals_to;
    SimAccess access = {.site = {play->module, play->function, inst},
                        .inst = inst,
                        .kind = kind,
                        .space = space,
                        .bytes = ptx_type_bytes(inst->types[0]),
                        .mask = mask,
                        .address = play->address,
                        .stored = stored};
    for (uint32_t lane = 1; lane < 32; lane++)
        if ((mask >> (lane - 1) & 3) == 3 && play->address[lane] == play->address[lane - 1])
            access.repeats |= 1u << lane;
    play->script.observer->access(play->script.observer->self, &info, &access);
}

#endif
