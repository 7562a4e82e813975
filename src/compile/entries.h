/* The kernels in a PTX text: the names people know them by, and their parameters. */
#ifndef CULAB_COMPILE_ENTRIES_H
#define CULAB_COMPILE_ENTRIES_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct Entry {
    char *symbol;             /* as in the PTX: "_Z3addPKfPfi" */
    char *name;               /* "add", "space::add<float>" */
    VEC(uint32_t) parameters; /* their sizes in bytes, in order */
    bool waits_for_grid;      /* it may use the barrier of a cooperative launch */
} Entry;

typedef VEC(Entry) EntryList;

void entries_find(View ptx, EntryList *out);
/* Whether it declares variables in global memory, which a run may leave changed; rather true than
 * false. */
bool ptx_has_variables(View ptx);
void entries_free(EntryList *list);
/* By symbol, by name, or by the name's last part when only one kernel has it. NULL: not there. */
const Entry *entry_find(const EntryList *list, const char *name);
/* The function's name without its parameters, from a symbol mangled as the Itanium C++ ABI says
 * (section 5.1); what is not mangled, or is in a way not known here, stays as it is. */
void symbol_demangle(View symbol, StrBuf *out);

#endif
