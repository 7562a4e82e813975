// Every direction of shuffles, whole warps and segments.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// arg: out:i32[64]
// arg: out:i32[64]
// arg: out:i32[64]
// out 0 = [max(i % 32 - 3, 0) + i // 32 * 32 if i % 32 >= 3 else i for i in range(64)]
// out 1 = [i + 5 if i % 8 < 3 else i for i in range(64)]
// out 2 = [i ^ 9 for i in range(64)]
// out 3 = [i // 16 * 16 + 7 for i in range(64)]
extern "C" __global__ void k(int *up, int *down, int *cross, int *fixed)
{
    int i = threadIdx.x;
    up[i] = __shfl_up_sync(0xffffffff, i, 3);
    down[i] = __shfl_down_sync(0xffffffff, i, 5, 8);
    cross[i] = __shfl_xor_sync(0xffffffff, i, 9);
    fixed[i] = __shfl_sync(0xffffffff, i, 7, 16);
}
