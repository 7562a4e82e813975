/* What a source includes, found before it is compiled: headers of the toolkit and of the lab are
 * let through, every other file of this machine is out of reach for a kernel. */
#ifndef CULAB_COMPILE_INCLUDES_H
#define CULAB_COMPILE_INCLUDES_H

#include "base/vec.h"
#include "base/view.h"

typedef struct Include {
    uint32_t line;   /* 1-based */
    uint32_t column; /* 1-based, bytes: of the name, or of the directive */
    char *name;      /* what stands between <> or ""; "" when it is a macro */
} Include;

typedef VEC(Include) IncludeList;

/* All include directives and questions by __has_include, as the preprocessor sees them: after
 * joining lines that end in a backslash and removing comments, digraphs too. Also those in branches
 * that #if leaves out. */
void includes_find(View source, IncludeList *out);
void includes_free(IncludeList *list);
/* Why this one is refused, a sentence; NULL: it is fine as far as its name goes. Only names that
 * cannot lead out of the folders on NVRTC's search path are. */
const char *include_problem(const char *name);

#endif
