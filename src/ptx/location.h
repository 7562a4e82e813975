/* Places in the CUDA source: .file, .loc, and the sections with debug information (ISA 11.5). */
#ifndef CULAB_PTX_LOCATION_H
#define CULAB_PTX_LOCATION_H

#include "ptx/parser.h"

/* Each starts after the directive's word. */
bool location_parse_file(Parser *parser);
bool location_parse_loc(Parser *parser);
bool location_parse_section(Parser *parser);
/* A new function: places are no longer looked up among those of the last one. */
void location_start_function(Parser *parser);
/* At the end of the module: file numbers become indices, labels become function names. */
void location_resolve(Parser *parser);

#endif
