/* The table of calls that put operations into streams, and of those that wait. */
#include "host/operation.h"

#include <string.h>

static const Operation rows[] = {
    /* symbol, kind, stream, bytes, to, from */
    {"cuMemcpyHtoD_v2", OPERATION_TO_DEVICE, -1, 2, 0, 1},
    {"cuMemcpyDtoH_v2", OPERATION_TO_HOST, -1, 2, 0, 1},
    {"cuMemcpyDtoD_v2", OPERATION_ON_DEVICE, -1, 2, 0, 1},
    {"cuMemcpyHtoDAsync_v2", OPERATION_TO_DEVICE, 3, 2, 0, 1},
    {"cuMemcpyDtoHAsync_v2", OPERATION_TO_HOST, 3, 2, 0, 1},
    {"cuMemcpyDtoDAsync_v2", OPERATION_ON_DEVICE, 3, 2, 0, 1},
    {"cuMemcpy", OPERATION_COPY, -1, 2, 0, 1},
    {"cuMemcpyAsync", OPERATION_COPY, 3, 2, 0, 1},
    {"cuMemcpyPeer", OPERATION_ON_DEVICE, -1, 4, 0, 2},
    {"cuMemcpyPeerAsync", OPERATION_ON_DEVICE, 5, 4, 0, 2},
    {"cuMemcpy2D_v2", OPERATION_COPY, -1, -1, -1, -1},
    {"cuMemcpy2DUnaligned_v2", OPERATION_COPY, -1, -1, -1, -1},
    {"cuMemcpy2DAsync_v2", OPERATION_COPY, 1, -1, -1, -1},
    {"cuMemcpy3D_v2", OPERATION_COPY, -1, -1, -1, -1},
    {"cuMemcpy3DAsync_v2", OPERATION_COPY, 1, -1, -1, -1},
    {"cuMemsetD8_v2", OPERATION_FILL, -1, 2, 0, -1},
    {"cuMemsetD16_v2", OPERATION_FILL, -1, 2, 0, -1},
    {"cuMemsetD32_v2", OPERATION_FILL, -1, 2, 0, -1},
    {"cuMemsetD8Async", OPERATION_FILL, 3, 2, 0, -1},
    {"cuMemsetD16Async", OPERATION_FILL, 3, 2, 0, -1},
    {"cuMemsetD32Async", OPERATION_FILL, 3, 2, 0, -1},
    {"cuMemsetD2D8_v2", OPERATION_FILL, -1, -1, 0, -1},
    {"cuMemsetD2D16_v2", OPERATION_FILL, -1, -1, 0, -1},
    {"cuMemsetD2D32_v2", OPERATION_FILL, -1, -1, 0, -1},
    {"cuMemsetD2D8Async", OPERATION_FILL, 5, -1, 0, -1},
    {"cuMemsetD2D16Async", OPERATION_FILL, 5, -1, 0, -1},
    {"cuMemsetD2D32Async", OPERATION_FILL, 5, -1, 0, -1},
    {"cuLaunchKernel", OPERATION_KERNEL, 8, -1, -1, -1},
    {"cuLaunchCooperativeKernel", OPERATION_KERNEL, 8, -1, -1, -1},
    {"cuGraphLaunch", OPERATION_KERNEL, 1, -1, -1, -1},
    {"cuLaunchHostFunc", OPERATION_HOST, 0, -1, -1, -1},
    {"cuStreamAddCallback", OPERATION_HOST, 0, -1, -1, -1},
    {"cuEventRecord", OPERATION_RECORD, 1, -1, -1, -1},
    {"cuEventRecordWithFlags", OPERATION_RECORD, 1, -1, -1, -1},
    {"cuStreamWaitEvent", OPERATION_WAIT, 0, -1, -1, -1},
};

static const char *const waiting[] = {"cuCtxSynchronize", "cuCtxSynchronize_v2",
                                      "cuStreamSynchronize", "cuEventSynchronize"};

const Operation *operation_find(const char *symbol)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].symbol, symbol) == 0)
            return &rows[i];
    return NULL;
}

/* Copies without a stream of their own wait where the host takes part. */
int operation_waits(const char *symbol)
{
    const Operation *row = operation_find(symbol);
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        if (strcmp(waiting[i], symbol) == 0)
            return 1;
    return row && row->stream < 0 &&
           (row->kind == OPERATION_TO_DEVICE || row->kind == OPERATION_TO_HOST ||
            row->kind == OPERATION_COPY);
}
