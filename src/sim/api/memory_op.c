/* Operations of streams on single values in memory: waiting for one, writing one. */
#include "sim/api/memory_op.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/beside.h"
#include "sim/api/capture.h"
#include "sim/api/findings.h"
#include "sim/api/logs.h"
#include "sim/api/observers.h"
#include "sim/api/report.h"
#include "sim/api/stream.h"

static const double value_ns = 500;

typedef struct MemoryOp {
    Op op;
    unsigned count, done;
    CUstreamBatchMemOpParams items[];
} MemoryOp;

static bool item_waits(const CUstreamBatchMemOpParams *item)
{
    return item->operation == CU_STREAM_MEM_OP_WAIT_VALUE_32 ||
           item->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64;
}

static bool item_is_wide(const CUstreamBatchMemOpParams *item)
{
    return item->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
           item->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}

static uint64_t item_bytes(const CUstreamBatchMemOpParams *item)
{
    return item_is_wide(item) ? 8 : 4;
}

/* As the host sees it now, whoever writes it. */
static uint64_t value_read(const CUstreamMemOpValue *at, bool wide)
{
    if (wide)
        return __atomic_load_n((const uint64_t *)(uintptr_t)at->address, __ATOMIC_ACQUIRE);
    return __atomic_load_n((const uint32_t *)(uintptr_t)at->address, __ATOMIC_ACQUIRE);
}

static bool value_met(const CUstreamBatchMemOpParams *item)
{
    bool wide = item_is_wide(item);
    const CUstreamMemOpValue *wait = &item->waitValue;
    uint64_t now = value_read(wait, wide), asked = wide ? wait->value64 : wait->value;
    uint64_t every = wide ? UINT64_MAX : UINT32_MAX;
    switch (wait->flags) {
    case CU_STREAM_WAIT_VALUE_EQ:
        return now == asked;
    case CU_STREAM_WAIT_VALUE_AND:
        return (now & asked) != 0;
    case CU_STREAM_WAIT_VALUE_NOR:
        return (~(now | asked) & every) != 0;
    default: /* cyclic: the difference is what is compared */
        return wide ? (int64_t)(now - asked) >= 0 : (int32_t)(uint32_t)(now - asked) >= 0;
    }
}

static bool item_touchable(const CUstreamBatchMemOpParams *item)
{
    return item->operation == CU_STREAM_MEM_OP_BARRIER ||
           sim_memory_touchable(library()->memory, item->waitValue.address, item_bytes(item));
}

/* What cannot be touched any more is ready too: running it is what tells. */
static bool memory_op_ready(const Op *op)
{
    const MemoryOp *self = (const MemoryOp *)op;
    const CUstreamBatchMemOpParams *item = &self->items[self->done];
    return !item_waits(item) || !item_touchable(item) || value_met(item);
}

static void value_write(const CUstreamBatchMemOpParams *item)
{
    const CUstreamMemOpValue *to = &item->writeValue;
    if (item_is_wide(item))
        __atomic_store_n((uint64_t *)(uintptr_t)to->address, to->value64, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint32_t *)(uintptr_t)to->address, to->value, __ATOMIC_RELEASE);
    observers_host_write(to->address, item_bytes(item));
}

static double memory_op_run(Op *op)
{
    MemoryOp *self = (MemoryOp *)op;
    for (; self->done < self->count; self->done++) {
        const CUstreamBatchMemOpParams *item = &self->items[self->done];
        if (!item_touchable(item)) {
            op->stream->context->fault = CUDA_ERROR_ILLEGAL_ADDRESS;
            return 0;
        }
        if (item_waits(item) && !value_met(item))
            return -1;
        if (!item_waits(item) && item->operation != CU_STREAM_MEM_OP_BARRIER)
            value_write(item);
    }
    return value_ns * self->count;
}

/* Nothing will make this one ready: its context ends in a fault, and a finding says why. */
static void memory_op_stuck(Op *op)
{
    const MemoryOp *self = (const MemoryOp *)op;
    const CUstreamBatchMemOpParams *item = &self->items[self->done];
    char text[160];
    uint64_t asked = item_is_wide(item) ? item->waitValue.value64 : item->waitValue.value;
    snprintf(text, sizeof text,
             "a stream waits for a value at 0x%llx (compared with %" PRIu64 "), where %" PRIu64
             " stands, and nothing that could run writes another",
             item->waitValue.address, asked, value_read(&item->waitValue, item_is_wide(item)));
    SimFinding finding = {.checker = "synchronisation",
                          .rule = "deadlock",
                          .fatal = true,
                          .address = item->waitValue.address,
                          .bytes = (uint32_t)item_bytes(item),
                          .text = text};
    SimFindingSink sink = findings_sink();
    findings_launch(++library()->next_launch);
    sink.found(sink.state, &finding);
    report_findings(NULL);
    log_error(text);
    op->stream->context->fault = CUDA_ERROR_LAUNCH_TIMEOUT;
    queue_drop_context(op->stream->context);
}

