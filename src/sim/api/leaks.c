/* Memory that the program never gave back. */
#include "sim/api/leaks.h"

#include <stdio.h>

#include "sim/api/allocation.h"

typedef struct Leak {
    uint64_t count, bytes, address, size;
    SimDeed made; /* the first */
} Leak;

static const struct {
    SimAllocKind kind;
    const char *what;
} rows[] = {{SIM_ALLOC_DEVICE, "device memory"},        {SIM_ALLOC_MANAGED, "managed memory"},
            {SIM_ALLOC_HOST, "pinned memory"},          {SIM_ALLOC_REGISTERED, "registered memory"},
            {SIM_ALLOC_ARRAY, "memory of CUDA arrays"}, {SIM_ALLOC_HEAP, "malloc() of kernels"}};
enum { ROWS = sizeof rows / sizeof *rows };

static Leak *leaks(void)
{
    static Leak the_leaks[ROWS];
    return the_leaks;
}

typedef struct Search {
    Leak *leak;
    const Context *context; /* NULL: of any */
} Search;

static void leak_add(void *state, const SimAlloc *alloc)
{
    const Search *search = state;
    Leak *leak = search->leak;
    const Allocation *known = allocation_at(alloc->address);
    /* A graph's nodes freed it, and the graph keeps its address; or its stream is yet to come to
     * its free. */
    bool freed = known && ((known->graph_holders && !known->graph_live) || known->freeing);
    if (freed || (search->context && alloc->owner != search->context->id))
        return;
    if (leak->count++ == 0) {
        leak->address = alloc->address;
        leak->size = alloc->size;
        leak->made = alloc->made;
    }
    leak->bytes += alloc->size;
}

static void search(const Context *context)
{
    for (int i = 0; library()->memory && i < ROWS; i++)
        if (!context || rows[i].kind != SIM_ALLOC_HEAP) /* which outlives it */
            sim_memory_each(library()->memory, rows[i].kind, &(Search){&leaks()[i], context},
                            leak_add);
}

void leaks_note(const Context *context)
{
    if (context->fault == CUDA_SUCCESS) /* after a fault nothing can be freed */
        search(context);
}

void leaks_tell(void (*tell)(const char *what, uint64_t count, uint64_t bytes, const char *first))
{
    search(NULL);
    for (int i = 0; i < ROWS; i++) {
        const Leak *leak = &leaks()[i];
        char who[SIM_DEED_TEXT], first[SIM_DEED_TEXT + 80];
        if (!leak->count)
            continue;
        sim_deed_describe(&leak->made, who, sizeof who);
        snprintf(first, sizeof first, "%llu bytes at 0x%llx%s%s", (unsigned long long)leak->size,
                 (unsigned long long)leak->address, who[0] ? ", allocated" : "", who);
        tell(rows[i].what, leak->count, leak->bytes, first);
    }
}
