// A write before the start of one shared array, into the one that lies there.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: out-of-bounds
// also: shared-race, uninitialised-shared
extern "C" __global__ void k(int *out)
{
    __shared__ int first[64], second[64], third[64];
    int t = threadIdx.x;
    first[t] = 1;
    second[t] = 2;
    third[t] = 3;
    __syncthreads();
    second[t - 2] = first[t] + third[t]; // <--
    __syncthreads();
    out[t] = first[t] + second[63 - t] + third[t];
}
