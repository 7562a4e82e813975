// Two sorted runs that lie one behind the other are merged, four keys a thread. The end of the second
// run is not asked for, so that the place behind it, which nothing has written, decides.
// launch: --grid 1 --block 32
// arg: in:i32[100]=@x
// arg: i32=60
// arg: i32=40
// arg: out:i32[100]
// data x = [i * 3 + i % 2 for i in range(60)] + [i * 4 + 7 for i in range(40)]
// wrong: uninitialised-shared
extern "C" __global__ void k(const int *in, int first, int second, int *out)
{
    __shared__ int keys[32 * 4 + 1];
    int t = threadIdx.x, all = first + second;
    for (int i = t; i < all; i += 32)
        keys[i] = in[i];
    __syncthreads();
    int from = min(t * 4, all), low = max(0, from - second), high = min(from, first);
    while (low < high) {
        int middle = (low + high) / 2;
        if (keys[middle] <= keys[first + from - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int a = low, b = first + from - low, merged[4];
    int key_a = keys[a], key_b = keys[b]; // <--
#pragma unroll
    for (int i = 0; i < 4; i++) {
        bool takes_b = a >= first || key_b < key_a;
        merged[i] = takes_b ? key_b : key_a;
        if (takes_b)
            key_b = keys[++b]; // <--
        else
            key_a = keys[++a];
    }
    for (int i = 0; i < 4; i++)
        if (t * 4 + i < all)
            out[t * 4 + i] = merged[i];
}
