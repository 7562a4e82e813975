// One shared buffer used as two kinds of array, one after the other.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:f32[32]
// out 1 = [float(31 - i) * 2 for i in range(32)]
extern "C" __global__ void k(const int *in, float *out)
{
    __shared__ union {
        int whole[32];
        float real[32];
    } both;
    int t = threadIdx.x;
    both.whole[t] = in[t];
    __syncthreads();
    int v = both.whole[31 - t];
    __syncthreads();
    both.real[t] = v * 2.0f;
    out[t] = both.real[t];
}
