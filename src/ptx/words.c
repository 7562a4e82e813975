/* The texts of types, spaces, modifiers, special registers and opcodes, from the tables. */
#include "ptx/words.h"

#include <stddef.h>

typedef struct TypeRow {
    const char *text;
    uint8_t bytes;
    uint8_t kind;
} TypeRow;

static const TypeRow types[PTX_TYPE_COUNT] = {
    [PTX_TYPE_NONE] = {"", 0, PTX_KIND_BITS},
#define PTX_TYPE(NAME, text, bytes, kind) [PTX_##NAME] = {text, bytes, PTX_KIND_##kind},
#include "ptx/words.def"
};

static const char *const linkages[PTX_LINK_COUNT] = {
    [PTX_LINK_LOCAL] = "",    [PTX_LINK_VISIBLE] = "visible", [PTX_LINK_EXTERN] = "extern",
    [PTX_LINK_WEAK] = "weak", [PTX_LINK_COMMON] = "common",
};

static const char *const spaces[PTX_SPACE_COUNT] = {
    [PTX_SPACE_GENERIC] = "",
#define PTX_SPACE(NAME, text) [PTX_SPACE_##NAME] = text,
#include "ptx/words.def"
};

static const char *const mods[PTX_MOD_COUNT] = {
#define PTX_MOD(NAME, text) [PTX_MOD_##NAME] = text,
#include "ptx/words.def"
};

typedef struct SpecialRow {
    const char *text;
    PtxType type;
    uint32_t components;
} SpecialRow;

static const SpecialRow specials[PTX_SPECIAL_COUNT] = {
#define PTX_SPECIAL(NAME, text, type, components) \
    [PTX_SPECIAL_##NAME] = {text, PTX_##type, components},
#include "ptx/words.def"
};

typedef struct OpRow {
    const char *text, *forms, *summary;
} OpRow;

static const OpRow ops[PTX_OP_COUNT] = {
#define PTX_OP(NAME, text, forms, summary) [PTX_OP_##NAME] = {text, forms, summary},
#include "ptx/opcodes.def"
};

const char *ptx_type_text(PtxType type)
{
    return type < PTX_TYPE_COUNT ? types[type].text : "?";
}

uint32_t ptx_type_bytes(PtxType type)
{
    return type < PTX_TYPE_COUNT ? types[type].bytes : 0;
}

PtxKind ptx_type_kind(PtxType type)
{
    return type < PTX_TYPE_COUNT ? (PtxKind)types[type].kind : PTX_KIND_OPAQUE;
}

const char *ptx_linkage_text(PtxLinkage linkage)
{
    return linkages[linkage];
}

const char *ptx_space_text(PtxSpace space)
{
    return space < PTX_SPACE_COUNT ? spaces[space] : "?";
}

const char *ptx_mod_text(PtxMod mod)
{
    return mod < PTX_MOD_COUNT ? mods[mod] : "?";
}

const char *ptx_special_text(PtxSpecial special)
{
    return special < PTX_SPECIAL_COUNT ? specials[special].text : "?";
}

PtxType ptx_special_type(PtxSpecial special)
{
    return special < PTX_SPECIAL_COUNT ? specials[special].type : PTX_TYPE_NONE;
}

uint32_t ptx_special_components(PtxSpecial special)
{
    return special < PTX_SPECIAL_COUNT ? specials[special].components : 0;
}

const char *ptx_op_text(PtxOp op)
{
    return op < PTX_OP_COUNT ? ops[op].text : "?";
}

const char *ptx_op_forms(PtxOp op)
{
    return op < PTX_OP_COUNT ? ops[op].forms : "";
}

const char *ptx_op_summary(PtxOp op)
{
    return op < PTX_OP_COUNT ? ops[op].summary : "";
}
