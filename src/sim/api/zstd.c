/* Zstandard, by the system's libzstd, which is opened when the first such image comes: a program
 * without one needs no library. It stays open. */
#include "sim/api/zstd.h"

#include <dlfcn.h>

typedef size_t Decompress(void *out, size_t room, const void *packed, size_t size);

ZstdResult zstd_unpack(const void *packed, size_t packed_size, char *out, size_t out_size)
{
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    Decompress *decompress = NULL;
    if (library)
        *(void **)&decompress = dlsym(library, "ZSTD_decompress");
    ZstdResult result = ZSTD_ABSENT;
    /* An error is a number greater than any size. */
    if (decompress)
        result = decompress(out, out_size, packed, packed_size) == out_size ? ZSTD_UNPACKED
                                                                            : ZSTD_BROKEN;
    if (library)
        dlclose(library);
    return result;
}
