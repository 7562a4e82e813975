/* The table of device profiles. */
#include "sim/profile.h"

#include <stddef.h>
#include <string.h>

#define GIB(n) ((uint64_t)((n)*1073741824.0))

/* clang-format off */
const SimProfile sim_profiles[] = {
    {.name = "rtx3060", .pci_device = 0x2503,
     .device = "culab simulator (RTX 3060)", .major = 8, .minor = 6, .sms = 28,
     .threads_per_sm = 1536, .blocks_per_sm = 16, .warps_per_sm = 48,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 102400, .shared_per_block = 49152, .shared_per_block_optin = 101376,
     .shared_reserved = 1024, .memory_bytes = GIB(12), .l2_bytes = 2359296, .bus_bits = 192,
     .memory_khz = 7501000, .clock_khz = 1777000},
    {.name = "t4", .pci_device = 0x1eb8,
     .device = "culab simulator (T4)", .major = 7, .minor = 5, .sms = 40,
     .threads_per_sm = 1024, .blocks_per_sm = 16, .warps_per_sm = 32,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 65536, .shared_per_block = 49152, .shared_per_block_optin = 65536,
     .shared_reserved = 0, .memory_bytes = GIB(15), .l2_bytes = 4194304, .bus_bits = 256,
     .memory_khz = 5001000, .clock_khz = 1590000},
    {.name = "a100", .pci_device = 0x20b0,
     .device = "culab simulator (A100)", .major = 8, .minor = 0, .sms = 108,
     .threads_per_sm = 2048, .blocks_per_sm = 32, .warps_per_sm = 64,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 167936, .shared_per_block = 49152, .shared_per_block_optin = 166912,
     .shared_reserved = 1024, .memory_bytes = GIB(40), .l2_bytes = 41943040, .bus_bits = 5120,
     .memory_khz = 1215000, .clock_khz = 1410000},
    {.name = "rtx4090", .pci_device = 0x2684,
     .device = "culab simulator (RTX 4090)", .major = 8, .minor = 9, .sms = 128,
     .threads_per_sm = 1536, .blocks_per_sm = 24, .warps_per_sm = 48,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 102400, .shared_per_block = 49152, .shared_per_block_optin = 101376,
     .shared_reserved = 1024, .memory_bytes = GIB(24), .l2_bytes = 75497472, .bus_bits = 384,
     .memory_khz = 10501000, .clock_khz = 2520000},
    {.name = "h100", .pci_device = 0x2330,
     .device = "culab simulator (H100)", .major = 9, .minor = 0, .sms = 132,
     .threads_per_sm = 2048, .blocks_per_sm = 32, .warps_per_sm = 64,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 233472, .shared_per_block = 49152, .shared_per_block_optin = 232448,
     .shared_reserved = 1024, .memory_bytes = GIB(80), .l2_bytes = 52428800, .bus_bits = 5120,
     .memory_khz = 2619000, .clock_khz = 1980000},
    {.name = "h200", .pci_device = 0x2335, .pci_subsystem = 0x18bf,
     .device = "culab simulator (H200)", .major = 9, .minor = 0, .sms = 132,
     .threads_per_sm = 2048, .blocks_per_sm = 32, .warps_per_sm = 64,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 233472, .shared_per_block = 49152, .shared_per_block_optin = 232448,
     .shared_reserved = 1024, .memory_bytes = 150109880320, .l2_bytes = 62914560, .bus_bits = 6016,
     .memory_khz = 3201000, .clock_khz = 1980000},
    {.name = "b200", .pci_device = 0x2901,
     .device = "culab simulator (B200)", .major = 10, .minor = 0, .sms = 148,
     .threads_per_sm = 2048, .blocks_per_sm = 32, .warps_per_sm = 64,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 233472, .shared_per_block = 49152, .shared_per_block_optin = 232448,
     .shared_reserved = 1024, .memory_bytes = GIB(180), .l2_bytes = 132644864, .bus_bits = 8192,
     .memory_khz = 3996000, .clock_khz = 1965000},
    {.name = "rtx5090", .pci_device = 0x2b85,
     .device = "culab simulator (RTX 5090)", .major = 12, .minor = 0, .sms = 170,
     .threads_per_sm = 1536, .blocks_per_sm = 24, .warps_per_sm = 48,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 102400, .shared_per_block = 49152, .shared_per_block_optin = 101376,
     .shared_reserved = 1024, .memory_bytes = GIB(32), .l2_bytes = 100663296, .bus_bits = 512,
     .memory_khz = 14001000, .clock_khz = 2407000},
    {.name = "gb10", .pci_device = 0x2e12,
     .device = "culab simulator (GB10)", .major = 12, .minor = 1, .sms = 48,
     .threads_per_sm = 1536, .blocks_per_sm = 24, .warps_per_sm = 48,
     .registers_per_sm = 65536, .registers_per_block = 65536,
     .shared_per_sm = 102400, .shared_per_block = 49152, .shared_per_block_optin = 101376,
     .shared_reserved = 1024, .memory_bytes = GIB(120), .l2_bytes = 25165824, .bus_bits = 256,
     .memory_khz = 4266000, .clock_khz = 2418000},
    {.name = NULL},
};
/* clang-format on */

const SimProfile *sim_profile_find(const char *name)
{
    for (const SimProfile *profile = sim_profiles; profile->name; profile++)
        if (name && strcmp(profile->name, name) == 0)
            return profile;
    return NULL;
}
