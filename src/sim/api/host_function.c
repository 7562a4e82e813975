/* Host functions and callbacks in streams. They run with the lock free and may not call the API. */
#include "sim/api/stream.h"

typedef struct HostOp {
    Op op;
    CUhostFn function;
    CUstreamCallback callback;
    CUstream handle; /* as the caller named the stream */
    void *user;
} HostOp;

static double host_run(Op *op)
{
    HostOp *self = (HostOp *)op;
    api_callback_begin();
    if (self->function)
        self->function(self->user);
    else
        self->callback(self->handle, CUDA_SUCCESS, self->user);
    api_callback_end();
    return 0;
}

static CUresult host_enqueue(CUstream handle, CUhostFn function, CUstreamCallback callback,
                             void *user)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    HostOp *op = op_new(sizeof *op, host_run);
    if (!op)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    op->op.unlocked = true;
    op->function = function;
    op->callback = callback;
    op->handle = handle;
    op->user = user;
    queue_add(stream, &op->op);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user)
{
    return function ? host_enqueue(stream, function, NULL, user) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user,
                             unsigned int flags)
{
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    return host_enqueue(stream, NULL, callback, user);
}
