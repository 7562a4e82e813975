// A bitonic sort of a block.
// launch: --grid 1 --block 256
// data x = [(i * 7919 + 13) % 1009 for i in range(256)]
// arg: inout:i32[256]=@x
// out 0 = sorted(x)
extern "C" __global__ void k(int *a)
{
    __shared__ int keys[256];
    int t = threadIdx.x;
    keys[t] = a[t];
    __syncthreads();
    for (int size = 2; size <= 256; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            int other = t ^ step;
            if (other > t) {
                int x = keys[t], y = keys[other];
                if (((t & size) == 0) == (x > y)) {
                    keys[t] = y;
                    keys[other] = x;
                }
            }
            __syncthreads();
        }
    a[t] = keys[t];
}
