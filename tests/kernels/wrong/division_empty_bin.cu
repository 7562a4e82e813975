// The mean of a bin is its sum divided by its count, which is 0 for the bin that got nothing.
// launch: --grid 1 --block 8
// arg: in:i32[8]=constant:12
// arg: in:i32[8]=@count
// arg: out:i32[8]
// data count = [1, 2, 3, 0, 4, 6, 12, 1]
// wrong: division-by-zero
// says: divides 12 by 0
extern "C" __global__ void k(const int *sum, const int *count, int *out)
{
    int t = threadIdx.x;
    int mean = sum[t] / count[t]; // <--
    out[t] = mean * 2; // <--
}
