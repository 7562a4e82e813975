// The step that the first thread computes for all is made of a division by 0; the others index with it.
// launch: --grid 1 --block 64
// arg: i32=0
// arg: in:i32[64]=constant:1
// arg: out:i32[64]
// wrong: division-by-zero
extern "C" __global__ void k(int parts, const int *in, int *out)
{
    __shared__ int step;
    if (threadIdx.x == 0)
        step = 64 / parts; // <--
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x & step & 63]; // <--
}
