/* What a linker is handed, taken apart: archives into members, host objects into fat binaries. */
#ifndef CULAB_SIM_API_LINK_INPUT_H
#define CULAB_SIM_API_LINK_INPUT_H

#include "base/error.h"
#include "cuda/types.h"

/* One image for image_find_ptx(), `size` bytes that its own lengths don't exceed. `optional`: a
 * library's member, linked when something needs it. */
typedef CUresult LinkPiece(void *state, const void *image, size_t size, const char *name,
                           bool optional, Error *error);

/* Calls `piece` for every image in `data`: one for PTX text, a fat binary or a cubin; as many as
 * there are in a host object (sections .nv_fatbin and __nv_relfatbin) or an `ar` archive of those.
 * Stops at the first result that isn't a success, which it returns. Names of members are
 * "library.a(member.o)". */
CUresult link_input_split(const void *data, size_t size, const char *name, void *state,
                          LinkPiece *piece, Error *error);

#endif
