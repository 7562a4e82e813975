/* A PTX module as parsed: symbols, functions, instructions, each with its place in the text.
 *
 * Everything lives in the module's arena and is read-only once ptx_parse() has returned.
 * Terms are those of the PTX ISA; section numbers refer to "Parallel Thread Execution ISA" 9.0. */
#ifndef CULAB_PTX_IR_H
#define CULAB_PTX_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/view.h"
#include "ptx/words.h"

/* A place in the PTX text, 1-based. */
typedef struct PtxPos {
    uint32_t line;
    uint32_t column;
} PtxPos;

/* A place in the CUDA source, from .loc; line 0: unknown. `inlined` is the call site that this
 * place was inlined at, or NULL (ISA 11.4.1 .loc ... function_name, inlined_at). */
typedef struct PtxLoc {
    uint32_t file; /* index into PtxModule.files */
    uint32_t line;
    uint32_t column;
    const struct PtxLoc *inlined;
    View function; /* name of the inlined function, "" when not given */
    View label;    /* as written after function_name: a label of .debug_str ... */
    uint32_t label_offset;
} PtxLoc;

typedef struct PtxFile {
    uint32_t number; /* as in ".file 1 ..." */
    View name;
} PtxFile;

typedef struct PtxSymbol PtxSymbol;
typedef struct PtxFunction PtxFunction;

/* Part of an initialiser that is an address and not a number (ISA 5.4.4): at byte `offset` of the
 * data stand `size` bytes (4 or 8; 1 with `mask` forms, see `shift`) of the symbol's address +
 * addend. */
typedef struct PtxRelocation {
    uint32_t offset;
    uint8_t size;
    uint8_t shift;         /* for mask() forms: the value is (address >> shift) & (2^(8*size)-1) */
    bool generic;          /* generic(symbol) */
    View name;             /* of a variable or function */
    PtxSymbol *symbol;     /* one of these two is set after parsing ... */
    PtxFunction *function; /* ... unless the name is not in this module */
    int64_t addend;
} PtxRelocation;

/* A variable in a state space: module scope, or local to a function, or a parameter. */
struct PtxSymbol {
    View name;
    PtxPos pos;
    PtxSpace space; /* global, const, shared, local, param, tex (texref, samplerref, surfref) */
    PtxLinkage linkage;
    PtxType type;   /* of an element */
    uint8_t vector; /* .v2, .v4: 2, 4; else 1 */
    uint32_t align; /* bytes */
    uint64_t size;  /* bytes in all; 0 for "[]" (extern dynamic shared memory) */
    uint64_t count; /* elements; 1 for a scalar */
    bool is_array;
    bool managed; /* .attribute(.managed) */
    bool ptr;     /* parameter with .ptr (ISA 5.2.? kernel parameter attributes) */
    PtxSpace ptr_space;
    uint32_t ptr_align;
    const uint8_t *data; /* initial bytes (`data_size` of them, the rest is zero); NULL: none */
    uint64_t data_size;
    PtxRelocation *relocations;
    uint32_t relocation_count;
    PtxFunction *function; /* that it is local to; NULL at module scope */
    uint32_t index;        /* in the list that holds it; parameters: position */
    uint64_t offset; /* parameters: byte offset in the parameter block, aligned as the ABI asks.
                      * Function-scope .local and .param: offset in the function's frame of that
                      * space; .param variables of sibling scopes overlap. Function-scope .shared
                      * and module scope: the loader's to give */
};

/* A virtual register. Registers of a function are numbered from 0, scopes flattened; a register
 * that shadows another one is another register. Vector registers (".reg .v2 .f32 v") become scalar
 * ones named "v.x", "v.y", ...; where all of v is written, a VECTOR operand stands. */
typedef struct PtxReg {
    View name;    /* with the %, as it was written or expanded: "%r12" */
    PtxType type; /* b8..b128, pred; signed, unsigned and float kinds kept as declared */
} PtxReg;

