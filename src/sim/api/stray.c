/* Copies and fills that reach beyond their memory: which allocation they missed, and by how much.
 */
#include "sim/api/stray.h"

#include <stdlib.h>

#include "sim/api/allocation.h"
#include "sim/api/call_site.h"
#include "sim/api/findings.h"
#include "sim/api/host_pages.h"
#include "sim/engine/fault_explain.h"

static bool is_box(const Reach *reach)
{
    return reach->rows > 1 || reach->slices > 1;
}

static void add_what(FaultLine *line, const Reach *reach)
{
    const CallSite site = call_site();
    fault_add(line, "%s() %s ", site.name ? site.name : "A copy or fill",
              reach->writes ? "writes" : "reads");
    if (reach->slices > 1)
        fault_add(line, "%llu slices of ", (unsigned long long)reach->slices);
    if (is_box(reach))
        fault_add(line, "%llu row%s of %llu bytes with a pitch of %llu, at 0x%llx: ",
                  (unsigned long long)reach->rows, fault_plural(reach->rows),
                  (unsigned long long)reach->width, (unsigned long long)reach->pitch,
                  (unsigned long long)reach->address);
    else
        fault_add(line, "%llu byte%s at 0x%llx: ", (unsigned long long)reach->width,
                  fault_plural(reach->width), (unsigned long long)reach->address);
}

static void tell(const FaultLine *line, const Reach *reach, const char *rule, uint64_t address)
{
    findings_tell_host(
        &(SimFinding){.checker = "memory",
                      .rule = rule,
                      .address = address,
                      .bytes = (uint32_t)(reach->width < UINT32_MAX ? reach->width : UINT32_MAX),
                      .space = PTX_SPACE_GLOBAL,
                      .text = line->text});
}

/* The rule; "" where it begins inside an allocation: all but its end may be there. */
static const char *explain_begin(FaultLine *line, uint64_t address)
{
    int64_t distance = 0;
    char who[SIM_DEED_TEXT];
    if (address < NULL_PAGE) {
        fault_add(line, "a null pointer%s", address ? " plus a small offset" : "");
        return "out-of-bounds";
    }
    const SimAlloc *near = sim_memory_nearest(library()->memory, address, &distance);
    bool was = near && !distance && (near->live || near->kind != SIM_ALLOC_REGISTERED);
    if (!was && memory_is_hosts_own(address)) {
        fault_add(line, "that is memory of the host's own (malloc(), new, a variable), where "
                        "memory of the device is asked for");
        return "wrong-space";
    }
    if (!near || llabs(distance) >= FAR_AWAY) {
        fault_add(line, near ? "nothing of the device's is anywhere near"
                             : "no device memory is allocated");
        return "out-of-bounds";
    }
    sim_deed_describe(&near->freed, who, sizeof who);
    if (distance == 0 && near->live && !allocation_is_going(address))
        return "";
    if (distance == 0) {
        fault_add(line, "byte %llu of an allocation of %llu bytes that has been freed%s",
                  (unsigned long long)(address - near->address), (unsigned long long)near->size,
                  who);
        return "use-after-free";
    }
    fault_add_extent(line, address, 1, near->address, near->size);
    fault_add_allocation(line, near);
    if (!near->live)
        fault_add(line, ", which has been freed%s", who);
    return near->live ? "out-of-bounds" : "use-after-free";
}

/* It begins inside the allocation, and the last bytes lie behind it. */
static uint64_t explain_end(FaultLine *line, const SimAlloc *alloc, const Reach *reach)
{
    const uint64_t room = alloc->size - (reach->address - alloc->address);
    if (is_box(reach))
        fault_add(line, "the last one ends %llu byte%s past the end of ",
                  (unsigned long long)(reach->extent - room), fault_plural(reach->extent - room));
    else
        fault_add(line, "only the first %llu lie inside, the last %llu past the end of ",
                  (unsigned long long)room, (unsigned long long)(reach->extent - room));
    fault_add_allocation(line, alloc);
    return alloc->address + alloc->size;
}

void stray_tell_device(const Reach *reach)
{
    FaultLine line = {0};
    uint64_t address = reach->address;
    add_what(&line, reach);
    const char *rule = explain_begin(&line, address);
    if (!rule[0]) {
        address = explain_end(&line, sim_memory_find(library()->memory, address, 1), reach);
        rule = "out-of-bounds";
    }
    tell(&line, reach, rule, address);
}

void stray_tell_array(const Array *array, uint64_t x, uint64_t y, uint64_t z, const Reach *reach)
{
    const SimTextureLevel *level = &array->level;
    FaultLine line = {0};
    const CallSite site = call_site();
    fault_add(&line,
              "%s() %s bytes %llu to %llu of rows %llu to %llu of slices %llu to %llu of an array "
              "that has %llu bytes in a row, %llu rows and %llu slices",
              site.name ? site.name : "A copy", reach->writes ? "writes" : "reads",
              (unsigned long long)x, (unsigned long long)(x + reach->width - 1),
              (unsigned long long)y, (unsigned long long)(y + reach->rows - 1),
              (unsigned long long)z, (unsigned long long)(z + reach->slices - 1),
              (unsigned long long)level->pitch, (unsigned long long)(level->slice / level->pitch),
              (unsigned long long)level->depth);
    tell(&line, reach, "out-of-bounds", level->address);
}

/* Of pinned, managed and registered memory the size is known; of the rest, whether it is there. */
void stray_check_host(const Reach *reach)
{
    const SimAlloc *alloc = sim_memory_find(library()->memory, reach->address, 1);
    const uint64_t last = reach->address + reach->extent - 1;
    FaultLine line = {0};
    const char *rule = "out-of-bounds";
    uint64_t address = reach->address;
    if (alloc && reach->extent <= alloc->size - (address - alloc->address))
        return;
    add_what(&line, reach);
    if (alloc)
        address = explain_end(&line, alloc, reach);
    else if (address < NULL_PAGE || sim_memory_reserves(library()->memory, address))
        rule = explain_begin(&line, address);
    else if (last < address || !host_pages_are_there(address, last))
        fault_add(&line, "the host has no memory there");
    else
        return;
    tell(&line, reach, rule, address);
}
