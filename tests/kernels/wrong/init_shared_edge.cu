// The last tile's edge is not zeroed: what lies past n is read all the same.
// launch: --grid 2 --block 64
// arg: in:f32[100]=ramp
// arg: out:f32[2]
// arg: i32=100
// wrong: uninitialised-shared
extern "C" __global__ void k(const float *in, float *out, int n)
{
    __shared__ float tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = in[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int j = 0; j < 64; j++)
            sum += tile[j]; // <--
        out[blockIdx.x] = sum;
    }
}
