/* Shuffles, votes, matches, reductions of a warp. */
extern "C" __global__ void warp(int *a, unsigned *u, float *f)
{
    int x = a[threadIdx.x];
    unsigned full = 0xffffffffu;
    x += __shfl_sync(full, x, 3) + __shfl_up_sync(full, x, 1) + __shfl_down_sync(full, x, 2, 16) + __shfl_xor_sync(full, x, 4);
    u[0] = __ballot_sync(full, x > 0) + __all_sync(full, x > 1) + __any_sync(full, x > 2) + __activemask();
    f[0] = __shfl_down_sync(full, f[1], 8);
    int pred;
    u[1] = __match_any_sync(full, x) + __match_all_sync(full, x, &pred) + pred;
#if __CUDA_ARCH__ >= 800
    u[2] = __reduce_add_sync(full, u[3]) + __reduce_max_sync(full, x) + __reduce_xor_sync(full, u[4]);
#endif
    __syncwarp();
    __nanosleep(100);
    a[threadIdx.x] = x + (int)clock() + (int)clock64();
}
