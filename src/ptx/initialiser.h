/* Initialisers of variables (ISA 5.4.4). */
#ifndef CULAB_PTX_INITIALISER_H
#define CULAB_PTX_INITIALISER_H

#include "ptx/parser.h"

enum { INITIALISER_DIMS_MAX = 8 };

/* What stands after "=". Sets data and relocations of `symbol`, and dims[0] when that was "[]". */
bool initialiser_parse(Parser *parser, PtxSymbol *symbol, uint64_t *dims, uint32_t dim_count);
/* Names in initialisers that were not known where they stood: looked up again at the end. */
void initialiser_resolve(Parser *parser);

#endif
