// Clocks that only go forwards.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// out 0 = [1] * 128
extern "C" __global__ void k(int *out)
{
    long long before = clock64();
    unsigned early = clock();
    float x = threadIdx.x;
    for (int i = 0; i < 20; i++)
        x = x * 1.5f + 1.0f;
    long long after = clock64();
    out[blockIdx.x * 64 + threadIdx.x] = after > before && (unsigned)clock() - early < 1000000000u && x > 0;
}
