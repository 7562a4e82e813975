/* Module images: finds the PTX in what a caller hands to cuModuleLoadData. */
#ifndef CULAB_SIM_API_IMAGE_H
#define CULAB_SIM_API_IMAGE_H

#include "base/error.h"
#include "base/view.h"
#include "cuda/types.h"

/* The PTX text in `image`: plain text ended by NUL, or the PTX entry (plain, LZ4, zstd) of a fat
 * binary that runs on compute capability `capability` (86), the newest there is. The image comes
 * without a size, so its own lengths are believed, as the driver believes them. CUDA_SUCCESS, or
 * the driver's code and a sentence in `error`. The view borrows from `image` or from `*owned`,
 * which the caller frees, whatever the result. */
CUresult image_find_ptx(const void *image, int capability, View *ptx, char **owned, Error *error);
/* Whether `size` bytes hold all that the image's own lengths tell of: to be asked of any that comes
 * with a size. A wrapper, which points into the memory of the program that it is part of, does only
 * when `in_memory`: not in a file. */
bool image_is_whole(const void *image, size_t size, bool in_memory);
/* Bytes that the image takes, so that it can be copied. */
size_t image_size(const void *image);

#endif
