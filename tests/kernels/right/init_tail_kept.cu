// Each thread keeps four elements and computes with all of them; those past the end were never loaded and are never
// stored.
// launch: --grid 1 --block 32
// arg: in:i32[100]=@x
// arg: out:i32[100]
// arg: i32=100
// data x = [i * 7 - 90 for i in range(100)]
// out 1 = [v * 3 + 1 for v in x]
extern "C" __global__ void k(const int *in, int *out, int n)
{
    int items[4];
    for (int i = 0; i < 4; i++)
        if (threadIdx.x * 4 + i < n)
            items[i] = in[threadIdx.x * 4 + i];
    for (int i = 0; i < 4; i++)
        items[i] = items[i] * 3 + 1;
    for (int i = 0; i < 4; i++)
        if (threadIdx.x * 4 + i < n)
            out[threadIdx.x * 4 + i] = items[i];
}
