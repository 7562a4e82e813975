// Two short numbers at once, in shared memory.
// launch: --grid 1 --block 16
// arg: in:i32[32]=ramp
// arg: out:i32[16]
// wrong: misaligned
// only: own target
// named: (line[1]), which is not a multiple of 4 but 2 past one
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ __align__(16) short line[34];
    int t = threadIdx.x;
    line[t] = (short)in[t];
    line[t + 16] = (short)in[t + 16];
    __syncthreads();
    short2 two = *(short2 *)&line[t]; // <--
    out[t] = two.x + two.y;
}
