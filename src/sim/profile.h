/* Device profiles: what the simulated device says it is. Figures are those of NVIDIA's published
 * specifications and of cuDeviceGetAttribute on such a card. */
#ifndef CULAB_SIM_PROFILE_H
#define CULAB_SIM_PROFILE_H

#include <stdint.h>

typedef struct SimProfile {
    const char *name;   /* for --profile: "rtx3060" */
    const char *device; /* as cuDeviceGetName says: "culab simulator (RTX 3060)" */
    int major, minor;   /* compute capability */
    int sms;
    int threads_per_sm, blocks_per_sm, warps_per_sm;
    int registers_per_sm, registers_per_block;
    int shared_per_sm, shared_per_block, shared_per_block_optin, shared_reserved;
    uint64_t memory_bytes;
    int pci_device;    /* its number among NVIDIA's */
    int pci_subsystem; /* the board's; 0: not known */
    int l2_bytes, bus_bits, memory_khz, clock_khz;
} SimProfile;

extern const SimProfile sim_profiles[]; /* ends with name == NULL; the first is the default (8.6) */
const SimProfile *sim_profile_find(const char *name);

#endif
