// A ring that goes round, in a thread's own memory.
// launch: --grid 1 --block 8
// arg: in:i32[32]=ramp
// arg: out:i32[8]
// out 1 = [sum(range(t + 16, t + 20)) for t in range(8)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int ring[4], t = threadIdx.x, sum = 0;
    for (int i = 0; i < 20; i++)
        ring[i % 4] = in[t + i];
    for (int i = 16; i < 20; i++)
        sum += ring[i & 3];
    out[t] = sum;
}
