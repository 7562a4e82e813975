// A thread's own array, indexed by data.
// launch: --grid 2 --block 33
// data x = [(i * 7) % 10 for i in range(660)]
// arg: in:i32[660]=@x
// arg: out:i32[66]
// out 1 = [max(range(10), key=lambda v: (x[10 * t:10 * t + 10].count(v), v)) for t in range(66)]
extern "C" __global__ void k(const int *in, int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, count[10] = {0}, best = 0;
    for (int i = 0; i < 10; i++)
        count[in[10 * t + i]]++;
    for (int v = 1; v < 10; v++)
        if (count[v] >= count[best])
            best = v;
    out[t] = best;
}
