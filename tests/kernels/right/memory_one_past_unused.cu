// The address of the element behind the last one, which nobody reads.
// launch: --grid 1 --block 1
// arg: in:i32[32]=ramp
// arg: out:i32[1]
// out 1 = [496]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int sum = 0;
    for (const int *p = in, *end = &in[32]; p != end; ++p)
        sum += *p;
    out[0] = sum;
}
