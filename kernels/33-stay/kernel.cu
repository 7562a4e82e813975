// One step of a rule on a ring of n cells: a cell is 1 in the next step if just one of its two
// neighbours is 1 now.
extern "C" __global__ void step(const int *now, int *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        next[i] = now[(i + n - 1) % n] ^ now[(i + 1) % n];
}