typedef enum PtxOperandKind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REG,      /* reg; `negate` for !p on predicates */
    PTX_OPERAND_IMM,      /* imm: integer value, or float bits: 0f.. in the low 32 bits with
                           * is_f32, 0d.. and decimal literals as double bits with is_f64 */
    PTX_OPERAND_SPECIAL,  /* special register: `special` (+ `component` x,y,z,w as 0..3) */
    PTX_OPERAND_ADDRESS,  /* [base + imm]: base is reg (reg != PTX_NO_REG), symbol, or neither;
                           * of textures also items: coordinates, with `sampler` the first of them
                           * is the name or number of one */
    PTX_OPERAND_SYMBOL,   /* the address of symbol + imm, as a value */
    PTX_OPERAND_FUNCTION, /* a function as a value or call target */
    PTX_OPERAND_LABEL,    /* label: index of the instruction it stands before */
    PTX_OPERAND_TABLE,    /* .branchtargets, .calltargets or .callprototype: `table` */
    PTX_OPERAND_VECTOR,   /* {a, b, ...}: items */
    PTX_OPERAND_LIST,     /* (a, b, ...) of a call: items */
    PTX_OPERAND_PAIR,     /* d|p : items[0] and items[1] */
    PTX_OPERAND_SINK,     /* _ */
} PtxOperandKind;

#define PTX_NO_REG UINT32_MAX

typedef struct PtxTable PtxTable;

typedef struct PtxOperand PtxOperand;
struct PtxOperand {
    uint8_t kind; /* PtxOperandKind */
    bool negate;  /* !p; for `-` literals the value is negated already */
    bool is_f32, is_f64;
    bool sampler;
    bool element;      /* only while it is parsed: "name[i]"; reg is i, or PTX_NO_REG */
    uint8_t component; /* .x .y .z .w of special registers */
    uint16_t special;  /* PtxSpecial */
    uint32_t selector; /* .b2, .h10, .b3210 of video instructions; see ptx_selector_letter() */
    uint32_t reg;      /* REG, ADDRESS; else PTX_NO_REG */
    int64_t imm;       /* IMM, and the constant offset of ADDRESS and SYMBOL */
    PtxSymbol *symbol;
    PtxFunction *function;
    PtxTable *table;
    PtxOperand *items;
    uint32_t item_count;
    uint32_t label; /* instruction index; may equal the instruction count (end) */
    PtxPos pos;
};

enum { PTX_TYPES_MAX = 4, PTX_OPERANDS_MAX = 8, PTX_MOD_WORDS = (PTX_MOD_COUNT + 63) / 64 };

/* Operands stand in the order written. A call always has four: results (LIST or NONE), target
 * (FUNCTION or REG), arguments (LIST or NONE), prototype or targets (TABLE or NONE); items of the
 * lists are SYMBOL (a .param variable), REG or IMM. */
typedef struct PtxInst {
    View mnemonic; /* as written: "ld.global.nc.f32" */
    uint16_t op;   /* PtxOp */
    uint8_t type_count;
    uint8_t types[PTX_TYPES_MAX]; /* PtxType, in the order written: cvt.d.a has types[0]=d, [1]=a */
    uint8_t space;  /* PtxSpace of ld, st, atom, ...: PTX_SPACE_GENERIC when none is written */
    uint8_t space2; /* the second one written: source of cp.async...shared.global */
    uint8_t vector; /* 1, 2, 4, 8 */
    uint8_t operand_count;
    bool guard_negate;
    uint32_t guard;               /* predicate register, or PTX_NO_REG */
    uint64_t mods[PTX_MOD_WORDS]; /* set of the other dotted words; ask with ptx_has() */
    PtxOperand *operands;
    PtxPos pos;
    const PtxLoc *loc; /* the .loc in force; NULL without line information */
} PtxInst;

static inline bool ptx_has(const PtxInst *inst, PtxMod mod)
{
    return inst->mods[mod / 64] >> (mod % 64) & 1;
}

/* Of a video operand's selector: 'b' or 'h' (0: none), how many digits it has, and digit `at` as
 * written from the left. */
