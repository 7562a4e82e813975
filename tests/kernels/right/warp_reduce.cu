// __reduce_*_sync for all operations.
// least: 80
// launch: --grid 1 --block 32
// arg: out:i32[6]
// out 0 = [sum(3 * i - 40 for i in range(32)), -40, 53, 0, 127, 0]
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, v = 3 * i - 40;
    int sum = __reduce_add_sync(0xffffffff, v), low = __reduce_min_sync(0xffffffff, v);
    int high = __reduce_max_sync(0xffffffff, v);
    unsigned a = __reduce_and_sync(0xffffffff, 3u * i), o = __reduce_or_sync(0xffffffff, 3u * i);
    unsigned x = __reduce_xor_sync(0xffffffff, (unsigned)i);
    if (i == 0) {
        out[0] = sum, out[1] = low, out[2] = high;
        out[3] = a, out[4] = o, out[5] = x;
    }
}
