/* What pages of the host allow, as the kernel tells it. */
#include "sim/api/host_pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>

bool host_pages_allow(uint64_t address, uint64_t size, bool write)
{
    char line[512], may[5];
    uint64_t begin, end, at = address;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps)
        return true;
    while (at < address + size && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &begin, &end, may) != 3 || end <= at)
            continue; /* also what is left of a long line */
        if (begin > at || may[0] != 'r' || (write && may[1] != 'w'))
            break;
        at = end;
    }
    fclose(maps);
    return at >= address + size;
}

static bool page_is_there(uint64_t address)
{
    enum { PAGE = 4096 };
    unsigned char there;
    return mincore((void *)(uintptr_t)(address / PAGE * PAGE), PAGE, &there) == 0;
}

bool host_pages_are_there(uint64_t first, uint64_t last)
{
    return page_is_there(first) && page_is_there(last);
}
