/* Memsets in all widths: ranges and rectangles, plain and asynchronous. */
#include "sim/api/allocation.h"
#include "sim/api/copy.h"
#include "sim/api/graph.h"
#include "sim/api/stream.h"

static CUresult fill_ask(Stream *stream, const Fill *asked)
{
    CUresult result = stream->capture ? CUDA_SUCCESS : graph_memory_check(asked->address, "A fill");
    return result == CUDA_SUCCESS ? fill_enqueue(stream, asked) : result;
}

static CUresult fill_async(CUstream handle, const Fill *asked)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(fill_ask(stream, asked)) : result;
}

/* The plain ones keep the order of the default stream and don't wait, unless the host can see what
 * they write: page-locked and managed memory (Driver API, "API synchronization behavior"). */
static CUresult fill_plain(const Fill *asked)
{
    Stream *stream;
    CUresult result = api_enter_stream(NULL, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = fill_ask(stream, asked);
    if (result == CUDA_SUCCESS && !stream->capture && memory_is_pinned(asked->address))
        result = queue_run_stream(stream);
    return api_leave(result);
}

/* The four entry points for each width of an element. */
#define FILLS(bits, type, plain, plain_2d)                                                         \
    CUresult plain(CUdeviceptr address, type value, size_t count)                                  \
    {                                                                                              \
        return fill_plain(&(Fill){address, 0, value, bits / 8, count, 1});                         \
    }                                                                                              \
    CUresult cuMemsetD##bits##Async(CUdeviceptr address, type value, size_t count, CUstream s)     \
    {                                                                                              \
        return fill_async(s, &(Fill){address, 0, value, bits / 8, count, 1});                      \
    }                                                                                              \
    CUresult plain_2d(CUdeviceptr address, size_t pitch, type value, size_t width, size_t height)  \
    {                                                                                              \
        return fill_plain(&(Fill){address, pitch, value, bits / 8, width, height});                \
    }                                                                                              \
    CUresult cuMemsetD2D##bits##Async(CUdeviceptr address, size_t pitch, type value, size_t width, \
                                      size_t height, CUstream s)                                   \
    {                                                                                              \
        return fill_async(s, &(Fill){address, pitch, value, bits / 8, width, height});             \
    }

FILLS(8, unsigned char, cuMemsetD8_v2, cuMemsetD2D8_v2)
FILLS(16, unsigned short, cuMemsetD16_v2, cuMemsetD2D16_v2)
FILLS(32, unsigned int, cuMemsetD32_v2, cuMemsetD2D32_v2)
