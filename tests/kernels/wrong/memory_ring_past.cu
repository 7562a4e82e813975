// A ring of eight that goes round after nine.
// launch: --grid 1 --block 1
// arg: in:i32[20]=ramp
// arg: inout:i32[8]=constant:0
// wrong: out-of-bounds
// only: own target
// says: ring[8]: ring has 8 elements
extern "C" __global__ void k(const int *in, int *ring)
{
    for (int i = 0; i < 20; i++)
        ring[i % 9] = in[i]; // <--
}
