/* Attributes of streams. */
#include <string.h>

#include "sim/api/stream.h"

CUresult cuStreamGetAttribute(CUstream handle, CUstreamAttrID attribute, CUstreamAttrValue *value)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memset(value, 0, sizeof *value);
    switch (attribute) {
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value->priority = stream->priority;
        return api_leave(CUDA_SUCCESS);
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        hint_get(&stream->hints, attribute, value);
        return api_leave(CUDA_SUCCESS);
    default:
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
}

/* Caching and waiting policies don't change what a program computes: taken, without effect. */
CUresult cuStreamSetAttribute(CUstream handle, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value)
{
    CUstreamAttrValue old;
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuStreamGetAttribute(handle, attribute, &old);
    if (result != CUDA_SUCCESS)
        return result;
    Stream *stream;
    result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (attribute != CU_LAUNCH_ATTRIBUTE_PRIORITY)
        return api_leave(hint_set(&stream->hints, attribute, value));
    stream_priority_set(stream, value->priority);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamCopyAttributes(CUstream to_handle, CUstream from_handle)
{
    Stream *to, *from;
    CUresult result = api_enter_stream(from_handle, &from);
    if (result != CUDA_SUCCESS)
        return result;
    api_leave(CUDA_SUCCESS);
    result = api_enter_stream(to_handle, &to);
    if (result != CUDA_SUCCESS)
        return result;
    if (to->context != from->context)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    to->priority = from->priority;
    to->hints = from->hints;
    return api_leave(CUDA_SUCCESS);
}
