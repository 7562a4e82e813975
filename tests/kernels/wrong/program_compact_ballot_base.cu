// The block's place is used by warps that don't wait for it.
// wrong: uninitialised-shared
// also: out-of-bounds
// only: own target
// launch: --grid 3 --block 128
// arg: in:i32[339]=@x
// arg: out:i32[384]
// arg: inout:u32[1]=constant:0
// arg: i32=339
// data x = [(i * 17 + 3) % 11 for i in range(3 * 128 - 45)]
extern "C" __global__ void k(const int *__restrict__ in, int *out, unsigned *counter, int n)
{
    __shared__ unsigned warp_at[32];
    __shared__ unsigned base;
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = i < n ? __ldg(&in[i]) : 0;
    bool keep = i < n && v > 4;
    unsigned ballot = __ballot_sync(0xffffffff, keep);
    if (lane == 0)
        warp_at[warp] = __popc(ballot);
    __syncthreads();
    if (warp == 0) {
        int warps = blockDim.x / 32;
        unsigned own = lane < warps ? warp_at[lane] : 0, sum = own;
        for (int d = 1; d < 32; d <<= 1) {
            unsigned up = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
                sum += up;
        }
        if (lane < warps)
            warp_at[lane] = sum - own;
        if (lane == warps - 1)
            base = atomicAdd(counter, sum);
    }
    __syncwarp();
    if (keep)
        out[base + warp_at[warp] + __popc(ballot & ((1u << lane) - 1))] = v; // <--
}
