/* The table of the lab's own CUDA headers. */
#include "compile/headers.h"

size_t lab_header_count(void)
{
    size_t count = 0;
    while (lab_headers[count].name)
        count++;
    return count;
}
