/* The table of the lab's own CUDA headers. */
#include "compile/headers.h"

bool lab_header_known(View name)
{
    for (const LabHeader *header = lab_headers; header->name; header++)
        if (view_equal_text(name, header->name))
            return true;
    return false;
}

size_t lab_header_count(void)
{
    size_t count = 0;
    while (lab_headers[count].name)
        count++;
    return count;
}