static inline char ptx_selector_letter(const PtxOperand *operand)
{
    return (char)(operand->selector >> 24);
}
static inline uint32_t ptx_selector_count(const PtxOperand *operand)
{
    return operand->selector >> 16 & 15;
}
static inline uint32_t ptx_selector_digit(const PtxOperand *operand, uint32_t at)
{
    return operand->selector >> 4 * (ptx_selector_count(operand) - 1 - at) & 15;
}

/* A label of a function's body. */
typedef struct PtxLabel {
    View name;
    uint32_t inst; /* index of the instruction it stands before; may equal the count */
    bool nounroll; /* the loop that begins here keeps its rounds (ISA 12.1) */
} PtxLabel;

/* .callprototype, .branchtargets, .calltargets. */
struct PtxTable {
    View name;
    PtxPos pos;
    uint8_t kind;            /* PtxOp-free: 'p' prototype, 'b' branch targets, 'c' call targets */
    uint32_t *labels;        /* 'b': instruction indices */
    PtxFunction **functions; /* 'c' */
    uint32_t count;
    PtxFunction *prototype; /* 'p': a function without name and body */
};

struct PtxFunction {
    View name;
    PtxPos pos;
    PtxLinkage linkage;
    bool is_entry;
    bool has_body;
    bool noreturn;
    PtxSymbol **params;
    uint32_t param_count;
    uint64_t param_size; /* of the whole parameter block */
    PtxSymbol **results; /* return parameters; `.reg` parameters are not made by any compiler and
                          * are refused */
    uint32_t result_count;
    PtxReg *regs;
    uint32_t reg_count;
    PtxSymbol **locals; /* function-scope .local, .shared, .param, .const, .global variables */
    uint32_t local_count;
    uint64_t local_size; /* bytes of .local a thread needs for this frame, offsets assigned */
    uint64_t
        frame_param_size; /* bytes of function-scope .param (call arguments), offsets assigned */
    PtxInst *insts;
    uint32_t inst_count;
    PtxLabel *labels; /* in the order written: of use to the DWARF reader and the printer */
    uint32_t label_count;
    PtxTable **tables; /* in the order written */
    uint32_t table_count;
    uint32_t maxntid[3], reqntid[3]; /* 0: not given */
    uint32_t minnctapersm, maxnreg, maxclusterrank;
    uint32_t cluster[3]; /* .reqnctapercluster */
    bool explicit_cluster, blocks_are_clusters;
    uint32_t index; /* in PtxModule.functions */
};

/* The text between the braces of a ".section NAME { ... }": directives .b8 to .b64 and labels. */
typedef struct PtxSection {
    View name; /* ".debug_info" */
    View body;
} PtxSection;

/* What one module may hold at most; more is refused before anything is allocated for it. */
#define PTX_REGS_MAX (1u << 20)       /* registers of all functions together */
#define PTX_RANGED_MAX (1u << 16)     /* variables of all "name<N>" together */
#define PTX_VARIABLE_MAX (1ull << 36) /* bytes of a .global variable */
#define PTX_LOCAL_MAX (1ull << 24)    /* bytes of any other variable; of a frame */
#define PTX_ALIGN_MAX (1u << 20)      /* bytes; a power of two */
#define PTX_SCOPES_MAX 200            /* nested { } */

typedef struct PtxModule {
    Arena arena;
    View text; /* the whole PTX, owned by the arena */
    uint32_t version_major, version_minor;
    View target;             /* "sm_80" */
    uint32_t target_sm;      /* 80 */
    bool target_debug;       /* .target ..., debug */
    bool target_independent; /* .target ..., texmode_independent */
    uint32_t address_size;
    PtxFile *files;
    uint32_t file_count;
    PtxSymbol **symbols; /* module scope, in order */
    uint32_t symbol_count;
    PtxFunction **functions; /* definitions and declarations, one for each name, in order */
    uint32_t function_count;
    PtxSection *sections; /* for the DWARF reader */
    uint32_t section_count;
} PtxModule;

#endif
