/* Host functions and callbacks in streams. They run with the lock free and may not call the API. */
#include "sim/api/host_function.h"

#include "sim/api/beside.h"
#include "sim/api/capture.h"
#include "sim/api/forward.h"
#include "sim/api/host_past.h"
#include "sim/api/host_rests.h"
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
    host_past_begin(op);
    api_callback_begin();
    if (self->function)
        self->function(self->user);
    else
        self->callback(self->handle, CUDA_SUCCESS, self->user);
    const bool alone = op->past && host_rests();
    api_callback_end();
    host_past_end(op, alone);
    return 0;
}

static CUresult host_enqueue(Stream *stream, const HostOp *filled)
{
    HostOp *op = op_new(sizeof *op, host_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->op.unlocked = true;
    op->op.kind = CULAB_SIM_SPAN_HOST;
    op->function = filled->function;
    op->callback = filled->callback;
    op->handle = filled->handle;
    op->user = filled->user;
    queue_add(stream, &op->op);
    beside_hide_order();
    forward_begin(false);
    return CUDA_SUCCESS;
}

CUresult host_function_enqueue(Stream *stream, CUhostFn function, void *user)
{
    CUresult result = capture_check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->capture)
        return capture_host(stream, function, user);
    return host_enqueue(stream, &(HostOp){.function = function, .user = user});
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void *user)
{
    Stream *stream;
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = api_enter_stream(handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(host_function_enqueue(stream, function, user))
                                  : result;
}

CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback callback, void *user,
                             unsigned int flags)
{
    Stream *stream;
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_wait(stream); /* callbacks cannot be captured */
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    return api_leave(
        host_enqueue(stream, &(HostOp){.callback = callback, .handle = handle, .user = user}));
}
