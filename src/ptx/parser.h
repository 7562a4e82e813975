/* What the parser's files share: the state of one parse, and small steps over tokens. */
#ifndef CULAB_PTX_PARSER_H
#define CULAB_PTX_PARSER_H

#include "base/error.h"
#include "base/vec.h"
#include "ptx/ir.h"
#include "ptx/lexer.h"
#include "ptx/names.h"

/* A label or table named before it was seen: to be filled in when its scope closes. */
typedef struct Fixup {
    View name;
    PtxPos pos;
    PtxOperand *operand; /* to be set: this, or ... */
    uint32_t *label;     /* ... an entry of .branchtargets */
    size_t slot;         /* index of the operand, while its instruction is being read */
} Fixup;

typedef struct Scope {
    size_t first_fixup;
    uint64_t param_offset;
} Scope;

typedef struct Opcode Opcode;
typedef struct LocNode LocNode;

typedef struct Parser {
    PtxModule *module;
    Error *error;
    Lexer lexer;
    Names names;
    Arena scratch; /* gone after the parse */
    Opcode **opcodes;
    uint32_t expression_depth;
    uint64_t data_left; /* bytes that initialisers may still take */
    uint32_t regs_left, ranged_left;

    VEC(PtxSymbol *) symbols;
    VEC(PtxFunction *) functions;
    VEC(PtxFile) files;
    VEC(PtxSection) sections;
    VEC(PtxLoc *) locs;
    bool has_loc_names;
    VEC(PtxRelocation *) relocations;

    /* of the function being read */
    PtxFunction *function; /* NULL at module scope */
    VEC(PtxInst) insts;
    VEC(PtxReg) regs;
    VEC(PtxSymbol *) locals;
    VEC(PtxLabel) labels;
    VEC(PtxTable *) tables;
    VEC(Fixup) fixups;
    VEC(Scope) scopes;
    uint64_t param_offset; /* of the next function-scope .param */
    const PtxLoc *loc;
    LocNode **loc_nodes;
    uint64_t loc_stamp;
    bool has_loc_nodes;

    VEC(PtxOperand) operands; /* of the instruction, list or vector being read */
    VEC(uint8_t) data;        /* of the initialiser being read */
    VEC(PtxRelocation) data_relocations;
} Parser;

/* Sets the error with its place in the PTX; returns false. */
bool parser_fail(Parser *parser, PtxPos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found ...": about the token at hand; returns false. */
bool parser_expected(Parser *parser, const char *what);
/* For names in messages: long ones are cut. printf("%.*s", NAME_ARG(view)) */
#define NAME_ARG(view) (int)((view).size < 120 ? (view).size : 120), (view).data

/* Takes this punctuation if it is there. */
bool parser_take(Parser *parser, int punct);
/* The same, and an error when it is not. */
bool parser_need(Parser *parser, int punct);
bool parser_need_name(Parser *parser, View *name, PtxPos *pos);
/* A constant expression with an integer value of at most `max`. */
bool parser_need_number(Parser *parser, const char *what, uint64_t max, uint64_t *value);
/* Takes ".word" if it is there. */
bool parser_take_word(Parser *parser, const char *word);
bool parser_is_word(const Parser *parser, const char *word);

/* A copy of a vector's content in the module's arena; NULL for nothing. */
void *parser_keep(Parser *parser, const void *data, size_t count, size_t size);
#define PARSER_KEEP(parser, vec) \
    parser_keep((parser), (vec)->data, (vec)->size, sizeof *(vec)->data)

#endif
