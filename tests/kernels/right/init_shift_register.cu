// A window of four elements that is shifted before all of it is filled; a counter says from when on it counts. Half of
// a union is read again.
// launch: --grid 1 --block 32
// arg: in:f32[64]=@x
// arg: out:f32[32]
// data x = [float(i * i % 37) for i in range(64)]
// out 1 = [sum(x[t + i] - x[t + i - 3] for i in range(3, 16)) + 1 for t in range(32)]
union Mixed {
    unsigned low;
    unsigned long long all;
};

extern "C" __global__ void k(const float *in, float *out)
{
    float window[4], sum = 0;
    Mixed mixed;
    mixed.low = threadIdx.x;
    for (int i = 0; i < 16; i++) {
        for (int j = 3; j > 0; j--)
            window[j] = window[j - 1];
        window[0] = in[threadIdx.x + i];
        if (i >= 3)
            sum += window[0] - window[3];
    }
    out[threadIdx.x] = sum + ((unsigned)mixed.all == threadIdx.x);
}
