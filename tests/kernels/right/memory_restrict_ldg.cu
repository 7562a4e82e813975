// Read-only loads, and pointers that don't alias.
// launch: --grid 1 --block 100
// arg: in:i32[100]=ramp
// arg: out:i32[100]
// out 1 = [i + (99 - i) * 2 for i in range(100)]
extern "C" __global__ void k(const int *__restrict__ in, int *__restrict__ out)
{
    out[threadIdx.x] = in[threadIdx.x] + 2 * __ldg(in + 99 - threadIdx.x);
}
