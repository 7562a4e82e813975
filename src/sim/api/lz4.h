/* LZ4 blocks, as compressed fat binaries hold them. */
#ifndef CULAB_SIM_API_LZ4_H
#define CULAB_SIM_API_LZ4_H

#include <stdbool.h>
#include <stddef.h>

/* Unpacks a block to exactly `out_size` bytes; zeros may follow it. False: it is malformed. */
bool lz4_unpack(const void *block, size_t size, void *out, size_t out_size);

#endif
