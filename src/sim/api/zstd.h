/* Zstandard, by the system's libzstd. */
#ifndef CULAB_SIM_API_ZSTD_H
#define CULAB_SIM_API_ZSTD_H

#include <stddef.h>

typedef enum ZstdResult { ZSTD_UNPACKED, ZSTD_BROKEN, ZSTD_ABSENT } ZstdResult;

/* Unpacks to exactly `out_size` bytes. ZSTD_ABSENT: this machine has no libzstd.so.1. */
ZstdResult zstd_unpack(const void *packed, size_t packed_size, char *out, size_t out_size);

#endif
