/* libFuzzer: compressed texts, LZ4 and zstd; the first bytes say which, and how long the text is.
 */
#include <stdint.h>
#include <stdlib.h>

#include "sim/api/lz4.h"
#include "sim/api/zstd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    size_t room = data[1] | (size_t)data[2] << 8;
    char *out = malloc(room);
    if (data[0] & 1)
        lz4_unpack(data + 3, size - 3, out, room);
    else
        zstd_unpack(data + 3, size - 3, out, room);
    free(out);
    return 0;
}
