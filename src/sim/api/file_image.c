/* Module images in files. */
#include "sim/api/file_image.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/api/image.h"

enum { FILE_IMAGE_MAX = 1 << 30 };

CUresult file_image_read_sized(const char *path, void **image, size_t *bytes_out)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return CUDA_ERROR_FILE_NOT_FOUND;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    CUresult result = CUDA_SUCCESS;
    char *bytes = NULL;
    if (size < 0)
        result = CUDA_ERROR_INVALID_IMAGE;
    else if (size > FILE_IMAGE_MAX) /* a directory's size is the largest number */
        result = CUDA_ERROR_OUT_OF_MEMORY;
    else if (!(bytes = calloc(1, (size_t)size + 8)))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    rewind(file);
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size)
        result = CUDA_ERROR_OPERATING_SYSTEM;
    fclose(file);
    if (result == CUDA_SUCCESS && !image_is_whole(bytes, (size_t)size, false))
        result = CUDA_ERROR_INVALID_IMAGE;
    if (result == CUDA_SUCCESS) {
        *image = bytes;
        *bytes_out = (size_t)size;
    } else {
        free(bytes);
    }
    return result;
}

CUresult file_image_read(const char *path, void **image)
{
    size_t size;
    return file_image_read_sized(path, image, &size);
}
