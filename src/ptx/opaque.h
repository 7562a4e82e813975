/* Initialisers of .texref, .samplerref and .surfref: fields by name (ISA 5.3). */
#ifndef CULAB_PTX_OPAQUE_H
#define CULAB_PTX_OPAQUE_H

#include "base/strbuf.h"
#include "ptx/ir.h"
#include "ptx/parser.h"

/* Where the fields lie in PtxSymbol.data; a byte is 1 + the field's value, 0: not given. Fields
 * that say what the host will bind (sizes, formats) are checked and forgotten. */
typedef enum OpaqueField {
    OPAQUE_ADDRESS_0, /* OpaqueAddress */
    OPAQUE_ADDRESS_1,
    OPAQUE_ADDRESS_2,
    OPAQUE_FILTER,       /* 0: nearest, 1: linear */
    OPAQUE_NORMALIZED,   /* 0, 1 */
    OPAQUE_UNNORMALIZED, /* 0, 1: force_unnormalized_coords */
    OPAQUE_FORGOTTEN,
    OPAQUE_BYTES = 8,
} OpaqueField;

typedef enum OpaqueAddress {
    OPAQUE_WRAP,
    OPAQUE_MIRROR,
    OPAQUE_CLAMP_OGL,
    OPAQUE_CLAMP_TO_EDGE,
    OPAQUE_CLAMP_TO_BORDER,
} OpaqueAddress;

/* "{ name = value, ... }" into `data`. */
bool opaque_parse(Parser *parser, uint8_t data[OPAQUE_BYTES]);
void opaque_print(const uint8_t *data, StrBuf *out);

#endif
