// ld.acquire and st.release instead of fences.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// out 2 = [99]
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 99;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        *out = *data;
    }
}
