/* Memsets in all widths: ranges and rectangles, plain and asynchronous. */
#include "sim/api/copy.h"
#include "sim/api/stream.h"

static CUresult fill(CUstream handle, CUdeviceptr address, size_t pitch, uint32_t value,
                     uint32_t bytes, size_t width, size_t height)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Fill asked = {address, pitch, value, bytes, width, height};
    return api_leave(fill_enqueue(stream, &asked));
}

/* The four entry points for each width of an element. Like the driver's, the plain ones don't wait:
 * they only keep the order of the default stream. */
#define FILLS(bits, type, plain, plain_2d)                                                         \
    CUresult plain(CUdeviceptr address, type value, size_t count)                                  \
    {                                                                                              \
        return fill(NULL, address, 0, value, bits / 8, count, 1);                                  \
    }                                                                                              \
    CUresult cuMemsetD##bits##Async(CUdeviceptr address, type value, size_t count, CUstream s)     \
    {                                                                                              \
        return fill(s, address, 0, value, bits / 8, count, 1);                                     \
    }                                                                                              \
    CUresult plain_2d(CUdeviceptr address, size_t pitch, type value, size_t width, size_t height)  \
    {                                                                                              \
        return fill(NULL, address, pitch, value, bits / 8, width, height);                         \
    }                                                                                              \
    CUresult cuMemsetD2D##bits##Async(CUdeviceptr address, size_t pitch, type value, size_t width, \
                                      size_t height, CUstream s)                                   \
    {                                                                                              \
        return fill(s, address, pitch, value, bits / 8, width, height);                            \
    }

FILLS(8, unsigned char, cuMemsetD8_v2, cuMemsetD2D8_v2)
FILLS(16, unsigned short, cuMemsetD16_v2, cuMemsetD2D16_v2)
FILLS(32, unsigned int, cuMemsetD32_v2, cuMemsetD2D32_v2)
