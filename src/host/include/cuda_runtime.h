/* cuda_runtime.h: the runtime API's common names, as thin macros over the Driver API: each shows
 * the call that it stands for, and is recorded as that. docs/host.md lists them.
 *
 * As in the runtime API there is no cuInit and no context to be made: the first call sees to that.
 * A kernel is named by a text, since C has no <<<>>>: it is looked up in kernel.ptx.
 * Results are CUresult, whose numbers are those of cudaError_t for what both have. */
#ifndef CULAB_CUDA_RUNTIME_H
#define CULAB_CUDA_RUNTIME_H

#include <culab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef CUresult cudaError_t;
typedef CUstream cudaStream_t;
typedef CUevent cudaEvent_t;
typedef CUgraph cudaGraph_t;
typedef CUgraphExec cudaGraphExec_t;

#define cudaSuccess CUDA_SUCCESS
#define cudaErrorInvalidValue CUDA_ERROR_INVALID_VALUE
#define cudaErrorMemoryAllocation CUDA_ERROR_OUT_OF_MEMORY
#define cudaErrorNotReady CUDA_ERROR_NOT_READY
#define cudaErrorIllegalAddress CUDA_ERROR_ILLEGAL_ADDRESS
#define cudaErrorLaunchFailure CUDA_ERROR_LAUNCH_FAILED
#define cudaStreamDefault CU_STREAM_DEFAULT
#define cudaStreamNonBlocking CU_STREAM_NON_BLOCKING
#define cudaEventDefault CU_EVENT_DEFAULT
#define cudaEventBlockingSync CU_EVENT_BLOCKING_SYNC
#define cudaEventDisableTiming CU_EVENT_DISABLE_TIMING
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable CU_MEMHOSTALLOC_PORTABLE
#define cudaHostAllocMapped CU_MEMHOSTALLOC_DEVICEMAP
#define cudaHostAllocWriteCombined CU_MEMHOSTALLOC_WRITECOMBINED
#define cudaHostRegisterDefault 0
#define cudaMemAttachGlobal CU_MEM_ATTACH_GLOBAL
#define cudaStreamCaptureModeGlobal CU_STREAM_CAPTURE_MODE_GLOBAL

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault, /* the addresses tell */
} cudaMemcpyKind;

typedef struct dim3 {
    unsigned x, y, z;
} dim3;
/* As dim3 in C++ fills the rest with 1: DIM3(8), DIM3(8, 4). */
#define DIM3(...) ((dim3){CULAB_DIM3(__VA_ARGS__, 1, 1, 1)})
#define CULAB_DIM3(a, b, c, ...) a, b, c

/* What the macros are made of: a current context, the error kept for cudaGetLastError(), and the
 * launch of a kernel by name. */
CUresult culab_runtime_ready(void);
cudaError_t culab_runtime_keep(CUresult result) __attribute__((warn_unused_result));
cudaError_t culab_runtime_error(int forget);
const char *culab_error_name(CUresult result);
const char *culab_error_text(CUresult result);
CUfunction culab_runtime_kernel(const char *name); /* NULL: there is none */
#define CULAB_CUDA(call) culab_runtime_keep((culab_runtime_ready(), (call)))

#define cudaGetLastError() culab_runtime_error(1)
#define cudaPeekAtLastError() culab_runtime_error(0)
#define cudaGetErrorName(error) culab_error_name(error)
#define cudaGetErrorString(error) culab_error_text(error)

/* Devices */
#define cudaGetDeviceCount(count) CULAB_CUDA(cuDeviceGetCount(count))
#define cudaGetDevice(device) CULAB_CUDA(cuCtxGetDevice(device))
#define cudaDeviceGetAttribute(value, attribute, device) \
    CULAB_CUDA(cuDeviceGetAttribute((value), (CUdevice_attribute)(attribute), (device)))
#define cudaMemGetInfo(left, all) CULAB_CUDA(cuMemGetInfo((left), (all)))
#define cudaDeviceSynchronize() CULAB_CUDA(cuCtxSynchronize())

/* Memory */
#define cudaMalloc(at, bytes) CULAB_CUDA(cuMemAlloc((CUdeviceptr *)(at), (bytes)))
#define cudaFree(at) CULAB_CUDA(cuMemFree((CUdeviceptr)(at)))
#define cudaMallocManaged(at, bytes, flags) \
    CULAB_CUDA(cuMemAllocManaged((CUdeviceptr *)(at), (bytes), (flags)))
#define cudaMallocHost(at, bytes) CULAB_CUDA(cuMemAllocHost((void **)(at), (bytes)))
#define cudaHostAlloc(at, bytes, flags) CULAB_CUDA(cuMemHostAlloc((void **)(at), (bytes), (flags)))
#define cudaFreeHost(at) CULAB_CUDA(cuMemFreeHost(at))
#define cudaHostRegister(at, bytes, flags) CULAB_CUDA(cuMemHostRegister((at), (bytes), (flags)))
#define cudaHostUnregister(at) CULAB_CUDA(cuMemHostUnregister(at))
#define cudaMallocAsync(at, bytes, stream) \
    CULAB_CUDA(cuMemAllocAsync((CUdeviceptr *)(at), (bytes), (stream)))
#define cudaFreeAsync(at, stream) CULAB_CUDA(cuMemFreeAsync((CUdeviceptr)(at), (stream)))
#define cudaMallocPitch(at, pitch, width, height) \
    CULAB_CUDA(cuMemAllocPitch((CUdeviceptr *)(at), (pitch), (width), (height), 16))
