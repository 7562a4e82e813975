// One pass of a radix sort in a block: ranks by match, histograms of each warp in shared memory, then a scatter.
// launch: --grid 1 --block 256
// data key = [(i * 2654435761 >> 7) & 0xffff for i in range(1024)]
// arg: in:u32[1024]=@key
// arg: out:u32[1024]
// arg: i32=4
// out 1 = sorted(key, key=lambda k: (k >> 4) & 15)
#define RADIX 16
#define WARPS 8
#define ITEMS 4
extern "C" __global__ void k(const unsigned *in, unsigned *out, int shift)
{
    __shared__ unsigned hist[RADIX][WARPS + 1];
    __shared__ unsigned sorted[1024];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned below = (1u << lane) - 1;
    unsigned key[ITEMS], rank[ITEMS];
    for (int j = threadIdx.x; j < RADIX * (WARPS + 1); j += blockDim.x)
        (&hist[0][0])[j] = 0;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        key[k] = in[w * 128 + k * 32 + lane];
        unsigned d = key[k] >> shift & (RADIX - 1);
        unsigned same = __match_any_sync(0xffffffff, d);
        unsigned base = hist[d][w];
        __syncwarp();
        if ((same & below) == 0)
            hist[d][w] = base + __popc(same);
        __syncwarp();
        rank[k] = base + __popc(same & below);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int d = threadIdx.x / 8, v = threadIdx.x % 8;
        unsigned mine = hist[d][v], incl = mine;
        for (int s = 1; s < 32; s *= 2) {
            unsigned u = __shfl_up_sync(0xffffffff, incl, s);
            if (lane >= s) incl += u;
        }
        hist[d][v] = incl - mine;
        if (lane == 31) hist[w][WARPS] = incl;
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        unsigned d = key[k] >> shift & (RADIX - 1);
        unsigned at = hist[d][w] + rank[k];
        for (unsigned q = 0; q < d / 4; q++) at += hist[q][WARPS];
        sorted[at] = key[k];
    }
    __syncthreads();
    for (int j = threadIdx.x; j < 1024; j += blockDim.x) out[j] = sorted[j];
}
