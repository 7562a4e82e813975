/* Events that other processes are given by handles. */
#include <string.h>
#include <unistd.h>

#include "sim/api/event.h"
#include "sim/api/forward.h"
#include "sim/api/shared.h"

typedef struct EventHandle {
    char kind[8];
    SharedFileName at;
    uint32_t slot, flags;
    uint64_t id;
} EventHandle;
_Static_assert(sizeof(EventHandle) <= sizeof(CUipcEventHandle), "a handle holds it");

static const char kind_event[8] = "culab:ev";

static CUresult handle_make(CUipcEventHandle *out, Event *event)
{
    int file;
    EventSlot *slots = shared_events(&file);
    EventHandle handle = {.flags = event->flags};
    if (!slots || !shared_file_tell(file, &handle.at))
        return CUDA_ERROR_MAP_FAILED;
    if (!event->slot && !event_slot_take(slots, event))
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(handle.kind, kind_event, sizeof handle.kind);
    handle.slot = (uint32_t)(event->slot - slots);
    handle.id = atomic_load(&event->slot->id);
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    forward_begin(true);
    return CUDA_SUCCESS;
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *out, CUevent event)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !event)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!handle_is(event, HANDLE_EVENT) || !(event->flags & CU_EVENT_INTERPROCESS) || event->opened)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    return api_leave(handle_make(out, event));
}

static CUresult handle_open(CUevent *out, Context *context, const EventHandle *handle)
{
    if (memcmp(handle->kind, kind_event, sizeof kind_event) != 0 || handle->slot >= EVENT_SLOTS ||
        !handle->id)
        return CUDA_ERROR_MAP_FAILED;
    if (handle->at.process == getpid())
        return CUDA_ERROR_INVALID_CONTEXT;
    EventSlot *slots = shared_events_open(&handle->at);
    EventSlot *slot = slots ? &slots[handle->slot] : NULL;
    if (!slot || atomic_load(&slot->id) != handle->id)
        return CUDA_ERROR_INVALID_HANDLE;
    Event *event = event_make(context, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING |
                                           (handle->flags & CU_EVENT_BLOCKING_SYNC));
    if (!event)
        return CUDA_ERROR_OUT_OF_MEMORY;
    event->slot = slot;
    event->opened = true;
    *out = event;
    forward_begin(true);
    return CUDA_SUCCESS;
}

CUresult cuIpcOpenEventHandle(CUevent *out, CUipcEventHandle given)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    EventHandle handle;
    memcpy(&handle, &given, sizeof handle);
    return api_leave(out ? handle_open(out, context, &handle) : CUDA_ERROR_INVALID_VALUE);
}