/* Memory of pools and managed memory is none for these; recorded on an H200. */
static bool item_reaches(uint64_t address, uint64_t bytes)
{
    const Allocation *allocation = allocation_of(address);
    bool other = allocation && (allocation->kind == SIM_ALLOC_MANAGED || allocation->pool);
    return !other && memory_reachable(address, bytes);
}

static CUresult item_check(const CUstreamBatchMemOpParams *item)
{
    unsigned flags = item->waitValue.flags;
    switch (item->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        if (flags & CU_STREAM_WAIT_VALUE_FLUSH)
            return CUDA_ERROR_NOT_SUPPORTED;
        if (flags > CU_STREAM_WAIT_VALUE_NOR)
            return CUDA_ERROR_INVALID_VALUE;
        break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        if (flags & ~(unsigned)CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)
            return CUDA_ERROR_INVALID_VALUE;
        break;
    case CU_STREAM_MEM_OP_BARRIER:
        return item->memoryBarrier.flags <= CU_STREAM_MEMORY_BARRIER_TYPE_GPU
                   ? CUDA_SUCCESS
                   : CUDA_ERROR_INVALID_VALUE;
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
        return CUDA_ERROR_NOT_SUPPORTED;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    uint64_t bytes = item_bytes(item);
    return item->waitValue.address % bytes || !item_reaches(item->waitValue.address, bytes)
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_SUCCESS;
}

CUresult memory_ops_check(const CUstreamBatchMemOpParams *ops, unsigned count, unsigned flags)
{
    if (!ops || !count || count > MEMORY_OPS_MAX || flags)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = CUDA_SUCCESS;
    for (unsigned i = 0; i < count && result == CUDA_SUCCESS; i++)
        result = item_check(&ops[i]);
    return result;
}

CUresult memory_ops_enqueue(Stream *stream, const CUstreamBatchMemOpParams *ops, unsigned count)
{
    MemoryOp *op = op_new(sizeof *op + count * sizeof op->items[0], memory_op_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->op.ready = memory_op_ready;
    op->op.stuck = memory_op_stuck;
    op->count = count;
    memcpy(op->items, ops, count * sizeof op->items[0]);
    queue_add(stream, &op->op);
    for (unsigned i = 0; i < count; i++)
        if (ops[i].operation == CU_STREAM_MEM_OP_WAIT_VALUE_32 ||
            ops[i].operation == CU_STREAM_MEM_OP_WAIT_VALUE_64)
            beside_hide_order();
    return CUDA_SUCCESS;
}

CUresult cuStreamBatchMemOp_v2(CUstream handle, unsigned int count, CUstreamBatchMemOpParams *ops,
                               unsigned int flags)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return api_leave(CUDA_SUCCESS);
    result = memory_ops_check(ops, count, flags);
    if (result == CUDA_SUCCESS)
        result = capture_check(stream);
    if (result == CUDA_SUCCESS)
        result = stream->capture ? capture_memory_ops(stream, ops, count)
                                 : memory_ops_enqueue(stream, ops, count);
    return api_leave(result);
}

CUresult cuStreamBatchMemOp(CUstream handle, unsigned int count, CUstreamBatchMemOpParams *ops,
                            unsigned int flags)
{
    return cuStreamBatchMemOp_v2(handle, count, ops, flags);
}

/* The calls of single operations, in their older form too. */
#define VALUE_CALL(symbol, type, OPERATION, member)                                            \
    CUresult symbol(CUstream stream, CUdeviceptr address, type value, unsigned int flags)      \
    {                                                                                          \
        CUstreamBatchMemOpParams op = {                                                        \
            .waitValue = {                                                                     \
                .operation = OPERATION, .address = address, .member = value, .flags = flags}}; \
        return cuStreamBatchMemOp_v2(stream, 1, &op, 0);                                       \
    }
VALUE_CALL(cuStreamWaitValue32_v2, uint32_t, CU_STREAM_MEM_OP_WAIT_VALUE_32, value)
VALUE_CALL(cuStreamWaitValue64_v2, uint64_t, CU_STREAM_MEM_OP_WAIT_VALUE_64, value64)
VALUE_CALL(cuStreamWriteValue32_v2, uint32_t, CU_STREAM_MEM_OP_WRITE_VALUE_32, value)
VALUE_CALL(cuStreamWriteValue64_v2, uint64_t, CU_STREAM_MEM_OP_WRITE_VALUE_64, value64)
VALUE_CALL(cuStreamWaitValue32, uint32_t, CU_STREAM_MEM_OP_WAIT_VALUE_32, value)
VALUE_CALL(cuStreamWaitValue64, uint64_t, CU_STREAM_MEM_OP_WAIT_VALUE_64, value64)
VALUE_CALL(cuStreamWriteValue32, uint32_t, CU_STREAM_MEM_OP_WRITE_VALUE_32, value)
VALUE_CALL(cuStreamWriteValue64, uint64_t, CU_STREAM_MEM_OP_WRITE_VALUE_64, value64)
