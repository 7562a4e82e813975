// Warp-synchronous sum as of Volta: __syncwarp() between reads and writes.
// launch: --grid 2 --block 96
// arg: in:i32[192]=ramp
// arg: out:i32[6]
// out 1 = [sum(range(32 * w, 32 * w + 32)) for w in range(6)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int part[96];
    int t = threadIdx.x, lane = t % 32;
    int v = in[blockIdx.x * 96 + t];
    part[t] = v;
    __syncwarp();
    for (int stride = 16; stride > 0; stride /= 2) {
        int other = lane < stride ? part[t + stride] : 0;
        __syncwarp();
        if (lane < stride)
            part[t] += other;
        __syncwarp();
    }
    if (lane == 0)
        out[blockIdx.x * 3 + t / 32] = part[t];
}
