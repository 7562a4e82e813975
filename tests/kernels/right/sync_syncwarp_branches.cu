// Lanes come to their __syncwarp() from two branches, and to another one after some have left.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [(l + 1 if l < 20 else 0) + 2 * (l < 20 and l > 0) for l in range(32)]
extern "C" __global__ void k(int *out)
{
    __shared__ int s[33];
    int lane = threadIdx.x, sum = 0;
    if (lane < 3) {
        s[lane] = lane;
        __syncwarp();
    } else {
        s[lane] = lane;
        __syncwarp();
        if (lane >= 20) {
            out[lane] = 0;
            return;
        }
    }
    sum = s[lane + 1];
    __syncwarp(0xfffff);
    if (lane % 2) {
        s[lane] = 1;
        __syncwarp(0xfffff);
    } else {
        s[lane] = 1;
        __syncwarp(0xfffff);
    }
    out[lane] = sum + (lane ? 2 * s[lane - 1] : 0);
}
