// A grid of one thread that does everything.
// launch: --grid 1 --block 1
// arg: in:i32[100]=ramp
// arg: out:i64[2]
// out 1 = [sum(range(100)), sum(i * i for i in range(100))]
extern "C" __global__ void k(const int *in, long long *out)
{
    long long sum = 0, squares = 0;
    for (int i = 0; i < 100; i++) {
        sum += in[i];
        squares += (long long)in[i] * in[i];
    }
    out[0] = sum;
    out[1] = squares;
}
