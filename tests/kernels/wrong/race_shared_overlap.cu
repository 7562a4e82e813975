// Two arrays carved out of dynamic shared memory that overlap.
// launch: --grid 1 --block 64 --shared 512
// arg: out:i32[64]
// wrong: shared-race
extern "C" __global__ void k(int *out)
{
    extern __shared__ int first[];
    int *second = first + 32;
    int i = threadIdx.x;
    first[i] = i; // <--
    second[i] = 2 * i; // <--
    __syncthreads();
    out[i] = first[i] + second[i];
}
