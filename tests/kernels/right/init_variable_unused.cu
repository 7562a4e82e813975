// Variables that are set on the ways on which they are used, however the compiler arranges it.
// launch: --grid 1 --block 64
// arg: in:f32[64]=@x
// arg: out:f32[64]
// arg: i32=50
// data x = [(i * 37) % 64 for i in range(64)]
// out 1 = [v * 2 + 1 if i < 50 else -1 for i, v in enumerate(x)]
extern "C" __global__ void k(const float *in, float *out, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    float v;
    bool valid = t < n;
    if (valid)
        v = in[t];
    tile[t] = v; // brought along, and looked at by nobody
    __syncthreads();
    float w = __shfl_xor_sync(0xffffffff, v, 1);
    w = __shfl_xor_sync(0xffffffff, w, 1);
    if (valid && w == tile[t])
        out[t] = w * 2 + 1;
    else
        out[t] = -1;
}