#define cudaMemset(at, value, bytes) \
    CULAB_CUDA(cuMemsetD8((CUdeviceptr)(at), (unsigned char)(value), (bytes)))
#define cudaMemsetAsync(at, value, bytes, stream) \
    CULAB_CUDA(cuMemsetD8Async((CUdeviceptr)(at), (unsigned char)(value), (bytes), (stream)))

/* Copies */
#define cudaMemcpy(to, from, bytes, kind)                                                          \
    CULAB_CUDA((kind) == cudaMemcpyHostToDevice ? cuMemcpyHtoD((CUdeviceptr)(to), (from), (bytes)) \
               : (kind) == cudaMemcpyDeviceToHost                                                  \
                   ? cuMemcpyDtoH((to), (CUdeviceptr)(from), (bytes))                              \
               : (kind) == cudaMemcpyDeviceToDevice                                                \
                   ? cuMemcpyDtoD((CUdeviceptr)(to), (CUdeviceptr)(from), (bytes))                 \
                   : cuMemcpy((CUdeviceptr)(to), (CUdeviceptr)(from), (bytes)))
#define cudaMemcpyAsync(to, from, bytes, kind, stream)                                            \
    CULAB_CUDA((kind) == cudaMemcpyHostToDevice                                                   \
                   ? cuMemcpyHtoDAsync((CUdeviceptr)(to), (from), (bytes), (stream))              \
               : (kind) == cudaMemcpyDeviceToHost                                                 \
                   ? cuMemcpyDtoHAsync((to), (CUdeviceptr)(from), (bytes), (stream))              \
               : (kind) == cudaMemcpyDeviceToDevice                                               \
                   ? cuMemcpyDtoDAsync((CUdeviceptr)(to), (CUdeviceptr)(from), (bytes), (stream)) \
                   : cuMemcpyAsync((CUdeviceptr)(to), (CUdeviceptr)(from), (bytes), (stream)))
#define cudaMemPrefetchAsync(at, bytes, device, stream)                                         \
    CULAB_CUDA(cuMemPrefetchAsync(                                                              \
        (CUdeviceptr)(at), (bytes),                                                             \
        (CUmemLocation){(device) < 0 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE, \
                        (device) < 0 ? 0 : (device)},                                           \
        0, (stream)))

/* Streams */
#define cudaStreamCreate(stream) CULAB_CUDA(cuStreamCreate((stream), CU_STREAM_DEFAULT))
#define cudaStreamCreateWithFlags(stream, flags) CULAB_CUDA(cuStreamCreate((stream), (flags)))
#define cudaStreamCreateWithPriority(stream, flags, priority) \
    CULAB_CUDA(cuStreamCreateWithPriority((stream), (flags), (priority)))
#define cudaStreamDestroy(stream) CULAB_CUDA(cuStreamDestroy(stream))
#define cudaStreamSynchronize(stream) CULAB_CUDA(cuStreamSynchronize(stream))
#define cudaStreamQuery(stream) CULAB_CUDA(cuStreamQuery(stream))
#define cudaStreamWaitEvent(stream, event, flags) \
    CULAB_CUDA(cuStreamWaitEvent((stream), (event), (flags)))
#define cudaLaunchHostFunc(stream, function, data) \
    CULAB_CUDA(cuLaunchHostFunc((stream), (function), (data)))

/* Events */
#define cudaEventCreate(event) CULAB_CUDA(cuEventCreate((event), CU_EVENT_DEFAULT))
#define cudaEventCreateWithFlags(event, flags) CULAB_CUDA(cuEventCreate((event), (flags)))
#define cudaEventDestroy(event) CULAB_CUDA(cuEventDestroy(event))
#define cudaEventRecord(event, stream) CULAB_CUDA(cuEventRecord((event), (stream)))
#define cudaEventSynchronize(event) CULAB_CUDA(cuEventSynchronize(event))
#define cudaEventQuery(event) CULAB_CUDA(cuEventQuery(event))
#define cudaEventElapsedTime(milliseconds, from, to) \
    CULAB_CUDA(cuEventElapsedTime((milliseconds), (from), (to)))

/* Kernels: cudaLaunchKernel("saxpy", DIM3(blocks), DIM3(threads), arguments, shared, stream). */
#define cudaLaunchKernel(name, grid, block, arguments, shared, stream)                             \
    CULAB_CUDA(cuLaunchKernel(culab_runtime_kernel(name), (grid).x, (grid).y, (grid).z, (block).x, \
                              (block).y, (block).z, (unsigned)(shared), (stream), (arguments),     \
                              NULL))
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, name, threads, shared)             \
    CULAB_CUDA(cuOccupancyMaxActiveBlocksPerMultiprocessor((blocks), culab_runtime_kernel(name), \
                                                           (threads), (shared)))

/* Graphs */
#define cudaStreamBeginCapture(stream, mode) \
    CULAB_CUDA(cuStreamBeginCapture((stream), (CUstreamCaptureMode)(mode)))
#define cudaStreamEndCapture(stream, graph) CULAB_CUDA(cuStreamEndCapture((stream), (graph)))
#define cudaGraphInstantiate(executable, graph, flags) \
    CULAB_CUDA(cuGraphInstantiateWithFlags((executable), (graph), (flags)))
#define cudaGraphLaunch(executable, stream) CULAB_CUDA(cuGraphLaunch((executable), (stream)))
#define cudaGraphDestroy(graph) CULAB_CUDA(cuGraphDestroy(graph))
#define cudaGraphExecDestroy(executable) CULAB_CUDA(cuGraphExecDestroy(executable))

#ifdef __cplusplus
}
#endif

#endif
