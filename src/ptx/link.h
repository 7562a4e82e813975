/* Several PTX modules linked to one, as text. */
#ifndef CULAB_PTX_LINK_H
#define CULAB_PTX_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/view.h"

typedef struct PtxLinkInput {
    View text;
    const char *name; /* for messages: "kernel.ptx" */
} PtxLinkInput;

/* Appends to `out` one module that holds all of the inputs: .extern declarations meet their
 * definitions, names without linkage stay apart, of several .weak definitions the first is taken,
 * or the one that is not .weak, of .common variables the largest. Version and target are the newest
 * of them. Line information is kept; DWARF is that of the first module that has some. A single
 * input comes out as it is. False: a name defined twice, or a text that is no PTX; the bodies of
 * functions are not looked into, so what comes out must still be parsed. What no input defines
 * stays .extern. */
bool ptx_link(const PtxLinkInput *inputs, size_t count, StrBuf *out, Error *error);

/* Whether what the last input defines is nobody else's; .weak and .common may meet. False: `error`
 * names what is defined twice, and where. */
bool ptx_link_check(const PtxLinkInput *inputs, size_t count, Error *error);

/* Which of the inputs a linker takes: all that are not `optional`, and of those the ones that
 * define something which is only declared so far, in their order and again until no more is needed;
 * all, when all are optional. Fills chosen[count]. What cannot be scanned is taken: linking will
 * tell. */
void ptx_link_select(const PtxLinkInput *inputs, const bool *optional, size_t count, bool *chosen);

#endif
