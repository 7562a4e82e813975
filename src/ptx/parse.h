/* PTX text to IR. */
#ifndef CULAB_PTX_PARSE_H
#define CULAB_PTX_PARSE_H

#include "base/error.h"
#include "ptx/ir.h"

/* Parses and checks one PTX module of `text` (no NUL needed; it is copied). NULL on an error, which
 * is ERROR_CONTENT with the line in the PTX, the text found and what was expected: an unknown
 * instruction is named with its line. Never reads outside `text`, never ends the process but for
 * want of memory. Free with ptx_free(). */
PtxModule *ptx_parse(View text, Error *error);
void ptx_free(PtxModule *module);

PtxSymbol *ptx_find_symbol(const PtxModule *module, View name);
PtxFunction *ptx_find_function(const PtxModule *module, View name);

#endif
