// A sum that grows beyond what a float holds, on its way through shared memory.
// launch: --grid 1 --block 64
// arg: in:f32[64]=constant:1e38
// arg: out:f32[1]
// wrong: infinity
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int s = 32; s; s /= 2) {
        if (t < s)
            part[t] += part[t + s]; // <--
        __syncthreads();
    }
    if (t == 0)
        *out = part[0]; // <--
}
