/* PTX text to IR. */
#ifndef CULAB_PTX_PARSE_H
#define CULAB_PTX_PARSE_H

#include "base/error.h"
#include "ptx/ir.h"

/* Parses and checks one PTX module of `text` (no NUL needed; it is copied). NULL on an error, which
 * is ERROR_CONTENT with file "PTX" and the line, the text found and what was expected: an unknown
 * instruction is named with its line. Never reads outside `text`, never ends the process but for
 * want of memory. Free with ptx_free().
 *
 * What may be relied on afterwards: every instruction fits a form of its row in opcodes.def in
 * words, number, kinds and widths of operands; register numbers are less than reg_count, labels at
 * most inst_count; names of variables, functions, labels and tables are resolved; a call's
 * arguments and results are as many as its target's and of the same sizes; data lie within their
 * variables, sizes and counts within the limits of ir.h. Not checked: values of constants (barrier
 * numbers, shift amounts), whether the target has the instruction, and the initialisers' names that
 * no module defines. */
PtxModule *ptx_parse(View text, Error *error);
void ptx_free(PtxModule *module);

PtxSymbol *ptx_find_symbol(const PtxModule *module, View name);
PtxFunction *ptx_find_function(const PtxModule *module, View name);

#endif
