/* YAML by a libcyaml schema, with libcyaml's log turned into one error: file, line, expectation. */
#ifndef CULAB_LESSON_YAML_H
#define CULAB_LESSON_YAML_H

#include <cyaml/cyaml.h>

#include "base/error.h"
#include "base/view.h"

/* NULL: `error` has the place and says what was expected. Free with yaml_free(). `file` is the name
 * that errors show. */
void *yaml_load(const char *file, View text, const cyaml_schema_value_t *schema, Error *error);
void yaml_free(const cyaml_schema_value_t *schema, void *data);

#endif
