/* Copies to the host of memory of the device's that nothing has written. */
#include "sim/api/unwritten.h"

#include <stdio.h>

#include "sim/api/findings.h"
#include "sim/api/report.h"
#include "sim/api/state.h"
#include "sim/engine/fault_explain.h"

/* A struct's padding, where one alone is copied. */
enum { STRUCT_MOST = 64, PADDING_MOST = 7 };

static uint64_t row_of(const Copy *copy, uint64_t number)
{
    return copy->from.address + number / copy->height * copy->from.slice +
           number % copy->height * copy->from.pitch;
}

/* What begins anew at the same distance, and is as long each time, is padding of structs or rows.
 */
static bool is_padding(const InitGaps *gaps)
{
    return (gaps->count > 1 && !gaps->uneven) ||
           (gaps->bytes <= STRUCT_MOST && gaps->missing <= PADDING_MOST);
}

/* "cuMemcpyDtoH() copies 4096 bytes from 0x... (an allocation ...) to the host, " */
static void add_copy(FaultLine *line, const Copy *copy, const CallSite *call, const InitGaps *gaps)
{
    const SimAlloc *alloc = sim_memory_find(library()->memory, copy->from.address, 1);
    char who[SIM_DEED_TEXT] = "";
    fault_add(line, "%s() copies %llu byte%s from 0x%llx", call->name ? call->name : "A copy",
              (unsigned long long)gaps->bytes, fault_plural(gaps->bytes),
              (unsigned long long)copy->from.address);
    if (alloc) {
        sim_deed_describe(&alloc->made, who, sizeof who);
        fault_add(line, ", byte %llu of ",
                  (unsigned long long)(copy->from.address - alloc->address));
        fault_add_allocation(line, alloc);
        fault_add(line, "%s%s", who[0] ? ", allocated" : "", who);
    }
    fault_add(line, ", to the host");
}

static void tell(const FaultLine *line, const InitGaps *gaps)
{
    findings_tell_host(
        &(SimFinding){.checker = "initialisation",
                      .rule = "uninitialised-global",
                      .address = gaps->first,
                      .bytes = (uint32_t)(gaps->bytes < UINT32_MAX ? gaps->bytes : UINT32_MAX),
                      .space = PTX_SPACE_GLOBAL,
                      .text = line->text});
}

void unwritten_check(const Copy *copy, const CallSite *call)
{
    const Library *lib = library();
    InitGaps gaps = {0};
    FaultLine line = {0};
    for (uint64_t i = 0; lib->observers && i < copy->height * copy->depth; i++)
        observe_gaps(lib->observers, row_of(copy, i), copy->width, &gaps);
    if (!gaps.missing || (gaps.missing < gaps.bytes && is_padding(&gaps)))
        return;
    add_copy(&line, copy, call, &gaps);
    if (gaps.missing == gaps.bytes) {
        fault_add(&line, ". Nothing has written any of it: what it holds is chance");
        tell(&line, &gaps);
        for (uint64_t i = 0; i < copy->height * copy->depth; i++)
            observe_accept(lib->observers, row_of(copy, i), copy->width);
        return;
    }
    fault_add(&line,
              ". Nothing has written %llu of these bytes, the first at 0x%llx: that is fine if the "
              "program looks at none of them",
              (unsigned long long)gaps.missing, (unsigned long long)gaps.first);
    report_hint("initialisation/uninitialised-global", line.text, call);
}
