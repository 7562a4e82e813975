/* One call of one thread to the device runtime. */
#ifndef CULAB_SIM_ENGINE_DEVICE_CALL_H
#define CULAB_SIM_ENGINE_DEVICE_CALL_H

#include "sim/engine/access.h"
#include "sim/engine/call.h"
#include "sim/engine/fault.h"
#include "sim/engine/tree.h"

/* cudaError_t of the device runtime: DEVICE_ERROR(NAME, value, text). */
#define DEVICE_ERRORS(ERROR)                                                                 \
    ERROR(cudaSuccess, 0, "no error")                                                        \
    ERROR(cudaErrorInvalidValue, 1, "invalid argument")                                      \
    ERROR(cudaErrorMemoryAllocation, 2, "out of memory")                                     \
    ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                \
    ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                          \
    ERROR(cudaErrorLaunchMaxDepthExceeded, 65,                                               \
          "launch would exceed maximum depth of nested launches")                            \
    ERROR(cudaErrorSyncDepthExceeded, 68,                                                    \
          "cudaDeviceSynchronize failed because caller's grid depth exceeds "                \
          "cudaLimitDevRuntimeSyncDepth")                                                    \
    ERROR(cudaErrorLaunchPendingCountExceeded, 69,                                           \
          "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount") \
    ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                     \
    ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal")                             \
    ERROR(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")     \
    ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                    \
    ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")     \
    ERROR(cudaErrorNotSupported, 801, "operation not supported")                             \
    ERROR(cudaErrorInvalidClusterSize, 912, "cluster misconfiguration")                      \
    ERROR(cudaErrorUnknown, 999, "unknown error")

typedef enum DeviceError {
#define DEVICE_ERROR_NUMBER(NAME, value, text) NAME = value,
    DEVICE_ERRORS(DEVICE_ERROR_NUMBER)
#undef DEVICE_ERROR_NUMBER
} DeviceError;

typedef struct DeviceCall {
    SimWarp *warp;
    const SimInst *inst;
    const CallForm *form;
    uint32_t lane;
    DeviceError error; /* of this call */
} DeviceCall;

/* Returns the call's value; those that return a cudaError_t return what device_fail() does, or 0.
 */
typedef uint64_t DeviceFunction(DeviceCall *call);

static inline uint64_t device_fail(DeviceCall *call, DeviceError error)
{
    call->error = error;
    return error;
}

/* Argument `index`, of at most 8 bytes; and bytes of it, when it is a struct. */
uint64_t device_arg(const DeviceCall *call, uint32_t index);
void device_arg_copy(const DeviceCall *call, uint32_t index, uint32_t offset, void *out,
                     uint32_t bytes);
/* Stores to where a pointer of the kernel points. cudaErrorInvalidValue: nowhere. */
uint64_t device_store(DeviceCall *call, uint64_t address, const void *data, uint32_t bytes);
EngineChild device_origin(const DeviceCall *call, const PtxFunction *kernel);

/* -- device_launch.c */
DeviceFunction device_parameter_buffer, device_parameter_buffer_v2, device_launch, device_launch_v2,
    device_synchronize, device_graph_launch;
/* Queues the work in the stream, which may be unknown. Takes `work`. */
uint64_t device_queue(DeviceCall *call, Work *work, uint64_t stream);
/* Tells observers; fills in who and where. */
void device_tell(const DeviceCall *call, SimLaunched *launched);
/* A new handle of the tree; 0: no memory. And whether it is one. */
uint64_t device_handle_new(LaunchTree *tree, TreeHandle kind);
bool device_handle_is(const LaunchTree *tree, uint64_t handle, TreeHandle kind);
void device_handle_end(LaunchTree *tree, uint64_t handle);

/* -- device_error.c */
DeviceFunction device_error_peek, device_error_get, device_error_name, device_error_string;
/* The lane's last error from now on. */
void device_error_keep(SimWarp *warp, uint32_t lane, DeviceError error);

/* -- device_stream.c */
DeviceFunction device_stream_create, device_stream_destroy, device_stream_wait_event,
    device_event_create, device_event_destroy, device_event_record, device_memory_take,
    device_memory_give_back;

/* -- device_query.c */
DeviceFunction device_count, device_current, device_get_attribute, device_limit,
    device_cache_config, device_bank_config, device_runtime_version, device_function_attributes,
    device_occupancy;

/* -- device_move.c */
DeviceFunction device_copy, device_copy_2d, device_copy_3d, device_set, device_set_2d,
    device_set_3d;

#endif
