/* How many pieces a copy past the L1 cache is asked for in. */
#include "observe/bypass.h"

enum { LINE = 128, SECTOR = 32 };

bool bypass_is_part(const SimAccess *access)
{
    enum { WHOLE = 16 }; /* pieces of a copy that is cut short count as loads */
    return access->inst && access->inst->op == PTX_OP_CP && access->bytes == WHOLE &&
           ptx_has(access->inst, PTX_MOD_CG);
}

void bypass_begin(Bypass *bypass, const SimAccess *load)
{
    bypass->load = *load;
    for (uint32_t left = load->mask; left; left &= left - 1)
        bypass->address[__builtin_ctz(left)] = load->address[__builtin_ctz(left)];
    bypass->load.address = bypass->address;
}

uint32_t bypass_sectors(const Bypass *bypass, const SimAccess *store)
{
    uint32_t count = 0;
    for (uint32_t left = bypass->load.mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left),
                 before = bypass->load.mask & ((left & -left) - 1);
        for (; before; before &= before - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(before);
            if (bypass->address[other] / LINE == bypass->address[lane] / LINE &&
                store->address[other] / SECTOR == store->address[lane] / SECTOR)
                break;
        }
        count += !before;
    }
    return count;
}
