// The launch asks for bytes as if they were elements.
// launch: --grid 1 --block 64 --shared 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: out-of-bounds
extern "C" __global__ void k(const int *in, int *out)
{
    extern __shared__ int tile[];
    int i = threadIdx.x;
    tile[i] = in[i]; // <--
    __syncthreads();
    out[i] = tile[63 - i];
}
