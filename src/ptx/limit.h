/* A compiler's limit of registers, said in the PTX itself. */
#ifndef CULAB_PTX_LIMIT_H
#define CULAB_PTX_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/view.h"

/* Appends `text`, with ".maxnreg limit" at every kernel that has no performance directive of its
 * own (.maxnreg, .maxntid, .reqntid, .minnctapersm), as ptxas --maxrregcount understands it.
 * False: `error` names a line that is no PTX. */
bool ptx_limit_registers(View text, uint32_t limit, StrBuf *out, Error *error);

#endif
