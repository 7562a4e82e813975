/* The top level of a PTX module, cut into its directives, for the linker. */
#ifndef CULAB_PTX_LINK_SCAN_H
#define CULAB_PTX_LINK_SCAN_H

#include "base/error.h"
#include "base/vec.h"
#include "ptx/ir.h"

typedef enum LinkItemKind {
    LINK_ITEM_HEADER, /* .version, .target, .address_size */
    LINK_ITEM_FUNCTION,
    LINK_ITEM_VARIABLE,
    LINK_ITEM_SECTION,
    LINK_ITEM_OTHER, /* .file, .pragma, .alias, .loc */
} LinkItemKind;

typedef struct LinkItem {
    LinkItemKind kind;
    PtxLinkage linkage;
    View name;         /* of a function, variable or section; a header's word */
    View text;         /* all of it */
    const char *after; /* the linkage word's end; the begin without one */
    const char *cut;   /* what stands before is a declaration: the body or the initialiser begins
                        * here; a header's word ends */
    bool defines, is_entry;
    uint64_t count; /* of a .common variable: elements, so that the largest can be told */
} LinkItem;

typedef VEC(LinkItem) LinkItems;

/* `text` must be followed by a NUL; the items borrow from it. False: `error` names the line. */
bool link_scan(View text, const char *name, LinkItems *out, Error *error);

#endif
