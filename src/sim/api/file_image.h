/* Module images in files. */
#ifndef CULAB_SIM_API_FILE_IMAGE_H
#define CULAB_SIM_API_FILE_IMAGE_H

#include "cuda/types.h"

/* Reads the whole file and ends it with a NUL; free() the image. A fat binary that is cut off, or
 * a wrapper around one, is CUDA_ERROR_INVALID_IMAGE. */
CUresult file_image_read(const char *path, void **image);
/* The same; `bytes_out` takes the size of the file. */
CUresult file_image_read_sized(const char *path, void **image, size_t *bytes_out);

#endif
