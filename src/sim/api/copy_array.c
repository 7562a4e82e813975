/* The copies of ranges of one-dimensional arrays. */
#include "sim/api/copy.h"
#include "sim/api/stream.h"

/* One end: a range of an array, or of memory when `array` is NULL. */
typedef struct End {
    CUarray array;
    CUmemorytype type;
    uint64_t at; /* offset in the array, or address */
    bool is_array;
} End;

static End in_array(CUarray array, size_t offset)
{
    return (End){.array = array, .at = offset, .is_array = true};
}

static End on_host(const void *address)
{
    return (End){.type = CU_MEMORYTYPE_HOST, .at = (uintptr_t)address};
}

static End on_device(CUdeviceptr address)
{
    return (End){.type = CU_MEMORYTYPE_DEVICE, .at = address};
}

static CUresult end_make(const End *end, const Copy *copy, CopyEnd *out)
{
    if (end->is_array)
        return copy_end_of_array(end->array, end->at, 0, 0, copy, out);
    *out = (CopyEnd){.type = end->type, .address = end->at};
    return CUDA_SUCCESS;
}

static CUresult range(CUstream handle, End to, End from, size_t size, CopyWait wait)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!size) /* whatever the ends are; recorded on an H200 */
        return api_leave(CUDA_SUCCESS);
    Copy copy = {.width = size, .height = 1, .depth = 1};
    result = end_make(&to, &copy, &copy.to);
    if (result == CUDA_SUCCESS)
        result = end_make(&from, &copy, &copy.from);
    return api_leave(result == CUDA_SUCCESS ? copy_enqueue(stream, &copy, wait) : result);
}

CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_offset, CUarray from, size_t from_offset,
                         size_t size)
{
    return range(NULL, in_array(to, to_offset), in_array(from, from_offset), size, COPY_TO_HOST);
}

CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t offset, size_t size)
{
    return range(NULL, on_device(to), in_array(from, offset), size, COPY_TO_HOST);
}

CUresult cuMemcpyDtoA_v2(CUarray to, size_t offset, CUdeviceptr from, size_t size)
{
    return range(NULL, in_array(to, offset), on_device(from), size, COPY_TO_HOST);
}

CUresult cuMemcpyAtoH_v2(void *to, CUarray from, size_t offset, size_t size)
{
    return range(NULL, on_host(to), in_array(from, offset), size, COPY_TO_HOST);
}

CUresult cuMemcpyHtoA_v2(CUarray to, size_t offset, const void *from, size_t size)
{
    return range(NULL, in_array(to, offset), on_host(from), size, COPY_TO_HOST);
}

CUresult cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset, size_t size, CUstream stream)
{
    return range(stream, on_host(to), in_array(from, offset), size, COPY_ASYNC);
}

CUresult cuMemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from, size_t size,
                              CUstream stream)
{
    return range(stream, in_array(to, offset), on_host(from), size, COPY_ASYNC);
}
