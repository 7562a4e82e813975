/* The dotted words and names of PTX as enumerations, made from the tables in words.def and
 * opcodes.def, so that number and text cannot part. */
#ifndef CULAB_PTX_WORDS_H
#define CULAB_PTX_WORDS_H

#include <stdint.h>

#include "base/view.h"

/* Fundamental and packed types (ISA 5.2). PTX_TYPE_NONE is 0. */
typedef enum PtxType {
    PTX_TYPE_NONE,
#define PTX_TYPE(NAME, text, bytes, kind) PTX_##NAME,
#include "ptx/words.def"
    PTX_TYPE_COUNT
} PtxType;

/* State spaces (ISA 5.1). Generic is 0: no space written. */
typedef enum PtxSpace {
    PTX_SPACE_GENERIC,
#define PTX_SPACE(NAME, text) PTX_SPACE_##NAME,
#include "ptx/words.def"
    PTX_SPACE_COUNT
} PtxSpace;

/* Every other dotted word of an instruction: comparison, rounding, scope, ... */
typedef enum PtxMod {
#define PTX_MOD(NAME, text) PTX_MOD_##NAME,
#include "ptx/words.def"
    PTX_MOD_COUNT
} PtxMod;

/* Special registers (ISA 10). */
typedef enum PtxSpecial {
#define PTX_SPECIAL(NAME, text, type, components) PTX_SPECIAL_##NAME,
#include "ptx/words.def"
    PTX_SPECIAL_COUNT
} PtxSpecial;

/* Base opcodes: one row each in opcodes.def. */
typedef enum PtxOp {
#define PTX_OP(NAME, text, ...) PTX_OP_##NAME,
#include "ptx/opcodes.def"
    PTX_OP_COUNT
} PtxOp;

/* Linking directives (ISA 11.6). PTX_LINK_LOCAL is 0: none is written. */
typedef enum PtxLinkage {
    PTX_LINK_LOCAL,
    PTX_LINK_VISIBLE,
    PTX_LINK_EXTERN,
    PTX_LINK_WEAK,
    PTX_LINK_COMMON,
    PTX_LINK_COUNT
} PtxLinkage;

typedef enum PtxKind {
    PTX_KIND_BITS,
    PTX_KIND_UNSIGNED,
    PTX_KIND_SIGNED,
    PTX_KIND_FLOAT,
    PTX_KIND_PRED,
    PTX_KIND_OPAQUE
} PtxKind;

const char *ptx_type_text(PtxType type);
uint32_t ptx_type_bytes(PtxType type); /* 0 for pred and opaque types */
PtxKind ptx_type_kind(PtxType type);
const char *ptx_linkage_text(PtxLinkage linkage); /* "visible"; "" for local */
const char *ptx_space_text(PtxSpace space);
const char *ptx_mod_text(PtxMod mod);
const char *ptx_special_text(PtxSpecial special);
PtxType ptx_special_type(PtxSpecial special);
uint32_t ptx_special_components(PtxSpecial special); /* 3 for %tid.x .y .z; 0 for scalars */
const char *ptx_op_text(PtxOp op);
const char *ptx_op_forms(PtxOp op);   /* the accepted spellings, one a line; see forms.h */
const char *ptx_op_summary(PtxOp op); /* what it does, for the documentation */

#endif
