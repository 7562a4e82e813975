/* A section with debug information as bytes: what the directives .b8 to .b64 say, the names that
 * stand for addresses, and the section's own labels. */
#ifndef CULAB_DEBUG_SECTION_H
#define CULAB_DEBUG_SECTION_H

#include "base/map.h"
#include "base/vec.h"
#include "ptx/ir.h"

/* Where the address of a label, variable, function or section belongs; the bytes are 0. */
typedef struct DebugRef {
    size_t at;
    View name; /* in the module's text; of a section with its dot */
    uint64_t addend;
} DebugRef;

typedef struct DebugSection {
    VEC(unsigned char) bytes;
    VEC(DebugRef) refs; /* by `at`, rising */
    Map labels;         /* name -> place in `places` */
    VEC(size_t) places; /* first one unused */
} DebugSection;

/* The module's section of this name; empty when there is none. What can't be read ends it. */
void debug_section_read(DebugSection *section, const PtxModule *module, const char *name);
/* The name whose address stands at byte `at`; NULL: a plain number. */
const DebugRef *debug_section_ref(const DebugSection *section, size_t at);
/* Where one of its labels stands; false: it has no such label. */
bool debug_section_label(const DebugSection *section, View name, size_t *at);
void debug_section_free(DebugSection *section);

#endif
