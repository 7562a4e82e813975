// The counters of the last pass are zeroed while slower warps still read them.
// wrong: shared-race
// also: uninitialised-shared
// only: own target
// launch: --grid 2 --block 128
// arg: inout:u32[256]=@x
// data x = [(i * 40503) % 65536 for i in range(2 * 128)]
#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)
typedef unsigned int uint;

__device__ uint match_digit(uint digit)
{
    uint peers = 0xffffffffu;
#pragma unroll
    for (int b = 0; b < RADIX_BITS; b++) {
        uint vote = __ballot_sync(0xffffffffu, digit >> b & 1);
        peers &= digit >> b & 1 ? vote : ~vote;
    }
    return peers;
}

extern "C" __global__ void k(uint *keys)
{
    constexpr int WARPS = 128 / 32;
    __shared__ uint counts[RADIX][WARPS], sorted[128];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    uint key = keys[blockIdx.x * 128 + t];
    for (int shift = 0; shift < 16; shift += RADIX_BITS) {
        for (int i = t; i < RADIX * WARPS; i += 128)
            counts[i / WARPS][i % WARPS] = 0; // <--
        __syncthreads();
        uint digit = key >> shift & (RADIX - 1), peers = match_digit(digit);
        int rank = __popc(peers & ((1u << lane) - 1));
        if (rank == 0)
            counts[digit][warp] = __popc(peers);
        __syncthreads();
        if (warp == 0) {
            uint running = 0;
            for (int base = 0; base < RADIX * WARPS; base += 32) {
                int i = base + lane;
                uint own = i < RADIX * WARPS ? counts[i / WARPS][i % WARPS] : 0, v = own;
                for (int d = 1; d < 32; d *= 2) {
                    uint up = __shfl_up_sync(0xffffffffu, v, d);
                    v += lane >= d ? up : 0;
                }
                if (i < RADIX * WARPS)
                    counts[i / WARPS][i % WARPS] = running + v - own;
                running += __shfl_sync(0xffffffffu, v, 31);
            }
        }
        __syncthreads();
        uint to = counts[digit][warp] + rank; // <--
        sorted[to] = key; // <--
        key = sorted[t]; // <--
        __syncwarp();
    }
    keys[blockIdx.x * 128 + t] = key;
}
