/* Frees of what cannot be freed, or not by that call. */
#include "sim/api/free_told.h"

#include <stdio.h>

#include "sim/api/allocation.h"
#include "sim/api/findings.h"

static const struct {
    const char *what, *ends; /* what it is memory of, and what gives it back */
} kinds[] = {
    [SIM_ALLOC_DEVICE] = {"cuMemAlloc()", "cuMemFree() frees"},
    [SIM_ALLOC_HOST] = {"cuMemHostAlloc()", "cuMemFreeHost() frees"},
    [SIM_ALLOC_MANAGED] = {"cuMemAllocManaged()", "cuMemFree() frees"},
    [SIM_ALLOC_REGISTERED] = {"cuMemHostRegister()", "cuMemHostUnregister() ends"},
    [SIM_ALLOC_MODULE] = {"a module's variable", "cuModuleUnload() frees"},
    [SIM_ALLOC_HEAP] = {"malloc() in a kernel", "free() in a kernel frees"},
    [SIM_ALLOC_ARRAY] = {"a CUDA array", "cuArrayDestroy() frees"},
};

static void tell(uint64_t address, const char *rule, const char *text)
{
    findings_tell_host(&(SimFinding){.checker = "memory",
                                     .rule = rule,
                                     .address = address,
                                     .space = PTX_SPACE_GLOBAL,
                                     .text = text});
}

/* What was freed before. */
static void tell_again(const SimAlloc *near, uint64_t address, const char *call)
{
    char text[640], who[SIM_DEED_TEXT], into[80] = "";
    sim_deed_describe(&near->freed, who, sizeof who);
    if (address != near->address)
        snprintf(into, sizeof into, "byte %llu of ", (unsigned long long)(address - near->address));
    snprintf(text, sizeof text, "%s() of 0x%llx, %s%llu bytes that have been freed before%s%s.",
             call, (unsigned long long)address, into, (unsigned long long)near->size, who,
             near->live ? ", which has yet to run" : "");
    tell(address, "double-free", text);
}

static void tell_live(const SimAlloc *near, uint64_t address, const char *call)
{
    char text[640], who[SIM_DEED_TEXT];
    sim_deed_describe(&near->made, who, sizeof who);
    if (address == near->address)
        snprintf(text, sizeof text, "%s() of 0x%llx, which is memory of %s%s%s: %s it.", call,
                 (unsigned long long)address, kinds[near->kind].what, who[0] ? ", allocated" : "",
                 who, kinds[near->kind].ends);
    else
        snprintf(text, sizeof text,
                 "%s() of 0x%llx, which is not the start of an allocation: that is at 0x%llx, %llu "
                 "bytes before.",
                 call, (unsigned long long)address, (unsigned long long)near->address,
                 (unsigned long long)(address - near->address));
    tell(address, "invalid-free", text);
}

static bool tell_known(uint64_t address, const char *call)
{
    int64_t distance = 1;
    const SimAlloc *near = sim_memory_nearest(library()->memory, address, &distance);
    if (!near || distance)
        return false;
    if (near->live && !allocation_is_going(address))
        tell_live(near, address, call);
    else
        tell_again(near, address, call);
    return true;
}

void free_tell(uint64_t address, const char *call)
{
    char text[200];
    if (tell_known(address, call) || !memory_is_hosts_own(address))
        return;
    snprintf(text, sizeof text,
             "%s() of 0x%llx, which is memory of the host's own (malloc(), new, a variable).", call,
             (unsigned long long)address);
    tell(address, "invalid-free", text);
}

void unregister_tell(uint64_t address)
{
    tell_known(address, "cuMemHostUnregister");
}
