/* The names that a source gives its kernels' parameters: PTX only numbers them. */
#ifndef CULAB_COMPILE_PARAMETER_NAMES_H
#define CULAB_COMPILE_PARAMETER_NAMES_H

#include "compile/entries.h"
#include "result/result.h"

/* Adds a text for each entry to `out->parameters`. */
void parameter_names_find(View source, const EntryList *entries, CompileResult *out);

#endif
