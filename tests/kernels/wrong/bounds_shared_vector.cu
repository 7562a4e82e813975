// A vector of four at the end of a shared array, where only two are left.
// launch: --grid 1 --block 32 --shared 504
// arg: out:i32[32]
// arg: i32=1
// wrong: out-of-bounds
extern "C" __global__ void k(int *out, int step)
{
    extern __shared__ __align__(16) int tile[];
    *(int4 *)&tile[threadIdx.x * 4 * step] = make_int4(1, 2, 3, 4); // <--
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
