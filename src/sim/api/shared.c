/* What this process shares with others by handles. */
#include "sim/api/shared.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char shared_memory_name[] = "culab-shared-memory", shared_events_name[] = "culab-events";

typedef struct ForeignEvents {
    uint64_t device, inode;
    EventSlot *slots;
    struct ForeignEvents *next;
} ForeignEvents;

struct Shared {
    int memory, events; /* files; -1: not made yet */
    EventSlot *slots;
    ForeignEvents *foreign;
};

static Shared *shared(void)
{
    Shared **at = &library()->shared;
    if (!*at && (*at = calloc(1, sizeof **at)))
        **at = (Shared){.memory = -1, .events = -1};
    return *at;
}

int shared_memory_file(void)
{
    Shared *the = shared();
    if (the && the->memory < 0)
        the->memory = shared_file_make(shared_memory_name, sim_memory_file_size(library()->memory));
    return the ? the->memory : -1;
}

static EventSlot *slots_map(int file)
{
    void *slots =
        mmap(NULL, EVENT_SLOTS * sizeof(EventSlot), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return slots == MAP_FAILED ? NULL : slots;
}

EventSlot *shared_events(int *file)
{
    Shared *the = shared();
    if (the && the->events < 0)
        the->events = shared_file_make(shared_events_name, EVENT_SLOTS * sizeof(EventSlot));
    if (the && the->events >= 0 && !the->slots)
        the->slots = slots_map(the->events);
    *file = the ? the->events : -1;
    return the ? the->slots : NULL;
}

EventSlot *shared_events_open(const SharedFileName *told)
{
    Shared *the = shared();
    for (ForeignEvents *one = the ? the->foreign : NULL; one; one = one->next)
        if (one->device == told->device && one->inode == told->inode)
            return one->slots;
    uint64_t size = 0;
    ForeignEvents *made = the ? calloc(1, sizeof *made) : NULL;
    int file = made ? shared_file_open(told, shared_events_name, &size) : -1;
    if (file >= 0 && size == EVENT_SLOTS * sizeof(EventSlot))
        made->slots = slots_map(file);
    if (file >= 0)
        close(file);
    if (!made || !made->slots) {
        free(made);
        return NULL;
    }
    made->device = told->device;
    made->inode = told->inode;
    made->next = the->foreign;
    the->foreign = made;
    return made->slots;
}
