/* What pages of the host allow. */
#ifndef CULAB_SIM_API_HOST_PAGES_H
#define CULAB_SIM_API_HOST_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether every byte can be read, and written if asked. True also where that cannot be known. */
bool host_pages_allow(uint64_t address, uint64_t size, bool write);
/* Whether the pages of these two bytes are mapped. */
bool host_pages_are_there(uint64_t first, uint64_t last);

#endif
