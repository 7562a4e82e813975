// Dynamic shared memory, and a launch that asks for none.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: out-of-bounds
extern "C" __global__ void k(int *out)
{
    extern __shared__ int tile[];
    int i = threadIdx.x;
    tile[i] = i; // <--
    __syncwarp();
    out[i] = tile[31 - i];
}
