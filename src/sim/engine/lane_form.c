/* Finds the row of a table of instruction forms that an instruction matches. */
#include "sim/engine/lane_form.h"

#include <stdio.h>
#include <string.h>

enum { SOURCES_MAX = 3 + SIM_OPERANDS };

static const uint8_t option_mods[] = {PTX_MOD_RN,   PTX_MOD_FTZ, PTX_MOD_SAT,
                                      PTX_MOD_RELU, PTX_MOD_NAN, PTX_MOD_APPROX};

/* Width of a register that holds the type: bytes live in 16-bit registers. */
static uint32_t slot_bytes(PtxType type)
{
    uint32_t bytes = ptx_type_bytes(type);
    return bytes == 1 ? 2 : bytes;
}

static PtxType wider(PtxType type)
{
    switch (type) {
    case PTX_U16:
        return PTX_U32;
    case PTX_S16:
        return PTX_S32;
    case PTX_U32:
        return PTX_U64;
    case PTX_S32:
        return PTX_S64;
    default:
        return type;
    }
}

static PtxType letter_type(const PtxInst *inst, char letter)
{
    switch (letter) {
    case 't':
        return inst->types[0];
    case 's':
        return inst->types[1];
    case 'r':
        return inst->types[2];
    case 'w':
        return wider(inst->types[0]);
    case 'd':
        return PTX_B64;
    default:
        return PTX_U32;
    }
}

static bool refuse_width(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         uint32_t bytes)
{
    return decoder_refuse(decoder, inst,
                          "operand %d of %s must be a register of %u bits here, not of %u",
                          (int)(operand - inst->operands) + 1, ptx_op_text(inst->op), bytes * 8,
                          decoder_reg_bytes(decoder, operand) * 8);
}

bool lane_form_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                      PtxType type, uint32_t *slot)
{
    uint32_t bytes = slot_bytes(type);
    if (operand->kind == PTX_OPERAND_REG && decoder_reg_bytes(decoder, operand) != bytes)
        return refuse_width(decoder, inst, operand, bytes);
    *slot = decoder_source(decoder, inst, operand, type);
    return true;
}

bool lane_form_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                    uint32_t bytes, uint32_t *slot)
{
    if (operand->kind == PTX_OPERAND_REG && decoder_reg_bytes(decoder, operand) != bytes)
        return refuse_width(decoder, inst, operand, bytes);
    if (operand->kind != PTX_OPERAND_REG && operand->kind != PTX_OPERAND_SINK)
        return decoder_refuse(decoder, inst, "the destination of %s must be a register",
                              ptx_op_text(inst->op));
    *slot = decoder_dest(decoder, inst, operand);
    return true;
}

static uint32_t *source_field(SimInst *out, int index)
{
    uint32_t *const fields[] = {&out->a, &out->b, &out->c};
    return index < 3 ? fields[index] : &out->more[index - 3];
}

bool lane_form_operands(SimDecoder *decoder, const PtxInst *inst, SimInst *out, const char *shape)
{
    const char *sources = shape + 2;
    int count = (int)strlen(sources);
    if (inst->operand_count != count + 1)
        return decoder_refuse(decoder, inst, "%s takes %d operands here, not %d",
                              ptx_op_text(inst->op), count + 1, inst->operand_count);
    uint32_t bytes = shape[0] == 'p' ? 0 : slot_bytes(letter_type(inst, shape[0]));
    if (!lane_form_dest(decoder, inst, &inst->operands[0], bytes, &out->d))
        return false;
    for (int i = 0; i < count && i < SOURCES_MAX; i++) {
        const PtxOperand *operand = &inst->operands[i + 1];
        uint32_t *slot = source_field(out, i);
        if (sources[i] == 'p') {
            uint32_t flip = 0;
            *slot = decoder_pred(decoder, inst, operand, &flip);
            out->aux |= flip ? 1u << 31 : 0;
        } else if (!lane_form_source(decoder, inst, operand, letter_type(inst, sources[i]), slot)) {
            return false;
        }
    }
    return true;
}

static bool same_types(const LaneForm *form, const PtxInst *inst)
{
    for (int i = 0; i < 3; i++) {
        PtxType written = i < inst->type_count ? inst->types[i] : PTX_TYPE_NONE;
        if (written != form->types[i])
            return false;
    }
    return inst->type_count <= 3;
}

/* The modifiers of `inst` without those of the row; false when one of the row's is missing. */
static bool take_mods(const LaneForm *form, const PtxInst *inst, uint64_t rest[PTX_MOD_WORDS])
{
    memcpy(rest, inst->mods, sizeof inst->mods);
    for (int i = 0; i < 4 && form->mods[i]; i++) {
        unsigned mod = form->mods[i] - 1u;
        if (!ptx_has(inst, mod))
            return false;
        rest[mod / 64] &= ~(UINT64_C(1) << mod % 64);
    }
    return true;
}

static bool matches(const LaneForm *form, const PtxInst *inst, uint32_t *aux)
{
    uint64_t rest[PTX_MOD_WORDS];
    if (form->op != inst->op || !same_types(form, inst) || !take_mods(form, inst, rest))
        return false;
    *aux = (uint32_t)form->aux << 8;
    for (unsigned i = 0; i < sizeof option_mods; i++) {
        unsigned mod = option_mods[i];
        *aux |= ptx_has(inst, mod) ? 1u << i : 0;
        if (form->options >> i & 1)
            rest[mod / 64] &= ~(UINT64_C(1) << mod % 64);
    }
    for (int i = 0; i < PTX_MOD_WORDS; i++)
        if (rest[i])
            return false;
    return true;
}

typedef struct Spelling {
    char text[512];
    size_t length;
} Spelling;

static void spell(Spelling *out, const char *text)
{
    int n = snprintf(out->text + out->length, sizeof out->text - out->length, "%s", text);
    out->length += (size_t)n < sizeof out->text - out->length ? (size_t)n : 0;
}

static void spell_form(Spelling *out, const LaneForm *form)
{
    spell(out, out->length ? ", " : "");
    spell(out, ptx_op_text(form->op));
    for (int i = 0; i < 4 && form->mods[i]; i++) {
        spell(out, ".");
        spell(out, ptx_mod_text(form->mods[i] - 1u));
    }
    for (unsigned i = 0; i < sizeof option_mods; i++)
        if (form->options >> i & 1) {
            spell(out, "{.");
            spell(out, ptx_mod_text(option_mods[i]));
            spell(out, "}");
        }
    for (int i = 0; i < 3 && form->types[i]; i++) {
        spell(out, ".");
        spell(out, ptx_type_text(form->types[i]));
    }
}

static bool refuse_form(SimDecoder *decoder, const PtxInst *inst, const LaneForm *forms,
                        size_t count)
{
    Spelling same = {0}, any = {0};
    for (size_t i = 0; i < count; i++) {
        if (forms[i].op != inst->op)
            continue;
        spell_form(&any, &forms[i]);
        if (inst->type_count && forms[i].types[0] == inst->types[0])
            spell_form(&same, &forms[i]);
    }
    return decoder_refuse(decoder, inst, "this form of %s is not supported; supported here: %s",
                          ptx_op_text(inst->op), same.length ? same.text : any.text);
}

bool lane_form_decode(SimDecoder *decoder, const PtxInst *inst, SimInst *out, const LaneForm *forms,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t aux;
        if (!matches(&forms[i], inst, &aux))
            continue;
        out->aux = aux;
        out->full = forms[i].full;
        out->partial = forms[i].partial;
        return lane_form_operands(decoder, inst, out, forms[i].shape);
    }
    return refuse_form(decoder, inst, forms, count);
}
