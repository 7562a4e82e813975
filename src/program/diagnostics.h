/* What a C compiler says, gcc's or clang's. */
#ifndef CULAB_PROGRAM_DIAGNOSTICS_H
#define CULAB_PROGRAM_DIAGNOSTICS_H

#include "result/result.h"

typedef struct CompilerSays {
    VEC(Diagnostic) diagnostics;
    VEC(uint32_t) unchecked; /* lines of calls whose result is ignored: no diagnostics */
} CompilerSays;

/* Reads "FILE:LINE:COLUMN: error: text" and the like; notes go into the text of what they belong
 * to. What lies in a header is moved to the place in `file` whose macro it came from. The linker's
 * words become errors without a line. `shown` is the name that diagnostics get for `file`. */
void compiler_read(View log, const char *file, const char *shown, size_t limit, CompilerSays *out);
void compiler_says_free(CompilerSays *says);

#endif
