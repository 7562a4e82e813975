// The second of two arrays in dynamic shared memory is longer than what is left.
// launch: --grid 1 --block 32 --shared 192
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: whole[48]: whole has 48 elements
extern __shared__ int whole[];
extern "C" __global__ void k(const int *in, int *out)
{
    int *first = whole, *second = whole + 32, t = threadIdx.x;
    first[t] = in[t];
    second[t] = 2 * in[t]; // <--
    __syncthreads();
    out[t] = first[31 - t] + second[31 - t];
}
