/* Batches of copies. */
#include "sim/api/array.h"
#include "sim/api/copy.h"
#include "sim/api/stream.h"

/* A batch must be in a stream that waits for no others. */
static bool stream_is_legacy(CUstream stream)
{
    return stream == CU_STREAM_LEGACY || (!stream && !per_thread_default());
}

static bool order_valid(CUmemcpySrcAccessOrder order)
{
    return order >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM && order <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
}

/* A source that may be gone when the call returns is read before. */
static CopyWait wait_for(CUmemcpySrcAccessOrder order)
{
    return order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ? COPY_TO_HOST : COPY_ASYNC;
}

static CUresult attributes_check(const CUmemcpyAttributes *attributes, const size_t *firsts,
                                 size_t attribute_count, size_t count)
{
    if (!attributes || !firsts || !attribute_count || attribute_count > count || firsts[0])
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t k = 0; k < attribute_count; k++)
        if ((k && firsts[k] <= firsts[k - 1]) || firsts[k] >= count ||
            !order_valid(attributes[k].srcAccessOrder) || attributes[k].flags > 1)
            return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static Copy linear_copy(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    return (Copy){.to = {.type = CU_MEMORYTYPE_UNIFIED, .address = to, .pitch = size},
                  .from = {.type = CU_MEMORYTYPE_UNIFIED, .address = from, .pitch = size},
                  .width = size,
                  .height = 1,
                  .depth = 1};
}

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
                               CUmemcpyAttributes *attributes, size_t *firsts,
                               size_t attribute_count, CUstream handle)
{
    Stream *stream;
    if (!to || !from || !sizes || !count || stream_is_legacy(handle))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = attributes_check(attributes, firsts, attribute_count, count);
    if (result == CUDA_SUCCESS)
        result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        Copy copy = linear_copy(to[i], from[i], sizes[i]);
        result = sizes[i] ? copy_check(&copy) : CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0, k = 0; i < count && result == CUDA_SUCCESS; i++) {
        Copy copy = linear_copy(to[i], from[i], sizes[i]);
        k += k + 1 < attribute_count && firsts[k + 1] == i;
        result = copy_enqueue(stream, &copy, wait_for(attributes[k].srcAccessOrder));
    }
    return api_leave(result);
}

/* The form of CUDA 12 tells which copy is at fault; SIZE_MAX: not a single one. */
CUresult cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
                            CUmemcpyAttributes *attributes, size_t *firsts, size_t attribute_count,
                            size_t *failed, CUstream stream)
{
    if (failed)
        *failed = SIZE_MAX;
    return cuMemcpyBatchAsync_v2(to, from, sizes, count, attributes, firsts, attribute_count,
                                 stream);
}

/* Bytes of an element, in which lengths are counted: an array's, or 1. 0: no such array. */
static uint64_t operand_element(const CUmemcpy3DOperand *operand)
{
    if (operand->type != CU_MEMCPY_OPERAND_TYPE_ARRAY)
        return 1;
    CUarray array = operand->op.array.array;
    return handle_is(array, HANDLE_ARRAY) ? array->format.texel_bytes : 0;
}

/* Rows and layers of 0 stand for those of the extent. */
static CUresult pointer_read(const CUmemcpy3DOperand *operand, const Copy *copy, uint64_t element,
                             CopyEnd *end)
{
    uint64_t row = copy->width, rows = copy->height, slice;
    if (operand->op.ptr.rowLength &&
        __builtin_mul_overflow(operand->op.ptr.rowLength, element, &row))
        return CUDA_ERROR_INVALID_VALUE;
    if (operand->op.ptr.layerHeight)
        rows = operand->op.ptr.layerHeight;
    if (row < copy->width || rows < copy->height || __builtin_mul_overflow(row, rows, &slice))
        return CUDA_ERROR_INVALID_VALUE;
    *end = (CopyEnd){.type = CU_MEMORYTYPE_UNIFIED,
                     .address = operand->op.ptr.ptr,
                     .pitch = row,
                     .slice = slice};
    return CUDA_SUCCESS;
}

static CUresult operand_read(const CUmemcpy3DOperand *operand, const Copy *copy, uint64_t element,
                             CopyEnd *end)
{
    uint64_t x;
    switch (operand->type) {
    case CU_MEMCPY_OPERAND_TYPE_POINTER:
        return pointer_read(operand, copy, element, end);
    case CU_MEMCPY_OPERAND_TYPE_ARRAY:
        return __builtin_mul_overflow(operand->op.array.offset.x, element, &x)
                   ? CUDA_ERROR_INVALID_VALUE
                   : copy_end_of_array(operand->op.array.array, x, operand->op.array.offset.y,
                                       operand->op.array.offset.z, copy, end);
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult operation_read(const CUDA_MEMCPY3D_BATCH_OP *operation, Copy *copy)
{
    const CUextent3D *extent = &operation->extent;
    uint64_t from = operand_element(&operation->src), to = operand_element(&operation->dst);
    uint64_t element = from > to ? from : to;
    if (!from || !to || (from > 1 && to > 1 && from != to))
        return CUDA_ERROR_INVALID_VALUE;
    if (!extent->width || !extent->height || !extent->depth ||
        !order_valid(operation->srcAccessOrder) || operation->flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    *copy = (Copy){.height = extent->height, .depth = extent->depth};
    if (__builtin_mul_overflow(extent->width, element, &copy->width))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = operand_read(&operation->src, copy, element, &copy->from);
    if (result == CUDA_SUCCESS)
        result = operand_read(&operation->dst, copy, element, &copy->to);
    return result == CUDA_SUCCESS ? copy_check(copy) : result;
}

CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations, size_t *failed,
                              unsigned long long flags, CUstream handle)
{
    Stream *stream;
    if (failed)
        *failed = SIZE_MAX;
    if (!count || !operations || flags || stream_is_legacy(handle))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Copy copy;
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        result = operation_read(&operations[i], &copy);
        if (result != CUDA_SUCCESS && failed)
            *failed = i;
    }
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        operation_read(&operations[i], &copy);
        result = copy_enqueue(stream, &copy, wait_for(operations[i].srcAccessOrder));
    }
    return api_leave(result);
}

CUresult cuMemcpy3DBatchAsync_v2(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations,
                                 unsigned long long flags, CUstream stream)
{
    return cuMemcpy3DBatchAsync(count, operations, NULL, flags, stream);
}
