/* The names in force at a place of the PTX, with scopes: an inner one hides an outer one. */
#ifndef CULAB_PTX_NAMES_H
#define CULAB_PTX_NAMES_H

#include "base/arena.h"
#include "ptx/ir.h"

typedef enum NameKind {
    NAME_REG,    /* reg */
    NAME_RANGE,  /* "%r" of %r<count>: reg is the first */
    NAME_VECTOR, /* reg is the first of `count` components */
    NAME_SYMBOL,
    NAME_FUNCTION,
    NAME_LABEL, /* reg is the index of the instruction */
    NAME_TABLE,
} NameKind;

typedef struct Name Name;
struct Name {
    View text;
    uint32_t hash;
    uint16_t depth; /* of the scope: 0 is the module */
    uint8_t kind;   /* NameKind */
    uint32_t reg, count;
    void *object; /* PtxSymbol, PtxFunction or PtxTable */
    Name *hidden; /* next in the bucket */
    Name *older;  /* the name that was added before this one */
};

typedef struct Names {
    Arena arena;
    Name **buckets;
    uint32_t mask;
    Name *newest;
    Name *spare; /* names of closed scopes, to be used again */
    uint16_t depth;
    /* What a look-up may leave out while there is none of it. */
    uint32_t percent_names; /* names that start with %, but ranges: %SP */
    uint32_t plain_ranges;  /* ranges that don't start with % */
} Names;

void names_start(Names *names, size_t text_size);
void names_free(Names *names);
void names_open_scope(Names *names);
void names_close_scope(Names *names);
/* NULL when this scope has the name already. A range is a name of its own kind: "%r" and "%r<4>" do
 * not meet. */
Name *names_add(Names *names, View text, NameKind kind);
/* The innermost meaning of `text`: also an element of a range, then *reg is that register. */
const Name *names_find(const Names *names, View text, uint32_t *reg);
/* The same for this scope alone, without ranges. */
const Name *names_find_here(const Names *names, View text);

#endif
