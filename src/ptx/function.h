/* Functions: headers and bodies (ISA 7, 11.4). */
#ifndef CULAB_PTX_FUNCTION_H
#define CULAB_PTX_FUNCTION_H

#include "ptx/parser.h"

/* After ".entry" or ".func". */
bool function_parse(Parser *parser, PtxLinkage linkage, bool is_entry);
/* ".alias a, b;" after its word: a becomes what b is. */
bool function_parse_alias(Parser *parser);
/* "(results) name (params)" of a .callprototype, up to ";". */
PtxFunction *function_parse_prototype(Parser *parser);
/* "{ ... }" of a function: body.c. */
bool function_parse_body(Parser *parser);

#endif
