// A second phase reads what other blocks wrote in the first.
// launch: --grid 4 --block 32
// arg: inout:i32[128]=constant:0
// arg: out:i32[128]
// wrong: global-race
extern "C" __global__ void k(int *mid, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    mid[i] = i; // <--
    __syncthreads();
    out[i] = mid[127 - i]; // <--
}
